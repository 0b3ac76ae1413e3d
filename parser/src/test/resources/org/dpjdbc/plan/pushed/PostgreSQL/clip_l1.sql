-- SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') EXTRACT(YEAR FROM at), COUNT(*), SUM(cost)
-- FROM visits
-- GROUP BY EXTRACT(YEAR FROM at)

-- F0: per-unit L1 clip, in 1024 parts of a row, over-limit units only; AVG(cost) moves by 307200000
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2", SUM("c2") AS "$f3"
FROM ((
  SELECT "k0", CAST("$f1" * 5000 - "$f2" AS DECIMAL(38, 0)) * 1024 AS "c0", CAST("$f2" AS DECIMAL(38, 0)) * 1024 AS "c1", CAST("$f3" * 5000 - "$f1" * 5000 AS DECIMAL(38, 0)) * 1024 AS "c2"
  FROM (
    SELECT "n1" AS "k0", COUNT("cost") AS "$f1", SUM(CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3"
    FROM (
      SELECT CAST(EXTRACT(YEAR FROM CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END) AS INTEGER) AS "n1", "cost", "patient_id" AS "unit"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t0"
    WHERE "n1" >= 2020 AND "n1" <= 2026 OR "n1" IS NULL
    GROUP BY "n1"
  ) AS "t4" FETCH NEXT 9223372036854775807 ROWS ONLY
) UNION ALL SELECT "k0", (CASE WHEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("q0" AS DECIMAL(38, 0)) <= 61440 THEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END - 1024) * CAST("$f2" * 5000 - "$f3" AS DECIMAL(38, 0)) AS "c0", (CASE WHEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("q0" AS DECIMAL(38, 0)) <= 61440 THEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END - 1024) * CAST("$f3" AS DECIMAL(38, 0)) AS "c1", (CASE WHEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("q0" AS DECIMAL(38, 0)) <= 61440 THEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END - 1024) * CAST("$f4" * 5000 - "$f2" * 5000 AS DECIMAL(38, 0)) AS "c2" FROM (
  SELECT "t12"."k0", "t21"."q0", COUNT("t12"."x0") AS "$f2", SUM("t12"."x1") AS "$f3", COUNT(*) AS "$f4"
  FROM (
    SELECT "unit" AS "u", "n2" AS "k0", "cost" AS "x0", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "x1"
    FROM (
      SELECT CAST(EXTRACT(YEAR FROM CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END) AS INTEGER) AS "n2", "cost", "patient_id" AS "unit"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t9"
    WHERE "n2" >= 2020 AND "n2" <= 2026 OR "n2" IS NULL
  ) AS "t12"
  INNER JOIN (
    SELECT "d0", COUNT(*) AS "q0"
    FROM (
      SELECT "unit" AS "d0"
      FROM (
        SELECT CAST(EXTRACT(YEAR FROM CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END) AS INTEGER) AS "n3", "cost", "patient_id" AS "unit"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t14"
      WHERE "n3" >= 2020 AND "n3" <= 2026 OR "n3" IS NULL
    ) AS "t17"
    GROUP BY "d0"
    HAVING COUNT(*) > 60 FETCH NEXT 9223372036854775807 ROWS ONLY
  ) AS "t21" ON "t12"."u" = "t21"."d0"
  GROUP BY "t12"."k0", "t21"."q0"
) AS "t23") AS "t26"
GROUP BY "k0"
