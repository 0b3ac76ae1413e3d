-- SELECT v.at, SUM(v.cost * (100 - p.age)) AS revenue
-- FROM patients p, visits v
-- WHERE p.sex = 'F' AND p.patient_id = v.patient_id AND v.at < DATE '2026-03-15'
-- GROUP BY v.at
-- ORDER BY revenue DESC, v.at

-- F0: per-unit clamp, group limit; SUM(COST * (100 - AGE)) moves by 30000000
SELECT "k0", SUM(CASE WHEN "$f2" < -2000000 THEN -2000000 WHEN "$f2" > 10000000 THEN 10000000 ELSE "$f2" END) AS "$f1", SUM(1) AS "$f2"
FROM (
  SELECT "AT" AS "k0", "unit" AS "u", SUM(CASE WHEN "$f1" BETWEEN ASYMMETRIC -100000 AND 500000 THEN CAST("$f1" AS INTEGER) WHEN "$f1" < -100000 THEN -100000 WHEN "$f1" > 500000 THEN 500000 ELSE NULL END) AS "$f2", ROW_NUMBER() OVER (PARTITION BY "unit" ORDER BY CASE WHEN "AT" IS NULL THEN 2718281828 ELSE ORA_HASH(CAST("AT" AS VARCHAR), 4294967295, ORA_HASH(CAST("unit" AS VARCHAR), 4294967295, 20140919)) END NULLS LAST, "AT" NULLS LAST) AS "r3"
  FROM (
    SELECT "t2"."AT", "t2"."COST" * (100 - CAST("t0"."AGE" AS BIGINT)) AS "$f1", "t0"."PATIENT_ID" AS "unit"
    FROM (
      SELECT "PATIENT_ID", "AGE", "SEX", "REGION", "WEIGHT", "HEIGHT", "BORN", "SMOKER"
      FROM "PUBLIC"."PATIENTS"
      WHERE "SEX" = ?
    ) AS "t0"
    INNER JOIN (
      SELECT "PATIENT_ID" AS "PATIENT_ID0", "AT", "COST", "ICD"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL AND "AT" < DATE '2026-03-15'
    ) AS "t2" ON "t0"."PATIENT_ID" = "t2"."PATIENT_ID0"
  ) AS "t4"
  GROUP BY "AT", "unit"
) AS "t8"
WHERE "r3" <= 3
GROUP BY "k0"
-- with [SqlParameter[value=F]]
