-- SELECT MEDIAN(weight), MIN(weight) FROM patients WHERE smoker

-- F0: one pass; PERCENTILE(weight; 0.5) moves by 1; MIN(weight) moves by 1
SELECT "n1" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT 0.5 AS "$f0", "weight", "patient_id" AS "unit", CASE WHEN "weight" < CAST(0E0 AS DOUBLE PRECISION) THEN 0 WHEN "weight" <= CAST(3.000E2 AS DOUBLE PRECISION) THEN CAST("weight" * CAST(1.00E1 AS DOUBLE PRECISION) AS INTEGER) WHEN NOT ("weight" = CAST('NaN' AS DOUBLE PRECISION)) THEN 3000 ELSE NULL END AS "n1"
  FROM "PUBLIC"."patients"
  WHERE "smoker"
) AS "t0"
GROUP BY "n1"
