-- SELECT COUNT(*)
-- FROM (SELECT cost, MIN(cost) OVER (PARTITION BY patient_id) AS least FROM visits) WHERE cost > least

-- F0: per-unit clamp, one group per unit; COUNT(*) moves by 20
SELECT SUM(CAST(CASE WHEN [$f1] > 20 THEN 20 ELSE [$f1] END AS DECIMAL(38, 0))) AS [$f0]
FROM (
  SELECT [PATIENT_ID] AS [u], COUNT_BIG(*) AS [$f1]
  FROM (
    SELECT [PATIENT_ID], [AT], [COST], [n1] AS [n2], MIN([COST]) OVER (PARTITION BY [PATIENT_ID]) AS [n3]
    FROM (
      SELECT [PATIENT_ID], [AT], [COST], (RTRIM(CAST([ICD] AS NVARCHAR(5))) COLLATE Latin1_General_100_BIN2) AS [n1]
      FROM [PUBLIC].[VISITS]
      WHERE [PATIENT_ID] IS NOT NULL
    ) AS [t0]
  ) AS [t2]
  WHERE [COST] > [n3]
  GROUP BY [PATIENT_ID]
) AS [t6]
