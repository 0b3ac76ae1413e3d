-- SELECT COUNT(*) FROM visits v
-- WHERE cost > (SELECT AVG(cost) FROM visits w WHERE w.patient_id = v.patient_id)

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "t"."PATIENT_ID" AS "u", COUNT(*) AS "$f1"
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t"
  INNER JOIN (
    SELECT "PATIENT_ID" AS "PATIENT_ID0", "a0" AS "n1"
    FROM (
      SELECT "PATIENT_ID", AVG("COST") AS "a0"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
      GROUP BY "PATIENT_ID"
    ) AS "t2"
  ) AS "t5" ON "t"."PATIENT_ID" = "t5"."PATIENT_ID0" AND CAST("t"."COST" AS DOUBLE PRECISION) > "t5"."n1"
  GROUP BY "t"."PATIENT_ID"
) AS "t7"
