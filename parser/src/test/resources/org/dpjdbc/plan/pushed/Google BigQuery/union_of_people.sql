-- SELECT COUNT(*) FROM
-- (SELECT patient_id FROM visits WHERE icd = 'A' UNION SELECT patient_id FROM stays WHERE nights > 3)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS `dp__f0`
FROM (
  SELECT `PATIENT_ID` AS `n2`
  FROM (
    SELECT `PATIENT_ID`, `AT`, `COST`, COLLATE(`ICD`, '') AS `n1`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
  WHERE `n1` = ?
  UNION DISTINCT
  SELECT `PATIENT_ID` AS `n3`
  FROM `PUBLIC`.`STAYS`
  WHERE `NIGHTS` > 3
) AS `t6`
-- with [Text[value=A]]
