-- SELECT icd, MEDIAN(cost), MIN(at) FROM visits GROUP BY icd

-- F0: per-unit clamp, group limit
SELECT `k0`, SUM(1) AS `$f1`
FROM (
  SELECT `u`, `k0`, ROW_NUMBER() OVER (PARTITION BY `u` ORDER BY CASE WHEN `k0` IS NULL THEN 2718281828 ELSE CRC32 (CONCAT(CRC32 (CONCAT(20140919, ':', CAST(`u` AS CHAR))), ':', CAST(`k0` AS CHAR))) END IS NULL, CASE WHEN `k0` IS NULL THEN 2718281828 ELSE CRC32 (CONCAT(CRC32 (CONCAT(20140919, ':', CAST(`u` AS CHAR))), ':', CAST(`k0` AS CHAR))) END, `k0` IS NULL, `k0`) AS `r2`
  FROM (
    SELECT `PATIENT_ID` AS `u`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `k0`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
  GROUP BY `u`, `k0`
) AS `t3`
WHERE `r2` <= 3
GROUP BY `k0`
-- F0: per-unit L1 clip, in 1024 parts of a row; PERCENTILE(COST; 0.5) moves by 61440
SELECT `k0`, `k1`, SUM(`c0`) AS `$f2`
FROM (
  SELECT `u`, `k0`, `k1`, CASE WHEN `s0` <= 60 THEN `v0` * 1024 ELSE CASE WHEN CAST(FLOOR(`v0` * 61440 / `s0`) AS DECIMAL(38, 0)) * `s0` <= `v0` * 61440 THEN CAST(FLOOR(`v0` * 61440 / `s0`) AS DECIMAL(38, 0)) ELSE 0 END END AS `c0`
  FROM (
    SELECT `u`, `k0`, `k1`, `$f3`, `v0`, SUM(`v0`) OVER (PARTITION BY `u` RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS `s0`
    FROM (
      SELECT `u`, `k0`, `k1`, `$f3`, CAST(`$f3` AS DECIMAL(38, 0)) AS `v0`
      FROM (
        SELECT `unit` AS `u`, `n1` AS `k0`, `n3` AS `k1`, COUNT(*) AS `$f3`
        FROM (
          SELECT (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n1`, 0.5 AS `$f1`, `COST`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n2`, `PATIENT_ID` AS `unit`, CASE WHEN `COST` BETWEEN 0 AND 5000 THEN CAST(`COST` AS SIGNED) - MOD(CAST(`COST` AS SIGNED), CASE WHEN CAST(`COST` AS SIGNED) >= 512 THEN CASE WHEN CAST(`COST` AS SIGNED) >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN CAST(`COST` AS SIGNED) >= 256 THEN 2 ELSE 1 END END) WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END AS `n3`
          FROM `PUBLIC`.`VISITS`
          WHERE `PATIENT_ID` IS NOT NULL
        ) AS `t0`
        WHERE `n3` IS NOT NULL
        GROUP BY `unit`, `n1`, `n3`
      ) AS `t4`
    ) AS `t6`
  ) AS `t8`
) AS `t10`
GROUP BY `k0`, `k1`
-- F0: per-unit L1 clip, in 1024 parts of a row; MIN(AT) moves by 61440
SELECT `k0`, `k1`, SUM(`c0`) AS `$f2`
FROM (
  SELECT `u`, `k0`, `k1`, CASE WHEN `s0` <= 60 THEN `v0` * 1024 ELSE CASE WHEN CAST(FLOOR(`v0` * 61440 / `s0`) AS DECIMAL(38, 0)) * `s0` <= `v0` * 61440 THEN CAST(FLOOR(`v0` * 61440 / `s0`) AS DECIMAL(38, 0)) ELSE 0 END END AS `c0`
  FROM (
    SELECT `u`, `k0`, `k1`, `$f3`, `v0`, SUM(`v0`) OVER (PARTITION BY `u` RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS `s0`
    FROM (
      SELECT `u`, `k0`, `k1`, `$f3`, CAST(`$f3` AS DECIMAL(38, 0)) AS `v0`
      FROM (
        SELECT `unit` AS `u`, `n3` AS `k0`, `n5` AS `k1`, COUNT(*) AS `$f3`
        FROM (
          SELECT `n1` AS `n3`, `$f1`, `COST`, `n2` AS `n4`, `unit`, CASE WHEN (TO_DAYS(`n2`) - TO_DAYS(DATE '2020-01-01')) BETWEEN 0 AND 2556 THEN (TO_DAYS(`n2`) - TO_DAYS(DATE '2020-01-01')) - MOD((TO_DAYS(`n2`) - TO_DAYS(DATE '2020-01-01')), 3) WHEN (TO_DAYS(`n2`) - TO_DAYS(DATE '2020-01-01')) < 0 THEN 0 WHEN (TO_DAYS(`n2`) - TO_DAYS(DATE '2020-01-01')) > 2556 THEN 2556 ELSE NULL END AS `n5`
          FROM (
            SELECT (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `n1`, 0.5 AS `$f1`, `COST`, (CASE WHEN FROM_DAYS(TO_DAYS(`AT`)) = `AT` THEN `AT` END) AS `n2`, `PATIENT_ID` AS `unit`
            FROM `PUBLIC`.`VISITS`
            WHERE `PATIENT_ID` IS NOT NULL
          ) AS `t0`
        ) AS `t2`
        WHERE `n5` IS NOT NULL
        GROUP BY `unit`, `n3`, `n5`
      ) AS `t5`
    ) AS `t7`
  ) AS `t9`
) AS `t11`
GROUP BY `k0`, `k1`
