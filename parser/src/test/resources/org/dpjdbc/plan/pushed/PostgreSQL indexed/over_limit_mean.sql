-- SELECT AVG(cost) FROM visits

-- F0: per-unit clamp, one group per unit, over-limit units only; AVG(cost) moves by 100000
SELECT SUM("c0") AS "$f0", SUM("c1") AS "$f1"
FROM ((
  SELECT CAST("$f0" AS DECIMAL(38, 0)) AS "c0", CAST("$f1" AS DECIMAL(38, 0)) AS "c1"
  FROM (
    SELECT COUNT("x0") AS "$f0", SUM("x1") AS "$f1"
    FROM (
      SELECT "patient_id" AS "u", "cost" AS "x0", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x1"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t0"
  ) AS "t2" FETCH NEXT 9223372036854775807 ROWS ONLY
) UNION ALL SELECT CAST(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END AS DECIMAL(38, 0)) - CAST("$f1" AS DECIMAL(38, 0)) AS "c0", CAST(CASE WHEN "$f1" > 20 THEN CASE WHEN FLOOR(CAST("$f2" AS DECIMAL(38, 0)) * 20 / "$f1") < 0 THEN 0 WHEN FLOOR(CAST("$f2" AS DECIMAL(38, 0)) * 20 / "$f1") > 100000 THEN 100000 ELSE FLOOR(CAST("$f2" AS DECIMAL(38, 0)) * 20 / "$f1") END ELSE CAST("$f2" AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f2" AS DECIMAL(38, 0)) AS "c1" FROM (
  SELECT "t7"."u", COUNT("t7"."x0") AS "$f1", SUM("t7"."x1") AS "$f2"
  FROM (
    SELECT "patient_id" AS "u", "cost" AS "x0", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x1"
    FROM "PUBLIC"."visits"
    WHERE "patient_id" IS NOT NULL
  ) AS "t7"
  INNER JOIN (
    SELECT "d0", COUNT(*) AS "q0"
    FROM (
      SELECT "patient_id" AS "d0"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t9"
    GROUP BY "d0"
    HAVING COUNT(*) > 20 FETCH NEXT 9223372036854775807 ROWS ONLY
  ) AS "t13" ON "t7"."u" = "t13"."d0"
  GROUP BY "t7"."u"
) AS "t15") AS "t18"
