-- SELECT COUNT(*) FROM visits
-- WHERE TRIM(BOTH 'x' FROM icd) = 'A' AND TRIM(BOTH 'é' FROM icd) = 'B' AND TRIM(TRAILING 'é' FROM icd) = 'C'

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END) AS `$f0`
FROM (
  SELECT `PATIENT_ID` AS `u`, COUNT(*) AS `$f1`
  FROM (
    SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
  WHERE REVERSE(TRIM(LEADING CAST(? AS CHAR) FROM REVERSE(TRIM(LEADING CAST(? AS CHAR) FROM `n2`)))) = ? AND REVERSE(TRIM(LEADING CAST(? AS CHAR) FROM REVERSE(TRIM(LEADING CAST(? AS CHAR) FROM `n2`)))) = ? AND REVERSE(TRIM(LEADING CAST(? AS CHAR) FROM REVERSE(`n2`))) = ?
  GROUP BY `PATIENT_ID`
) AS `t4`
-- with [Text[value=x], Text[value=x], Text[value=A], Text[value=é], Text[value=é], Text[value=B], Text[value=é], Text[value=C]]
