-- SELECT COUNT(*) FROM patients p
-- WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.cost > p.age)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS "$f0"
FROM (
  SELECT *
  FROM "PUBLIC"."PATIENTS"
  LEFT JOIN (
    SELECT "PATIENT_ID0", "AGE" AS "AGE0", TRUE AS "$f2"
    FROM (
      SELECT "t4"."PATIENT_ID0", "t4"."AGE"
      FROM (
        SELECT *
        FROM "PUBLIC"."VISITS"
        WHERE "PATIENT_ID" IS NOT NULL
      ) AS "t"
      INNER JOIN (
        SELECT "PATIENT_ID" AS "PATIENT_ID0", "AGE"
        FROM (
          SELECT "PATIENT_ID", "AGE"
          FROM "PUBLIC"."PATIENTS"
          GROUP BY "PATIENT_ID", "AGE"
        ) AS "t1"
      ) AS "t4" ON "t"."PATIENT_ID" = "t4"."PATIENT_ID0" AND "t"."COST" > "t4"."AGE"
      GROUP BY "t4"."PATIENT_ID0", "t4"."AGE"
    ) AS "t6"
  ) AS "t10" ON "PATIENTS"."PATIENT_ID" = "t10"."PATIENT_ID0" AND "PATIENTS"."AGE" = "t10"."AGE0"
) AS "t11"
WHERE "t11"."$f2" IS NULL
