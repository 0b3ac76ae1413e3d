-- SELECT sex, COUNT(*) FROM patients
-- WHERE patient_id IN (SELECT patient_id FROM visits WHERE icd = 'A') GROUP BY sex

-- F0: one pass; COUNT(*) moves by 1
SELECT `k0`, COUNT(*) AS `$f1`
FROM (
  SELECT (CONVERT(`PATIENTS`.`SEX` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `k0`
  FROM `PUBLIC`.`PATIENTS`
  INNER JOIN (
    SELECT `PATIENT_ID` AS `n3`
    FROM (
      SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
    ) AS `t0`
    WHERE `n2` = ?
    GROUP BY `PATIENT_ID`
  ) AS `t4` ON `PATIENTS`.`PATIENT_ID` = `t4`.`n3`
) AS `t5`
GROUP BY `k0`
-- with [Text[value=A]]
