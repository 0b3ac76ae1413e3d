-- SELECT n, COUNT(*)
-- FROM (SELECT patient_id, COUNT(*) n FROM visits GROUP BY patient_id)
-- GROUP BY n

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT `a0` AS `k0`, COUNT(*) AS `$f1`
FROM (
  SELECT `n1` AS `n4`, COUNT(*) AS `a0`
  FROM (
    SELECT CASE WHEN TYPEOF(`PATIENT_ID`) = 'integer' THEN `PATIENT_ID` ELSE NULL END AS `n1`, CASE WHEN TYPEOF(`COST`) = 'integer' THEN `COST` ELSE NULL END AS `n2`, CASE WHEN TYPEOF(`ICD`) = 'text' AND LENGTH(CAST(`ICD` AS BLOB)) < 65536 THEN `ICD` ELSE NULL END AS `n3`
    FROM `PUBLIC`.`VISITS`
  ) AS `t`
  WHERE `n1` IS NOT NULL
  GROUP BY `n1`
) AS `t2`
GROUP BY `a0`
