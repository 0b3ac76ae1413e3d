-- SELECT COUNT(*)
-- FROM (SELECT COST, MIN(COST) OVER (PARTITION BY PATIENT_ID) AS least FROM VISITS) WHERE COST > least

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CAST(CASE WHEN `$f1` > 20 THEN 20 ELSE `$f1` END AS Nullable(Decimal(38, 0)))) AS `$f0`
FROM (
  SELECT `PATIENT_ID` AS `u`, toInt64 (COUNT(*)) AS `$f1`
  FROM (
    SELECT `PATIENT_ID`, `n1` AS `n2`, `COST`, `ICD`, MIN(`COST`) OVER (PARTITION BY `PATIENT_ID`) AS `n3`
    FROM (
      SELECT `PATIENT_ID`, toDate32 (`AT`) AS `n1`, `COST`, `ICD`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
    ) AS `t0`
  ) AS `t2`
  WHERE `COST` > `n3`
  GROUP BY `PATIENT_ID`
) AS `t6` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
