-- SELECT n, COUNT(*)
-- FROM (SELECT patient_id, COUNT(*) n FROM visits GROUP BY patient_id)
-- GROUP BY n

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "a0" "k0", COUNT(*) "$f1"
FROM (
  SELECT "PATIENT_ID", COUNT(*) "a0"
  FROM (
    SELECT "PATIENT_ID"
    FROM "PUBLIC"."VISITS"
    WHERE "PATIENT_ID" IS NOT NULL
  ) "t0"
  GROUP BY "PATIENT_ID"
) "t2"
GROUP BY "a0"
