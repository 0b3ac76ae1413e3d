-- SELECT AVG(cost)
-- FROM (SELECT cost, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY at DESC) r FROM visits)
-- WHERE r = 1

-- F0: one pass; AVG(COST) moves by 5000
SELECT COUNT("COST") AS "$f0", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f1"
FROM (
  SELECT "PATIENT_ID", "n10" AS "n12", "COST", "ICD", "n11" AS "n13"
  FROM (
    SELECT "PATIENT_ID", "n7" AS "n10", "COST", "ICD", "n8" - "n9" + 1 AS "n11"
    FROM (
      SELECT "t4"."PATIENT_ID", "t4"."n2" AS "n7", "t4"."COST", "t4"."ICD", "t4"."n3" AS "n8", "t12"."$f1" AS "n9"
      FROM (
        SELECT "PATIENT_ID", "n1" AS "n2", "COST", "ICD", ROWNUM() AS "n3"
        FROM (
          SELECT "PATIENT_ID", "n1", "COST", "ICD"
          FROM (
            SELECT "PATIENT_ID", CASE WHEN EXTRACT(YEAR FROM "AT") BETWEEN 1583 AND 9999 THEN "AT" END AS "n1", "COST", "ICD"
            FROM "PUBLIC"."VISITS"
            WHERE "PATIENT_ID" IS NOT NULL
          ) AS "t0" ORDER BY "PATIENT_ID" NULLS LAST, "n1" DESC, "COST" NULLS LAST, "ICD" NULLS LAST
        ) AS "t2"
      ) AS "t4"
      INNER JOIN (
        SELECT "PATIENT_ID", MIN("n6") AS "$f1"
        FROM (
          SELECT "PATIENT_ID", "n4" AS "n5", "COST", "ICD", ROWNUM() AS "n6"
          FROM (
            SELECT "PATIENT_ID", "n4", "COST", "ICD"
            FROM (
              SELECT "PATIENT_ID", CASE WHEN EXTRACT(YEAR FROM "AT") BETWEEN 1583 AND 9999 THEN "AT" END AS "n4", "COST", "ICD"
              FROM "PUBLIC"."VISITS"
              WHERE "PATIENT_ID" IS NOT NULL
            ) AS "t6" ORDER BY "PATIENT_ID" NULLS LAST, "n4" DESC, "COST" NULLS LAST, "ICD" NULLS LAST
          ) AS "t8"
        ) AS "t10"
        GROUP BY "PATIENT_ID"
      ) AS "t12" ON "t4"."PATIENT_ID" = "t12"."PATIENT_ID"
    ) AS "t13"
  ) AS "t15"
) AS "t17"
WHERE "n13" = 1
