-- SELECT COUNT(*) FROM survey WHERE drinks AND voted = 1 AND income > 500

-- F0: one pass; COUNT(*) by DRINKS (randomized response with p = 0.2, local epsilon 1.3863) and VOTED (randomized response with p = 0.25, local epsilon 1.0986) moves by 1
SELECT COUNT(CASE WHEN "n1" = 1 THEN 1 ELSE NULL END) AS "$f0", COUNT(CASE WHEN "n1" = 2 THEN 1 ELSE NULL END) AS "$f1", COUNT(CASE WHEN "n1" = 3 THEN 1 ELSE NULL END) AS "$f2", COUNT(CASE WHEN "n1" = 4 THEN 1 ELSE NULL END) AS "$f3"
FROM (
  SELECT CASE WHEN "DRINKS" AND "VOTED" = 1 THEN 1 WHEN "DRINKS" AND "VOTED" = 0 THEN 2 WHEN NOT "DRINKS" AND "VOTED" = 1 THEN 3 WHEN NOT "DRINKS" AND "VOTED" = 0 THEN 4 ELSE NULL END AS "n1", "PATIENT_ID" AS "unit"
  FROM "PUBLIC"."SURVEY"
  WHERE "INCOME" > 500
) AS "t0"
