-- SELECT COUNT(*) FROM visits

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0"
FROM (
  SELECT "u", COUNT(*) AS "$f1"
  FROM (
    SELECT "patient_id" AS "u"
    FROM "PUBLIC"."visits"
    WHERE "patient_id" IS NOT NULL
  ) AS "t0"
  GROUP BY "u"
) AS "t2"
