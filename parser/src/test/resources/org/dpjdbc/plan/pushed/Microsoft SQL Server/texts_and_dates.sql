-- SELECT UPPER(region) || '!', EXTRACT(WEEK FROM born), COUNT(*)
-- FROM patients
-- WHERE FLOOR(born TO QUARTER) > DATE '2000-01-01' AND region IS NOT DISTINCT FROM 'N' AND TIMESTAMPDIFF(WEEK, DATE '2000-01-01', born) > 3 AND age / 3 > 1.5 AND region LIKE 'a[_%'
-- GROUP BY UPPER(region) || '!', EXTRACT(WEEK FROM born)

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT [n5] AS [k0], [n6] AS [k1], COUNT_BIG(*) AS [$f2]
FROM (
  SELECT (UPPER([n2]) + (CAST(? AS NVARCHAR(4000)) COLLATE Latin1_General_100_BIN2)) AS [n5], DATEPART(iso_week, [BORN]) AS [n6], [PATIENT_ID] AS [unit]
  FROM (
    SELECT [PATIENT_ID], [AGE], (RTRIM(CAST([SEX] AS NVARCHAR(1))) COLLATE Latin1_General_100_BIN2) AS [n1], (RTRIM(CAST([REGION] AS NVARCHAR(20))) COLLATE Latin1_General_100_BIN2) AS [n2], (CAST([WEIGHT] AS FLOAT) + 0E0) AS [n3], (CAST([HEIGHT] AS FLOAT) + 0E0) AS [n4], [BORN], [SMOKER]
    FROM [PUBLIC].[PATIENTS]
  ) AS [t]
  WHERE CAST(CAST(DATEFROMPARTS(YEAR([BORN]), DATEPART(quarter, [BORN]) * 3 - 2, 1) AS DATETIME2 (7)) AS DATE) > CAST('2000-01-01' AS DATE) AND ([n2] IS NULL AND (CAST(? AS NVARCHAR(4000)) COLLATE Latin1_General_100_BIN2) IS NULL OR CASE WHEN [n2] = ? THEN 1 ELSE 0 END = 1) AND (DATEDIFF_BIG(day, '00010101', [BORN]) / 7 - DATEDIFF_BIG(day, '00010101', CAST('2000-01-01' AS DATE)) / 7) > 3 AND [AGE] / 3 > 1.5 AND ([n2] LIKE REPLACE(?, '[', '[[]'))
) AS [t1]
GROUP BY [n5], [n6]
-- with [Text[value=!], Text[value=N], Text[value=N], Text[value=a[_%]]
