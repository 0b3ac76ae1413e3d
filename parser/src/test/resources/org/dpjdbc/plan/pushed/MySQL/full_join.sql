-- SELECT COUNT(*), COUNT(p.age), COUNT(v.cost)
-- FROM patients p FULL JOIN visits v ON p.patient_id = v.patient_id AND v.cost > 10

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20; COUNT(AGE) moves by 20; COUNT(COST) moves by 20
SELECT SUM(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END) AS `$f0`, SUM(CASE WHEN `$f2` > 20 THEN 20 ELSE `$f2` END) AS `$f1`, SUM(CASE WHEN `$f3` > 20 THEN 20 ELSE `$f3` END) AS `$f2`
FROM (
  SELECT `unit` AS `u`, COUNT(*) AS `$f1`, COUNT(`AGE`) AS `$f2`, COUNT(`COST`) AS `$f3`
  FROM (
    SELECT `PATIENT_ID`, `AGE`, `n3` AS `n30`, `n4` AS `n31`, `n5` AS `n32`, `n6` AS `n33`, `n7` AS `n34`, `n8` AS `n35`, `PATIENT_ID0`, `n9` AS `n36`, `COST`, `n10` AS `n37`, CASE WHEN `PATIENT_ID` IS NULL THEN `PATIENT_ID0` ELSE `PATIENT_ID` END AS `unit`
    FROM (
      SELECT *
      FROM (
        SELECT `PATIENTS`.`PATIENT_ID`, `PATIENTS`.`AGE`, (CONVERT(`PATIENTS`.`SEX` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n3`, (CONVERT(`PATIENTS`.`REGION` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n4`, (`PATIENTS`.`WEIGHT` + 0E0) AS `n5`, (`PATIENTS`.`HEIGHT` + 0E0) AS `n6`, (CASE WHEN FROM_DAYS(TO_DAYS(`PATIENTS`.`BORN`)) = `PATIENTS`.`BORN` THEN `PATIENTS`.`BORN` END) AS `n7`, (`PATIENTS`.`SMOKER` <> 0) AS `n8`, `t0`.`PATIENT_ID` AS `PATIENT_ID0`, `t0`.`n1` AS `n9`, `t0`.`COST`, `t0`.`n2` AS `n10`
        FROM `PUBLIC`.`PATIENTS`
        LEFT JOIN (
          SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
          FROM `PUBLIC`.`VISITS`
          WHERE `PATIENT_ID` IS NOT NULL
        ) AS `t0` ON `PATIENTS`.`PATIENT_ID` = `t0`.`PATIENT_ID` AND `t0`.`COST` > 10
      ) AS `t1`
      UNION ALL
      SELECT CAST(NULL AS SIGNED) AS `n19`, CAST(NULL AS SIGNED) AS `n20`, CAST(NULL AS CHAR) AS `n21`, CAST(NULL AS CHAR) AS `n22`, CAST(NULL AS DOUBLE) AS `n23`, CAST(NULL AS DOUBLE) AS `n24`, CAST(NULL AS DATE) AS `n25`, CAST(NULL AS SIGNED) AS `n26`, `PATIENT_ID` AS `n27`, `n1` AS `n28`, `COST`, `n2` AS `n29`
      FROM (
        SELECT *
        FROM (
          SELECT `PATIENT_ID`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n1`, `COST`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n2`
          FROM `PUBLIC`.`VISITS`
          WHERE `PATIENT_ID` IS NOT NULL
        ) AS `t4`
      ) AS `t5`
      WHERE NOT EXISTS(
        SELECT 1
        FROM (
          SELECT `PATIENT_ID`, `AGE`, (CONVERT(`SEX` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n13`, (CONVERT(`REGION` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n14`, (`WEIGHT` + 0E0) AS `n15`, (`HEIGHT` + 0E0) AS `n16`, (CASE WHEN FROM_DAYS(TO_DAYS(`BORN`)) = `BORN` THEN `BORN` END) AS `n17`, (`SMOKER` <> 0) AS `n18`
          FROM `PUBLIC`.`PATIENTS`
        ) AS `t6`
        WHERE `t5`.`PATIENT_ID` = `t6`.`PATIENT_ID` AND `t5`.`COST` > 10
      )
    ) AS `t9`
  ) AS `t10`
  GROUP BY `unit`
) AS `t13`
