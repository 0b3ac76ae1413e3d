-- SELECT c, COUNT(*) AS people
-- FROM (SELECT p.patient_id, COUNT(v.icd) AS c
-- FROM patients p LEFT JOIN visits v ON p.patient_id = v.patient_id AND v.icd <> 'Z'
-- GROUP BY p.patient_id)
-- GROUP BY c
-- ORDER BY people DESC

-- F0: one pass; COUNT(*) moves by 1
SELECT "a0" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT "PATIENTS"."PATIENT_ID", COUNT("t0"."ICD") AS "a0"
  FROM "PUBLIC"."PATIENTS"
  LEFT JOIN (
    SELECT "PATIENT_ID" AS "PATIENT_ID0", "AT", "COST", "ICD"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t0" ON "PATIENTS"."PATIENT_ID" = "t0"."PATIENT_ID0" AND "t0"."ICD" <> ?
  GROUP BY "PATIENTS"."PATIENT_ID"
) AS "t2"
GROUP BY "a0"
-- with [SqlParameter[value=Z]]
