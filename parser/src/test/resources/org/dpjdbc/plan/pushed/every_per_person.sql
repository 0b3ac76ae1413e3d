-- SELECT COUNT(*)
-- FROM (SELECT patient_id, EVERY(cost > 3) AS e, SOME(cost > 500) AS s FROM visits GROUP BY patient_id)
-- WHERE e OR s

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT "PATIENT_ID", MIN("COST" > 3) AS "a0", MAX("COST" > 500) AS "a1"
  FROM "PUBLIC"."VISITS"
  WHERE "PATIENT_ID" IS NOT NULL
  GROUP BY "PATIENT_ID"
) AS "t1"
WHERE "a0" OR "a1"
