-- SELECT UPPER(region) || '!', EXTRACT(WEEK FROM born), COUNT(*)
-- FROM patients
-- WHERE FLOOR(born TO QUARTER) > DATE '2000-01-01' AND region IS NOT DISTINCT FROM 'N' AND TIMESTAMPDIFF(WEEK, DATE '2000-01-01', born) > 3 AND age / 3 > 1.5 AND region LIKE 'a!%%' ESCAPE '!'
-- GROUP BY UPPER(region) || '!', EXTRACT(WEEK FROM born)

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT `n7` AS `k0`, `n8` AS `k1`, COUNT(*) AS `$f2`
FROM (
  SELECT CONCAT(UPPER(`n2`), CAST(? AS CHAR)) AS `n7`, EXTRACT(WEEK FROM `n5`) AS `n8`, `PATIENT_ID` AS `unit`
  FROM (
    SELECT `PATIENT_ID`, `AGE`, (CONVERT(`SEX` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n1`, (CONVERT(`REGION` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`, (`WEIGHT` + 0E0) AS `n3`, (`HEIGHT` + 0E0) AS `n4`, (CASE WHEN FROM_DAYS(TO_DAYS(`BORN`)) = `BORN` THEN `BORN` END) AS `n5`, (`SMOKER` <> 0) AS `n6`
    FROM `PUBLIC`.`PATIENTS`
  ) AS `t`
  WHERE CAST(DATE_SUB(DATE_SUB(DATE(`n5`), INTERVAL DAYOFMONTH(`n5`) - 1 DAY), INTERVAL MOD(MONTH(`n5`) - 1, 3) MONTH) AS DATE) > DATE '2000-01-01' AND (`n2` IS NULL AND CAST(? AS CHAR) IS NULL OR `n2` = ? IS TRUE) AND (((TO_DAYS(`n5`) + 5) DIV 7) - ((TO_DAYS(DATE '2000-01-01') + 5) DIV 7)) > 3 AND `AGE` / 3 > 1.5000 AND `n2` LIKE ? ESCAPE ?
) AS `t1`
GROUP BY `n7`, `n8`
-- with [Text[value=!], Text[value=N], Text[value=N], Text[value=a!%%], Text[value=!]]
