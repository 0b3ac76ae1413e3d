-- SELECT COUNT(*) FROM
-- (SELECT patient_id FROM visits WHERE icd = 'A' UNION SELECT patient_id FROM stays WHERE nights > 3)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS `$f0`
FROM (
  SELECT `PATIENT_ID` AS `n1`
  FROM `PUBLIC`.`VISITS`
  WHERE (`PATIENT_ID` IS NOT NULL) AND `ICD` = ?
  UNION
  SELECT `PATIENT_ID` AS `n2`
  FROM `PUBLIC`.`STAYS`
  WHERE `NIGHTS` > 3
) AS `t3`
-- with [Text[value=A]]
