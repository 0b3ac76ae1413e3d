-- SELECT SUM(cost * nights) AS revenue
-- FROM visits v JOIN stays s ON v.patient_id = s.patient_id
-- WHERE v.at >= DATE '2025-01-01' AND v.at < DATE '2026-01-01' AND v.cost BETWEEN 5 AND 7 AND s.nights < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT SUM(CASE WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 3220 THEN 3220 ELSE "$f1" END) "$f0"
FROM (
  SELECT "unit" "u", SUM(CASE WHEN ("$f0" BETWEEN 0 AND 161) THEN CAST(CASE WHEN "$f0" >= -2147483647 AND "$f0" <= 2147483647 THEN "$f0" ELSE NULL END AS NUMBER(10)) WHEN "$f0" < 0 THEN 0 WHEN "$f0" > 161 THEN 161 ELSE NULL END) "$f1"
  FROM (
    SELECT CAST("t2"."COST" AS NUMBER(19)) * "STAYS"."NIGHTS" "$f0", "t2"."PATIENT_ID" "unit"
    FROM (
      SELECT *
      FROM (
        SELECT "PATIENT_ID", CAST("AT" AS TIMESTAMP(0)) "n1", "COST", "ICD"
        FROM "PUBLIC"."VISITS"
        WHERE "PATIENT_ID" IS NOT NULL
      ) "t0"
      WHERE "n1" >= TIMESTAMP '2025-01-01 00:00:00' AND "n1" < TIMESTAMP '2026-01-01 00:00:00' AND "COST" >= 5 AND "COST" <= 7
    ) "t2"
    INNER JOIN "PUBLIC"."STAYS" ON "t2"."PATIENT_ID" = "STAYS"."PATIENT_ID"
    WHERE "STAYS"."NIGHTS" < 24
  ) "t4"
  GROUP BY "unit"
) "t7"
