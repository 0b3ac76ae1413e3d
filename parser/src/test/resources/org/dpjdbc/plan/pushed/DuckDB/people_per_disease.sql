-- SELECT icd, COUNT(*), COUNT(DISTINCT patient_id) FROM visits GROUP BY icd

-- F0: per-unit clamp, group limit; COUNT(*) moves by 60; COUNT(DISTINCT PATIENT_ID) selects the groups, and moves by 1 in 3
SELECT "k0", SUM(CASE WHEN "$f2" > 20 THEN 20 ELSE "$f2" END) AS "$f1", SUM(CASE WHEN "$f3" > 0 THEN 1 ELSE 0 END) AS "$f2"
FROM (
  SELECT "u", "k0", COUNT(*) AS "$f2", COUNT("x0") AS "$f3", ROW_NUMBER() OVER (PARTITION BY "u" ORDER BY HASH(20140919, "u", "k0"), "k0") AS "r4"
  FROM (
    SELECT "PATIENT_ID" AS "u", ("ICD" COLLATE "binary") AS "k0", "PATIENT_ID" AS "x0"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t0"
  GROUP BY "u", "k0"
) AS "t3"
WHERE "r4" <= 3
GROUP BY "k0"
