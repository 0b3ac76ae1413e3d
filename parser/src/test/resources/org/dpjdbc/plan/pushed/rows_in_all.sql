-- SELECT /*+ DP(max_rows_contributed=5) */ icd, COUNT(*), COUNT(DISTINCT patient_id)
-- FROM notes
-- GROUP BY icd

-- F0: per-unit L1 clip, in 1024 parts of a row; COUNT(DISTINCT PATIENT_ID) moves by 5120; COUNT(*) selects the groups, and moves by 5120 in 1
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2"
FROM (
  SELECT "u", "k0", CASE WHEN "s0" <= 5 THEN "v0" * 1024 ELSE CASE WHEN CAST(FLOOR("v0" * 5120 / "s0") AS DECIMAL(38, 0)) * "s0" <= "v0" * 5120 THEN CAST(FLOOR("v0" * 5120 / "s0") AS DECIMAL(38, 0)) ELSE 0 END END AS "c0", CASE WHEN "s1" <= 5 THEN "v1" * 1024 ELSE CASE WHEN CAST(FLOOR("v1" * 5120 / "s1") AS DECIMAL(38, 0)) * "s1" <= "v1" * 5120 THEN CAST(FLOOR("v1" * 5120 / "s1") AS DECIMAL(38, 0)) ELSE 0 END END AS "c1"
  FROM (
    SELECT "u", "k0", "$f2", "$f3", "v0", "v1", SUM("v0") OVER (PARTITION BY "u" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "s0", SUM("v1") OVER (PARTITION BY "u" RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "s1"
    FROM (
      SELECT "u", "k0", "$f2", "$f3", CAST("$f2" AS DECIMAL(38, 0)) AS "v0", CAST(CASE WHEN "$f3" > 0 THEN 1 ELSE 0 END AS DECIMAL(38, 0)) AS "v1"
      FROM (
        SELECT "PATIENT_ID" AS "u", "ICD" AS "k0", COUNT(*) AS "$f2", COUNT("PATIENT_ID") AS "$f3"
        FROM "PUBLIC"."NOTES"
        WHERE "PATIENT_ID" IS NOT NULL
        GROUP BY "PATIENT_ID", "ICD" ORDER BY "PATIENT_ID" NULLS LAST
      ) AS "t2"
    ) AS "t4"
  ) AS "t6"
) AS "t8"
GROUP BY "k0"
