-- SELECT sex, COUNT(*), AVG(age)
-- FROM patients p
-- WHERE EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.icd = 'A')
-- GROUP BY sex

-- F0: one pass; AVG(AGE) moves by 120
SELECT "SEX" AS "k0", COUNT("AGE") AS "$f1", SUM(CASE WHEN "AGE" BETWEEN ASYMMETRIC 0 AND 120 THEN "AGE" WHEN "AGE" < 0 THEN 0 WHEN "AGE" > 120 THEN 120 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3"
FROM "PUBLIC"."PATIENTS"
WHERE EXISTS(
  SELECT 1
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL AND "ICD" = ?
  ) AS "t"
  WHERE "PATIENTS"."PATIENT_ID" = "t"."PATIENT_ID"
)
GROUP BY "SEX"
-- with [Text[value=A]]
