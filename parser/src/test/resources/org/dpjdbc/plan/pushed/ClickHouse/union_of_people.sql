-- SELECT COUNT(*) FROM
-- (SELECT PATIENT_ID FROM VISITS WHERE ICD = 'A' UNION SELECT PATIENT_ID FROM STAYS WHERE NIGHTS > 3)

-- F0: one pass; COUNT(*) moves by 1
SELECT toInt64 (COUNT(*)) AS `$f0`
FROM (
  SELECT `PATIENT_ID`
  FROM `PUBLIC`.`VISITS`
  WHERE `PATIENT_ID` IS NOT NULL AND `ICD` = ?
  UNION
  SELECT `PATIENT_ID`
  FROM `PUBLIC`.`STAYS`
  WHERE `NIGHTS` > 3
) AS `t3` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- with [Text[value=A]]
