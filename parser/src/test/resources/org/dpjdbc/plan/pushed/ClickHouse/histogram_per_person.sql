-- SELECT n, COUNT(*)
-- FROM (SELECT PATIENT_ID, COUNT(*) n FROM VISITS GROUP BY PATIENT_ID)
-- GROUP BY n

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT `a0` AS `k0`, toInt64 (COUNT(*)) AS `$f1`
FROM (
  SELECT `PATIENT_ID`, toInt64 (COUNT(*)) AS `a0`
  FROM (
    SELECT `PATIENT_ID`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
  GROUP BY `PATIENT_ID`
) AS `t2`
GROUP BY `a0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
