-- SELECT COUNT(*)
-- FROM (SELECT cost, MIN(cost) OVER (PARTITION BY patient_id) AS least FROM visits) WHERE cost > least

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "PATIENT_ID" AS "u", COUNT(*) AS "$f1"
  FROM (
    SELECT "PATIENT_ID", "AT", "COST", "n1" AS "n2", MIN("COST") OVER (PARTITION BY "PATIENT_ID") AS "n3"
    FROM (
      SELECT "PATIENT_ID", "AT", "COST", COLLATE("ICD", '') AS "n1"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
  ) AS "t2"
  WHERE "COST" > "n3"
  GROUP BY "PATIENT_ID"
) AS "t6"
