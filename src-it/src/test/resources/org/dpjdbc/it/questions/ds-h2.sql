-- The same analyses in H2's own spelling, as written in its console.

-- name: ds-h2-year-month
-- asks: data scientist in the H2 console, "Orders by year and month" (YEAR, MONTH)
-- on: H2
SELECT YEAR(ordered_at) AS y, MONTH(ordered_at) AS m, COUNT(*) AS n, SUM(total) AS revenue
FROM orders
GROUP BY YEAR(ordered_at), MONTH(ordered_at)
ORDER BY y, m;

-- name: ds-h2-formatdatetime
-- asks: data scientist in the H2 console, "Tickets by month as text" (FORMATDATETIME)
-- on: H2
SELECT FORMATDATETIME(opened_at, 'yyyy-MM') AS ym, COUNT(*) AS n
FROM tickets
GROUP BY FORMATDATETIME(opened_at, 'yyyy-MM')
ORDER BY ym;

-- name: ds-h2-datediff-ship
-- asks: data scientist in the H2 console, "Days to ship" (DATEDIFF)
-- on: H2
SELECT DATEDIFF(DAY, ordered_at, shipped_at) AS days_to_ship, COUNT(*) AS n
FROM orders
WHERE shipped_at IS NOT NULL
GROUP BY DATEDIFF(DAY, ordered_at, shipped_at)
ORDER BY days_to_ship;

-- name: ds-h2-median
-- asks: data scientist in the H2 console, "Median order by channel" (MEDIAN)
-- on: H2, DuckDB
-- differs: median_total has another type
-- differs: median_total is within 2
SELECT channel, MEDIAN(total) AS median_total
FROM orders
GROUP BY channel
ORDER BY channel;

-- name: ds-h2-dateadd
-- asks: data scientist in the H2 console, "Orders of the last 30 days of the data" (DATEADD)
-- on: H2
SELECT COUNT(*) AS orders, SUM(total) AS revenue
FROM orders
WHERE ordered_at >= DATEADD(DAY, -30, TIMESTAMP '2024-12-31 00:00:00');

-- name: ds-h2-casewhen
-- asks: data scientist in the H2 console, "Active and inactive customers by plan" (CASEWHEN, NVL2)
-- on: H2
SELECT plan, SUM(CASEWHEN(is_active, 1, 0)) AS active, SUM(NVL2(referrer, 1, 0)) AS with_referrer
FROM customers
GROUP BY plan
ORDER BY plan;

-- name: ds-h2-ratio-to-report
-- asks: data scientist in the H2 console, "Share of orders by channel" (RATIO_TO_REPORT)
-- on: H2
SELECT channel, COUNT(*) AS n, RATIO_TO_REPORT(COUNT(*)) OVER () AS share
FROM orders
GROUP BY channel
ORDER BY channel;

-- name: ds-h2-fetch-first
-- asks: data scientist in the H2 console, "Top five products by units" (FETCH FIRST)
-- on: H2, PostgreSQL
SELECT product_id, SUM(quantity) AS units
FROM order_items
GROUP BY product_id
ORDER BY units DESC, product_id
FETCH FIRST 5 ROWS ONLY;

-- name: ds-h2-regexp
-- asks: data scientist in the H2 console, "Customers of cities that end in view or dale" (REGEXP)
-- on: H2
-- refused: the grammar does not read this spelling of the database
SELECT city, COUNT(*) AS n
FROM customers
WHERE city REGEXP '(view|dale)$'
GROUP BY city
ORDER BY city;

-- name: ds-h2-listagg
-- asks: data scientist in the H2 console, "Plans as a list" (LISTAGG)
-- on: H2
-- refused: a list of values is rows of people; needed: a list of the values that the policy lists
SELECT LISTAGG(plan, ', ') WITHIN GROUP (ORDER BY plan) AS plans
FROM (SELECT plan FROM customers GROUP BY plan) p;
