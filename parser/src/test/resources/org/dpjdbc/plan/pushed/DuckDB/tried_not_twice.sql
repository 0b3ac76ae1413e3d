-- SELECT cost > 100, COUNT(*), SUM(cost * 2)
-- FROM visits
-- WHERE cost * cost > 400
-- GROUP BY cost > 100

-- F0: per-unit clamp, over-limit units only; COUNT(*) moves by 60; SUM(COST * 2) moves by 600000
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2"
FROM (
  SELECT "k0", CAST("$f1" AS DECIMAL(38, 0)) AS "c0", CAST("$f2" AS DECIMAL(38, 0)) AS "c1"
  FROM (
    SELECT "n1" AS "k0", COUNT(*) AS "$f1", SUM(CASE WHEN "$f1" BETWEEN ASYMMETRIC 0 AND 10000 THEN CAST("$f1" AS INTEGER) WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 10000 THEN 10000 ELSE NULL END) AS "$f2"
    FROM (
      SELECT "COST" > 100 AS "n1", CAST("COST" AS BIGINT) * 2 AS "$f1", "PATIENT_ID" AS "unit"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL AND CAST("COST" AS BIGINT) * "COST" > 400
    ) AS "t0"
    GROUP BY "n1"
  ) AS "t3"
  UNION ALL
  SELECT "k0", CAST(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END AS DECIMAL(38, 0)) - CAST("$f2" AS DECIMAL(38, 0)) AS "c0", CAST(CASE WHEN "$f3" < 0 THEN 0 WHEN "$f3" > 200000 THEN 200000 ELSE "$f3" END AS DECIMAL(38, 0)) - CAST("$f3" AS DECIMAL(38, 0)) AS "c1"
  FROM (
    SELECT "t9"."u", "t9"."k0", COUNT(*) AS "$f2", SUM("t9"."x0") AS "$f3"
    FROM (
      SELECT "unit" AS "u", "n2" AS "k0", CASE WHEN "$f1" BETWEEN ASYMMETRIC 0 AND 10000 THEN CAST("$f1" AS INTEGER) WHEN "$f1" < 0 THEN 0 WHEN "$f1" > 10000 THEN 10000 ELSE NULL END AS "x0"
      FROM (
        SELECT "COST" > 100 AS "n2", CAST("COST" AS BIGINT) * 2 AS "$f1", "PATIENT_ID" AS "unit"
        FROM "PUBLIC"."VISITS"
        WHERE "PATIENT_ID" IS NOT NULL AND CAST("COST" AS BIGINT) * "COST" > 400
      ) AS "t7"
    ) AS "t9"
    INNER JOIN (
      SELECT "d0", COUNT(*) AS "q0"
      FROM (
        SELECT "unit" AS "d0"
        FROM (
          SELECT "COST" > 100 AS "n3", CAST("COST" AS BIGINT) * 2 AS "$f1", "PATIENT_ID" AS "unit"
          FROM "PUBLIC"."VISITS"
          WHERE "PATIENT_ID" IS NOT NULL AND CAST("COST" AS BIGINT) * "COST" > 400
        ) AS "t11"
      ) AS "t13"
      GROUP BY "d0"
      HAVING COUNT(*) > 20
    ) AS "t16" ON "t9"."u" = "t16"."d0"
    GROUP BY "t9"."u", "t9"."k0"
  ) AS "t18"
) AS "t21"
GROUP BY "k0"
