-- SELECT AVG(LEAST(total, 2000))
-- FROM (SELECT patient_id, SUM(cost) total FROM visits WHERE icd = 'A' GROUP BY patient_id)

-- F0: one pass; AVG(CASE WHEN total IS NULL THEN NULL WHEN total < 2000 THEN total ELSE 2000 END) moves by 2000
SELECT COUNT(`$f0`) AS `$f0`, SUM(CASE WHEN (`$f0` BETWEEN 0 AND 2000) THEN CAST(`$f0` AS INTEGER) WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 2000 THEN 2000 ELSE NULL END) AS `$f1`
FROM (
  SELECT CASE WHEN (`a0` IS NULL) THEN NULL WHEN `a0` < 2000 THEN `a0` ELSE 2000 END AS `$f0`, `n1` AS `unit`
  FROM (
    SELECT `PATIENT_ID` AS `n1`, SUM(`COST`) AS `a0`
    FROM `PUBLIC`.`VISITS`
    WHERE (`PATIENT_ID` IS NOT NULL) AND `ICD` = ?
    GROUP BY `PATIENT_ID`
  ) AS `t1`
) AS `t3`
-- with [Text[value=A]]
