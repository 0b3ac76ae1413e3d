-- SELECT p.SEX, SUM(CASE WHEN v.ICD = 'A' OR v.ICD = 'B' THEN 1 ELSE 0 END) AS either
-- FROM PATIENTS p, VISITS v
-- WHERE p.PATIENT_ID = v.PATIENT_ID
-- GROUP BY p.SEX

-- F0: per-unit clamp, one group per unit; SUM(CASE WHEN ICD IN ('A', 'B') THEN 1 ELSE 0 END) moves by 20
SELECT `k0`, SUM(CAST(CASE WHEN `$f2` < 0 THEN 0 WHEN `$f2` > 20 THEN 20 ELSE `$f2` END AS Nullable(Decimal(38, 0)))) AS `$f1`
FROM (
  SELECT `u`, `k0`, SUM(`x0`) AS `$f2`
  FROM (
    SELECT `PATIENTS`.`PATIENT_ID` AS `u`, `PATIENTS`.`SEX` AS `k0`, CASE WHEN (CASE WHEN `VISITS`.`ICD` = ? OR `VISITS`.`ICD` = ? THEN 1 ELSE 0 END BETWEEN 0 AND 1) THEN CASE WHEN `VISITS`.`ICD` = ? OR `VISITS`.`ICD` = ? THEN 1 ELSE 0 END WHEN CASE WHEN `VISITS`.`ICD` = ? OR `VISITS`.`ICD` = ? THEN 1 ELSE 0 END < 0 THEN 0 WHEN CASE WHEN `VISITS`.`ICD` = ? OR `VISITS`.`ICD` = ? THEN 1 ELSE 0 END > 1 THEN 1 ELSE NULL END AS `x0`
    FROM `PUBLIC`.`PATIENTS`
    INNER JOIN `PUBLIC`.`VISITS` ON `PATIENTS`.`PATIENT_ID` = `VISITS`.`PATIENT_ID`
    WHERE `VISITS`.`PATIENT_ID` IS NOT NULL
  ) AS `t0`
  GROUP BY `u`, `k0`
) AS `t2`
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- with [Text[value=A], Text[value=B], Text[value=A], Text[value=B], Text[value=A], Text[value=B], Text[value=A], Text[value=B]]
