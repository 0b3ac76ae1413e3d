-- SELECT COUNT(*) FROM patients p
-- WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.cost > p.age)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM "PUBLIC"."PATIENTS"
WHERE NOT EXISTS(
  SELECT 1
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t"
  WHERE "PATIENTS"."PATIENT_ID" = "t"."PATIENT_ID" AND "PATIENTS"."AGE" < "t"."COST"
)
