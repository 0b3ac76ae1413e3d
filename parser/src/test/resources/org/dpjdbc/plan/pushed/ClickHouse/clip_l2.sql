-- SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') ICD, AVG(COST)
-- FROM VISITS
-- GROUP BY ICD

-- F0: per-unit L2 clip, in 1024 parts of a row; AVG(COST) moves by 31457280000000000
SELECT `k0`, SUM(`c0`) AS `$f1`, SUM(CASE WHEN `q0` < `c0` * 0 THEN `c0` * 0 WHEN `q0` > `c0` * 5000 THEN `c0` * 5000 ELSE `q0` END) AS `$f2`
FROM (
  SELECT `u`, `k0`, CASE WHEN `s0` <= 1200 THEN `v0` * 1024 ELSE CASE WHEN CAST(floor(if(ifNull(`d0` = 0, 1), NULL, (`v0` * 36323328) / ifNull(nullIf(`d0`, 0), 1))) AS Nullable(Decimal(38, 0))) * `d0` <= `v0` * 36323328 THEN CAST(floor(if(ifNull(`d0` = 0, 1), NULL, (`v0` * 36323328) / ifNull(nullIf(`d0`, 0), 1))) AS Nullable(Decimal(38, 0))) ELSE 0 END END AS `c0`, CASE WHEN `s0` <= 1200 THEN CAST(`$f3` AS Nullable(Decimal(38, 0))) * 1024 ELSE CAST(floor(if(ifNull(`d0` = 0, 1), NULL, (CAST(`$f3` AS Nullable(Decimal(38, 0))) * 36323328) / ifNull(nullIf(`d0`, 0), 1))) AS Nullable(Decimal(38, 0))) END AS `q0`
  FROM (
    SELECT `u`, `k0`, `$f2`, `$f3`, `v0`, `s0`, CASE WHEN (CAST(CASE WHEN ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) >= CAST(-9.999999999999996E37 AS Nullable(Float64)) AND ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) <= CAST(9.999999999999996E37 AS Nullable(Float64)) THEN ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) ELSE NULL END AS Nullable(Decimal(38, 0))) + 1) * (CAST(CASE WHEN ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) >= CAST(-9.999999999999996E37 AS Nullable(Float64)) AND ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) <= CAST(9.999999999999996E37 AS Nullable(Float64)) THEN ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) ELSE NULL END AS Nullable(Decimal(38, 0))) + 1) >= `s0` * 1048576 THEN CAST(CASE WHEN ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) >= CAST(-9.999999999999996E37 AS Nullable(Float64)) AND ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) <= CAST(9.999999999999996E37 AS Nullable(Float64)) THEN ceil(sqrt(CAST(`s0` * 1048576 AS Nullable(Float64)))) ELSE NULL END AS Nullable(Decimal(38, 0))) + 1 ELSE `s0` * 1024 END AS `d0`
    FROM (
      SELECT `u`, `k0`, `$f2`, `$f3`, `v0`, SUM(`v0` * `v0`) OVER (PARTITION BY `u`) AS `s0`
      FROM (
        SELECT `u`, `k0`, `$f2`, `$f3`, CAST(`$f2` AS Nullable(Decimal(38, 0))) AS `v0`
        FROM (
          SELECT `u`, `k0`, toInt64 (COUNT(`x0`)) AS `$f2`, SUM(`x1`) AS `$f3`
          FROM (
            SELECT `PATIENT_ID` AS `u`, `ICD` AS `k0`, `COST` AS `x0`, CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN `COST` WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END AS `x1`
            FROM `PUBLIC`.`VISITS`
            WHERE `PATIENT_ID` IS NOT NULL
          ) AS `t0`
          GROUP BY `u`, `k0`
        ) AS `t2`
      ) AS `t4`
    ) AS `t6`
  ) AS `t8`
) AS `t10`
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- F0: per-unit clamp, group limit; AVG(COST) moves by 31457280000000000
SELECT `k0`, toInt64 (COUNT(*)) AS `c0`
FROM (
  SELECT `u`, `k0`, ROW_NUMBER() OVER (PARTITION BY `u` ORDER BY CASE WHEN CASE WHEN `k0` IS NULL THEN 2718281828 ELSE cityHash64 (`k0`, cityHash64 (`u`, 20140919)) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `k0` IS NULL THEN 2718281828 ELSE cityHash64 (`k0`, cityHash64 (`u`, 20140919)) END, CASE WHEN `k0` IS NULL THEN 1 ELSE 0 END, `k0`) AS `r2`
  FROM (
    SELECT `PATIENT_ID` AS `u`, `ICD` AS `k0`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
  GROUP BY `u`, `k0`
) AS `t3`
WHERE `r2` <= 3
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
