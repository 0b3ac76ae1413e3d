-- SELECT sex, smoker, SUM(cost)
-- FROM visits JOIN patients USING (patient_id)
-- GROUP BY CUBE (sex, smoker)

-- F0: per-unit clamp, one group per unit; SUM(COST) moves by 100000
SELECT "k0", "k1", SUM(CASE WHEN "$f3" < 0 THEN 0 WHEN "$f3" > 100000 THEN 100000 ELSE "$f3" END) AS "$f2"
FROM (
  SELECT "SEX" AS "k0", "SMOKER" AS "k1", "unit" AS "u", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f3"
  FROM (
    SELECT "t0"."SEX", "t0"."SMOKER", "t"."COST", "t"."PATIENT_ID" AS "unit"
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
  WHERE ("t2"."SEX" = ? OR "t2"."SEX" = ?) AND ("t2"."SMOKER" = FALSE OR "t2"."SMOKER" = TRUE OR "t2"."SMOKER" IS NULL)
  GROUP BY "SEX", "SMOKER", "unit"
) AS "t5"
GROUP BY "k0", "k1"
-- with [SqlParameter[value=F], SqlParameter[value=M]]
-- F1: per-unit clamp, one group per unit; SUM(COST) moves by 100000
SELECT "k0", SUM(CASE WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 100000 THEN 100000 ELSE "$f2" END) AS "$f1"
FROM (
  SELECT "SEX" AS "k0", "unit" AS "u", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f2"
  FROM (
    SELECT "t0"."SEX", "t0"."SMOKER", "t"."COST", "t"."PATIENT_ID" AS "unit"
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
  WHERE ("t2"."SEX" = ? OR "t2"."SEX" = ?) AND ("t2"."SMOKER" = FALSE OR "t2"."SMOKER" = TRUE OR "t2"."SMOKER" IS NULL)
  GROUP BY "SEX", "unit"
) AS "t5"
GROUP BY "k0"
-- with [SqlParameter[value=F], SqlParameter[value=M]]
-- F2: per-unit clamp, one group per unit; SUM(COST) moves by 100000
SELECT "k0", SUM(CASE WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 100000 THEN 100000 ELSE "$f2" END) AS "$f1"
FROM (
  SELECT "SMOKER" AS "k0", "unit" AS "u", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f2"
  FROM (
    SELECT "t0"."SEX", "t0"."SMOKER", "t"."COST", "t"."PATIENT_ID" AS "unit"
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
  WHERE ("t2"."SEX" = ? OR "t2"."SEX" = ?) AND ("t2"."SMOKER" = FALSE OR "t2"."SMOKER" = TRUE OR "t2"."SMOKER" IS NULL)
  GROUP BY "SMOKER", "unit"
) AS "t5"
GROUP BY "k0"
-- with [SqlParameter[value=F], SqlParameter[value=M]]
-- F3: per-unit clamp, one group per unit; SUM(COST) moves by 100000
SELECT SUM(CASE WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 100000 THEN 100000 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "unit" AS "u", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f1"
  FROM (
    SELECT "t0"."SEX", "t0"."SMOKER", "t"."COST", "t"."PATIENT_ID" AS "unit"
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
  WHERE ("t2"."SEX" = ? OR "t2"."SEX" = ?) AND ("t2"."SMOKER" = FALSE OR "t2"."SMOKER" = TRUE OR "t2"."SMOKER" IS NULL)
  GROUP BY "unit"
) AS "t5"
-- with [SqlParameter[value=F], SqlParameter[value=M]]
