-- SELECT sex, cost > 100 AS dear, COUNT(*)
-- FROM visits JOIN patients USING (patient_id)
-- GROUP BY sex, cost > 100

-- F0: per-unit clamp; COUNT(*) moves by 60
SELECT "k0", "k1", SUM(CASE WHEN "$f3" > 20 THEN 20 ELSE "$f3" END) AS "$f2"
FROM (
  SELECT "unit" AS "u", "SEX" AS "k0", "n1" AS "k1", COUNT(*) AS "$f3"
  FROM (
    SELECT "PATIENTS"."SEX", "VISITS"."COST" > 100 AS "n1", "VISITS"."PATIENT_ID" AS "unit"
    FROM "PUBLIC"."VISITS", "PUBLIC"."PATIENTS"
    WHERE "VISITS"."PATIENT_ID" IS NOT NULL AND "VISITS"."PATIENT_ID" = "PATIENTS"."PATIENT_ID"
  ) AS "t0"
  GROUP BY "unit", "SEX", "n1" ORDER BY "unit" NULLS LAST
) AS "t4"
GROUP BY "k0", "k1"
