-- SELECT ICD, COUNT(*), SUM(COST)
-- FROM (SELECT ICD, COST, ROW_NUMBER() OVER (PARTITION BY PATIENT_ID ORDER BY AT DESC) AS r FROM VISITS)
-- WHERE r <= 3
-- GROUP BY ICD

-- F0: one pass; SUM(COST) moves by 15000; COUNT(*) selects the groups, and moves by 3 in 1
SELECT `ICD` AS `k0`, toInt64 (COUNT(*)) AS `$f1`, SUM(CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN `COST` WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END) AS `$f2`
FROM (
  SELECT `PATIENT_ID`, `n1` AS `n2`, `COST`, `ICD`, ROW_NUMBER() OVER (PARTITION BY `PATIENT_ID` ORDER BY CASE WHEN `n1` IS NULL THEN 1 ELSE 0 END, `n1` DESC, CASE WHEN `COST` IS NULL THEN 1 ELSE 0 END, `COST`, CASE WHEN `ICD` IS NULL THEN 1 ELSE 0 END, `ICD`) AS `n3`
  FROM (
    SELECT `PATIENT_ID`, toDate32 (`AT`) AS `n1`, `COST`, `ICD`
    FROM `PUBLIC`.`VISITS`
    WHERE `PATIENT_ID` IS NOT NULL
  ) AS `t0`
) AS `t2`
WHERE `n3` <= 3
GROUP BY `ICD` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
