-- SELECT COUNT(*) FROM visits v JOIN tariffs t
-- ON t.code = v.icd AND (t.rate > 10 AND v.cost < 50 OR t.rate < 5 AND v.cost > 100)
-- WHERE v.at >= DATE '2024-01-01' AND v.at < DATE '2024-01-01' + INTERVAL '1' YEAR AND v.cost >= 70 - 10

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "t1"."PATIENT_ID" AS "u", COUNT(*) AS "$f1"
  FROM (
    SELECT *
    FROM (
      SELECT "PATIENT_ID", "AT", "COST", ("ICD" COLLATE "binary") AS "n1"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL AND "AT" >= DATE '2024-01-01' AND "AT" < CAST((DATE '2024-01-01' + INTERVAL '12' MONTH) AS DATE) AND "COST" >= 70 - 10
    ) AS "t0"
  ) AS "t1"
  INNER JOIN (
    SELECT ("CODE" COLLATE "binary") AS "n2", "RATE"
    FROM "PUBLIC"."TARIFFS"
  ) AS "t2" ON "t1"."n1" = "t2"."n2"
  WHERE "t2"."RATE" > 10.00 AND "t1"."COST" < 50 OR "t2"."RATE" < 5.00 AND "t1"."COST" > 100
  GROUP BY "t1"."PATIENT_ID"
) AS "t5"
