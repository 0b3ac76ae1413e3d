-- SELECT icd, COUNT(*)
-- FROM (SELECT icd FROM visits QUALIFY ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY at DESC) = 1)
-- GROUP BY icd

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "ICD" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT "ICD", "n1" = 1 AS "n2", "PATIENT_ID" AS "unit"
  FROM (
    SELECT "PATIENT_ID", "AT", "COST", "ICD", ROW_NUMBER() OVER (PARTITION BY "PATIENT_ID" ORDER BY "AT" DESC, "COST" NULLS LAST, "ICD" NULLS LAST) AS "n1"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) AS "t0"
) AS "t2"
WHERE "n2"
GROUP BY "ICD"
