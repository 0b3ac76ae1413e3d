-- SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') EXTRACT(YEAR FROM "AT"), COUNT(*), SUM(cost)
-- FROM visits
-- GROUP BY EXTRACT(YEAR FROM "AT")

-- F0: per-unit L2 clip, in 1024 parts of a row, over-limit units only; AVG(COST) moves by 31457280000000000
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2", SUM("c2") AS "$f3"
FROM (
  SELECT "k0", CAST("$f1" * 5000 - "$f2" AS DECIMAL(38, 0)) * 1024 AS "c0", CAST("$f2" AS DECIMAL(38, 0)) * 1024 AS "c1", CAST("$f3" * 5000 - "$f1" * 5000 AS DECIMAL(38, 0)) * 1024 AS "c2"
  FROM (
    SELECT "n1" AS "k0", COUNT("COST") AS "$f1", SUM(CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3"
    FROM (
      SELECT EXTRACT(YEAR FROM CASE WHEN "AT" >= DATE '0001-01-01' AND "AT" <= DATE '9999-12-31' THEN "AT" ELSE NULL END) AS "n1", "COST", "PATIENT_ID" AS "unit"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
    WHERE "n1" >= 2020 AND "n1" <= 2026 OR "n1" IS NULL
    GROUP BY "n1"
  ) AS "t4"
  UNION ALL
  SELECT "k0", "q0" - "n4" * 1024 AS "c0", "q1" - "n5" * 1024 AS "c1", "q2" - "n6" * 1024 AS "c2"
  FROM (
    SELECT "u", "k0", CASE WHEN "s0" <= 1200 THEN "v0" * 1024 ELSE CASE WHEN CAST(FLOOR("v0" * 36323328 / "d0") AS DECIMAL(38, 0)) * "d0" <= "v0" * 36323328 THEN CAST(FLOOR("v0" * 36323328 / "d0") AS DECIMAL(38, 0)) ELSE 0 END END AS "c0", CASE WHEN "s0" <= 1200 THEN CAST("$f2" * 5000 - "$f3" AS DECIMAL(38, 0)) * 1024 ELSE CASE WHEN CAST(FLOOR(CAST("$f2" * 5000 - "$f3" AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) * "d0" <= CAST("$f2" * 5000 - "$f3" AS DECIMAL(38, 0)) * 36323328 THEN CAST(FLOOR(CAST("$f2" * 5000 - "$f3" AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) ELSE 0 END END AS "q0", CASE WHEN "s0" <= 1200 THEN CAST("$f3" AS DECIMAL(38, 0)) * 1024 ELSE CASE WHEN CAST(FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) * "d0" <= CAST("$f3" AS DECIMAL(38, 0)) * 36323328 THEN CAST(FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) ELSE 0 END END AS "q1", CASE WHEN "s0" <= 1200 THEN CAST("$f4" * 5000 - "$f2" * 5000 AS DECIMAL(38, 0)) * 1024 ELSE CASE WHEN CAST(FLOOR(CAST("$f4" * 5000 - "$f2" * 5000 AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) * "d0" <= CAST("$f4" * 5000 - "$f2" * 5000 AS DECIMAL(38, 0)) * 36323328 THEN CAST(FLOOR(CAST("$f4" * 5000 - "$f2" * 5000 AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) ELSE 0 END END AS "q2", CAST("$f2" * 5000 - "$f3" AS DECIMAL(38, 0)) AS "n4", CAST("$f3" AS DECIMAL(38, 0)) AS "n5", CAST("$f4" * 5000 - "$f2" * 5000 AS DECIMAL(38, 0)) AS "n6"
    FROM (
      SELECT "u", "k0", "$f2", "$f3", "$f4", "v0", "s0", CASE WHEN (CAST(CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) AS DECIMAL(38, 0)) + 1) * (CAST(CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) AS DECIMAL(38, 0)) + 1) >= "s0" * 1048576 THEN CAST(CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) AS DECIMAL(38, 0)) + 1 ELSE "s0" * 1024 END AS "d0"
      FROM (
        SELECT "u", "k0", "$f2", "$f3", "$f4", "v0", SUM("v0" * "v0") OVER (PARTITION BY "u" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "s0"
        FROM (
          SELECT "u", "k0", "$f2", "$f3", "$f4", CAST("$f4" AS DECIMAL(38, 0)) AS "v0"
          FROM (
            SELECT "t11"."u", "t11"."k0", COUNT("t11"."x0") AS "$f2", SUM("t11"."x1") AS "$f3", COUNT(*) AS "$f4"
            FROM (
              SELECT "unit" AS "u", "n2" AS "k0", "COST" AS "x0", CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END AS "x1"
              FROM (
                SELECT EXTRACT(YEAR FROM CASE WHEN "AT" >= DATE '0001-01-01' AND "AT" <= DATE '9999-12-31' THEN "AT" ELSE NULL END) AS "n2", "COST", "PATIENT_ID" AS "unit"
                FROM "PUBLIC"."VISITS"
                WHERE "PATIENT_ID" IS NOT NULL
              ) AS "t8"
              WHERE "n2" >= 2020 AND "n2" <= 2026 OR "n2" IS NULL
            ) AS "t11"
            INNER JOIN (
              SELECT "d0", COUNT(*) AS "q0"
              FROM (
                SELECT "unit" AS "d0"
                FROM (
                  SELECT EXTRACT(YEAR FROM CASE WHEN "AT" >= DATE '0001-01-01' AND "AT" <= DATE '9999-12-31' THEN "AT" ELSE NULL END) AS "n3", "COST", "PATIENT_ID" AS "unit"
                  FROM "PUBLIC"."VISITS"
                  WHERE "PATIENT_ID" IS NOT NULL
                ) AS "t13"
                WHERE "n3" >= 2020 AND "n3" <= 2026 OR "n3" IS NULL
              ) AS "t16"
              GROUP BY "d0"
              HAVING COUNT(*) > 20
            ) AS "t19" ON "t11"."u" = "t19"."d0"
            GROUP BY "t11"."u", "t11"."k0"
          ) AS "t21"
        ) AS "t23"
      ) AS "t25"
    ) AS "t27"
  ) AS "t29"
) AS "t32"
GROUP BY "k0"
