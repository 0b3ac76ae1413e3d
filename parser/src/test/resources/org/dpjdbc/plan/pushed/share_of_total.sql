-- SELECT region, COUNT(*) * 100.0 / (SELECT COUNT(*) FROM patients) AS share
-- FROM patients
-- GROUP BY region

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "REGION" AS "k0", COUNT(*) AS "$f1"
FROM "PUBLIC"."PATIENTS"
GROUP BY "REGION"
-- F1: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM "PUBLIC"."PATIENTS"
