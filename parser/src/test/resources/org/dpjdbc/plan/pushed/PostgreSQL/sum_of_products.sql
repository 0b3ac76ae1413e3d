-- SELECT SUM(v.cost * (1 - t.rate)), AVG(CASE WHEN t.rate > 10 THEN v.cost * t.rate END)
-- FROM visits v JOIN tariffs t ON t.code = v.icd

-- F0: per-unit clamp, one group per unit; SUM(cost * (1 - rate)) moves by 980000000; AVG(CASE WHEN CAST(rate AS DECIMAL(12, 2)) > 10.00 THEN cost * rate ELSE NULL END) moves by 990000000
SELECT CAST(SUM(CASE WHEN "$f1" < -9800000 THEN -9800000 WHEN "$f1" > 100000 THEN 100000 ELSE "$f1" END) * 100 AS DECIMAL(38, 0)) AS "$f0", SUM(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) AS "$f1", SUM(CASE WHEN "$f2" > 20 THEN CASE WHEN FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 20 / "$f2") < 0 THEN 0 WHEN FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 20 / "$f2") > 990000000 THEN 990000000 ELSE FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 20 / "$f2") END ELSE CAST("$f3" AS DECIMAL(38, 0)) END) AS "$f2"
FROM (
  SELECT "u", SUM("x0") AS "$f1", COUNT("x1") AS "$f2", CAST(SUM("x1") * 100 AS DECIMAL(29, 0)) AS "$f3"
  FROM (
    SELECT "t1"."patient_id" AS "u", CASE WHEN "t1"."cost" < 0 THEN 0 WHEN "t1"."cost" > 5000 THEN 5000 ELSE "t1"."cost" END * (1 - CASE WHEN "t2"."n3" < 0 THEN 0 WHEN "t2"."n3" > 99 THEN 99 ELSE "t2"."n3" END) AS "x0", CASE WHEN "t2"."n3" > 10.00 THEN CASE WHEN "t1"."cost" < 0 THEN 0 WHEN "t1"."cost" > 5000 THEN 5000 ELSE "t1"."cost" END * CASE WHEN "t2"."n3" < 10.01 THEN 10.01 WHEN "t2"."n3" > 99 THEN 99 ELSE "t2"."n3" END ELSE NULL END AS "x1"
    FROM (
      SELECT *
      FROM (
        SELECT "patient_id", "at", "cost", ("icd" COLLATE "C") AS "n1"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t0"
    ) AS "t1"
    INNER JOIN (
      SELECT ("code" COLLATE "C") AS "n2", NULLIF("rate", 'NaN') AS "n3"
      FROM "PUBLIC"."tariffs"
    ) AS "t2" ON "t1"."n1" = "t2"."n2"
  ) AS "t3"
  GROUP BY "u"
) AS "t6"
