-- SELECT COUNT(*) FROM
-- (SELECT patient_id FROM visits WHERE icd = 'A' UNION SELECT patient_id FROM stays WHERE nights > 3)

-- F0: one pass; COUNT(*) moves by 1
SELECT COUNT(*) AS `$f0`
FROM (
  SELECT `PATIENT_ID` AS `n3`
  FROM (
    SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
  WHERE `n2` = ?
  UNION
  SELECT `PATIENT_ID` AS `n4`
  FROM `PUBLIC`.`STAYS`
  WHERE `NIGHTS` > 3
) AS `t6`
-- with [Text[value=A]]
