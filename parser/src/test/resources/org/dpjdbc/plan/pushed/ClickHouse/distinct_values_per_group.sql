-- SELECT p.REGION, COUNT(DISTINCT v.ICD)
-- FROM PATIENTS p JOIN VISITS v ON p.PATIENT_ID = v.PATIENT_ID
-- GROUP BY p.REGION

-- F0: per-unit clamp, one group per unit; COUNT(DISTINCT ICD) moves by 20
SELECT `k0`, SUM(1) AS `$f1`
FROM (
  SELECT `u`, `k0`
  FROM (
    SELECT `PATIENTS`.`PATIENT_ID` AS `u`, `PATIENTS`.`REGION` AS `k0`
    FROM `PUBLIC`.`PATIENTS`
    INNER JOIN `PUBLIC`.`VISITS` ON `PATIENTS`.`PATIENT_ID` = `VISITS`.`PATIENT_ID`
    WHERE `VISITS`.`PATIENT_ID` IS NOT NULL
  ) AS `t0`
  GROUP BY `u`, `k0`
) AS `t2`
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- F0: per-unit clamp, one group per unit; COUNT(DISTINCT ICD) moves by 20
SELECT `k0`, toInt64 (COUNT(DISTINCT `n2`)) AS `c0`
FROM (
  SELECT `PATIENTS`.`PATIENT_ID` AS `u`, `PATIENTS`.`REGION` AS `k0`, `VISITS`.`ICD` AS `n2`, ROW_NUMBER() OVER (PARTITION BY `PATIENTS`.`PATIENT_ID`, `PATIENTS`.`REGION` ORDER BY CASE WHEN CASE WHEN `VISITS`.`ICD` IS NULL THEN 2718281828 ELSE cityHash64 (`VISITS`.`ICD`, CASE WHEN `PATIENTS`.`REGION` IS NULL THEN 2718281828 ELSE cityHash64 (`PATIENTS`.`REGION`, cityHash64 (`PATIENTS`.`PATIENT_ID`, 20140919)) END) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `VISITS`.`ICD` IS NULL THEN 2718281828 ELSE cityHash64 (`VISITS`.`ICD`, CASE WHEN `PATIENTS`.`REGION` IS NULL THEN 2718281828 ELSE cityHash64 (`PATIENTS`.`REGION`, cityHash64 (`PATIENTS`.`PATIENT_ID`, 20140919)) END) END, CASE WHEN `VISITS`.`ICD` IS NULL THEN 1 ELSE 0 END, `VISITS`.`ICD`) AS `r3`
  FROM `PUBLIC`.`PATIENTS`
  INNER JOIN `PUBLIC`.`VISITS` ON `PATIENTS`.`PATIENT_ID` = `VISITS`.`PATIENT_ID`
  WHERE `VISITS`.`PATIENT_ID` IS NOT NULL AND `VISITS`.`ICD` IS NOT NULL
  GROUP BY `PATIENTS`.`PATIENT_ID`, `PATIENTS`.`REGION`, `VISITS`.`ICD`
) AS `t2`
WHERE `t2`.`r3` <= 20
GROUP BY `k0` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
