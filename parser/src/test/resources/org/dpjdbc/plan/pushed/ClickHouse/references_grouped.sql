-- SELECT COUNT(*) FROM (SELECT STAY_ID, SUM(GRAMS) g FROM MEALS GROUP BY STAY_ID) WHERE g > 500

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 50
SELECT SUM(CAST(CASE WHEN `$f1` > 50 THEN 50 ELSE `$f1` END AS Nullable(Decimal(38, 0)))) AS `$f0`
FROM (
  SELECT `STAYS`.`PATIENT_ID` AS `u`, toInt64 (COUNT(*)) AS `$f1`
  FROM (
    SELECT `STAY_ID`, SUM(`GRAMS`) AS `a0`
    FROM `PUBLIC`.`MEALS`
    WHERE `STAY_ID` IS NOT NULL
    GROUP BY `STAY_ID`
  ) AS `t1`
  LEFT JOIN `PUBLIC`.`STAYS` ON `t1`.`STAY_ID` = `STAYS`.`STAY_ID`
  WHERE `t1`.`a0` > 500 AND `STAYS`.`STAY_ID` IS NOT NULL
  GROUP BY `STAYS`.`PATIENT_ID`
) AS `t4` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
