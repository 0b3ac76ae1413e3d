-- SELECT p.sex, SUM(CASE WHEN v.icd = 'A' OR v.icd = 'B' THEN 1 ELSE 0 END) AS either
-- FROM patients p, visits v
-- WHERE p.patient_id = v.patient_id
-- GROUP BY p.sex

-- F0: per-unit clamp, one group per unit; SUM(CASE WHEN ICD IN ('A', 'B') THEN 1 ELSE 0 END) moves by 20
SELECT "k0", SUM(CASE WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) "$f1"
FROM (
  SELECT "u", "k0", SUM("x0") "$f2"
  FROM (
    SELECT "PATIENTS"."PATIENT_ID" "u", "PATIENTS"."SEX" "k0", CASE WHEN (CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END BETWEEN 0 AND 1) THEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END WHEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END < 0 THEN 0 WHEN CASE WHEN "VISITS"."ICD" = ? OR "VISITS"."ICD" = ? THEN 1 ELSE 0 END > 1 THEN 1 ELSE NULL END "x0"
    FROM "PUBLIC"."PATIENTS"
    INNER JOIN "PUBLIC"."VISITS" ON "PATIENTS"."PATIENT_ID" = "VISITS"."PATIENT_ID"
    WHERE "VISITS"."PATIENT_ID" IS NOT NULL
  ) "t0"
  GROUP BY "u", "k0"
) "t2"
GROUP BY "k0"
-- with [Text[value=A], Text[value=B], Text[value=A], Text[value=B], Text[value=A], Text[value=B], Text[value=A], Text[value=B]]
