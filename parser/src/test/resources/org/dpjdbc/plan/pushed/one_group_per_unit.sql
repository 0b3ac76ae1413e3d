-- SELECT region, COUNT(*), SUM(cost)
-- FROM visits JOIN patients USING (patient_id)
-- GROUP BY region

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20; SUM(COST) moves by 100000
SELECT "k0", SUM(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) AS "$f1", SUM(CASE WHEN "$f3" < 0 THEN 0 WHEN "$f3" > 100000 THEN 100000 ELSE "$f3" END) AS "$f2", SUM(1) AS "$f3"
FROM (
  SELECT "t0"."REGION" AS "k0", "t"."PATIENT_ID" AS "u", COUNT(*) AS "$f2", SUM(CASE WHEN "t"."COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "t"."COST" WHEN "t"."COST" < 0 THEN 0 WHEN "t"."COST" > 5000 THEN 5000 ELSE NULL END) AS "$f3"
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t"
  INNER JOIN (
    SELECT "PATIENT_ID" AS "PATIENT_ID0", "AGE", "SEX", "REGION", "WEIGHT", "HEIGHT", "BORN", "SMOKER"
    FROM "PUBLIC"."PATIENTS"
  ) AS "t0" ON "t"."PATIENT_ID" = "t0"."PATIENT_ID0"
  GROUP BY "t0"."REGION", "t"."PATIENT_ID"
) AS "t2"
GROUP BY "k0"
