-- SELECT SUM(COST * NIGHTS) AS revenue
-- FROM VISITS v JOIN STAYS s ON v.PATIENT_ID = s.PATIENT_ID
-- WHERE v.AT >= DATE '2025-01-01' AND v.AT < DATE '2026-01-01' AND v.COST BETWEEN 5 AND 7 AND s.NIGHTS < 24

-- F0: per-unit clamp, one group per unit; SUM(COST * NIGHTS) moves by 3220
SELECT SUM(CAST(CASE WHEN `$f1` < 0 THEN 0 WHEN `$f1` > 3220 THEN 3220 ELSE `$f1` END AS Nullable(Decimal(38, 0)))) AS `$f0`
FROM (
  SELECT `unit` AS `u`, SUM(CASE WHEN (`$f0` BETWEEN 0 AND 161) THEN CAST(CASE WHEN `$f0` >= -2147483647 AND `$f0` <= 2147483647 THEN `$f0` ELSE NULL END AS Nullable(Int32)) WHEN `$f0` < 0 THEN 0 WHEN `$f0` > 161 THEN 161 ELSE NULL END) AS `$f1`
  FROM (
    SELECT CAST(`t2`.`COST` AS Nullable(Int64)) * `STAYS`.`NIGHTS` AS `$f0`, `t2`.`PATIENT_ID` AS `unit`
    FROM (
      SELECT *
      FROM (
        SELECT `PATIENT_ID`, toDate32 (`AT`) AS `n1`, `COST`, `ICD`
        FROM `PUBLIC`.`VISITS`
        WHERE `PATIENT_ID` IS NOT NULL
      ) AS `t0`
      WHERE `n1` >= toDate32 ('2025-01-01') AND `n1` < toDate32 ('2026-01-01') AND `COST` >= 5 AND `COST` <= 7
    ) AS `t2`
    INNER JOIN `PUBLIC`.`STAYS` ON `t2`.`PATIENT_ID` = `STAYS`.`PATIENT_ID`
    WHERE `STAYS`.`NIGHTS` < 24
  ) AS `t4`
  GROUP BY `unit`
) AS `t7` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
