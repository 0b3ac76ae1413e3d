-- SELECT sex, COUNT(*) FROM patients
-- WHERE patient_id IN (SELECT patient_id FROM visits WHERE icd = 'A') GROUP BY sex

-- F0: one pass; COUNT(*) moves by 1
SELECT `PATIENTS`.`SEX` AS `k0`, COUNT(*) AS `$f1`
FROM `PUBLIC`.`PATIENTS`
INNER JOIN (
  SELECT `PATIENT_ID` AS `n1`
  FROM `PUBLIC`.`VISITS`
  WHERE (`PATIENT_ID` IS NOT NULL) AND `ICD` = ?
  GROUP BY `PATIENT_ID`
) AS `t1` ON `PATIENTS`.`PATIENT_ID` = `t1`.`n1`
GROUP BY `PATIENTS`.`SEX`
-- with [Text[value=A]]
