-- SELECT AVG(LEAST(total, 2000))
-- FROM (SELECT PATIENT_ID, SUM(COST) total FROM VISITS WHERE ICD = 'A' GROUP BY PATIENT_ID)

-- F0: one pass; AVG(CASE WHEN total IS NULL THEN NULL WHEN total < 2000 THEN total ELSE 2000 END) moves by 2000
SELECT toInt64 (COUNT(`$f0`)) AS `$f0`, SUM(CASE WHEN (`$f0` BETWEEN 0 AND 2000) THEN CAST(CASE WHEN `$f0` >= -2147483647 AND `$f0` <= 2147483647 THEN `$f0` ELSE NULL END AS Nullable(Int32)) WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 2000 THEN 2000 ELSE NULL END) AS `$f1`
FROM (
  SELECT CASE WHEN `a0` IS NULL THEN NULL WHEN `a0` < 2000 THEN `a0` ELSE 2000 END AS `$f0`, `PATIENT_ID` AS `unit`
  FROM (
    SELECT `PATIENT_ID`, SUM(`x0`) AS `a0`
    FROM (
      SELECT `PATIENT_ID`, `COST` AS `x0`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL AND `ICD` = ?
    ) AS `t0`
    GROUP BY `PATIENT_ID`
  ) AS `t2`
) AS `t4` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- with [Text[value=A]]
