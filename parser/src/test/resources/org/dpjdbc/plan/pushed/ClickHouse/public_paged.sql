-- SELECT CHAPTER, COUNT(*) FROM DISEASES GROUP BY CHAPTER ORDER BY CHAPTER DESC LIMIT 5 OFFSET 2

-- P0: public
SELECT `CHAPTER`, toInt64 (COUNT(*)) AS `$f1`
FROM `PUBLIC`.`DISEASES`
GROUP BY `CHAPTER` ORDER BY CASE WHEN `CHAPTER` IS NULL THEN 1 ELSE 0 END, `CHAPTER` DESC LIMIT 5 OFFSET 2 SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
