-- SELECT ICD, MEDIAN(COST), MIN(AT) FROM VISITS GROUP BY ICD

-- F0: per-unit clamp, group limit
SELECT `k0`, SUM(1) AS `$f1`
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
-- F0: per-unit L1 clip, in 1024 parts of a row; PERCENTILE(COST; 0.5) moves by 61440
SELECT `k0`, `k1`, SUM(`c0`) AS `$f2`
FROM (
  SELECT `u`, `k0`, `k1`, CASE WHEN `s0` <= 60 THEN `v0` * 1024 ELSE CASE WHEN CAST(floor(if(ifNull(`s0` = 0, 1), NULL, (`v0` * 61440) / ifNull(nullIf(`s0`, 0), 1))) AS Nullable(Decimal(38, 0))) * `s0` <= `v0` * 61440 THEN CAST(floor(if(ifNull(`s0` = 0, 1), NULL, (`v0` * 61440) / ifNull(nullIf(`s0`, 0), 1))) AS Nullable(Decimal(38, 0))) ELSE 0 END END AS `c0`
  FROM (
    SELECT `u`, `k0`, `k1`, `$f3`, `v0`, SUM(`v0`) OVER (PARTITION BY `u`) AS `s0`
    FROM (
      SELECT `u`, `k0`, `k1`, `$f3`, CAST(`$f3` AS Nullable(Decimal(38, 0))) AS `v0`
      FROM (
        SELECT `unit` AS `u`, `ICD` AS `k0`, `n2` AS `k1`, toInt64 (COUNT(*)) AS `$f3`
        FROM (
          SELECT `ICD`, toDecimal128 ('0.5', 1) AS `$f1`, `COST`, toDate32 (`AT`) AS `n1`, `PATIENT_ID` AS `unit`, CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN `COST` - if(ifNull(CASE WHEN `COST` >= 512 THEN CASE WHEN `COST` >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN `COST` >= 256 THEN 2 ELSE 1 END END = 0, 1), NULL, moduloOrZero(`COST`, CASE WHEN `COST` >= 512 THEN CASE WHEN `COST` >= 1024 THEN 8 ELSE 4 END ELSE CASE WHEN `COST` >= 256 THEN 2 ELSE 1 END END)) WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END AS `n2`
          FROM `PUBLIC`.`VISITS`
          WHERE `PATIENT_ID` IS NOT NULL
        ) AS `t0`
        WHERE `n2` IS NOT NULL
        GROUP BY `unit`, `ICD`, `n2`
      ) AS `t4`
    ) AS `t6`
  ) AS `t8`
) AS `t10`
GROUP BY `k0`, `k1` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- F0: per-unit L1 clip, in 1024 parts of a row; MIN(AT) moves by 61440
SELECT `k0`, `k1`, SUM(`c0`) AS `$f2`
FROM (
  SELECT `u`, `k0`, `k1`, CASE WHEN `s0` <= 60 THEN `v0` * 1024 ELSE CASE WHEN CAST(floor(if(ifNull(`s0` = 0, 1), NULL, (`v0` * 61440) / ifNull(nullIf(`s0`, 0), 1))) AS Nullable(Decimal(38, 0))) * `s0` <= `v0` * 61440 THEN CAST(floor(if(ifNull(`s0` = 0, 1), NULL, (`v0` * 61440) / ifNull(nullIf(`s0`, 0), 1))) AS Nullable(Decimal(38, 0))) ELSE 0 END END AS `c0`
  FROM (
    SELECT `u`, `k0`, `k1`, `$f3`, `v0`, SUM(`v0`) OVER (PARTITION BY `u`) AS `s0`
    FROM (
      SELECT `u`, `k0`, `k1`, `$f3`, CAST(`$f3` AS Nullable(Decimal(38, 0))) AS `v0`
      FROM (
        SELECT `unit` AS `u`, `ICD` AS `k0`, `n3` AS `k1`, toInt64 (COUNT(*)) AS `$f3`
        FROM (
          SELECT `ICD`, `$f1`, `COST`, `n1` AS `n2`, `unit`, CASE WHEN (dateDiff('day', toDate32 ('2020-01-01'), `n1`) BETWEEN 0 AND 2556) THEN CAST(CASE WHEN dateDiff('day', toDate32 ('2020-01-01'), `n1`) >= -2147483647 AND dateDiff('day', toDate32 ('2020-01-01'), `n1`) <= 2147483647 THEN dateDiff('day', toDate32 ('2020-01-01'), `n1`) ELSE NULL END AS Nullable(Int32)) - if(ifNull(3 = 0, 1), NULL, moduloOrZero(CAST(CASE WHEN dateDiff('day', toDate32 ('2020-01-01'), `n1`) >= -2147483647 AND dateDiff('day', toDate32 ('2020-01-01'), `n1`) <= 2147483647 THEN dateDiff('day', toDate32 ('2020-01-01'), `n1`) ELSE NULL END AS Nullable(Int32)), 3)) WHEN dateDiff('day', toDate32 ('2020-01-01'), `n1`) < 0 THEN 0 WHEN dateDiff('day', toDate32 ('2020-01-01'), `n1`) > 2556 THEN 2556 ELSE NULL END AS `n3`
          FROM (
            SELECT `ICD`, toDecimal128 ('0.5', 1) AS `$f1`, `COST`, toDate32 (`AT`) AS `n1`, `PATIENT_ID` AS `unit`
            FROM `PUBLIC`.`VISITS`
            WHERE `PATIENT_ID` IS NOT NULL
          ) AS `t0`
        ) AS `t2`
        WHERE `n3` IS NOT NULL
        GROUP BY `unit`, `ICD`, `n3`
      ) AS `t5`
    ) AS `t7`
  ) AS `t9`
) AS `t11`
GROUP BY `k0`, `k1` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
