-- SELECT icd, MODE(EXTRACT(YEAR FROM at)) FILTER (WHERE cost > 10) FROM visits GROUP BY icd

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
-- F0: per-unit L1 clip, in 1024 parts of a row, over-limit units only; MODE(EXTRACT(YEAR FROM at)) moves by 61440
SELECT "k0", "k1", SUM("c0") AS "$f2"
FROM ((
  SELECT "k0", "k1", CAST("$f2" AS DECIMAL(38, 0)) * 1024 AS "c0"
  FROM (
    SELECT "n2" AS "k0", "n3" AS "k1", COUNT(*) AS "$f2"
    FROM (
      SELECT "n1" AS "n2", "$f1", "$f2", "unit", CASE WHEN "$f2" THEN "$f1" ELSE NULL END AS "n3"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n1", CAST(EXTRACT(YEAR FROM CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END) AS INTEGER) AS "$f1", "cost" > 10 IS TRUE AS "$f2", "patient_id" AS "unit"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t0"
    ) AS "t2"
    WHERE "n3" IS NOT NULL
    GROUP BY "n2", "n3"
  ) AS "t5" FETCH NEXT 9223372036854775807 ROWS ONLY
) UNION ALL SELECT "k0", "k1", (CASE WHEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) * CAST("q0" AS DECIMAL(38, 0)) <= 61440 THEN CAST(FLOOR(61440 / CAST("q0" AS DECIMAL(38, 0))) AS DECIMAL(38, 0)) ELSE 0 END - 1024) * CAST("$f3" AS DECIMAL(38, 0)) AS "c0" FROM (
  SELECT "t14"."k0", "t14"."k1", "t23"."q0", COUNT(*) AS "$f3"
  FROM (
    SELECT "unit" AS "u", "n5" AS "k0", "n6" AS "k1"
    FROM (
      SELECT "n4" AS "n5", "$f1", "$f2", "unit", CASE WHEN "$f2" THEN "$f1" ELSE NULL END AS "n6"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n4", CAST(EXTRACT(YEAR FROM CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END) AS INTEGER) AS "$f1", "cost" > 10 IS TRUE AS "$f2", "patient_id" AS "unit"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t10"
    ) AS "t12"
    WHERE "n6" IS NOT NULL
  ) AS "t14"
  INNER JOIN (
    SELECT "unit" AS "d0", COUNT(*) AS "q0"
    FROM (
      SELECT "n7" AS "n8", "$f1", "$f2", "unit", CASE WHEN "$f2" THEN "$f1" ELSE NULL END AS "n9"
      FROM (
        SELECT ("icd" COLLATE "C") AS "n7", CAST(EXTRACT(YEAR FROM CASE WHEN "at" >= DATE '0001-01-01' AND "at" <= DATE '9999-12-31' THEN "at" ELSE NULL END) AS INTEGER) AS "$f1", "cost" > 10 IS TRUE AS "$f2", "patient_id" AS "unit"
        FROM "PUBLIC"."visits"
        WHERE "patient_id" IS NOT NULL
      ) AS "t16"
    ) AS "t18"
    WHERE "n9" IS NOT NULL
    GROUP BY "unit"
    HAVING COUNT(*) > 60 FETCH NEXT 9223372036854775807 ROWS ONLY
  ) AS "t23" ON "t14"."u" = "t23"."d0"
  GROUP BY "t14"."k0", "t14"."k1", "t23"."q0"
) AS "t25") AS "t28"
GROUP BY "k0", "k1"
