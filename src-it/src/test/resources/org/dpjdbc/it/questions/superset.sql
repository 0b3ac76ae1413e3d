-- Superset: what charts send: __timestamp, series limits as a join with a sub-query, virtual datasets as sub-queries,
-- row limits of 1000, 10000 and 50000, COUNT_DISTINCT, custom SQL metrics; and SQL Lab.

-- name: superset-big-number
-- asks: Superset, Big Number: COUNT(*) of orders
-- on: PostgreSQL, DuckDB
SELECT COUNT(*) AS count
FROM orders
LIMIT 50000;

-- name: superset-line-by-month
-- asks: Superset, line chart: SUM(total) by month
-- on: PostgreSQL
SELECT DATE_TRUNC('month', ordered_at) AS ordered_at,
       sum(total) AS "SUM(total)"
FROM public.orders
WHERE ordered_at >= TO_TIMESTAMP('2023-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
  AND ordered_at < TO_TIMESTAMP('2025-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
GROUP BY DATE_TRUNC('month', ordered_at)
ORDER BY "SUM(total)" DESC
LIMIT 10000;

-- name: superset-line-by-week
-- asks: Superset, line chart: COUNT(*) by week and channel
-- on: PostgreSQL, DuckDB
SELECT DATE_TRUNC('week', ordered_at) AS ordered_at,
       channel AS channel,
       count(*) AS count
FROM orders
WHERE ordered_at >= TIMESTAMP '2024-01-01 00:00:00'
  AND ordered_at < TIMESTAMP '2024-12-16 00:00:00'
GROUP BY DATE_TRUNC('week', ordered_at),
         channel
ORDER BY count DESC, 1, 2
LIMIT 10000;

-- name: superset-series-limit
-- asks: Superset, line chart of revenue by month and city with a series limit of 3 (a join with the top cities)
-- on: PostgreSQL, DuckDB
SELECT DATE_TRUNC('month', orders_by_city.ordered_at) AS __timestamp,
       orders_by_city.city AS city,
       sum(orders_by_city.total) AS "SUM(total)"
FROM
  (SELECT o.ordered_at, o.total, c.city
   FROM orders o
   JOIN customers c ON c.customer_id = o.customer_id) AS orders_by_city
JOIN
  (SELECT orders_by_city.city AS city__,
          sum(orders_by_city.total) AS mme_inner__
   FROM
     (SELECT o.ordered_at, o.total, c.city
      FROM orders o
      JOIN customers c ON c.customer_id = o.customer_id) AS orders_by_city
   WHERE ordered_at >= TIMESTAMP '2023-01-01 00:00:00'
     AND ordered_at < TIMESTAMP '2025-01-01 00:00:00'
   GROUP BY orders_by_city.city
   ORDER BY mme_inner__ DESC
   LIMIT 3) AS series_limit ON orders_by_city.city = series_limit.city__
WHERE orders_by_city.ordered_at >= TIMESTAMP '2023-01-01 00:00:00'
  AND orders_by_city.ordered_at < TIMESTAMP '2025-01-01 00:00:00'
GROUP BY orders_by_city.city,
         DATE_TRUNC('month', orders_by_city.ordered_at)
ORDER BY "SUM(total)" DESC
LIMIT 50000;

-- name: superset-series-limit-device
-- asks: Superset, area chart of events by day and page with a series limit of 2
-- on: PostgreSQL, DuckDB
SELECT DATE_TRUNC('day', happened_at) AS __timestamp,
       page AS page,
       COUNT(*) AS count
FROM events
JOIN
  (SELECT page AS page__,
          COUNT(*) AS mme_inner__
   FROM events
   WHERE happened_at >= TIMESTAMP '2024-02-01 00:00:00'
     AND happened_at < TIMESTAMP '2024-03-01 00:00:00'
   GROUP BY page
   ORDER BY mme_inner__ DESC
   LIMIT 2) AS anon_1 ON page = page__
WHERE happened_at >= TIMESTAMP '2024-02-01 00:00:00'
  AND happened_at < TIMESTAMP '2024-03-01 00:00:00'
GROUP BY page,
         DATE_TRUNC('day', happened_at)
ORDER BY count DESC, 1, 2
LIMIT 50000;

-- name: superset-pie
-- asks: Superset, pie chart: COUNT(*) of customers by referrer
-- on: PostgreSQL, DuckDB
SELECT referrer AS referrer,
       COUNT(*) AS count
FROM customers
GROUP BY referrer
ORDER BY count DESC, referrer
LIMIT 100;

-- name: superset-bar-breakdown
-- asks: Superset, bar chart: AVG(total) by channel, broken down by status
-- on: PostgreSQL, DuckDB
SELECT channel AS channel,
       status AS status,
       AVG(total) AS "AVG(total)"
FROM orders
GROUP BY channel,
         status
ORDER BY "AVG(total)" DESC
LIMIT 10000;

-- name: superset-count-distinct
-- asks: Superset, table chart: COUNT_DISTINCT(customer_id), SUM(total), AVG(total) by coupon
-- on: PostgreSQL, DuckDB
SELECT coupon AS coupon,
       COUNT(DISTINCT customer_id) AS "COUNT_DISTINCT(customer_id)",
       SUM(total) AS "SUM(total)",
       AVG(total) AS "AVG(total)"
FROM orders
WHERE coupon IS NOT NULL
GROUP BY coupon
ORDER BY "SUM(total)" DESC
LIMIT 1000;

-- name: superset-custom-metric
-- asks: Superset, custom SQL metric SUM(total) / COUNT(DISTINCT customer_id) by channel
-- on: PostgreSQL, DuckDB
SELECT channel AS channel,
       SUM(total) / COUNT(DISTINCT customer_id) AS "revenue per customer"
FROM orders
GROUP BY channel
ORDER BY "revenue per customer" DESC
LIMIT 10000;

-- name: superset-percent-metric
-- asks: Superset, table chart with a percentage metric (the share is taken from a second query of the total)
SELECT status, COUNT(*) AS n, COUNT(*) * 100.0 / SUM(COUNT(*)) OVER () AS percent_of_orders
FROM orders
GROUP BY status
ORDER BY n DESC, status;

-- name: superset-having
-- asks: Superset, table chart with a custom HAVING: categories of tickets with at least 200 tickets
-- on: PostgreSQL, DuckDB
SELECT category AS category,
       COUNT(*) AS count,
       AVG(messages) AS "AVG(messages)"
FROM tickets
GROUP BY category
HAVING COUNT(*) >= 200
ORDER BY count DESC, category
LIMIT 1000;

-- name: superset-histogram
-- asks: Superset, histogram of total (older releases ask for all values)
-- on: PostgreSQL, DuckDB
-- refused: shows rows of a private table
SELECT total AS total
FROM orders
WHERE ordered_at >= TIMESTAMP '2024-01-01 00:00:00'
LIMIT 50000;

-- name: superset-table-raw
-- asks: Superset, table chart in raw mode
-- on: PostgreSQL, DuckDB
-- refused: shows rows of a private table
SELECT ordered_at AS ordered_at,
       channel AS channel,
       status AS status,
       total AS total
FROM orders
ORDER BY ordered_at DESC, order_id
LIMIT 1000;

-- name: superset-time-pivot
-- asks: Superset, heat map of orders by hour and day of the week
-- on: PostgreSQL
SELECT EXTRACT(hour FROM ordered_at) AS hour_of_day,
       EXTRACT(isodow FROM ordered_at) AS weekday,
       COUNT(*) AS count
FROM public.orders
GROUP BY EXTRACT(hour FROM ordered_at),
         EXTRACT(isodow FROM ordered_at)
ORDER BY count DESC, 1, 2
LIMIT 10000;

-- name: superset-time-pivot-duckdb
-- asks: Superset over DuckDB, heat map of events by hour and day of the week
-- on: DuckDB
SELECT HOUR(happened_at) AS hour_of_day,
       DAYOFWEEK(happened_at) AS weekday,
       COUNT(*) AS count
FROM main.events
GROUP BY HOUR(happened_at),
         DAYOFWEEK(happened_at)
ORDER BY count DESC, hour_of_day, weekday
LIMIT 10000;

-- name: superset-filter-box
-- asks: Superset, values of a native filter on city with the number of rows
-- on: PostgreSQL, DuckDB
SELECT city AS city
FROM customers
GROUP BY city
LIMIT 1000;

-- name: superset-native-filter-range
-- asks: Superset, ends of a numerical range filter on messages
-- on: PostgreSQL, DuckDB
SELECT MIN(messages) AS min,
       MAX(messages) AS max
FROM tickets
LIMIT 1000;

-- name: superset-virtual-dataset
-- asks: Superset, chart on a virtual dataset: average of orders per customer by plan
-- on: PostgreSQL, DuckDB
SELECT plan AS plan,
       AVG(order_count) AS "AVG(order_count)",
       SUM(revenue) AS "SUM(revenue)"
FROM
  (SELECT c.customer_id,
          c.plan,
          COUNT(o.order_id) AS order_count,
          COALESCE(SUM(o.total), 0) AS revenue
   FROM customers c
   LEFT JOIN orders o ON o.customer_id = c.customer_id
   GROUP BY c.customer_id,
            c.plan) AS virtual_table
GROUP BY plan
ORDER BY "SUM(revenue)" DESC
LIMIT 10000;

-- name: superset-virtual-dataset-cte
-- asks: Superset, chart on a virtual dataset that begins with WITH
-- on: PostgreSQL, DuckDB
WITH paid AS
  (SELECT customer_id,
          ordered_at,
          total - COALESCE(discount, 0) AS net
   FROM orders
   WHERE status IN ('completed', 'shipped'))
SELECT DATE_TRUNC('quarter', ordered_at) AS ordered_at,
       SUM(net) AS "SUM(net)",
       COUNT(DISTINCT customer_id) AS buyers
FROM
  (SELECT * FROM paid) AS virtual_table
GROUP BY DATE_TRUNC('quarter', ordered_at)
ORDER BY "SUM(net)" DESC
LIMIT 10000;

-- name: superset-time-comparison
-- asks: Superset, time comparison with the year before: the same query once more with its range moved
-- on: PostgreSQL, DuckDB
SELECT DATE_TRUNC('month', ordered_at) AS ordered_at,
       SUM(total) AS "SUM(total)__1 year ago"
FROM orders
WHERE ordered_at >= TIMESTAMP '2023-01-01 00:00:00'
  AND ordered_at < TIMESTAMP '2024-01-01 00:00:00'
GROUP BY DATE_TRUNC('month', ordered_at)
ORDER BY 2 DESC
LIMIT 10000;

-- name: superset-rolling-mean
-- asks: Superset SQL Lab, rolling mean of revenue over 3 months
SELECT m, revenue, AVG(revenue) OVER (ORDER BY m ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS rolling_mean
FROM (
  SELECT DATE_TRUNC('month', ordered_at) AS m, SUM(total) AS revenue
  FROM orders
  GROUP BY DATE_TRUNC('month', ordered_at)
) AS monthly
ORDER BY m;

-- name: superset-rank-cities
-- asks: Superset SQL Lab, the two best cities of each plan by revenue
SELECT plan, city, revenue
FROM (
  SELECT c.plan, c.city, SUM(o.total) AS revenue,
    ROW_NUMBER() OVER (PARTITION BY c.plan ORDER BY SUM(o.total) DESC) AS position_in_plan
  FROM orders o
  JOIN customers c ON c.customer_id = o.customer_id
  WHERE c.city IS NOT NULL
  GROUP BY c.plan, c.city
) AS ranked
WHERE position_in_plan <= 2
ORDER BY plan, position_in_plan;

-- name: superset-box-plot
-- asks: Superset, box plot of duration by device (the distribution across days)
-- on: PostgreSQL, DuckDB
SELECT DATE_TRUNC('month', happened_at) AS happened_at,
       device AS device,
       AVG(duration) AS "AVG(duration)"
FROM events
GROUP BY DATE_TRUNC('month', happened_at),
         device
LIMIT 10000;

-- name: superset-bubble
-- asks: Superset, bubble chart: products by quantity, revenue and number of orders, coloured by category
-- on: PostgreSQL, DuckDB
SELECT p.category AS category,
       p.product_name AS product_name,
       SUM(i.quantity) AS x,
       SUM(i.quantity * i.price) AS y,
       COUNT(DISTINCT i.order_id) AS size
FROM order_items i
JOIN products p ON p.product_id = i.product_id
GROUP BY p.category,
         p.product_name
ORDER BY size DESC, product_name
LIMIT 50000;

-- name: superset-sankey
-- asks: Superset, Sankey diagram from referrer to plan
-- on: PostgreSQL, DuckDB
SELECT COALESCE(referrer, 'direct') AS source,
       plan AS target,
       COUNT(*) AS value
FROM customers
GROUP BY COALESCE(referrer, 'direct'),
         plan
ORDER BY value DESC, source, target
LIMIT 1000;

-- name: superset-treemap
-- asks: Superset, tree map of revenue by region, country and plan
SELECT k.region, k.country_name, c.plan, SUM(o.total) AS revenue
FROM orders o
JOIN customers c ON c.customer_id = o.customer_id
JOIN countries k ON k.country = c.country
GROUP BY k.region, k.country_name, c.plan
ORDER BY revenue DESC
LIMIT 100;

-- name: superset-world-map
-- asks: Superset, world map: customers and active customers by country
SELECT country, COUNT(*) AS customers, SUM(CASE WHEN is_active THEN 1 ELSE 0 END) AS active_customers
FROM customers
GROUP BY country
ORDER BY customers DESC, country
LIMIT 250;

-- name: superset-funnel-chart
-- asks: Superset, funnel chart of events
-- on: PostgreSQL, DuckDB
SELECT event_name AS event_name,
       COUNT(DISTINCT customer_id) AS "COUNT_DISTINCT(customer_id)"
FROM events
GROUP BY event_name
ORDER BY "COUNT_DISTINCT(customer_id)" DESC
LIMIT 10;

-- name: superset-mixed-filter
-- asks: Superset, ad-hoc filters of all kinds: IN, LIKE, IS NULL, >=, NOT IN
-- on: PostgreSQL, DuckDB
SELECT status AS status,
       COUNT(*) AS count
FROM orders
WHERE channel IN ('web', 'mobile')
  AND (coupon LIKE 'V%' OR coupon IS NULL)
  AND total >= 50
  AND status NOT IN ('pending')
GROUP BY status
ORDER BY count DESC
LIMIT 10000;

-- name: superset-jinja-dates
-- asks: Superset SQL Lab with Jinja ({{ from_dttm }}, {{ to_dttm }}): new customers and their first plan by week
-- on: PostgreSQL, DuckDB
-- differs: empty groups where signups
-- differs: week has another type
SELECT DATE_TRUNC('week', signup_date) AS week, plan, COUNT(*) AS signups
FROM customers
WHERE signup_date >= DATE '2023-01-02' AND signup_date < DATE '2023-04-03'
GROUP BY 1, 2
ORDER BY 1, 2;

-- name: superset-stddev
-- asks: Superset SQL Lab, spread of satisfaction by priority
SELECT priority, COUNT(satisfaction) AS rated, AVG(CAST(satisfaction AS DOUBLE PRECISION)) AS mean_rating,
  STDDEV_SAMP(satisfaction) AS spread
FROM tickets
GROUP BY priority
ORDER BY priority;

-- name: superset-grouping-sets
-- asks: Superset SQL Lab, revenue with sub-totals by ROLLUP
-- on: PostgreSQL, DuckDB
SELECT channel, status, COUNT(*) AS orders, SUM(total) AS revenue
FROM orders
GROUP BY ROLLUP (channel, status);

-- name: superset-union-kpis
-- asks: Superset SQL Lab, a table of KPIs by UNION ALL
SELECT 'orders' AS kpi, COUNT(*) AS amount FROM orders
UNION ALL
SELECT 'customers', COUNT(*) FROM customers
UNION ALL
SELECT 'open tickets', COUNT(*) FROM tickets WHERE closed_at IS NULL
ORDER BY kpi;

-- name: superset-p95
-- asks: Superset SQL Lab, 95th percentile of duration by page
-- on: PostgreSQL
SELECT page, percentile_disc(0.95) WITHIN GROUP (ORDER BY duration) AS p95
FROM events
WHERE page IN ('/', '/cart', '/checkout')
GROUP BY page
ORDER BY page;

-- name: superset-quantile-duckdb
-- asks: Superset SQL Lab over DuckDB, quantiles of messages
-- on: DuckDB
SELECT category, quantile_disc(messages, 0.25) AS q1, quantile_disc(messages, 0.5) AS q2, quantile_disc(messages, 0.75) AS q3
FROM tickets
GROUP BY ALL
ORDER BY ALL;

-- name: superset-filter-clause
-- asks: Superset SQL Lab, orders by status side by side with FILTER
SELECT channel,
  COUNT(*) FILTER (WHERE status = 'completed') AS completed,
  COUNT(*) FILTER (WHERE status = 'returned') AS returned,
  SUM(total) FILTER (WHERE status = 'completed') AS completed_revenue
FROM orders
GROUP BY channel
ORDER BY channel;

-- name: superset-duckdb-time-bucket
-- asks: Superset over DuckDB, events in windows of two weeks
-- on: DuckDB
-- refused: TIME_BUCKET is not offered
SELECT time_bucket(INTERVAL '14 days', happened_at) AS bucket, COUNT(*) AS count
FROM main.events
WHERE happened_at >= TIMESTAMP '2024-01-15 00:00:00' AND happened_at < TIMESTAMP '2024-12-16 00:00:00'
GROUP BY bucket
ORDER BY bucket;

-- name: superset-duckdb-approx
-- asks: Superset SQL Lab over DuckDB, approximate distinct customers by page
-- on: DuckDB
-- differs: customers is within 10
SELECT page, approx_count_distinct(customer_id) AS customers, count(*) AS views
FROM events
GROUP BY page
ORDER BY page;
