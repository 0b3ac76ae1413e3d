-- SELECT SMOKER, COUNT(*), AVG(AGE)
-- FROM PATIENTS
-- WHERE SMOKER OR AGE > 30
-- GROUP BY SMOKER

-- F0: one pass; AVG(AGE) moves by 120
SELECT `k0`, toInt64 (COUNT(`x0`)) AS `$f1`, SUM(`x1`) AS `$f2`, toInt64 (COUNT(*)) AS `$f3`
FROM (
  SELECT `SMOKER` AS `k0`, `AGE` AS `x0`, CASE WHEN (`AGE` BETWEEN 0 AND 120) THEN `AGE` WHEN `AGE` < 0 THEN 0 WHEN `AGE` > 120 THEN 120 ELSE NULL END AS `x1`
  FROM `PUBLIC`.`PATIENTS`
  WHERE `SMOKER` OR `AGE` > 30
) AS `t0`
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
