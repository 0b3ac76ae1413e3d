-- SELECT sex, COUNT(*), AVG(age)
-- FROM patients p
-- WHERE EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.icd = 'A')
-- GROUP BY sex

-- F0: one pass; COUNT(*) moves by 1; AVG(AGE) moves by 120
SELECT `k0`, COUNT(*) AS `$f1`, COUNT(`x0`) AS `$f2`, SUM(`x1`) AS `$f3`
FROM (
  SELECT `PATIENTS`.`SEX` AS `k0`, `PATIENTS`.`AGE` AS `x0`, CASE WHEN (`PATIENTS`.`AGE` BETWEEN 0 AND 120) THEN `PATIENTS`.`AGE` WHEN `PATIENTS`.`AGE` < 0 THEN 0 WHEN `PATIENTS`.`AGE` > 120 THEN 120 ELSE NULL END AS `x1`
  FROM `PUBLIC`.`PATIENTS`
  INNER JOIN (
    SELECT `PATIENT_ID`
    FROM `PUBLIC`.`VISITS`
    WHERE (`PATIENT_ID` IS NOT NULL) AND `ICD` = ?
    GROUP BY `PATIENT_ID`
  ) AS `t1` ON `PATIENTS`.`PATIENT_ID` = `t1`.`PATIENT_ID`
) AS `t2`
GROUP BY `k0`
-- with [Text[value=A]]
