-- SELECT c, COUNT(*) AS people
-- FROM (SELECT p.patient_id, COUNT(v.icd) AS c
-- FROM patients p LEFT JOIN visits v ON p.patient_id = v.patient_id AND v.icd <> 'Z'
-- GROUP BY p.patient_id)
-- GROUP BY c
-- ORDER BY people DESC

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "a0" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT "PATIENTS"."PATIENT_ID", COUNT("t"."ICD") AS "a0"
  FROM "PUBLIC"."PATIENTS"
  LEFT JOIN (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t" ON "PATIENTS"."PATIENT_ID" = "t"."PATIENT_ID" AND "t"."ICD" <> ?
  GROUP BY "PATIENTS"."PATIENT_ID"
) AS "t1"
GROUP BY "a0"
-- with [Text[value=Z]]
