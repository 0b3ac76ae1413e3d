-- SELECT ICD, COST > 100 AS dear, SUM(COST), SUM(COST * 2), AVG(COST), COUNT(*)
-- FROM VISITS
-- WHERE AT <= DATE '2026-09-02'
-- GROUP BY ICD, COST > 100
-- ORDER BY ICD

-- F0: per-unit clamp, group limit; AVG(COST) moves by 300000; SUM(COST * 2) moves by 600000; COUNT(*) moves by 60
SELECT `k0`, `k1`, SUM(CAST(CASE WHEN `$f3` > 20 THEN 20 ELSE `$f3` END AS Nullable(Decimal(38, 0)))) AS `$f2`, SUM(CASE WHEN `$f3` > 20 THEN CASE WHEN floor(if(ifNull(`$f3` = 0, 1), NULL, (CAST(`$f4` AS Nullable(Decimal(38, 0))) * 20) / ifNull(nullIf(`$f3`, 0), 1))) < 0 THEN 0 WHEN floor(if(ifNull(`$f3` = 0, 1), NULL, (CAST(`$f4` AS Nullable(Decimal(38, 0))) * 20) / ifNull(nullIf(`$f3`, 0), 1))) > 100000 THEN 100000 ELSE floor(if(ifNull(`$f3` = 0, 1), NULL, (CAST(`$f4` AS Nullable(Decimal(38, 0))) * 20) / ifNull(nullIf(`$f3`, 0), 1))) END ELSE CAST(`$f4` AS Nullable(Decimal(38, 0))) END) AS `$f3`, SUM(CAST(CASE WHEN `$f5` < 0 THEN 0 WHEN `$f5` > 200000 THEN 200000 ELSE `$f5` END AS Nullable(Decimal(38, 0)))) AS `$f4`, SUM(CAST(CASE WHEN `$f6` > 20 THEN 20 ELSE `$f6` END AS Nullable(Decimal(38, 0)))) AS `$f5`, SUM(CASE WHEN `r8` = 1 THEN 1 ELSE 0 END) AS `$f6`
FROM (
  SELECT `unit` AS `u`, `ICD` AS `k0`, `n2` AS `k1`, toInt64 (COUNT(`COST`)) AS `$f3`, SUM(CASE WHEN (`COST` BETWEEN 0 AND 5000) THEN `COST` WHEN `COST` < 0 THEN 0 WHEN `COST` > 5000 THEN 5000 ELSE NULL END) AS `$f4`, SUM(CASE WHEN (`$f3` BETWEEN 0 AND 10000) THEN CAST(CASE WHEN `$f3` >= -2147483647 AND `$f3` <= 2147483647 THEN `$f3` ELSE NULL END AS Nullable(Int32)) WHEN `$f3` < 0 THEN 0 WHEN `$f3` > 10000 THEN 10000 ELSE NULL END) AS `$f5`, toInt64 (COUNT(*)) AS `$f6`, ROW_NUMBER() OVER (PARTITION BY `unit` ORDER BY CASE WHEN CASE WHEN `n2` IS NULL THEN 2718281828 ELSE cityHash64 (`n2`, CASE WHEN `ICD` IS NULL THEN 2718281828 ELSE cityHash64 (`ICD`, cityHash64 (`unit`, 20140919)) END) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `n2` IS NULL THEN 2718281828 ELSE cityHash64 (`n2`, CASE WHEN `ICD` IS NULL THEN 2718281828 ELSE cityHash64 (`ICD`, cityHash64 (`unit`, 20140919)) END) END, CASE WHEN `ICD` IS NULL THEN 1 ELSE 0 END, `ICD`, CASE WHEN `n2` IS NULL THEN 1 ELSE 0 END, `n2`) AS `r7`, ROW_NUMBER() OVER (PARTITION BY `unit`, `ICD` ORDER BY CASE WHEN CASE WHEN `n2` IS NULL THEN 2718281828 ELSE cityHash64 (`n2`, CASE WHEN `ICD` IS NULL THEN 2718281828 ELSE cityHash64 (`ICD`, cityHash64 (`unit`, 20140919)) END) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `n2` IS NULL THEN 2718281828 ELSE cityHash64 (`n2`, CASE WHEN `ICD` IS NULL THEN 2718281828 ELSE cityHash64 (`ICD`, cityHash64 (`unit`, 20140919)) END) END, CASE WHEN `ICD` IS NULL THEN 1 ELSE 0 END, `ICD`, CASE WHEN `n2` IS NULL THEN 1 ELSE 0 END, `n2`) AS `r8`
  FROM (
    SELECT `ICD`, `COST` > 100 AS `n2`, `COST`, CAST(`COST` AS Nullable(Int64)) * 2 AS `$f3`, `PATIENT_ID` AS `unit`
    FROM (
      SELECT `PATIENT_ID`, toDate32 (`AT`) AS `n1`, `COST`, `ICD`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL
    ) AS `t0`
    WHERE `n1` <= toDate32 ('2026-09-02')
  ) AS `t3`
  GROUP BY `unit`, `ICD`, `n2`
) AS `t7`
WHERE `r7` <= 3
GROUP BY `k0`, `k1` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
