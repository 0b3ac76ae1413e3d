-- SELECT n, COUNT(*)
-- FROM (SELECT patient_id, COUNT(*) n FROM visits GROUP BY patient_id)
-- GROUP BY n

-- F0: one pass; COUNT(*) selects the groups, and moves by 1 in 1
SELECT [a0] AS [k0], COUNT_BIG(*) AS [$f1]
FROM (
  SELECT [n1], COUNT_BIG(*) AS [a0]
  FROM (
    SELECT [PATIENT_ID] AS [n1]
    FROM [PUBLIC].[VISITS]
    WHERE [PATIENT_ID] IS NOT NULL
  ) AS [t0]
  GROUP BY [n1]
) AS [t2]
GROUP BY [a0]
