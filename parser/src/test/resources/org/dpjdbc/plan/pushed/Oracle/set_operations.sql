-- SELECT COUNT(*)
-- FROM (SELECT patient_id FROM visits WHERE icd IS NULL UNION ALL SELECT patient_id FROM (SELECT patient_id FROM visits INTERSECT SELECT patient_id FROM visits WHERE cost <= 5) s) u

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) "$f0"
FROM (
  SELECT "PATIENT_ID" "u", COUNT(*) "$f1"
  FROM (
    SELECT "PATIENT_ID"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL AND "ICD" IS NULL
    UNION ALL
    SELECT *
    FROM (
      SELECT "PATIENT_ID"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
      INTERSECT
      SELECT "PATIENT_ID"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL AND "COST" <= 5
    ) "s"
  ) "t6"
  GROUP BY "PATIENT_ID"
) "t8"
