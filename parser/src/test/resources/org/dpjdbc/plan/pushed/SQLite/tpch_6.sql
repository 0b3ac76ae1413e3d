-- SELECT SUM(cost * nights) AS revenue
-- FROM visits v JOIN stays s ON v.patient_id = s.patient_id
-- WHERE v.cost BETWEEN 5 AND 7 AND s.nights < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT (SUM(CAST(CASE WHEN `$f1` < 0 THEN 0 WHEN `$f1` > 3220 THEN 3220 ELSE `$f1` END AS INTEGER) / 2147483648) * 2147483648 + SUM(CAST(CASE WHEN `$f1` < 0 THEN 0 WHEN `$f1` > 3220 THEN 3220 ELSE `$f1` END AS INTEGER) % 2147483648)) AS `$f0`
FROM (
  SELECT `unit` AS `u`, SUM(CAST(CASE WHEN (`$f0` BETWEEN 0 AND 161) THEN CAST(CASE WHEN `$f0` >= -2147483647 AND `$f0` <= 2147483647 THEN `$f0` ELSE NULL END AS INTEGER) WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 161 THEN 161 ELSE NULL END AS INTEGER)) AS `$f1`
  FROM (
    SELECT CAST(`t0`.`n2` AS INTEGER) * `t2`.`n7` AS `$f0`, `t0`.`n1` AS `unit`
    FROM (
      SELECT *
      FROM (
        SELECT CASE WHEN TYPEOF(`PATIENT_ID`) = 'integer' THEN `PATIENT_ID` ELSE NULL END AS `n1`, CASE WHEN TYPEOF(`COST`) = 'integer' THEN `COST` ELSE NULL END AS `n2`, CASE WHEN TYPEOF(`ICD`) = 'text' AND LENGTH(CAST(`ICD` AS BLOB)) < 65536 THEN `ICD` ELSE NULL END AS `n3`
        FROM `PUBLIC`.`VISITS`
      ) AS `t`
      WHERE `n1` IS NOT NULL
    ) AS `t0`
    INNER JOIN (
      SELECT *
      FROM (
        SELECT CASE WHEN TYPEOF(`STAY_ID`) = 'integer' THEN `STAY_ID` ELSE NULL END AS `n4`, CASE WHEN TYPEOF(`PATIENT_ID`) = 'integer' THEN `PATIENT_ID` ELSE NULL END AS `n5`, CASE WHEN TYPEOF(`WARD`) = 'text' AND LENGTH(CAST(`WARD` AS BLOB)) < 65536 THEN `WARD` ELSE NULL END AS `n6`, CASE WHEN TYPEOF(`NIGHTS`) = 'integer' THEN `NIGHTS` ELSE NULL END AS `n7`
        FROM `PUBLIC`.`STAYS`
      ) AS `t1`
      WHERE `n5` IS NOT NULL
    ) AS `t2` ON `t0`.`n1` = `t2`.`n5`
    WHERE `t0`.`n2` >= 5 AND `t0`.`n2` <= 7 AND `t2`.`n7` < 24
  ) AS `t4`
  GROUP BY `unit`
) AS `t7`
