-- SELECT SUM(x) FROM (SELECT cost x FROM visits UNION ALL SELECT grams FROM meals)

-- F0: per-unit clamp, one group per unit; SUM(COST) moves by 350000
SELECT SUM(CASE WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 350000 THEN 350000 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "unit" AS "u", SUM(CASE WHEN "n2" BETWEEN ASYMMETRIC 0 AND 5000 THEN "n2" WHEN "n2" < 0 THEN 0 WHEN "n2" > 5000 THEN 5000 ELSE NULL END) AS "$f1"
  FROM (
    SELECT "COST" AS "n2", "PATIENT_ID" AS "unit"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
    UNION ALL
    SELECT "t3"."GRAMS" AS "n3", "STAYS"."PATIENT_ID" AS "unit"
    FROM (
      SELECT "GRAMS", "STAY_ID" AS "unit"
      FROM "PUBLIC"."MEALS"
      WHERE "STAY_ID" IS NOT NULL
    ) AS "t3"
    INNER JOIN "PUBLIC"."STAYS" ON "t3"."unit" = "STAYS"."STAY_ID"
  ) AS "t6"
  GROUP BY "unit"
) AS "t8"
