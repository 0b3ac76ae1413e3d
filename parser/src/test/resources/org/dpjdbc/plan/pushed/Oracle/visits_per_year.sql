-- SELECT EXTRACT(YEAR FROM at) AS y, COUNT(*)
-- FROM visits
-- GROUP BY EXTRACT(YEAR FROM at)

-- F0: per-unit clamp; COUNT(*) moves by 40
SELECT "k0", SUM(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) "$f1"
FROM (
  SELECT "unit" "u", "n2" "k0", COUNT(*) "$f2"
  FROM (
    SELECT EXTRACT(YEAR FROM CASE WHEN "n1" >= TIMESTAMP '0001-01-01 00:00:00' AND "n1" <= TIMESTAMP '9999-12-31 23:59:59' THEN "n1" ELSE NULL END) "n2", "PATIENT_ID" "unit"
    FROM (
      SELECT "PATIENT_ID", CAST("AT" AS TIMESTAMP(0)) "n1", "COST", "ICD"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) "t0"
  ) "t2"
  GROUP BY "unit", "n2"
) "t5"
GROUP BY "k0"
