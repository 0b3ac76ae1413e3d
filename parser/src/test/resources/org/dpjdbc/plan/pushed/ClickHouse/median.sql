-- SELECT MEDIAN(WEIGHT), MIN(WEIGHT) FROM PATIENTS WHERE SMOKER

-- F0: one pass; PERCENTILE(WEIGHT; 0.5) moves by 1; MIN(WEIGHT) moves by 1
SELECT `n3` AS `k0`, toInt64 (COUNT(*)) AS `$f1`
FROM (
  SELECT `$f0`, `n1` AS `n2`, `unit`, CASE WHEN `n1` < CAST(0E0 AS Nullable(Float64)) THEN 0 WHEN `n1` <= CAST(3.000E2 AS Nullable(Float64)) THEN CAST(CASE WHEN `n1` * CAST(1.00E1 AS Nullable(Float64)) >= CAST(-2.1474836469999995E9 AS Nullable(Float64)) AND `n1` * CAST(1.00E1 AS Nullable(Float64)) <= CAST(2.1474836469999995E9 AS Nullable(Float64)) THEN `n1` * CAST(1.00E1 AS Nullable(Float64)) ELSE NULL END AS Nullable(Int32)) WHEN NOT isNaN(`n1`) THEN 3000 ELSE NULL END AS `n3`
  FROM (
    SELECT toDecimal128 ('0.5', 1) AS `$f0`, if(abs(`WEIGHT`) <= 1.7976931348623157E308, toFloat64 (`WEIGHT`) + 0E0, NULL) AS `n1`, `PATIENT_ID` AS `unit`
    FROM `PUBLIC`.`PATIENTS`
    WHERE `SMOKER`
  ) AS `t0`
) AS `t2`
GROUP BY `n3` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
