-- SELECT COUNT(*) FROM
-- (SELECT patient_id FROM visits WHERE icd = 'A' INTERSECT SELECT patient_id FROM visits WHERE icd = 'B')

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT "PATIENT_ID"
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t"
  WHERE "ICD" = ?
  INTERSECT
  SELECT "PATIENT_ID"
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t3"
  WHERE "ICD" = ?
) AS "t7"
-- with [SqlParameter[value=A], SqlParameter[value=B]]
