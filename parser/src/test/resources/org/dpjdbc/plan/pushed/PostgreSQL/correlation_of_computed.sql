-- SELECT CORR(CAST(age AS DOUBLE PRECISION), CAST(n AS DOUBLE PRECISION)) FROM (SELECT age, MOD(patient_id, 10) AS n FROM patients) AS p

-- F0: one pass; CORR(CAST(age AS DOUBLE), CAST(MOD(patient_id, 10) AS DOUBLE)) moves by 4665600
SELECT SUM("$f0" * "$f0" * ("$f1" - -9) * ("$f1" - -9)) AS "$f0", SUM("$f0" * "$f0" * ("$f1" - -9)) AS "$f1", SUM(CASE WHEN "$f0" IS NOT NULL AND "$f1" IS NOT NULL THEN "$f0" * "$f0" ELSE NULL END) AS "$f2", SUM("$f0" * ("$f1" - -9) * ("$f1" - -9)) AS "$f3", SUM("$f0" * ("$f1" - -9)) AS "$f4", SUM(CASE WHEN "$f0" IS NOT NULL AND "$f1" IS NOT NULL THEN "$f0" ELSE NULL END) AS "$f5", SUM(CASE WHEN "$f0" IS NOT NULL AND "$f1" IS NOT NULL THEN ("$f1" - -9) * ("$f1" - -9) ELSE NULL END) AS "$f6", SUM(CASE WHEN "$f0" IS NOT NULL AND "$f1" IS NOT NULL THEN "$f1" - -9 ELSE NULL END) AS "$f7", COUNT(CASE WHEN "$f0" IS NOT NULL AND "$f1" IS NOT NULL THEN 1 ELSE NULL END) AS "$f8"
FROM (
  SELECT CASE WHEN "age" BETWEEN ASYMMETRIC 0 AND 120 THEN "age" WHEN "age" < 0 THEN 0 WHEN "age" > 120 THEN 120 ELSE NULL END AS "$f0", CASE WHEN MOD("patient_id", 10) BETWEEN ASYMMETRIC -9 AND 9 THEN MOD("patient_id", 10) WHEN MOD("patient_id", 10) < -9 THEN -9 WHEN MOD("patient_id", 10) > 9 THEN 9 ELSE NULL END AS "$f1", "patient_id" AS "unit"
  FROM "PUBLIC"."patients" OFFSET 0 ROWS
) AS "t0"
