-- SELECT sex, COUNT(*) FROM patients
-- WHERE patient_id IN (SELECT patient_id FROM visits WHERE icd = 'A') GROUP BY sex

-- F0: one pass; COUNT(*) moves by 1
SELECT "k0", COUNT(*) "$f1"
FROM (
  SELECT "PATIENTS"."SEX" "k0"
  FROM "PUBLIC"."PATIENTS"
  INNER JOIN (
    SELECT "PATIENT_ID"
    FROM (
      SELECT "PATIENT_ID"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL AND "ICD" = ?
    ) "t0"
    GROUP BY "PATIENT_ID"
  ) "t2" ON "PATIENTS"."PATIENT_ID" = "t2"."PATIENT_ID"
) "t3"
GROUP BY "k0"
-- with [Text[value=A]]
