-- SELECT COUNT(*) FROM (SELECT patient_id AS "c0", cost FROM visits) WHERE "c0" > 3

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "PATIENT_ID" AS "u", COUNT(*) AS "$f1"
  FROM "PUBLIC"."VISITS"
  WHERE "PATIENT_ID" IS NOT NULL AND "PATIENT_ID" > 3
  GROUP BY "PATIENT_ID" ORDER BY "PATIENT_ID" NULLS LAST
) AS "t2"
