-- SELECT icd, MEDIAN(cost) FROM visits GROUP BY icd

-- F0: per-unit clamp, group limit
SELECT "k0", SUM(1) "$f1"
FROM (
  SELECT "u", "k0", ROW_NUMBER() OVER (PARTITION BY "u" ORDER BY CASE WHEN CASE WHEN "k0" IS NULL THEN 2718281828 ELSE MOD(ORA_HASH("k0") + (MOD(ORA_HASH("u") + (20140919) * 31, 4294967291)) * 31, 4294967291) END IS NULL THEN 1 ELSE 0 END, CASE WHEN "k0" IS NULL THEN 2718281828 ELSE MOD(ORA_HASH("k0") + (MOD(ORA_HASH("u") + (20140919) * 31, 4294967291)) * 31, 4294967291) END, CASE WHEN "k0" IS NULL THEN 1 ELSE 0 END, "k0") "r2"
  FROM (
    SELECT "PATIENT_ID" "u", "ICD" "k0"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) "t0"
  GROUP BY "u", "k0"
) "t3"
WHERE "r2" <= 3
GROUP BY "k0"
-- F0: per-unit L1 clip, in 1024 parts of a row; PERCENTILE(COST; 0.5) moves by 61440
SELECT "k0", "k1", SUM("c0") "$f2"
FROM (
  SELECT "u", "k0", "k1", CASE WHEN "s0" <= 60 THEN "v0" * 1024 ELSE CASE WHEN CAST(FLOOR(ROUND(("v0" * 61440) / ("s0"), 6)) AS NUMBER(38, 0)) * "s0" <= "v0" * 61440 THEN CAST(FLOOR(ROUND(("v0" * 61440) / ("s0"), 6)) AS NUMBER(38, 0)) ELSE 0 END END "c0"
  FROM (
    SELECT "u", "k0", "k1", "$f3", "v0", SUM("v0") OVER (PARTITION BY "u") "s0"
    FROM (
      SELECT "u", "k0", "k1", "$f3", CAST("$f3" AS NUMBER(38, 0)) "v0"
      FROM (
        SELECT "unit" "u", "ICD" "k0", "n1" "k1", COUNT(*) "$f3"
        FROM (
          SELECT "ICD", 0.5 "$f1", "COST", "PATIENT_ID" "unit", CASE WHEN ("COST" BETWEEN 0 AND 5000) THEN "COST" - MOD("COST", CASE WHEN "COST" >= 512 THEN CASE WHEN "COST" >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN "COST" >= 256 THEN 2 ELSE 1 END END) WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END "n1"
          FROM "PUBLIC"."VISITS"
          WHERE "PATIENT_ID" IS NOT NULL
        ) "t0"
        WHERE "n1" IS NOT NULL
        GROUP BY "unit", "ICD", "n1"
      ) "t4"
    ) "t6"
  ) "t8"
) "t10"
GROUP BY "k0", "k1"
