-- SELECT COUNT(*)
-- FROM (SELECT patient_id FROM visits WHERE icd IS NULL UNION ALL SELECT patient_id FROM (SELECT patient_id FROM visits INTERSECT SELECT patient_id FROM visits WHERE cost <= 5) s) u

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END) AS `$f0`
FROM (
  SELECT `n3` AS `u`, COUNT(*) AS `$f1`
  FROM (
    SELECT `PATIENT_ID` AS `n3`
    FROM (
      SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
    ) AS `t0`
    WHERE `n2` IS NULL
    UNION ALL
    SELECT *
    FROM (
      SELECT `PATIENT_ID` AS `n4`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
      INTERSECT
      SELECT `PATIENT_ID` AS `n5`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL AND `COST` <= 5
    ) AS `t`
  ) AS `t9`
  GROUP BY `n3`
) AS `t11`
