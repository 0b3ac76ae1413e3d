-- SELECT CASE WHEN age < 18 THEN 'child' WHEN age < 65 THEN 'adult' ELSE 'old' END AS band, AVG(weight)
-- FROM patients
-- GROUP BY CASE WHEN age < 18 THEN 'child' WHEN age < 65 THEN 'adult' ELSE 'old' END

-- F0: one pass; AVG(WEIGHT) moves by 3000
SELECT `n1` AS `k0`, COUNT(CASE WHEN NOT (`n2` <> `n2`) THEN 1 ELSE NULL END) AS `$f1`, SUM(CASE WHEN `n2` < CAST(0E0 AS DOUBLE) THEN 0 WHEN `n2` <= CAST(3.000E2 AS DOUBLE) THEN CAST((`n2` * CAST(1.00E1 AS DOUBLE) + 0E0) AS SIGNED) WHEN NOT (`n2` <> `n2`) THEN 3000 ELSE NULL END) AS `$f2`
FROM (
  SELECT CASE WHEN `AGE` < 18 THEN CAST(? AS CHAR) WHEN `AGE` < 65 THEN CAST(? AS CHAR) ELSE CAST(? AS CHAR) END AS `n1`, (`WEIGHT` + 0E0) AS `n2`, `PATIENT_ID` AS `unit`
  FROM `PUBLIC`.`PATIENTS`
) AS `t`
GROUP BY `n1`
-- with [Text[value=child], Text[value=adult], Text[value=old]]
