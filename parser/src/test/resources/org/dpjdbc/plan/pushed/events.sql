-- SELECT kind, SUM(size), COUNT(*)
-- FROM events
-- GROUP BY kind

-- F0: one pass; SUM(SIZE) moves by 9; COUNT(*) selects the groups, and moves by 1 in 1
SELECT "KIND" AS "k0", COUNT(*) AS "$f1", SUM(CASE WHEN "SIZE" BETWEEN ASYMMETRIC 0 AND 9 THEN "SIZE" WHEN "SIZE" < 0 THEN 0 WHEN "SIZE" > 9 THEN 9 ELSE NULL END) AS "$f2"
FROM "PUBLIC"."EVENTS"
GROUP BY "KIND"
