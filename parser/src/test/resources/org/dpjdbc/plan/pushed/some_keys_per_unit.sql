-- SELECT sex, cost > 100 AS dear, COUNT(*)
-- FROM visits JOIN patients USING (patient_id)
-- GROUP BY sex, cost > 100

-- F0: per-unit clamp; COUNT(*) moves by 60
SELECT "k0", "k1", SUM(CASE WHEN "$f3" > 20 THEN 20 ELSE "$f3" END) AS "$f2"
FROM (
  SELECT "SEX" AS "k0", "n1" AS "k1", "unit" AS "u", COUNT(*) AS "$f3"
  FROM (
    SELECT "t0"."SEX", "t"."COST" > 100 AS "n1", "t"."PATIENT_ID" AS "unit"
    FROM (
      SELECT *
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t"
    INNER JOIN (
      SELECT "PATIENT_ID" AS "PATIENT_ID0", "AGE", "SEX", "REGION", "WEIGHT", "HEIGHT", "BORN", "SMOKER"
      FROM "PUBLIC"."PATIENTS"
    ) AS "t0" ON "t"."PATIENT_ID" = "t0"."PATIENT_ID0"
  ) AS "t2"
  GROUP BY "SEX", "n1", "unit"
) AS "t5"
GROUP BY "k0", "k1"
