-- SELECT p.region, SUM(m.grams)
-- FROM meals m JOIN stays s ON m.stay_id = s.stay_id JOIN patients p ON s.patient_id = p.patient_id
-- GROUP BY p.region

-- F0: per-unit clamp, one group per unit; SUM(GRAMS) moves by 100000
SELECT "k0", SUM(CASE WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 100000 THEN 100000 ELSE "$f2" END) AS "$f1", SUM(1) AS "$f2"
FROM (
  SELECT "t2"."REGION" AS "k0", "t1"."PATIENT_ID" AS "u", SUM(CASE WHEN "t1"."GRAMS" BETWEEN ASYMMETRIC 0 AND 2000 THEN "t1"."GRAMS" WHEN "t1"."GRAMS" < 0 THEN 0 WHEN "t1"."GRAMS" > 2000 THEN 2000 ELSE NULL END) AS "$f2"
  FROM (
    SELECT *
    FROM (
      SELECT *
      FROM "PUBLIC"."MEALS"
      WHERE "STAY_ID" IS NOT NULL
    ) AS "t"
    INNER JOIN (
      SELECT "STAY_ID" AS "STAY_ID0", "PATIENT_ID", "WARD", "NIGHTS"
      FROM "PUBLIC"."STAYS"
    ) AS "t0" ON "t"."STAY_ID" = "t0"."STAY_ID0"
  ) AS "t1"
  INNER JOIN (
    SELECT "PATIENT_ID" AS "PATIENT_ID0", "AGE", "SEX", "REGION", "WEIGHT", "HEIGHT", "BORN", "SMOKER"
    FROM "PUBLIC"."PATIENTS"
  ) AS "t2" ON "t1"."PATIENT_ID" = "t2"."PATIENT_ID0"
  GROUP BY "t2"."REGION", "t1"."PATIENT_ID"
) AS "t4"
GROUP BY "k0"
