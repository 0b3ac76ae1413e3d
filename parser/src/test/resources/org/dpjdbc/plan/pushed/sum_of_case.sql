-- SELECT p.sex, SUM(CASE WHEN v.icd = 'A' OR v.icd = 'B' THEN 1 ELSE 0 END) AS either
-- FROM patients p, visits v
-- WHERE p.patient_id = v.patient_id
-- GROUP BY p.sex

-- F0: per-unit clamp, one group per unit; SUM(CASE WHEN ICD IN ('A', 'B') THEN 1 ELSE 0 END) moves by 20
SELECT "k0", SUM(CASE WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) AS "$f1"
FROM (
  SELECT "PATIENTS"."PATIENT_ID" AS "u", "PATIENTS"."SEX" AS "k0", SUM(CASE WHEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END BETWEEN ASYMMETRIC 0 AND 1 THEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END WHEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END < 0 THEN 0 WHEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END > 1 THEN 1 ELSE NULL END) AS "$f2"
  FROM "PUBLIC"."PATIENTS", "PUBLIC"."VISITS"
  WHERE "VISITS"."PATIENT_ID" IS NOT NULL AND "PATIENTS"."PATIENT_ID" = "VISITS"."PATIENT_ID"
  GROUP BY "PATIENTS"."PATIENT_ID", "PATIENTS"."SEX" ORDER BY "PATIENTS"."PATIENT_ID" NULLS LAST
) AS "t2"
GROUP BY "k0"
-- with [Text[value=A], Text[value=B], Text[value=A], Text[value=B], Text[value=A], Text[value=B], Text[value=A], Text[value=B]]
