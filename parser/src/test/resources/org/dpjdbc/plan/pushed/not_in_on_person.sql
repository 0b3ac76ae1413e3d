-- SELECT COUNT(*) FROM patients WHERE patient_id NOT IN (SELECT patient_id FROM visits)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT *
  FROM "PUBLIC"."PATIENTS"
  LEFT JOIN (
    SELECT "PATIENT_ID" AS "PATIENT_ID0", TRUE AS "i"
    FROM (
      SELECT "PATIENT_ID"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
      GROUP BY "PATIENT_ID"
    ) AS "t1"
  ) AS "t4" ON "PATIENTS"."PATIENT_ID" = "t4"."PATIENT_ID0"
) AS "t5"
WHERE "t5"."i" IS NULL
