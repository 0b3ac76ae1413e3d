-- SELECT icd, COUNT(*), COUNT(DISTINCT patient_id) FROM visits GROUP BY icd

-- F0: per-unit clamp, group limit; COUNT(*) moves by 60; COUNT(DISTINCT patient_id) selects the groups, and moves by 1 in 3
SELECT "k0", SUM(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) AS "$f1", SUM(CASE WHEN "$f3" > 0 THEN 1 ELSE 0 END) AS "$f2"
FROM (
  SELECT "u", "k0", COUNT(*) AS "$f2", COUNT("x0") AS "$f3", ROW_NUMBER() OVER (PARTITION BY "u" ORDER BY CASE WHEN "k0" IS NULL THEN 2718281828 ELSE PG_CATALOG.HASHTEXTEXTENDED(CAST("k0" AS VARCHAR), PG_CATALOG.HASHTEXTEXTENDED(((CAST("u" AS VARCHAR)) COLLATE "C"), CAST(20140919 AS BIGINT))) END, "k0") AS "r4"
  FROM (
    SELECT "patient_id" AS "u", ("icd" COLLATE "C") AS "k0", "patient_id" AS "x0"
    FROM "PUBLIC"."visits"
    WHERE "patient_id" IS NOT NULL
  ) AS "t0"
  GROUP BY "u", "k0"
) AS "t3"
WHERE "r4" <= 3
GROUP BY "k0"
