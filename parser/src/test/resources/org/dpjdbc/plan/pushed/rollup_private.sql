-- SELECT region, COUNT(*)
-- FROM patients
-- GROUP BY ROLLUP (region)

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "REGION" AS "k0", COUNT(*) AS "$f1"
FROM "PUBLIC"."PATIENTS"
GROUP BY "REGION"
-- F1: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM "PUBLIC"."PATIENTS"
