-- SELECT FLOOR(age / 10), COUNT(*) FROM patients GROUP BY FLOOR(age / 10)

-- F0: one pass; COUNT(*) moves by 1
SELECT "n1" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT "age" / 10 AS "n1", "patient_id" AS "unit"
  FROM "PUBLIC"."patients"
) AS "t"
GROUP BY "n1"
