-- SELECT COST > 100 AND ICD <> 'A', MOD(COST, 7), ABS(COST - 20) / 3, COUNT(*)
-- FROM VISITS
-- WHERE (COST > 3) IS NOT TRUE OR CHAR_LENGTH(ICD) = 2
-- GROUP BY COST > 100 AND ICD <> 'A', MOD(COST, 7), ABS(COST - 20) / 3

-- F0: per-unit clamp, group limit; COUNT(*) moves by 60
SELECT `k0`, `k1`, `k2`, SUM(CAST(CASE WHEN `$f4` > 20 THEN 20 ELSE `$f4` END AS Nullable(Decimal(38, 0)))) AS `$f3`, SUM(1) AS `$f4`
FROM (
  SELECT `u`, `k0`, `k1`, `k2`, `$f4`, ROW_NUMBER() OVER (PARTITION BY `u` ORDER BY CASE WHEN CASE WHEN `k2` IS NULL THEN 2718281828 ELSE cityHash64 (`k2`, CASE WHEN `k1` IS NULL THEN 2718281828 ELSE cityHash64 (`k1`, CASE WHEN `k0` IS NULL THEN 2718281828 ELSE cityHash64 (`k0`, cityHash64 (`u`, 20140919)) END) END) END IS NULL THEN 1 ELSE 0 END, CASE WHEN `k2` IS NULL THEN 2718281828 ELSE cityHash64 (`k2`, CASE WHEN `k1` IS NULL THEN 2718281828 ELSE cityHash64 (`k1`, CASE WHEN `k0` IS NULL THEN 2718281828 ELSE cityHash64 (`k0`, cityHash64 (`u`, 20140919)) END) END) END, CASE WHEN `k0` IS NULL THEN 1 ELSE 0 END, `k0`, CASE WHEN `k1` IS NULL THEN 1 ELSE 0 END, `k1`, CASE WHEN `k2` IS NULL THEN 1 ELSE 0 END, `k2`) AS `r5`
  FROM (
    SELECT `unit` AS `u`, `n1` AS `k0`, `n2` AS `k1`, CASE WHEN `n3` < -2147483648 THEN -2147483648 WHEN `n3` > 2147483647 THEN 2147483647 ELSE `n3` END AS `k2`, toInt64 (COUNT(*)) AS `$f4`
    FROM (
      SELECT `COST` > 100 AND `ICD` <> ? AS `n1`, if(ifNull(7 = 0, 1), NULL, moduloOrZero(`COST`, 7)) AS `n2`, if(ifNull(3 = 0, 1), NULL, intDivOrZero(if(CAST(`COST` AS Nullable(Int64)) - 20 < 0, - (CAST(`COST` AS Nullable(Int64)) - 20), CAST(`COST` AS Nullable(Int64)) - 20), 3)) AS `n3`, `PATIENT_ID` AS `unit`
      FROM `PUBLIC`.`VISITS`
      WHERE `PATIENT_ID` IS NOT NULL AND (CASE WHEN `COST` > 3 THEN 0 ELSE 1 END = 1 OR lengthUTF8 (substringUTF8 (`ICD`, 1, 65535)) = 2)
    ) AS `t0`
    GROUP BY `unit`, `n1`, `n2`, CASE WHEN `n3` < -2147483648 THEN -2147483648 WHEN `n3` > 2147483647 THEN 2147483647 ELSE `n3` END
  ) AS `t3`
) AS `t5`
WHERE `r5` <= 3
GROUP BY `k0`, `k1`, `k2` SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1, transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1, union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT', except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact', enable_extended_results_for_datetime_functions = 1, short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC', group_by_overflow_mode = 'throw', join_overflow_mode = 'throw', distinct_overflow_mode = 'throw', set_overflow_mode = 'throw', sort_overflow_mode = 'throw', read_overflow_mode = 'throw', result_overflow_mode = 'throw', timeout_overflow_mode = 'throw', max_rows_to_group_by = 0, limit = 0, offset = 0
-- with [Text[value=A]]
