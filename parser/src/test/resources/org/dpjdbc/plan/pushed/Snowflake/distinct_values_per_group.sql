-- SELECT p.region, COUNT(DISTINCT v.icd)
-- FROM patients p JOIN visits v ON p.patient_id = v.patient_id
-- GROUP BY p.region

-- F0: per-unit clamp, one group per unit; COUNT(DISTINCT ICD) moves by 20
SELECT "k0", SUM(1) AS "$f1"
FROM (
  SELECT "u", "k0"
  FROM (
    SELECT "PATIENTS"."PATIENT_ID" AS "u", COLLATE("PATIENTS"."REGION", '') AS "k0"
    FROM "PUBLIC"."PATIENTS"
    INNER JOIN "PUBLIC"."VISITS" ON "PATIENTS"."PATIENT_ID" = "VISITS"."PATIENT_ID"
    WHERE "VISITS"."PATIENT_ID" IS NOT NULL
  ) AS "t0"
  GROUP BY "u", "k0"
) AS "t2"
GROUP BY "k0"
-- F0: per-unit clamp, one group per unit; COUNT(DISTINCT ICD) moves by 20
SELECT "k0", COUNT(DISTINCT "n2") AS "c0"
FROM (
  SELECT "u", "k0", "n1" AS "n2", ROW_NUMBER() OVER (PARTITION BY "u", "k0" ORDER BY CASE WHEN HASH(20140919, "u", "k0", "n1") IS NULL THEN 1 ELSE 0 END, HASH(20140919, "u", "k0", "n1"), CASE WHEN "n1" IS NULL THEN 1 ELSE 0 END, "n1") AS "r3"
  FROM (
    SELECT "PATIENTS"."PATIENT_ID" AS "u", COLLATE("PATIENTS"."REGION", '') AS "k0", COLLATE("VISITS"."ICD", '') AS "n1"
    FROM "PUBLIC"."PATIENTS"
    INNER JOIN "PUBLIC"."VISITS" ON "PATIENTS"."PATIENT_ID" = "VISITS"."PATIENT_ID"
    WHERE "VISITS"."PATIENT_ID" IS NOT NULL
  ) AS "t0"
  WHERE "n1" IS NOT NULL
  GROUP BY "u", "k0", "n1"
) AS "t4"
WHERE "r3" <= 20
GROUP BY "k0"
