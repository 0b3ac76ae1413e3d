-- SELECT UPPER(region), COUNT(*)
-- FROM patients
-- WHERE LOWER(region || region) <> 'nn'
-- GROUP BY UPPER(region)

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "n1" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT UPPER("REGION") AS "n1", "PATIENT_ID" AS "unit"
  FROM "PUBLIC"."PATIENTS"
  WHERE LOWER("REGION" || "REGION") <> ?
) AS "t0"
GROUP BY "n1"
-- with [Text[value=nn]]
