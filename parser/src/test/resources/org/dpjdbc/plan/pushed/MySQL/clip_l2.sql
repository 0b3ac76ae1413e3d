-- SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, AVG(cost)
-- FROM visits
-- GROUP BY icd

-- F0: per-unit L2 clip, in 1024 parts of a row; AVG(COST) moves by 31457280000000000
SELECT `k0`, SUM(`c0`) AS `$f1`, SUM(CASE WHEN `q0` < `c0` * 0 THEN `c0` * 0 WHEN `q0` > `c0` * 5000 THEN `c0` * 5000 ELSE `q0` END) AS `$f2`
FROM (
  SELECT `u`, `k0`, CASE WHEN `s0` <= 1200 THEN `v0` * 1024 ELSE CASE WHEN CAST(FLOOR(`v0` * 36323328 / `d0`) AS DECIMAL(38, 0)) * `d0` <= `v0` * 36323328 THEN CAST(FLOOR(`v0` * 36323328 / `d0`) AS DECIMAL(38, 0)) ELSE 0 END END AS `c0`, CASE WHEN `s0` <= 1200 THEN CAST(`$f3` AS DECIMAL(38, 0)) * 1024 ELSE CAST(FLOOR(CAST(`$f3` AS DECIMAL(38, 0)) * 36323328 / `d0`) AS DECIMAL(38, 0)) END AS `q0`
  FROM (
    SELECT `u`, `k0`, `$f2`, `$f3`, `v0`, `s0`, CASE WHEN (CAST((CEIL(SQRT(CAST(`s0` * 1048576 AS DOUBLE))) + 0E0) AS DECIMAL(38, 0)) + 1) * (CAST((CEIL(SQRT(CAST(`s0` * 1048576 AS DOUBLE))) + 0E0) AS DECIMAL(38, 0)) + 1) >= `s0` * 1048576 THEN CAST((CEIL(SQRT(CAST(`s0` * 1048576 AS DOUBLE))) + 0E0) AS DECIMAL(38, 0)) + 1 ELSE `s0` * 1024 END AS `d0`
    FROM (
      SELECT `u`, `k0`, `$f2`, `$f3`, `v0`, SUM(`v0` * `v0`) OVER (PARTITION BY `u` RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS `s0`
      FROM (
        SELECT `u`, `k0`, `$f2`, `$f3`, CAST(`$f2` AS DECIMAL(38, 0)) AS `v0`
        FROM (
          SELECT `u`, `k0`, COUNT(`x0`) AS `$f2`, SUM(`x1`) AS `$f3`
          FROM (
            SELECT `PATIENT_ID` AS `u`, (CONVERT(`ICD` USING utf8mb4) COLLATE `utf8mb4_0900_bin`) AS `k0`, `COST` AS `x0`, CASE WHEN `COST` BETWEEN 0 AND 5000 THEN CAST(`COST` AS SIGNED) WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END AS `x1`
            FROM `PUBLIC`.`VISITS`
            WHERE `PATIENT_ID` IS NOT NULL
          ) AS `t0`
          GROUP BY `u`, `k0`
        ) AS `t2`
      ) AS `t4`
    ) AS `t6`
  ) AS `t8`
) AS `t10`
GROUP BY `k0`
-- F0: per-unit clamp, group limit; AVG(COST) moves by 31457280000000000
SELECT `k0`, COUNT(*) AS `c0`
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
