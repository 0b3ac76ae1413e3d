-- SELECT MODE(sex), MODE(age), COUNT(*) FROM patients WHERE smoker

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT 1
  FROM "PUBLIC"."patients"
  WHERE "smoker"
) AS "t0"
-- F0: one pass; COUNT(*) moves by 1; MODE(age) moves by 1
SELECT "n2" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT "age", ("sex" COLLATE "C") AS "n1", "patient_id" AS "unit", CASE WHEN "age" BETWEEN ASYMMETRIC 0 AND 120 THEN "age" WHEN "age" < 0 THEN 0 WHEN "age" > 120 THEN 120 ELSE NULL END AS "n2"
  FROM "PUBLIC"."patients"
  WHERE "smoker"
) AS "t0"
GROUP BY "n2"
-- F0: one pass; COUNT(*) moves by 1; MODE(sex) moves by 1
SELECT "k0", COUNT(*) AS "$f1"
FROM (
  SELECT ("sex" COLLATE "C") AS "k0"
  FROM "PUBLIC"."patients"
  WHERE "smoker"
) AS "t0"
GROUP BY "k0"
