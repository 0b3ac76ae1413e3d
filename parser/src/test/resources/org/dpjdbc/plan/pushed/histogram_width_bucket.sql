-- SELECT WIDTH_BUCKET(age, 0, 100, 3) AS b, COUNT(*) FROM patients GROUP BY 1

-- F0: one pass; COUNT(*) moves by 1
SELECT "n1" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT CASE WHEN "AGE" IS NULL THEN NULL WHEN "AGE" < 0 THEN 0 WHEN "AGE" < 34 THEN 1 WHEN "AGE" < 67 THEN 2 WHEN "AGE" < 100 THEN 3 ELSE 4 END AS "n1", "PATIENT_ID" AS "unit"
  FROM "PUBLIC"."PATIENTS"
) AS "t"
GROUP BY "n1"
-- P0: public
SELECT "k0"
FROM (
  SELECT *
  FROM (
    SELECT CASE WHEN "n2" IS NULL THEN NULL WHEN "n2" < 0 THEN 0 WHEN "n2" < 34 THEN 1 WHEN "n2" < 67 THEN 2 WHEN "n2" < 100 THEN 3 ELSE 4 END AS "k0"
    FROM (
      SELECT CAST("n1" AS INTEGER) AS "n2"
      FROM (VALUES(-1), (0), (1), (33), (34), (35), (66), (67), (68), (99), (100), (101), (NULL)) AS "t" ("n1")
    ) AS "t0"
  ) AS "t2"
  WHERE "k0" >= 0 AND "k0" <= 4 OR "k0" IS NULL
) AS "t4"
GROUP BY "k0"
