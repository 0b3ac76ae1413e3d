-- Subtotals and pivots: ROLLUP, CUBE, GROUPING SETS, HAVING, QUALIFY, CASE and FILTER columns, unions of aggregates.

-- name: ds-group-rollup
-- asks: data scientist, "Revenue by channel and status with subtotals"
-- on: PostgreSQL, DuckDB
SELECT channel, status, count(*) AS orders, sum(total) AS revenue
FROM orders
GROUP BY ROLLUP (channel, status)
ORDER BY channel NULLS LAST, status NULLS LAST;

-- name: ds-group-cube
-- asks: data scientist, "Tickets by category and priority with all margins"
-- on: PostgreSQL, DuckDB
SELECT category, priority, count(*) AS tickets, avg(satisfaction) AS csat
FROM tickets
GROUP BY CUBE (category, priority)
ORDER BY 1 NULLS FIRST, 2 NULLS FIRST;

-- name: ds-group-grouping-sets
-- asks: data scientist, "Customers by country, by plan and in all"
-- on: PostgreSQL, DuckDB
-- differs: level has another type
SELECT country, plan, count(*) AS customers, GROUPING(country, plan) AS level
FROM customers
GROUP BY GROUPING SETS ((country), (plan), ())
ORDER BY level, country, plan;

-- name: ds-group-subtotal-union
-- asks: data scientist, "Revenue by channel with a total row" (H2 has no ROLLUP: union all)
SELECT channel, SUM(total) AS revenue, COUNT(*) AS orders FROM orders GROUP BY channel
UNION ALL
SELECT 'TOTAL', SUM(total), COUNT(*) FROM orders
ORDER BY revenue;

-- name: ds-group-having-count
-- asks: data scientist, "Cities with more than 65 customers"
SELECT city, COUNT(*) AS customers, AVG(age) AS avg_age
FROM customers
WHERE city IS NOT NULL
GROUP BY city
HAVING COUNT(*) > 65
ORDER BY city;

-- name: ds-group-having-avg
-- asks: data scientist, "Products whose average price is above the overall average"
SELECT product_id, AVG(price) AS avg_price
FROM order_items
GROUP BY product_id
HAVING AVG(price) > (SELECT AVG(price) FROM order_items)
ORDER BY product_id;

-- name: ds-group-having-share
-- asks: data scientist, "Statuses with at least a tenth of orders"
SELECT status, COUNT(*) AS n
FROM orders
GROUP BY status
HAVING COUNT(*) >= 0.1 * (SELECT COUNT(*) FROM orders)
ORDER BY n DESC, status;

-- name: ds-group-pivot-case
-- asks: data scientist, "Revenue: channel down, quarter of 2024 across"
SELECT channel,
       SUM(CASE WHEN EXTRACT(QUARTER FROM ordered_at) = 1 THEN total ELSE 0 END) AS q1,
       SUM(CASE WHEN EXTRACT(QUARTER FROM ordered_at) = 2 THEN total ELSE 0 END) AS q2,
       SUM(CASE WHEN EXTRACT(QUARTER FROM ordered_at) = 3 THEN total ELSE 0 END) AS q3,
       SUM(CASE WHEN EXTRACT(QUARTER FROM ordered_at) = 4 THEN total ELSE 0 END) AS q4,
       SUM(total) AS revenue
FROM orders
WHERE EXTRACT(YEAR FROM ordered_at) = 2024
GROUP BY channel
ORDER BY channel;

-- name: ds-group-pivot-filter
-- asks: data scientist, "Tickets: category down, priority across"
SELECT category,
       COUNT(*) FILTER (WHERE priority = 'low') AS low,
       COUNT(*) FILTER (WHERE priority = 'normal') AS normal,
       COUNT(*) FILTER (WHERE priority = 'high') AS high,
       COUNT(*) FILTER (WHERE priority = 'urgent') AS urgent,
       AVG(messages) FILTER (WHERE priority = 'urgent') AS messages_urgent
FROM tickets
GROUP BY category
ORDER BY category;

-- name: ds-group-pivot-duckdb
-- asks: data scientist, "Orders pivoted on channel" (DuckDB PIVOT)
-- on: DuckDB
-- refused: is no SELECT: a statement of the database of its own
PIVOT orders ON channel IN ('web', 'mobile', 'store') USING sum(total) GROUP BY status ORDER BY status;

-- name: ds-group-qualify-share
-- asks: data scientist, "Countries with more than a sixth of a plan's customers" (QUALIFY on a share)
-- on: H2, DuckDB
SELECT plan, country, COUNT(*) AS n
FROM customers
GROUP BY plan, country
QUALIFY COUNT(*) * 1.0 / SUM(COUNT(*)) OVER (PARTITION BY plan) > 0.17
ORDER BY plan, country;

-- name: ds-group-boolean-cast
-- asks: data scientist, "Active share by referrer" (boolean to number)
-- on: PostgreSQL, DuckDB
SELECT referrer, avg(is_active::int) AS active_share
FROM customers
WHERE referrer IS NOT NULL
GROUP BY 1
ORDER BY 2 DESC, 1;

-- name: ds-group-two-level
-- asks: data scientist, "Average of customer averages against the average of orders"
SELECT AVG(avg_total) AS mean_of_means, (SELECT AVG(total) FROM orders) AS mean_of_orders
FROM (SELECT customer_id, AVG(total) AS avg_total FROM orders GROUP BY customer_id) a;

-- name: ds-group-max-of-counts
-- asks: data scientist, "Busiest day of 2024 by orders" (nested aggregates)
SELECT MAX(n) AS busiest, AVG(n * 1.0) AS average_day
FROM (
  SELECT CAST(ordered_at AS DATE) AS d, COUNT(*) AS n
  FROM orders
  WHERE EXTRACT(YEAR FROM ordered_at) = 2024
  GROUP BY CAST(ordered_at AS DATE)
) days;

-- name: ds-group-string-agg
-- asks: data scientist, "Categories of tickets as one list"
-- refused: a list of values is rows of people; needed: a list of the values that the policy lists
SELECT STRING_AGG(category, ', ' ORDER BY category) AS categories
FROM (SELECT category FROM tickets GROUP BY category) c;

-- name: ds-group-distinct-filtered
-- asks: data scientist, "Distinct buyers by status in one row"
SELECT COUNT(DISTINCT customer_id) AS buyers,
       COUNT(DISTINCT CASE WHEN status = 'returned' THEN customer_id END) AS returners,
       COUNT(DISTINCT CASE WHEN status = 'cancelled' THEN customer_id END) AS cancellers,
       COUNT(DISTINCT customer_id) FILTER (WHERE coupon IS NOT NULL) AS coupon_users
FROM orders;
