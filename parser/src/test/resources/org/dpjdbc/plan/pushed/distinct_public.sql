-- SELECT DISTINCT sex, smoker
-- FROM patients

-- F0: one pass
SELECT "SEX" AS "k0", "SMOKER" AS "k1", COUNT(*) AS "$f2"
FROM "PUBLIC"."PATIENTS"
WHERE ("SEX" = ? OR "SEX" = ? OR "SEX" IS NULL) AND ("SMOKER" = FALSE OR "SMOKER" = TRUE OR "SMOKER" IS NULL)
GROUP BY "SEX", "SMOKER"
-- with [Text[value=F], Text[value=M]]
