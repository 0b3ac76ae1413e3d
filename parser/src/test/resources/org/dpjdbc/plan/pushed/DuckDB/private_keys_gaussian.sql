-- SELECT /*+ DP(noise=gaussian) */ ward_no, COUNT(*)
-- FROM beds
-- GROUP BY ward_no

-- F0: per-unit L2 clip, in 1024 parts of a row, over-limit units only; COUNT(*) moves by 26214400
SELECT "k0", SUM("c0") AS "$f1"
FROM (
  SELECT "k0", CAST("$f1" AS DECIMAL(38, 0)) * 1024 AS "c0"
  FROM (
    SELECT "k0", COUNT(*) AS "$f1"
    FROM (
      SELECT "PATIENT_ID" AS "u", "WARD_NO" AS "k0"
      FROM "PUBLIC"."BEDS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
    GROUP BY "k0"
  ) AS "t2"
  UNION ALL
  SELECT "k0", "c0" - "n1" * 1024 AS "c0"
  FROM (
    SELECT "u", "k0", CASE WHEN "s0" <= 25 THEN "v0" * 1024 ELSE CASE WHEN CAST(FLOOR("v0" * 5242880 / "d0") AS DECIMAL(38, 0)) * "d0" <= "v0" * 5242880 THEN CAST(FLOOR("v0" * 5242880 / "d0") AS DECIMAL(38, 0)) ELSE 0 END END AS "c0", CAST("$f2" AS DECIMAL(38, 0)) AS "n1"
    FROM (
      SELECT "u", "k0", "$f2", "v0", "s0", CASE WHEN (CAST(CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) AS DECIMAL(38, 0)) + 1) * (CAST(CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) AS DECIMAL(38, 0)) + 1) >= "s0" * 1048576 THEN CAST(CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) AS DECIMAL(38, 0)) + 1 ELSE "s0" * 1024 END AS "d0"
      FROM (
        SELECT "u", "k0", "$f2", "v0", SUM("v0" * "v0") OVER (PARTITION BY "u" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "s0"
        FROM (
          SELECT "u", "k0", "$f2", CAST("$f2" AS DECIMAL(38, 0)) AS "v0"
          FROM (
            SELECT "t6"."u", "t6"."k0", COUNT(*) AS "$f2"
            FROM (
              SELECT "PATIENT_ID" AS "u", "WARD_NO" AS "k0"
              FROM "PUBLIC"."BEDS"
              WHERE "PATIENT_ID" IS NOT NULL
            ) AS "t6"
            INNER JOIN (
              SELECT "PATIENT_ID" AS "d0", COUNT(*) AS "q0"
              FROM "PUBLIC"."BEDS"
              WHERE "PATIENT_ID" IS NOT NULL
              GROUP BY "PATIENT_ID"
              HAVING COUNT(*) > 5
            ) AS "t10" ON "t6"."u" = "t10"."d0"
            GROUP BY "t6"."u", "t6"."k0"
          ) AS "t12"
        ) AS "t14"
      ) AS "t16"
    ) AS "t18"
  ) AS "t20"
) AS "t23"
GROUP BY "k0"
-- F0: per-unit clamp, group limit, over-limit units only; COUNT(*) moves by 26214400
SELECT "k0", SUM("c0") AS "c0"
FROM (
  SELECT "k0", CAST("$f1" AS DECIMAL(38, 0)) AS "c0"
  FROM (
    SELECT "k0", COUNT(DISTINCT "u") AS "$f1"
    FROM (
      SELECT "PATIENT_ID" AS "u", "WARD_NO" AS "k0"
      FROM "PUBLIC"."BEDS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
    GROUP BY "k0"
  ) AS "t2"
  UNION ALL
  SELECT "k0", CAST(-1 AS DECIMAL(38, 0)) AS "c0"
  FROM (
    SELECT "t6"."u", "t6"."k0", ROW_NUMBER() OVER (PARTITION BY "t6"."u" ORDER BY HASH(20140919, "t6"."u", "t6"."k0"), "t6"."k0") AS "r2"
    FROM (
      SELECT "PATIENT_ID" AS "u", "WARD_NO" AS "k0"
      FROM "PUBLIC"."BEDS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t6"
    INNER JOIN (
      SELECT "PATIENT_ID" AS "d0", COUNT(*) AS "q0"
      FROM "PUBLIC"."BEDS"
      WHERE "PATIENT_ID" IS NOT NULL
      GROUP BY "PATIENT_ID"
      HAVING COUNT(*) > 5
    ) AS "t10" ON "t6"."u" = "t10"."d0"
    GROUP BY "t6"."u", "t6"."k0"
  ) AS "t13"
  WHERE "t13"."r2" > 5
) AS "t16"
GROUP BY "k0"
HAVING SUM("c0") > 0
