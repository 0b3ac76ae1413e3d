-- SELECT COUNT(*)
-- FROM (SELECT cost, MIN(cost) OVER (PARTITION BY patient_id) AS least FROM visits) WHERE cost > least

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT (SUM(CAST(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END AS INTEGER) / 2147483648) * 2147483648 + SUM(CAST(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END AS INTEGER) % 2147483648)) AS `$f0`
FROM (
  SELECT `n4` AS `u`, COUNT(*) AS `$f1`
  FROM (
    SELECT `n1` AS `n4`, `n2` AS `n5`, `n3` AS `n6`, MIN(`n2`) OVER (PARTITION BY `n1`) AS `n7`
    FROM (
      SELECT CASE WHEN TYPEOF(`PATIENT_ID`) = 'integer' THEN `PATIENT_ID` ELSE NULL END AS `n1`, CASE WHEN TYPEOF(`COST`) = 'integer' THEN `COST` ELSE NULL END AS `n2`, CASE WHEN TYPEOF(`ICD`) = 'text' AND LENGTH(CAST(`ICD` AS BLOB)) < 65536 THEN `ICD` ELSE NULL END AS `n3`
      FROM `PUBLIC`.`VISITS`
    ) AS `t`
    WHERE `n1` IS NOT NULL
  ) AS `t1`
  WHERE `n5` > `n7`
  GROUP BY `n4`
) AS `t5`
