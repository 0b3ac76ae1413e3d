-- SELECT SUM(CASE WHEN v.COST * t.RATE > 100.5 THEN 1 ELSE 0 END), SUM(v.COST * 0.1)
-- FROM VISITS v JOIN TARIFFS t ON v.ICD = t.CODE

-- F0: per-unit clamp, one group per unit; SUM(CASE WHEN CAST(COST * RATE AS DECIMAL(19, 1)) > 100.5 THEN 1 ELSE 0 END) moves by 20; SUM(COST * 0.1) moves by 100000
SELECT SUM(CAST(CASE WHEN `$f1` < 0 THEN 0 WHEN `$f1` > 20 THEN 20 ELSE `$f1` END AS Nullable(Decimal(38, 0)))) AS `$f0`, SUM(CAST(CASE WHEN `$f2` < 0 THEN 0 WHEN `$f2` > 100000 THEN 100000 ELSE `$f2` END AS Nullable(Decimal(38, 0)))) AS `$f1`
FROM (
  SELECT `unit` AS `u`, SUM(CASE WHEN (`$f0` BETWEEN 0 AND 1) THEN `$f0` WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 1 THEN 1 ELSE NULL END) AS `$f1`, SUM(`$f1`) AS `$f2`
  FROM (
    SELECT CASE WHEN `COST` * `n3` > toDecimal128 ('100.5', 1) THEN 1 ELSE 0 END AS `$f0`, CAST(CASE WHEN CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN CAST(`COST` AS Nullable(Int64)) WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END * 1 >= -2147483647 AND CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN CAST(`COST` AS Nullable(Int64)) WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END * 1 <= 2147483647 THEN CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN CAST(`COST` AS Nullable(Int64)) WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END * 1 ELSE NULL END AS Nullable(Int32)) AS `$f1`, `PATIENT_ID` AS `unit`
    FROM (
      SELECT `VISITS`.`PATIENT_ID`, toDate32 (`VISITS`.`AT`) AS `n1`, `VISITS`.`COST`, `TARIFFS`.`CODE` AS `n2`, `TARIFFS`.`CODE`, toDecimal128 (`TARIFFS`.`RATE`, 0) AS `n3`
      FROM `PUBLIC`.`VISITS`
      INNER JOIN `PUBLIC`.`TARIFFS` ON `VISITS`.`ICD` = `TARIFFS`.`CODE`
      WHERE `VISITS`.`PATIENT_ID` IS NOT NULL
    ) AS `t0`
  ) AS `t2`
  GROUP BY `unit`
) AS `t5` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
