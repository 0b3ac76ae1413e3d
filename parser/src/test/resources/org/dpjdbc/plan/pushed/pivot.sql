-- SELECT region, COUNT(*) FILTER (WHERE sex = 'F') AS women, COUNT(*) FILTER (WHERE sex = 'M') AS men
-- FROM patients
-- GROUP BY region

-- F0: one pass; COUNT(*) by conditions moves by 1
SELECT "REGION" AS "k0", COUNT(CASE WHEN "$f2" THEN NULL WHEN "$f1" THEN 1 ELSE NULL END) AS "$f1", COUNT(CASE WHEN "$f1" THEN NULL WHEN "$f2" THEN 1 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3"
FROM (
  SELECT "REGION", "SEX" = ? IS TRUE AS "$f1", "SEX" = ? IS TRUE AS "$f2", "PATIENT_ID" AS "unit"
  FROM "PUBLIC"."PATIENTS"
) AS "t"
GROUP BY "REGION"
-- with [Text[value=F], Text[value=M]]
