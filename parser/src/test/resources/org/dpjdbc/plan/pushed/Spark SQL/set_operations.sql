-- SELECT COUNT(*)
-- FROM (SELECT patient_id FROM visits WHERE icd IS NULL UNION ALL SELECT patient_id FROM (SELECT patient_id FROM visits INTERSECT SELECT patient_id FROM visits WHERE cost <= 5) s) u

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CAST(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END AS DECIMAL(38, 0))) AS `$f0`
FROM (
  SELECT `n1` AS `u`, COUNT(*) AS `$f1`
  FROM (
    SELECT `PATIENT_ID` AS `n1`
    FROM `PUBLIC`.`VISITS`
    WHERE (`PATIENT_ID` IS NOT NULL) AND (`ICD` IS NULL)
    UNION ALL
    SELECT *
    FROM (
      SELECT `PATIENT_ID` AS `n2`
      FROM `PUBLIC`.`VISITS`
      WHERE (`PATIENT_ID` IS NOT NULL)
      INTERSECT
      SELECT `PATIENT_ID` AS `n3`
      FROM `PUBLIC`.`VISITS`
      WHERE (`PATIENT_ID` IS NOT NULL) AND `COST` <= 5
    ) AS `t`
  ) AS `t6`
  GROUP BY `n1`
) AS `t8`
