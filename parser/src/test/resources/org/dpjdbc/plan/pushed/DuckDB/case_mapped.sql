-- SELECT UPPER(region), COUNT(*)
-- FROM patients
-- WHERE LOWER(region || region) <> 'nn'
-- GROUP BY UPPER(region)

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "n3" AS "k0", COUNT(*) AS "$f1"
FROM (
  SELECT UPPER(SUBSTRING("n2", 1, 65535)) AS "n3", "PATIENT_ID" AS "unit"
  FROM (
    SELECT "PATIENT_ID", "AGE", ("SEX" COLLATE "binary") AS "n1", ("REGION" COLLATE "binary") AS "n2", "WEIGHT", "HEIGHT", "BORN", "SMOKER"
    FROM "PUBLIC"."PATIENTS"
  ) AS "t"
  WHERE TRY(LOWER(SUBSTRING("n2", 1, 65535) || SUBSTRING("n2", 1, 65535)) <> ?)
) AS "t1"
GROUP BY "n3"
-- with [Text[value=nn]]
