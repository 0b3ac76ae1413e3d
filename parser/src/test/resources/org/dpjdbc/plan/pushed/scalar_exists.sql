-- SELECT COUNT(*) FROM patients WHERE sex = 'F' AND EXISTS (SELECT 1 FROM visits HAVING COUNT(*) > 5)

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "PATIENT_ID" AS "u", COUNT(*) AS "$f1"
  FROM "PUBLIC"."VISITS"
  WHERE "PATIENT_ID" IS NOT NULL
  GROUP BY "PATIENT_ID" ORDER BY "PATIENT_ID" NULLS LAST
) AS "t2"
-- F1: one pass; COUNT(*) moves by 1
SELECT "k0", COUNT(*) AS "$f1"
FROM (
  SELECT "SEX" AS "k0"
  FROM "PUBLIC"."PATIENTS"
  WHERE CAST(? AS BIGINT) > 0
) AS "t0"
GROUP BY "k0"
-- with [Released[scalar=S1]]
