-- SELECT AVG(cost)
-- FROM visits
-- WHERE icd IN (SELECT code FROM diseases WHERE chapter = 'x')

-- F0: per-unit clamp, one group per unit; AVG(COST) moves by 100000
SELECT SUM(CASE WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0", SUM(CASE WHEN "$f1" > 20 THEN CASE WHEN FLOOR(CAST("$f2" AS DECIMAL(38, 0)) * 20 / "$f1") < 0 THEN 0 WHEN FLOOR(CAST("$f2" AS DECIMAL(38, 0)) * 20 / "$f1") > 100000 THEN 100000 ELSE FLOOR(CAST("$f2" AS DECIMAL(38, 0)) * 20 / "$f1") END ELSE CAST("$f2" AS DECIMAL(38, 0)) END) AS "$f1"
FROM (
  SELECT "t"."PATIENT_ID" AS "u", COUNT("t"."COST") AS "$f1", SUM(CASE WHEN "t"."COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "t"."COST" WHEN "t"."COST" < 0 THEN 0 WHEN "t"."COST" > 5000 THEN 5000 ELSE NULL END) AS "$f2"
  FROM (
    SELECT *
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t"
  INNER JOIN (
    SELECT "CODE"
    FROM "PUBLIC"."DISEASES"
    WHERE "CHAPTER" = ?
    GROUP BY "CODE"
  ) AS "t2" ON "t"."ICD" = "t2"."CODE"
  GROUP BY "t"."PATIENT_ID"
) AS "t4"
-- with [SqlParameter[value=x]]
