-- SELECT sex, COUNT(*), AVG(age)
-- FROM patients p
-- WHERE EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.icd = 'A')
-- GROUP BY sex

-- F0: one pass; AVG(AGE) moves by 120
SELECT `n1` AS `k0`, COUNT(`AGE`) AS `$f1`, SUM(CASE WHEN `AGE` BETWEEN 0 AND 120 THEN CAST(`AGE` AS SIGNED) WHEN `AGE` < 0 THEN 0 WHEN `AGE` > 120 THEN 120 ELSE NULL END) AS `$f2`, COUNT(*) AS `$f3`
FROM (
  SELECT `PATIENT_ID`, `AGE`, (CONVERT(`SEX` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n1`, (CONVERT(`REGION` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`, (`WEIGHT` + 0E0) AS `n3`, (`HEIGHT` + 0E0) AS `n4`, (CASE WHEN FROM_DAYS(TO_DAYS(`BORN`)) = `BORN` THEN `BORN` END) AS `n5`, (`SMOKER` <> 0) AS `n6`
  FROM `PUBLIC`.`PATIENTS`
) AS `t`
WHERE EXISTS(
  SELECT 1
  FROM (
    SELECT *
    FROM (
      SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n7`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n8`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
    ) AS `t1`
    WHERE `n8` = ?
  ) AS `t3`
  WHERE `t`.`PATIENT_ID` = `t3`.`PATIENT_ID`
)
GROUP BY `n1`
-- with [Text[value=A]]
