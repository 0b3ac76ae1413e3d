-- SELECT sex, smoker, COUNT(*), AVG(age)
-- FROM patients
-- GROUP BY ROLLUP (sex, smoker)

-- F0: one pass; COUNT(*) moves by 1; AVG(AGE) moves by 120
SELECT "SEX" AS "k0", "SMOKER" AS "k1", COUNT(*) AS "$f2", COUNT("AGE") AS "$f3", SUM(CASE WHEN "AGE" BETWEEN ASYMMETRIC 0 AND 120 THEN "AGE" WHEN "AGE" < 0 THEN 0 WHEN "AGE" > 120 THEN 120 ELSE NULL END) AS "$f4"
FROM "PUBLIC"."PATIENTS"
WHERE ("SEX" = ? OR "SEX" = ?) AND ("SMOKER" = FALSE OR "SMOKER" = TRUE OR "SMOKER" IS NULL)
GROUP BY "SEX", "SMOKER"
-- with [SqlParameter[value=F], SqlParameter[value=M]]
-- F1: one pass; COUNT(*) moves by 1; AVG(AGE) moves by 120
SELECT "SEX" AS "k0", COUNT(*) AS "$f1", COUNT("AGE") AS "$f2", SUM(CASE WHEN "AGE" BETWEEN ASYMMETRIC 0 AND 120 THEN "AGE" WHEN "AGE" < 0 THEN 0 WHEN "AGE" > 120 THEN 120 ELSE NULL END) AS "$f3"
FROM "PUBLIC"."PATIENTS"
WHERE ("SEX" = ? OR "SEX" = ?) AND ("SMOKER" = FALSE OR "SMOKER" = TRUE OR "SMOKER" IS NULL)
GROUP BY "SEX"
-- with [SqlParameter[value=F], SqlParameter[value=M]]
-- F2: one pass; COUNT(*) moves by 1; AVG(AGE) moves by 120
SELECT COUNT(*) AS "$f0", COUNT("AGE") AS "$f1", SUM(CASE WHEN "AGE" BETWEEN ASYMMETRIC 0 AND 120 THEN "AGE" WHEN "AGE" < 0 THEN 0 WHEN "AGE" > 120 THEN 120 ELSE NULL END) AS "$f2"
FROM "PUBLIC"."PATIENTS"
WHERE ("SEX" = ? OR "SEX" = ?) AND ("SMOKER" = FALSE OR "SMOKER" = TRUE OR "SMOKER" IS NULL)
-- with [SqlParameter[value=F], SqlParameter[value=M]]
