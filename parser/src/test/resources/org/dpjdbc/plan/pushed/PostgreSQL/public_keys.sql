-- SELECT cost > 100, COUNT(*), SUM(cost), AVG(cost)
-- FROM visits
-- GROUP BY cost > 100

-- F0: per-unit clamp, over-limit units only; AVG(cost) moves by 4800000
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2", SUM("c2") AS "$f3"
FROM ((
  SELECT "k0", CAST("$f1" * 80000 - "$f2" * 16 AS DECIMAL(38, 0)) AS "c0", CAST("$f2" * 16 AS DECIMAL(38, 0)) AS "c1", CAST("$f3" * 80000 - "$f1" * 80000 AS DECIMAL(38, 0)) AS "c2"
  FROM (
    SELECT "n1" AS "k0", COUNT("cost") AS "$f1", SUM(CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3"
    FROM (
      SELECT "cost" > 100 AS "n1", "cost", "patient_id" AS "unit"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t0"
    GROUP BY "n1"
  ) AS "t3" FETCH NEXT 9223372036854775807 ROWS ONLY
) UNION ALL SELECT "k0", CAST(CASE WHEN "$f4" > 20 THEN CASE WHEN CAST(FLOOR(CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("$f4" AS DECIMAL(38, 0)) <= CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) * 20 THEN CAST(FLOOR(CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END ELSE CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) AS "c0", CAST(CASE WHEN "$f4" > 20 THEN CASE WHEN CAST(FLOOR(CAST("$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("$f4" AS DECIMAL(38, 0)) <= CAST("$f3" * 16 AS DECIMAL(38, 0)) * 20 THEN CAST(FLOOR(CAST("$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END ELSE CAST("$f3" * 16 AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f3" * 16 AS DECIMAL(38, 0)) AS "c1", CAST(CASE WHEN "$f4" > 20 THEN CASE WHEN CAST(FLOOR(CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("$f4" AS DECIMAL(38, 0)) <= CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) * 20 THEN CAST(FLOOR(CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END ELSE CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) AS "c2" FROM (
  SELECT "t10"."u", "t10"."k0", COUNT("t10"."x0") AS "$f2", SUM("t10"."x1") AS "$f3", COUNT(*) AS "$f4"
  FROM (
    SELECT "unit" AS "u", "n2" AS "k0", "cost" AS "x0", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x1"
    FROM (
      SELECT "cost" > 100 AS "n2", "cost", "patient_id" AS "unit"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t8"
  ) AS "t10"
  INNER JOIN (
    SELECT "d0", COUNT(*) AS "q0"
    FROM (
      SELECT "unit" AS "d0"
      FROM (
        SELECT "cost" > 100 AS "n3", "cost", "patient_id" AS "unit"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t12"
    ) AS "t14"
    GROUP BY "d0"
    HAVING COUNT(*) > 20 FETCH NEXT 9223372036854775807 ROWS ONLY
  ) AS "t18" ON "t10"."u" = "t18"."d0"
  GROUP BY "t10"."u", "t10"."k0"
) AS "t20") AS "t23"
GROUP BY "k0"
