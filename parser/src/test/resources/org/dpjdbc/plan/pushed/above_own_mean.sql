-- SELECT COUNT(*)
-- FROM (SELECT cost, AVG(cost) OVER (PARTITION BY patient_id) AS mean FROM visits) WHERE cost > mean

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "unit" AS "u", COUNT(*) AS "$f1"
  FROM (
    SELECT "COST", "x0" AS "n1", "PATIENT_ID" AS "unit"
    FROM (
      SELECT "PATIENT_ID", "AT", "COST", "ICD", AVG("COST") OVER (PARTITION BY "PATIENT_ID" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "x0"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t1"
  ) AS "t4"
  WHERE CAST("COST" AS DOUBLE PRECISION) > "n1"
  GROUP BY "unit"
) AS "t7"
