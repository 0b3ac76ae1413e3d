-- SELECT SUM(cost) FROM visits WHERE cost IS NOT NULL

-- F0: per-unit clamp, one group per unit; SUM(cost) moves by 100000
SELECT SUM(CASE WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 100000 THEN 100000 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "u", SUM("x0") AS "$f1"
  FROM (
    SELECT "patient_id" AS "u", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x0"
    FROM "PUBLIC"."visits"
    WHERE "patient_id" IS NOT NULL AND "cost" IS NOT NULL
  ) AS "t0"
  GROUP BY "u"
) AS "t2"
