-- SELECT SUM(CASE WHEN v.cost * t.rate > 100.5 THEN 1 ELSE 0 END), SUM(v.cost * 0.1)
-- FROM visits v JOIN tariffs t ON v.icd = t.code

-- F0: per-unit clamp, one group per unit; SUM(CASE WHEN COST * RATE > 101 THEN 1 ELSE 0 END) moves by 20; SUM(COST * 0.1) moves by 100000
SELECT SUM(CASE WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 20 THEN 20 ELSE "$f1" END) AS "$f0", SUM(CASE WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 100000 THEN 100000 ELSE "$f2" END) AS "$f1"
FROM (
  SELECT "unit" AS "u", SUM(CASE WHEN ("$f0" BETWEEN 0 AND 1) THEN "$f0" WHEN "$f0" < 0 THEN 0 WHEN "$f0" > 1 THEN 1 ELSE NULL END) AS "$f1", SUM(CASE WHEN ("$f1" BETWEEN 0 AND 500) THEN CAST(CASE WHEN "$f1" * 10 >= -2147483647 AND "$f1" * 10 <= 2147483647 THEN "$f1" * 10 ELSE NULL END AS NUMBER(10, 0)) WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 500 THEN 5000 ELSE NULL END) AS "$f2"
  FROM (
    SELECT CASE WHEN CASE WHEN "t1"."COST" < 0 THEN 0 WHEN "t1"."COST" > 5000 THEN 5000 ELSE "t1"."COST" END * CASE WHEN "t2"."RATE" < 0 THEN 0 WHEN "t2"."RATE" > 99 THEN 99 ELSE "t2"."RATE" END > CAST(101 AS NUMBER(38, 0)) THEN 1 ELSE 0 END AS "$f0", "t1"."COST" * 0.1 AS "$f1", "t1"."PATIENT_ID" AS "unit"
    FROM (
      SELECT *
      FROM (
        SELECT "PATIENT_ID", "AT", "COST", COLLATE("ICD", '') AS "n1"
        FROM "PUBLIC"."VISITS"
        WHERE "PATIENT_ID" IS NOT NULL
      ) AS "t0"
    ) AS "t1"
    INNER JOIN (
      SELECT COLLATE("CODE", '') AS "n2", "RATE"
      FROM "PUBLIC"."TARIFFS"
    ) AS "t2" ON "t1"."n1" = "t2"."n2"
  ) AS "t3"
  GROUP BY "unit"
) AS "t6"
