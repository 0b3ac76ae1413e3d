-- SELECT COUNT(*)
-- FROM (SELECT cost, MIN(cost) OVER (PARTITION BY patient_id) AS least FROM visits) WHERE cost > least

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) "$f0"
FROM (
  SELECT "PATIENT_ID" "u", COUNT(*) "$f1"
  FROM (
    SELECT "PATIENT_ID", "n1" "n2", "COST", "ICD", MIN("COST") OVER (PARTITION BY "PATIENT_ID") "n3"
    FROM (
      SELECT "PATIENT_ID", CAST("AT" AS TIMESTAMP(0)) "n1", "COST", "ICD"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) "t0"
  ) "t2"
  WHERE "COST" > "n3"
  GROUP BY "PATIENT_ID"
) "t6"
