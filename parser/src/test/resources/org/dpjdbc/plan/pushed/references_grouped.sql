-- SELECT COUNT(*) FROM (SELECT stay_id, SUM(grams) g FROM meals GROUP BY stay_id) WHERE g > 500

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 50
SELECT SUM(CASE WHEN "$f1" > 50 THEN 50 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "t5"."PATIENT_ID" AS "u", COUNT(*) AS "$f1"
  FROM (
    SELECT *
    FROM (
      SELECT "STAY_ID", "a0" AS "n1"
      FROM (
        SELECT "STAY_ID", SUM("GRAMS") AS "a0"
        FROM "PUBLIC"."MEALS"
        WHERE "STAY_ID" IS NOT NULL
        GROUP BY "STAY_ID"
      ) AS "t1"
    ) AS "t3"
    WHERE "n1" > 500
  ) AS "t4"
  INNER JOIN (
    SELECT "STAY_ID" AS "STAY_ID0", "PATIENT_ID"
    FROM "PUBLIC"."STAYS"
  ) AS "t5" ON "t4"."STAY_ID" = "t5"."STAY_ID0"
  GROUP BY "t5"."PATIENT_ID"
) AS "t7"
