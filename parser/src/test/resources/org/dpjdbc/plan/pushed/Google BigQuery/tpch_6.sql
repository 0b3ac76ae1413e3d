-- SELECT SUM(cost * nights) AS revenue
-- FROM visits v JOIN stays s ON v.patient_id = s.patient_id
-- WHERE v.at >= DATE '2025-01-01' AND v.at < DATE '2026-01-01' AND v.cost BETWEEN 5 AND 7 AND s.nights < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT SUM(CAST(CASE WHEN `dp__f1` < 0 THEN 0 WHEN `dp__f1` > 3220 THEN 3220 ELSE `dp__f1` END AS BIGNUMERIC)) AS `dp__f0`
FROM (
  SELECT `unit` AS `u`, SUM(CASE WHEN (`dp__f0` BETWEEN 0 AND 161) THEN CAST(CASE WHEN `dp__f0` >= -2147483647 AND `dp__f0` <= 2147483647 THEN `dp__f0` ELSE NULL END AS INT64) WHEN `dp__f0` < 0 THEN 0 WHEN `dp__f0` > 161 THEN 161 ELSE NULL END) AS `dp__f1`
  FROM (
    SELECT ROUND(CAST(`VISITS`.`COST` AS BIGNUMERIC), 0) * `STAYS`.`NIGHTS` AS `dp__f0`, `VISITS`.`PATIENT_ID` AS `unit`
    FROM `PUBLIC`.`VISITS`
    INNER JOIN `PUBLIC`.`STAYS` ON `VISITS`.`PATIENT_ID` = `STAYS`.`PATIENT_ID`
    WHERE `VISITS`.`PATIENT_ID` IS NOT NULL AND (`VISITS`.`AT` >= DATE '2025-01-01' AND `VISITS`.`AT` < DATE '2026-01-01') AND (`VISITS`.`COST` >= 5 AND (`VISITS`.`COST` <= 7 AND `STAYS`.`NIGHTS` < 24))
  ) AS `t0`
  GROUP BY `unit`
) AS `t3`
