-- SELECT icd, MEDIAN(cost), MIN(at) FROM visits GROUP BY icd

-- F0: per-unit clamp, group limit
SELECT [k0], SUM(CAST(1 AS BIGINT)) AS [$f1]
FROM (
  SELECT [u], [k0], ROW_NUMBER() OVER (PARTITION BY [u] ORDER BY CASE WHEN CASE WHEN [k0] IS NULL THEN 2718281828 ELSE BINARY_CHECKSUM(BINARY_CHECKSUM(20140919, [u]), [k0]) END IS NULL THEN 1 ELSE 0 END, CASE WHEN [k0] IS NULL THEN 2718281828 ELSE BINARY_CHECKSUM(BINARY_CHECKSUM(20140919, [u]), [k0]) END, CASE WHEN [k0] IS NULL THEN 1 ELSE 0 END, [k0]) AS [r2]
  FROM (
    SELECT [PATIENT_ID] AS [u], (RTRIM(CAST([ICD] AS NVARCHAR(5))) COLLATE Latin1_General_100_BIN2) AS [k0]
    FROM [PUBLIC].[VISITS]
    WHERE [PATIENT_ID] IS NOT NULL
  ) AS [t0]
  GROUP BY [u], [k0]
) AS [t3]
WHERE [r2] <= 3
GROUP BY [k0]
-- F0: per-unit L1 clip, in 1024 parts of a row; PERCENTILE(COST; 0.5) moves by 61440
SELECT [k0], [k1], SUM([c0]) AS [$f2]
FROM (
  SELECT [u], [k0], [k1], CASE WHEN [s0] <= 60 THEN [v0] * 1024 ELSE CASE WHEN CAST(FLOOR([v0] * 61440 / [s0]) AS DECIMAL(38, 0)) * [s0] <= [v0] * 61440 THEN CAST(FLOOR([v0] * 61440 / [s0]) AS DECIMAL(38, 0)) ELSE 0 END END AS [c0]
  FROM (
    SELECT [u], [k0], [k1], [$f3], [v0], SUM([v0]) OVER (PARTITION BY [u]) AS [s0]
    FROM (
      SELECT [u], [k0], [k1], [$f3], CAST([$f3] AS DECIMAL(38, 0)) AS [v0]
      FROM (
        SELECT [unit] AS [u], [n1] AS [k0], [n2] AS [k1], COUNT_BIG(*) AS [$f3]
        FROM (
          SELECT (RTRIM(CAST([ICD] AS NVARCHAR(5))) COLLATE Latin1_General_100_BIN2) AS [n1], 0.5 AS [$f1], [COST], [AT], [PATIENT_ID] AS [unit], CASE WHEN ([COST] BETWEEN 0 AND 5000) THEN [COST] - (([COST]) % (5)) WHEN [COST] < 0 THEN 0 WHEN [COST] > 5000 THEN 5000 ELSE NULL END AS [n2]
          FROM [PUBLIC].[VISITS]
          WHERE [PATIENT_ID] IS NOT NULL
        ) AS [t0]
        WHERE [n2] IS NOT NULL
        GROUP BY [unit], [n1], [n2]
      ) AS [t4]
    ) AS [t6]
  ) AS [t8]
) AS [t10]
GROUP BY [k0], [k1]
-- F0: per-unit L1 clip, in 1024 parts of a row; MIN(AT) moves by 61440
SELECT [k0], [k1], SUM([c0]) AS [$f2]
FROM (
  SELECT [u], [k0], [k1], CASE WHEN [s0] <= 60 THEN [v0] * 1024 ELSE CASE WHEN CAST(FLOOR([v0] * 61440 / [s0]) AS DECIMAL(38, 0)) * [s0] <= [v0] * 61440 THEN CAST(FLOOR([v0] * 61440 / [s0]) AS DECIMAL(38, 0)) ELSE 0 END END AS [c0]
  FROM (
    SELECT [u], [k0], [k1], [$f3], [v0], SUM([v0]) OVER (PARTITION BY [u]) AS [s0]
    FROM (
      SELECT [u], [k0], [k1], [$f3], CAST([$f3] AS DECIMAL(38, 0)) AS [v0]
      FROM (
        SELECT [unit] AS [u], [n1] AS [k0], [n2] AS [k1], COUNT_BIG(*) AS [$f3]
        FROM (
          SELECT (RTRIM(CAST([ICD] AS NVARCHAR(5))) COLLATE Latin1_General_100_BIN2) AS [n1], 0.5 AS [$f1], [COST], [AT], [PATIENT_ID] AS [unit], CASE WHEN (DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) BETWEEN 0 AND 2556) THEN CAST(CASE WHEN DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) >= -2147483647 AND DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) <= 2147483647 THEN DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) ELSE NULL END AS INT) - ((CAST(CASE WHEN DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) >= -2147483647 AND DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) <= 2147483647 THEN DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) ELSE NULL END AS INT)) % (3)) WHEN DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) < 0 THEN 0 WHEN DATEDIFF_BIG(day, CAST('2020-01-01' AS DATE), [AT]) > 2556 THEN 2556 ELSE NULL END AS [n2]
          FROM [PUBLIC].[VISITS]
          WHERE [PATIENT_ID] IS NOT NULL
        ) AS [t0]
        WHERE [n2] IS NOT NULL
        GROUP BY [unit], [n1], [n2]
      ) AS [t4]
    ) AS [t6]
  ) AS [t8]
) AS [t10]
GROUP BY [k0], [k1]
