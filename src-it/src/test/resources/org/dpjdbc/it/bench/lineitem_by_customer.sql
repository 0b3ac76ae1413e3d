-- C1 histogram of months, clipped
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, EXTRACT(MONTH FROM l_shipdate) AS m, COUNT(*) AS n, SUM(l_extendedprice) AS price
FROM lineitem_by_customer
GROUP BY EXTRACT(YEAR FROM l_shipdate), EXTRACT(MONTH FROM l_shipdate)
ORDER BY y, m

-- C2 lines by month, clipped
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, EXTRACT(MONTH FROM l_shipdate) AS m, COUNT(*) AS n
FROM lineitem_by_customer
GROUP BY EXTRACT(YEAR FROM l_shipdate), EXTRACT(MONTH FROM l_shipdate)
ORDER BY y, m

-- C3 prices by ship mode, clipped
SELECT l_shipmode, COUNT(*) AS n, SUM(l_extendedprice) AS price
FROM lineitem_by_customer
GROUP BY l_shipmode
ORDER BY price DESC

-- C4 revenue
SELECT SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem_by_customer
