-- SELECT sex, COUNT(*), AVG(age)
-- FROM patients p
-- WHERE EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.icd = 'A')
-- GROUP BY sex

-- F0: one pass; COUNT(*) moves by 1; AVG(AGE) moves by 120
SELECT "k0", COUNT(*) "$f1", COUNT("x0") "$f2", SUM("x1") "$f3"
FROM (
  SELECT "PATIENTS"."SEX" "k0", "PATIENTS"."AGE" "x0", CASE WHEN ("PATIENTS"."AGE" BETWEEN 0 AND 120) THEN "PATIENTS"."AGE" WHEN "PATIENTS"."AGE" < 0 THEN 0 WHEN "PATIENTS"."AGE" > 120 THEN 120 ELSE NULL END "x1"
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
