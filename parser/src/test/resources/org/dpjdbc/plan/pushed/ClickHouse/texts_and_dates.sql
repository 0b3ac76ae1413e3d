-- SELECT UPPER(REGION) || '!', EXTRACT(WEEK FROM BORN), COUNT(*)
-- FROM PATIENTS
-- WHERE FLOOR(BORN TO QUARTER) > DATE '2000-01-01' AND REGION IS NOT DISTINCT FROM 'N' AND TIMESTAMPDIFF(WEEK, DATE '2000-01-01', BORN) > 3 AND AGE / 3 > 1.5 AND REGION LIKE 'a[_%'
-- GROUP BY UPPER(REGION) || '!', EXTRACT(WEEK FROM BORN)

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT `n4` AS `k0`, `n5` AS `k1`, toInt64 (COUNT(*)) AS `$f2`
FROM (
  SELECT concat(upperUTF8 (substringUTF8 (`REGION`, 1, 65535)), CAST(? AS Nullable(String))) AS `n4`, toISOWeek(`n3`) AS `n5`, `PATIENT_ID` AS `unit`
  FROM (
    SELECT `PATIENT_ID`, `AGE`, `SEX`, `REGION`, if(abs(`WEIGHT`) <= 1.7976931348623157E308, toFloat64 (`WEIGHT`) + 0E0, NULL) AS `n1`, if(abs(`HEIGHT`) <= 1.7976931348623157E308, toFloat64 (`HEIGHT`) + 0E0, NULL) AS `n2`, toDate32 (`BORN`) AS `n3`, `SMOKER`
    FROM `PUBLIC`.`PATIENTS`
  ) AS `t`
  WHERE CAST(toDateTime64 (toStartOfQuarter(`n3`), 6, 'UTC') AS Nullable(Date32)) > toDate32 ('2000-01-01') AND (`REGION` IS NULL AND CAST(? AS Nullable(String)) IS NULL OR CASE WHEN `REGION` = ? THEN 1 ELSE 0 END = 1) AND dateDiff('week', toDate32 ('2000-01-01'), `n3`) > 3 AND if(ifNull(3 = 0, 1), NULL, intDivOrZero(`AGE`, 3)) > toDecimal128 ('1.5', 1) AND (`REGION` LIKE replaceAll(?, '\\', '\\\\'))
) AS `t1`
GROUP BY `n4`, `n5` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- with [Text[value=!], Text[value=N], Text[value=N], Text[value=a[_%]]
