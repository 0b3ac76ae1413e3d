-- SELECT icd, MEDIAN(cost), MIN(at) FROM visits GROUP BY icd

-- F0: per-unit clamp, group limit
SELECT "k0", SUM(1) AS "$f1"
FROM (
  SELECT "u", "k0", ROW_NUMBER() OVER (PARTITION BY "u" ORDER BY CASE WHEN "k0" IS NULL THEN 2718281828 ELSE PG_CATALOG.HASHTEXTEXTENDED(CAST("k0" AS VARCHAR), PG_CATALOG.HASHTEXTEXTENDED(((CAST("u" AS VARCHAR)) COLLATE "C"), CAST(20140919 AS BIGINT))) END, "k0") AS "r2"
  FROM (
    SELECT "patient_id" AS "u", ("icd" COLLATE "C") AS "k0"
    FROM "PUBLIC"."visits"
    WHERE "patient_id" IS NOT NULL
  ) AS "t0"
  GROUP BY "u", "k0"
) AS "t3"
WHERE "r2" <= 3
GROUP BY "k0"
-- F0: per-unit L1 clip, in 1024 parts of a row, over-limit units only; PERCENTILE(cost; 0.5) moves by 61440
SELECT "k0", "k1", SUM("c0") AS "$f2"
FROM (
  SELECT "k0", "k1", CAST("$f2" AS DECIMAL(38, 0)) * 1024 AS "c0"
  FROM (
    SELECT "n1" AS "k0", "n2" AS "k1", COUNT(*) AS "$f2"
    FROM (
      SELECT ("icd" COLLATE "C") AS "n1", 0.5 AS "$f1", "cost", "at", "patient_id" AS "unit", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" - MOD("cost", CASE WHEN "cost" >= 512 THEN CASE WHEN "cost" >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN "cost" >= 256 THEN 2 ELSE 1 END END) WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "n2"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t0"
    WHERE "n2" IS NOT NULL
    GROUP BY "n1", "n2"
  ) AS "t4"
  UNION ALL
  SELECT "k0", "k1", (CASE WHEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("q0" AS DECIMAL(38, 0)) <= 61440 THEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END - 1024) * CAST("$f3" AS DECIMAL(38, 0)) AS "c0"
  FROM (
    SELECT "t11"."k0", "t11"."k1", "t18"."q0", COUNT(*) AS "$f3"
    FROM (
      SELECT "unit" AS "u", "n3" AS "k0", "n4" AS "k1"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n3", 0.5 AS "$f1", "cost", "at", "patient_id" AS "unit", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" - MOD("cost", CASE WHEN "cost" >= 512 THEN CASE WHEN "cost" >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN "cost" >= 256 THEN 2 ELSE 1 END END) WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "n4"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t8"
      WHERE "n4" IS NOT NULL
    ) AS "t11"
    INNER JOIN (
      SELECT "unit" AS "d0", COUNT(*) AS "q0"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n5", 0.5 AS "$f1", "cost", "at", "patient_id" AS "unit", CASE WHEN "cost" BETWEEN ASYMMETRIC 0 AND 5000 THEN "cost" - MOD("cost", CASE WHEN "cost" >= 512 THEN CASE WHEN "cost" >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN "cost" >= 256 THEN 2 ELSE 1 END END) WHEN "cost" < 0 THEN 0 WHEN "cost" > 5000 THEN 5000 ELSE NULL END AS "n6"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t13"
      WHERE "n6" IS NOT NULL
      GROUP BY "unit"
      HAVING COUNT(*) > 60
    ) AS "t18" ON "t11"."u" = "t18"."d0"
    GROUP BY "t11"."k0", "t11"."k1", "t18"."q0"
  ) AS "t20"
) AS "t23"
GROUP BY "k0", "k1"
-- F0: per-unit L1 clip, in 1024 parts of a row, over-limit units only; MIN(at) moves by 61440
SELECT "k0", "k1", SUM("c0") AS "$f2"
FROM (
  SELECT "k0", "k1", CAST("$f2" AS DECIMAL(38, 0)) * 1024 AS "c0"
  FROM (
    SELECT "n1" AS "k0", "n2" AS "k1", COUNT(*) AS "$f2"
    FROM (
      SELECT ("icd" COLLATE "C") AS "n1", 0.5 AS "$f1", "cost", "at", "patient_id" AS "unit", CASE WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) BETWEEN ASYMMETRIC 0 AND 2556 THEN CAST(CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) AS INTEGER) - MOD(CAST(CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) AS INTEGER), 3) WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) < 0 THEN 0 WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) > 2556 THEN 2556 ELSE NULL END AS "n2"
      FROM "PUBLIC"."visits"
      WHERE "patient_id" IS NOT NULL
    ) AS "t0"
    WHERE "n2" IS NOT NULL
    GROUP BY "n1", "n2"
  ) AS "t4"
  UNION ALL
  SELECT "k0", "k1", (CASE WHEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("q0" AS DECIMAL(38, 0)) <= 61440 THEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END - 1024) * CAST("$f3" AS DECIMAL(38, 0)) AS "c0"
  FROM (
    SELECT "t11"."k0", "t11"."k1", "t18"."q0", COUNT(*) AS "$f3"
    FROM (
      SELECT "unit" AS "u", "n3" AS "k0", "n4" AS "k1"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n3", 0.5 AS "$f1", "cost", "at", "patient_id" AS "unit", CASE WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) BETWEEN ASYMMETRIC 0 AND 2556 THEN CAST(CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) AS INTEGER) - MOD(CAST(CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) AS INTEGER), 3) WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) < 0 THEN 0 WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) > 2556 THEN 2556 ELSE NULL END AS "n4"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t8"
      WHERE "n4" IS NOT NULL
    ) AS "t11"
    INNER JOIN (
      SELECT "unit" AS "d0", COUNT(*) AS "q0"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n5", 0.5 AS "$f1", "cost", "at", "patient_id" AS "unit", CASE WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) BETWEEN ASYMMETRIC 0 AND 2556 THEN CAST(CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) AS INTEGER) - MOD(CAST(CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) AS INTEGER), 3) WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) < 0 THEN 0 WHEN CAST((CAST(CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END AS DATE) -CAST(DATE '2020-01-01' AS DATE)) AS BIGINT) > 2556 THEN 2556 ELSE NULL END AS "n6"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t13"
      WHERE "n6" IS NOT NULL
      GROUP BY "unit"
      HAVING COUNT(*) > 60
    ) AS "t18" ON "t11"."u" = "t18"."d0"
    GROUP BY "t11"."k0", "t11"."k1", "t18"."q0"
  ) AS "t20"
) AS "t23"
GROUP BY "k0", "k1"
