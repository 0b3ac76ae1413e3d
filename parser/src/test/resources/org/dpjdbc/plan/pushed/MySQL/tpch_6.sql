-- SELECT SUM(cost * nights) AS revenue
-- FROM visits v JOIN stays s ON v.patient_id = s.patient_id
-- WHERE v.at >= DATE '2025-01-01' AND v.at < DATE '2026-01-01' AND v.cost BETWEEN 5 AND 7 AND s.nights < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT SUM(CASE WHEN `$f1` < 0 THEN 0 WHEN `$f1` > 3220 THEN 3220 ELSE `$f1` END) AS `$f0`
FROM (
  SELECT `unit` AS `u`, SUM(CASE WHEN `$f0` BETWEEN 0 AND 161 THEN `$f0` WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 161 THEN 161 ELSE NULL END) AS `$f1`
  FROM (
    SELECT CAST(`t2`.`COST` AS SIGNED) * `STAYS`.`NIGHTS` AS `$f0`, `t2`.`PATIENT_ID` AS `unit`
    FROM (
      SELECT *
      FROM (
        SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
        FROM `PUBLIC`.`VISITS`
        WHERE `PATIENT_ID` IS NOT NULL
      ) AS `t0`
      WHERE `n1` >= DATE '2025-01-01' AND `n1` < DATE '2026-01-01' AND `COST` >= 5 AND `COST` <= 7
    ) AS `t2`
    INNER JOIN `PUBLIC`.`STAYS` ON `t2`.`PATIENT_ID` = `STAYS`.`PATIENT_ID`
    WHERE `STAYS`.`NIGHTS` < 24
  ) AS `t4`
  GROUP BY `unit`
) AS `t7`
