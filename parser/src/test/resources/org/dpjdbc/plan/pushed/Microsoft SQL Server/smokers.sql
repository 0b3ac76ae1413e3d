-- SELECT smoker, COUNT(*), AVG(age)
-- FROM patients
-- WHERE smoker OR age > 30
-- GROUP BY smoker

-- F0: one pass; AVG(AGE) moves by 120
SELECT [k0], COUNT_BIG([x0]) AS [$f1], SUM(CAST([x1] AS BIGINT)) AS [$f2], COUNT_BIG(*) AS [$f3]
FROM (
  SELECT [SMOKER] AS [k0], [AGE] AS [x0], CASE WHEN ([AGE] BETWEEN 0 AND 120) THEN [AGE] WHEN [AGE] < 0 THEN 0 WHEN [AGE] > 120 THEN 120 ELSE NULL END AS [x1]
  FROM [PUBLIC].[PATIENTS]
  WHERE [SMOKER] = 1 OR [AGE] > 30
) AS [t0]
GROUP BY [k0]
