-- SELECT /*+ DP(contribution=clip) */ sex, cost > 100, COUNT(DISTINCT patient_id), SUM(cost - 50)
-- FROM visits JOIN patients USING (patient_id)
-- GROUP BY sex, cost > 100

-- F0: per-unit L1 clip, in 1024 parts of a row; COUNT(DISTINCT PATIENT_ID) moves by 3072; SUM(COST - 50) moves by 304128000
SELECT "k0", "k1", SUM("c0") AS "$f2", SUM("c1") AS "$f3"
FROM (
  SELECT "u", "k0", "k1", CASE WHEN "s0" <= 3 THEN "v0" * 1024 ELSE CASE WHEN CAST(FLOOR("v0" * 3072 / "s0") AS DECIMAL(38, 0)) * "s0" <= "v0" * 3072 THEN CAST(FLOOR("v0" * 3072 / "s0") AS DECIMAL(38, 0)) ELSE 0 END END AS "c0", CASE WHEN "s1" <= 297000 THEN "v1" * 1024 WHEN "v1" < 0 THEN - CASE WHEN CAST(FLOOR(CASE WHEN "v1" < 0 THEN - "v1" ELSE "v1" END * 304128000 / "s1") AS DECIMAL(38, 0)) * "s1" <= CASE WHEN "v1" < 0 THEN - "v1" ELSE "v1" END * 304128000 THEN CAST(FLOOR(CASE WHEN "v1" < 0 THEN - "v1" ELSE "v1" END * 304128000 / "s1") AS DECIMAL(38, 0)) ELSE 0 END ELSE CASE WHEN CAST(FLOOR("v1" * 304128000 / "s1") AS DECIMAL(38, 0)) * "s1" <= "v1" * 304128000 THEN CAST(FLOOR("v1" * 304128000 / "s1") AS DECIMAL(38, 0)) ELSE 0 END END AS "c1"
  FROM (
    SELECT "u", "k0", "k1", "$f3", "$f4", "v0", "v1", SUM("v0") OVER (PARTITION BY "u" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "s0", SUM(CASE WHEN "v1" < 0 THEN - "v1" ELSE "v1" END) OVER (PARTITION BY "u" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "s1"
    FROM (
      SELECT "u", "k0", "k1", "$f3", "$f4", CAST(CASE WHEN "$f3" > 0 THEN 1 ELSE 0 END AS DECIMAL(38, 0)) AS "v0", CAST(CASE WHEN "$f4" < -297000 THEN -297000 WHEN "$f4" > 297000 THEN 297000 ELSE "$f4" END AS DECIMAL(38, 0)) AS "v1"
      FROM (
        SELECT "$f2" AS "u", "n1" AS "k0", "n2" AS "k1", COUNT("$f2") AS "$f3", SUM(TRY(CASE WHEN "$f3" BETWEEN ASYMMETRIC -50 AND 4950 THEN CAST("$f3" AS INTEGER) WHEN "$f3" < -50 THEN -50 WHEN "$f3" > 4950 THEN 4950 ELSE NULL END)) AS "$f4"
        FROM (
          SELECT ("PATIENTS"."SEX" COLLATE "binary") AS "n1", "VISITS"."COST" > 100 AS "n2", "VISITS"."PATIENT_ID" AS "$f2", TRY(CAST("VISITS"."COST" AS BIGINT) - 50) AS "$f3"
          FROM "PUBLIC"."VISITS"
          INNER JOIN "PUBLIC"."PATIENTS" ON "VISITS"."PATIENT_ID" = "PATIENTS"."PATIENT_ID"
          WHERE "VISITS"."PATIENT_ID" IS NOT NULL
        ) AS "t0"
        WHERE EXISTS(
          SELECT 1
          FROM (VALUES(CAST(? AS VARCHAR)), (CAST(? AS VARCHAR)), (NULL)) AS "l" ("l")
          WHERE "l" IS NOT DISTINCT
          FROM "n1"
        )
        GROUP BY "$f2", "n1", "n2"
      ) AS "t4"
    ) AS "t6"
  ) AS "t8"
) AS "t10"
GROUP BY "k0", "k1"
-- with [Text[value=F], Text[value=M]]
