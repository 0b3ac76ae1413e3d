-- SELECT cost > 100, COUNT(*), SUM(cost), AVG(cost)
-- FROM visits
-- GROUP BY cost > 100

-- F0: per-unit clamp, over-limit units only; AVG(COST) moves by 4800000
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2", SUM("c2") AS "$f3"
FROM (
  SELECT "k0", CAST("$f1" * 80000 - "$f2" * 16 AS DECIMAL(38, 0)) AS "c0", CAST("$f2" * 16 AS DECIMAL(38, 0)) AS "c1", CAST("$f3" * 80000 - "$f1" * 80000 AS DECIMAL(38, 0)) AS "c2"
  FROM (
    SELECT "n1" AS "k0", COUNT("COST") AS "$f1", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3"
    FROM (
      SELECT "COST" > 100 AS "n1", "COST", "PATIENT_ID" AS "unit"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
    GROUP BY "n1"
  ) AS "t3"
  UNION ALL
  SELECT "k0", CAST(CASE WHEN "$f4" > 20 THEN CASE WHEN CAST(FLOOR(CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("$f4" AS DECIMAL(38, 0)) <= CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) * 20 THEN CAST(FLOOR(CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END ELSE CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f2" * 80000 - "$f3" * 16 AS DECIMAL(38, 0)) AS "c0", CAST(CASE WHEN "$f4" > 20 THEN CASE WHEN CAST(FLOOR(CAST("$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("$f4" AS DECIMAL(38, 0)) <= CAST("$f3" * 16 AS DECIMAL(38, 0)) * 20 THEN CAST(FLOOR(CAST("$f3" * 16 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END ELSE CAST("$f3" * 16 AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f3" * 16 AS DECIMAL(38, 0)) AS "c1", CAST(CASE WHEN "$f4" > 20 THEN CASE WHEN CAST(FLOOR(CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("$f4" AS DECIMAL(38, 0)) <= CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) * 20 THEN CAST(FLOOR(CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) * 20 / CAST("$f4" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END ELSE CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) END AS DECIMAL(38, 0)) - CAST("$f4" * 80000 - "$f2" * 80000 AS DECIMAL(38, 0)) AS "c2"
  FROM (
    SELECT "t9"."u", "t9"."k0", COUNT("t9"."x0") AS "$f2", SUM("t9"."x1") AS "$f3", COUNT(*) AS "$f4"
    FROM (
      SELECT "unit" AS "u", "n2" AS "k0", "COST" AS "x0", CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END AS "x1"
      FROM (
        SELECT "COST" > 100 AS "n2", "COST", "PATIENT_ID" AS "unit"
        FROM "PUBLIC"."VISITS"
        WHERE "PATIENT_ID" IS NOT NULL
      ) AS "t7"
    ) AS "t9"
    INNER JOIN (
      SELECT "d0", COUNT(*) AS "q0"
      FROM (
        SELECT "unit" AS "d0"
        FROM (
          SELECT "COST" > 100 AS "n3", "COST", "PATIENT_ID" AS "unit"
          FROM "PUBLIC"."VISITS"
          WHERE "PATIENT_ID" IS NOT NULL
        ) AS "t11"
      ) AS "t13"
      GROUP BY "d0"
      HAVING COUNT(*) > 20
    ) AS "t16" ON "t9"."u" = "t16"."d0"
    GROUP BY "t9"."u", "t9"."k0"
  ) AS "t18"
) AS "t21"
GROUP BY "k0"
