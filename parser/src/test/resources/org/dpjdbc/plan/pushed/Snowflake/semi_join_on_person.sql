-- SELECT sex, COUNT(*) FROM patients
-- WHERE patient_id IN (SELECT patient_id FROM visits WHERE icd = 'A') GROUP BY sex

-- F0: one pass; COUNT(*) moves by 1
SELECT "k0", COUNT(*) AS "$f1"
FROM (
  SELECT COLLATE("PATIENTS"."SEX", '') AS "k0"
  FROM "PUBLIC"."PATIENTS"
  INNER JOIN (
    SELECT "PATIENT_ID"
    FROM (
      SELECT "PATIENT_ID", "AT", "COST", COLLATE("ICD", '') AS "n1"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
    WHERE "n1" = ?
    GROUP BY "PATIENT_ID"
  ) AS "t4" ON "PATIENTS"."PATIENT_ID" = "t4"."PATIENT_ID"
) AS "t5"
GROUP BY "k0"
-- with [Text[value=A]]
