-- SELECT p.sex, SUM(CASE WHEN v.icd = 'A' OR v.icd = 'B' THEN 1 ELSE 0 END) AS either
-- FROM patients p, visits v
-- WHERE p.patient_id = v.patient_id
-- GROUP BY p.sex

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT `k0`, SUM(CASE WHEN `$f2` > 20 THEN 20 ELSE `$f2` END) AS `$f1`
FROM (
  SELECT `unit` AS `u`, `n9` AS `k0`, COUNT(CASE WHEN `$f2` THEN 1 ELSE NULL END) AS `$f2`
  FROM (
    SELECT `n1` AS `n9`, (`n8` = ? OR `n8` = ?) IS TRUE AS `$f2`, `PATIENT_ID` AS `unit`
    FROM (
      SELECT `PATIENTS`.`PATIENT_ID`, `PATIENTS`.`AGE`, (CONVERT(`PATIENTS`.`SEX` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n1`, (CONVERT(`PATIENTS`.`REGION` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`, (`PATIENTS`.`WEIGHT` + 0E0) AS `n3`, (`PATIENTS`.`HEIGHT` + 0E0) AS `n4`, (CASE WHEN FROM_DAYS(TO_DAYS(`PATIENTS`.`BORN`)) = `PATIENTS`.`BORN` THEN `PATIENTS`.`BORN` END) AS `n5`, (`PATIENTS`.`SMOKER` <> 0) AS `n6`, `VISITS`.`PATIENT_ID` AS `PATIENT_ID0`, (CASE WHEN FROM_DAYS(TO_DAYS(`VISITS`.`AT`)) = `VISITS`.`AT` THEN `VISITS`.`AT` END) AS `n7`, `VISITS`.`COST`, (CONVERT(`VISITS`.`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n8`
      FROM `PUBLIC`.`PATIENTS`
      INNER JOIN `PUBLIC`.`VISITS` ON `PATIENTS`.`PATIENT_ID` = `VISITS`.`PATIENT_ID`
      WHERE `VISITS`.`PATIENT_ID` IS NOT NULL
    ) AS `t0`
  ) AS `t2`
  GROUP BY `unit`, `n9`
) AS `t5`
GROUP BY `k0`
-- with [Text[value=A], Text[value=B]]
