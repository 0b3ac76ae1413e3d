-- SELECT COUNT(*) FROM (
-- SELECT patient_id FROM visits GROUP BY patient_id HAVING COUNT(*) > 2 AND MAX(cost) > 100)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT "PATIENT_ID", COUNT(*) AS "a0", MAX("COST") AS "a1"
  FROM "PUBLIC"."VISITS"
  WHERE "PATIENT_ID" IS NOT NULL
  GROUP BY "PATIENT_ID"
) AS "t1"
WHERE "a0" > 2 AND "a1" > 100
