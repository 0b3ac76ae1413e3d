-- SELECT SUM(cost * nights) AS revenue
-- FROM visits v JOIN stays s ON v.patient_id = s.patient_id
-- WHERE v.at >= DATE '2025-01-01' AND v.at < DATE '2026-01-01' AND v.cost BETWEEN 5 AND 7 AND s.nights < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT SUM(CASE WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 3220 THEN 3220 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "unit" AS "u", SUM(CASE WHEN "$f0" BETWEEN ASYMMETRIC 0 AND 161 THEN CAST("$f0" AS INTEGER) WHEN "$f0" < 0 THEN 0 WHEN "$f0" > 161 THEN 161 ELSE NULL END) AS "$f1"
  FROM (
    SELECT CAST("t"."COST" AS BIGINT) * "t1"."NIGHTS" AS "$f0", "t"."PATIENT_ID" AS "unit"
    FROM (
      SELECT *
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL AND "AT" >= DATE '2025-01-01' AND "AT" < DATE '2026-01-01' AND "COST" >= 5 AND "COST" <= 7
    ) AS "t"
    INNER JOIN (
      SELECT "STAY_ID", "PATIENT_ID" AS "PATIENT_ID0", "WARD", "NIGHTS"
      FROM "PUBLIC"."STAYS"
      WHERE "NIGHTS" < 24
    ) AS "t1" ON "t"."PATIENT_ID" = "t1"."PATIENT_ID0"
  ) AS "t3"
  GROUP BY "unit"
) AS "t6"
