-- SELECT WARD, SUM(NIGHTS)
-- FROM STAYS
-- GROUP BY WARD

-- F0: per-unit clamp, group limit; SUM(NIGHTS) moves by 360
SELECT `k0`, SUM(CAST(CASE WHEN `$f2` < 0 THEN 0 WHEN `$f2` > 120 THEN 120 ELSE `$f2` END AS Nullable(Decimal(38, 0)))) AS `$f1`, SUM(1) AS `$f2`
FROM (
  SELECT `PATIENT_ID` AS `u`, `WARD` AS `k0`, SUM(CASE WHEN (`NIGHTS` BETWEEN 0 AND 90) THEN `NIGHTS` WHEN `NIGHTS` < 0 THEN 0 WHEN `NIGHTS` > 90 THEN 90 ELSE NULL END) AS `$f2`, ROW_NUMBER() OVER (PARTITION BY `PATIENT_ID` ORDER BY CASE WHEN CASE WHEN `WARD` IS NULL THEN 2718281828 ELSE cityHash64 (`WARD`, cityHash64 (`PATIENT_ID`, 20140919)) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `WARD` IS NULL THEN 2718281828 ELSE cityHash64 (`WARD`, cityHash64 (`PATIENT_ID`, 20140919)) END, CASE WHEN `WARD` IS NULL THEN 1 ELSE 0 END, `WARD`) AS `r3`
  FROM `PUBLIC`.`STAYS`
  GROUP BY `PATIENT_ID`, `WARD`
) AS `t1`
WHERE `r3` <= 3
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
