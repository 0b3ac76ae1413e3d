-- SELECT SUM(w) FROM (SELECT PATIENT_ID, SUM(WEIGHT) w FROM PATIENTS GROUP BY PATIENT_ID)

-- F0: one pass; SUM(w) moves by 3000
SELECT SUM(CASE WHEN `n4` < CAST(0E0 AS Nullable(Float64)) THEN 0 WHEN `n4` <= CAST(3.000E2 AS Nullable(Float64)) THEN CAST(CASE WHEN `n4` * CAST(1.00E1 AS Nullable(Float64)) >= CAST(-2.1474836469999995E9 AS Nullable(Float64)) AND `n4` * CAST(1.00E1 AS Nullable(Float64)) <= CAST(2.1474836469999995E9 AS Nullable(Float64)) THEN `n4` * CAST(1.00E1 AS Nullable(Float64)) ELSE NULL END AS Nullable(Int32)) WHEN NOT isNaN(`n4`) THEN 3000 ELSE NULL END) AS `$f0`
FROM (
  SELECT `PATIENT_ID`, CAST(`a0` AS Nullable(Float64)) * CAST(1E-1 AS Nullable(Float64)) AS `n4`
  FROM (
    SELECT `PATIENT_ID`, SUM(CASE WHEN `n1` < CAST(0E0 AS Nullable(Float64)) THEN 0 WHEN `n1` <= CAST(3.000E2 AS Nullable(Float64)) THEN CAST(CASE WHEN `n1` * CAST(1.00E1 AS Nullable(Float64)) >= CAST(-2.1474836469999995E9 AS Nullable(Float64)) AND `n1` * CAST(1.00E1 AS Nullable(Float64)) <= CAST(2.1474836469999995E9 AS Nullable(Float64)) THEN `n1` * CAST(1.00E1 AS Nullable(Float64)) ELSE NULL END AS Nullable(Int32)) WHEN NOT isNaN(`n1`) THEN 3000 ELSE NULL END) AS `a0`
    FROM (
      SELECT `PATIENT_ID`, `AGE`, `SEX`, `REGION`, if(abs(`WEIGHT`) <= 1.7976931348623157E308, toFloat64 (`WEIGHT`) + 0E0, NULL) AS `n1`, if(abs(`HEIGHT`) <= 1.7976931348623157E308, toFloat64 (`HEIGHT`) + 0E0, NULL) AS `n2`, toDate32 (`BORN`) AS `n3`, `SMOKER`
      FROM `PUBLIC`.`PATIENTS`
    ) AS `t`
    GROUP BY `PATIENT_ID`
  ) AS `t2`
) AS `t4` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
