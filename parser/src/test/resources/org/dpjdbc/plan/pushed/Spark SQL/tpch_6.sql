-- SELECT SUM(cost * nights) AS revenue
-- FROM visits v JOIN stays s ON v.patient_id = s.patient_id
-- WHERE v.at >= DATE '2025-01-01' AND v.at < DATE '2026-01-01' AND v.cost BETWEEN 5 AND 7 AND s.nights < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT SUM(CAST(CASE WHEN `$f1` < 0 THEN 0 WHEN `$f1` > 3220 THEN 3220 ELSE `$f1` END AS DECIMAL(38, 0))) AS `$f0`
FROM (
  SELECT `unit` AS `u`, SUM(CASE WHEN (`$f0` BETWEEN 0 AND 161) THEN CAST(`$f0` AS INTEGER) WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 161 THEN 161 ELSE NULL END) AS `$f1`
  FROM (
    SELECT CAST(`VISITS`.`COST` AS BIGINT) * `STAYS`.`NIGHTS` AS `$f0`, `VISITS`.`PATIENT_ID` AS `unit`
    FROM `PUBLIC`.`VISITS`
    INNER JOIN `PUBLIC`.`STAYS` ON `VISITS`.`PATIENT_ID` = `STAYS`.`PATIENT_ID`
    WHERE (`VISITS`.`PATIENT_ID` IS NOT NULL) AND (`VISITS`.`AT` >= DATE '2025-01-01' AND `VISITS`.`AT` < DATE '2026-01-01') AND (`VISITS`.`COST` >= 5 AND (`VISITS`.`COST` <= 7 AND `STAYS`.`NIGHTS` < 24))
  ) AS `t0`
  GROUP BY `unit`
) AS `t3`
