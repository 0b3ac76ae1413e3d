-- SELECT COUNT(*) FROM (SELECT stay_id, SUM(grams) g FROM meals GROUP BY stay_id) WHERE g > 500

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 50
SELECT SUM(CAST(CASE WHEN `$f1` > 50 THEN 50 ELSE `$f1` END AS DECIMAL(38, 0))) AS `$f0`
FROM (
  SELECT `STAYS`.`PATIENT_ID` AS `u`, COUNT(*) AS `$f1`
  FROM (
    SELECT `STAY_ID` AS `n1`, SUM(`GRAMS`) AS `a0`
    FROM `PUBLIC`.`MEALS`
    WHERE (`STAY_ID` IS NOT NULL)
    GROUP BY `STAY_ID`
  ) AS `t1`
  LEFT JOIN `PUBLIC`.`STAYS` ON `t1`.`n1` = `STAYS`.`STAY_ID`
  WHERE `t1`.`a0` > 500 AND (`STAYS`.`STAY_ID` IS NOT NULL)
  GROUP BY `STAYS`.`PATIENT_ID`
) AS `t4`
