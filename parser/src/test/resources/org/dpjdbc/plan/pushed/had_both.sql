-- SELECT COUNT(*) FROM
-- (SELECT patient_id FROM visits WHERE icd = 'A' INTERSECT SELECT patient_id FROM visits WHERE icd = 'B')

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT "PATIENT_ID"
  FROM "PUBLIC"."VISITS"
  WHERE "PATIENT_ID" IS NOT NULL AND "ICD" = ?
  INTERSECT
  SELECT "PATIENT_ID"
  FROM "PUBLIC"."VISITS"
  WHERE "PATIENT_ID" IS NOT NULL AND "ICD" = ?
) AS "t3"
-- with [Text[value=A], Text[value=B]]
