-- SELECT AVG(LEAST(total, 2000))
-- FROM (SELECT patient_id, SUM(cost) total FROM visits WHERE icd = 'A' GROUP BY patient_id)

-- F0: one pass; AVG(CASE WHEN TOTAL IS NULL THEN NULL WHEN TOTAL < 2000 THEN TOTAL ELSE 2000 END) moves by 2000
SELECT COUNT("$f0") AS "$f0", SUM(CASE WHEN "$f0" < 0 THEN 0 WHEN "$f0" > 2000 THEN 2000 ELSE "$f0" END) AS "$f1"
FROM (
  SELECT CASE WHEN "a0" IS NULL THEN NULL WHEN "a0" < 2000 THEN "a0" ELSE 2000 END AS "$f0", "PATIENT_ID" AS "unit"
  FROM (
    SELECT "PATIENT_ID", SUM("COST") AS "a0"
    FROM (
      SELECT *
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t"
    WHERE "ICD" = ?
    GROUP BY "PATIENT_ID"
  ) AS "t2"
) AS "t5"
-- with [SqlParameter[value=A]]
