-- B1 lines
SELECT COUNT(*) AS n
FROM lineitem

-- B2 lines shipped in a year
SELECT COUNT(*) AS n
FROM lineitem
WHERE l_shipdate >= DATE '1995-01-01' AND l_shipdate < DATE '1996-01-01'

-- B3 revenue
SELECT SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem

-- B4 means
SELECT AVG(l_quantity) AS quantity, AVG(l_extendedprice) AS price, AVG(l_discount) AS discount
FROM lineitem

-- B5 lines by ship mode
SELECT l_shipmode, COUNT(*) AS n
FROM lineitem
GROUP BY l_shipmode
ORDER BY l_shipmode

-- B6 revenue by ship mode
SELECT l_shipmode, SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem
GROUP BY l_shipmode
ORDER BY revenue DESC

-- B7 quantities by return flag
SELECT l_returnflag, SUM(l_quantity) AS quantity, AVG(l_quantity) AS mean, COUNT(*) AS n
FROM lineitem
GROUP BY l_returnflag

-- B8 flag and status
SELECT l_returnflag, l_linestatus, COUNT(*) AS n, SUM(l_extendedprice) AS price
FROM lineitem
GROUP BY l_returnflag, l_linestatus
ORDER BY l_returnflag, l_linestatus

-- B9 status within a month
SELECT l_linestatus, COUNT(*) AS n, SUM(l_quantity) AS quantity
FROM lineitem
WHERE l_shipdate BETWEEN DATE '1995-06-01' AND DATE '1995-06-30'
GROUP BY l_linestatus

-- B10 line numbers
SELECT l_linenumber, COUNT(*) AS n, SUM(l_quantity) AS quantity
FROM lineitem
GROUP BY l_linenumber
ORDER BY l_linenumber

-- B11 lines by year
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, COUNT(*) AS n
FROM lineitem
GROUP BY EXTRACT(YEAR FROM l_shipdate)
ORDER BY y

-- B12 revenue by year
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem
GROUP BY EXTRACT(YEAR FROM l_shipdate)
ORDER BY y

-- B13 histogram of months
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, EXTRACT(MONTH FROM l_shipdate) AS m, COUNT(*) AS n, SUM(l_extendedprice) AS price
FROM lineitem
GROUP BY EXTRACT(YEAR FROM l_shipdate), EXTRACT(MONTH FROM l_shipdate)
ORDER BY y, m

-- B14 months of a year
SELECT EXTRACT(MONTH FROM l_shipdate) AS m, COUNT(*) AS n, AVG(l_extendedprice) AS price
FROM lineitem
WHERE l_shipdate >= DATE '1997-01-01' AND l_shipdate < DATE '1998-01-01'
GROUP BY EXTRACT(MONTH FROM l_shipdate)
ORDER BY m

-- B15 quarters
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, EXTRACT(QUARTER FROM l_shipdate) AS q, SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem
GROUP BY EXTRACT(YEAR FROM l_shipdate), EXTRACT(QUARTER FROM l_shipdate)
ORDER BY y, q

-- B16 mode and instruction
SELECT l_shipmode, l_shipinstruct, COUNT(*) AS n
FROM lineitem
GROUP BY l_shipmode, l_shipinstruct
ORDER BY n DESC

-- B17 sizes of lines
SELECT CASE WHEN l_quantity <= 10 THEN 'small' WHEN l_quantity <= 30 THEN 'medium' ELSE 'large' END AS size, COUNT(*) AS n, SUM(l_extendedprice) AS price
FROM lineitem
GROUP BY CASE WHEN l_quantity <= 10 THEN 'small' WHEN l_quantity <= 30 THEN 'medium' ELSE 'large' END

-- B18 discounts
SELECT l_discount, COUNT(*) AS n, AVG(l_quantity) AS quantity
FROM lineitem
GROUP BY l_discount
ORDER BY l_discount

-- B19 late lines by ship mode
SELECT l_shipmode, SUM(CASE WHEN l_receiptdate > l_commitdate THEN 1 ELSE 0 END) AS late, COUNT(*) AS n
FROM lineitem
GROUP BY l_shipmode
ORDER BY late DESC

-- B20 returned share by year
SELECT EXTRACT(YEAR FROM l_shipdate) AS y, AVG(CASE WHEN l_returnflag = 'R' THEN 1.0 ELSE 0.0 END) AS returned
FROM lineitem
GROUP BY EXTRACT(YEAR FROM l_shipdate)
ORDER BY y

-- B21 suppliers with the largest revenue
SELECT l_suppkey, SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem
GROUP BY l_suppkey
ORDER BY revenue DESC
LIMIT 10

-- B22 busy days
SELECT l_shipdate, COUNT(*) AS n
FROM lineitem
GROUP BY l_shipdate
HAVING COUNT(*) > 2000
ORDER BY l_shipdate

-- B23 taxes by flag and mode in a year
SELECT l_returnflag, l_shipmode, SUM(l_extendedprice * l_tax) AS tax
FROM lineitem
WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1997-01-01'
GROUP BY l_returnflag, l_shipmode

-- B24 charges by instruction
SELECT l_shipinstruct, SUM(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS charge, COUNT(*) AS n
FROM lineitem
GROUP BY l_shipinstruct

-- B25 small parcels by air
SELECT COUNT(*) AS n, AVG(l_extendedprice) AS price
FROM lineitem
WHERE l_shipmode IN ('AIR', 'REG AIR') AND l_quantity BETWEEN 1 AND 5
