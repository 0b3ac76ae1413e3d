-- SELECT COUNT(*), SUM(cost), AVG(cost) FROM visits WHERE cost > 10

-- F0: per-unit clamp, one group per unit, of heavy units alone; COUNT(*) moves by 20; AVG(cost) moves by 99780
SELECT SUM("c0") AS "$f0", SUM("c1") AS "$f1", SUM("c2") AS "$f2"
FROM (
  SELECT CAST("$f0" AS DECIMAL(38, 0)) AS "c0", CAST("$f1" AS DECIMAL(38, 0)) AS "c1", CAST("$f2" AS DECIMAL(38, 0)) AS "c2"
  FROM (
    SELECT COUNT(*) AS "$f0", COUNT("x0") AS "$f1", SUM("x1") AS "$f2"
    FROM (
      SELECT "patient_id" AS "u", "cost" AS "x0", CASE WHEN "cost" BETWEEN ASYMMETRIC 11 AND 5000 THEN "cost" WHEN "cost" < 11 THEN 11 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x1"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL AND "cost" > 10
    ) AS "t0"
  ) AS "t2"
  UNION ALL
  SELECT CAST(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END AS DECIMAL(38, 0)) - CAST("$f1" AS DECIMAL(38, 0)) AS "c0", CAST(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END AS DECIMAL(38, 0)) - CAST("$f2" AS DECIMAL(38, 0)) AS "c1", CAST(CASE WHEN "$f2" > 20 THEN CASE WHEN FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 20 / "$f2") < 220 THEN 220 WHEN FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 20 / "$f2") > 100000 THEN 100000 ELSE FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 20 / "$f2") END ELSE CAST("$f3" AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f3" AS DECIMAL(38, 0)) AS "c2"
  FROM (
    SELECT "t6"."u", COUNT(*) AS "$f1", COUNT("t6"."x0") AS "$f2", SUM("t6"."x1") AS "$f3"
    FROM (
      SELECT "patient_id" AS "u", "cost" AS "x0", CASE WHEN "cost" BETWEEN ASYMMETRIC 11 AND 5000 THEN "cost" WHEN "cost" < 11 THEN 11 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x1"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL AND "cost" > 10
    ) AS "t6"
    INNER JOIN (
      SELECT "d0", COUNT(*) AS "q0"
      FROM (
        SELECT "patient_id" AS "d0"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL AND "cost" > 10
      ) AS "t8"
      GROUP BY "d0"
      HAVING COUNT(*) > 20
    ) AS "t11" ON "t6"."u" = "t11"."d0"
    GROUP BY "t6"."u"
  ) AS "t13"
) AS "t16"
