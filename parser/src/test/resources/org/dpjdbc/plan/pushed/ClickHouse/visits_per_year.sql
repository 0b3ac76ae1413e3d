-- SELECT EXTRACT(YEAR FROM AT) AS y, COUNT(*)
-- FROM VISITS
-- GROUP BY EXTRACT(YEAR FROM AT)

-- F0: per-unit clamp, group limit; COUNT(*) moves by 60
SELECT `k0`, SUM(CAST(CASE WHEN `$f2` > 20 THEN 20 ELSE `$f2` END AS Nullable(Decimal(38, 0)))) AS `$f1`
FROM (
  SELECT `unit` AS `u`, `n2` AS `k0`, toInt64 (COUNT(*)) AS `$f2`, ROW_NUMBER() OVER (PARTITION BY `unit` ORDER BY CASE WHEN CASE WHEN `n2` IS NULL THEN 2718281828 ELSE cityHash64 (`n2`, cityHash64 (`unit`, 20140919)) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `n2` IS NULL THEN 2718281828 ELSE cityHash64 (`n2`, cityHash64 (`unit`, 20140919)) END, CASE WHEN `n2` IS NULL THEN 1 ELSE 0 END, `n2`) AS `r3`
  FROM (
    SELECT toYear(`n1`) AS `n2`, `PATIENT_ID` AS `unit`
    FROM (
      SELECT `PATIENT_ID`, toDate32 (`AT`) AS `n1`, `COST`, `ICD`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
    ) AS `t0`
  ) AS `t2`
  GROUP BY `unit`, `n2`
) AS `t6`
WHERE `r3` <= 3
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
