-- SELECT p.sex, SUM(CASE WHEN v.icd = 'A' OR v.icd = 'B' THEN 1 ELSE 0 END) AS either
-- FROM patients p, visits v
-- WHERE p.patient_id = v.patient_id
-- GROUP BY p.sex

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT `k0`, SUM(CAST(CASE WHEN `$f2` > 20 THEN 20 ELSE `$f2` END AS DECIMAL(38, 0))) AS `$f1`
FROM (
  SELECT `unit` AS `u`, `n1` AS `k0`, COUNT(CASE WHEN `$f2` THEN 1 ELSE NULL END) AS `$f2`
  FROM (
    SELECT `PATIENTS`.`SEX` AS `n1`, COALESCE(`VISITS`.`ICD` = ? OR `VISITS`.`ICD` = ?, FALSE) AS `$f2`, `PATIENTS`.`PATIENT_ID` AS `unit`
    FROM `PUBLIC`.`PATIENTS`
    INNER JOIN `PUBLIC`.`VISITS` ON `PATIENTS`.`PATIENT_ID` = `VISITS`.`PATIENT_ID`
    WHERE (`VISITS`.`PATIENT_ID` IS NOT NULL)
  ) AS `t0`
  GROUP BY `unit`, `n1`
) AS `t3`
GROUP BY `k0`
-- with [Text[value=A], Text[value=B]]
