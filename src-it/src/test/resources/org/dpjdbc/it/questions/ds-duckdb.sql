-- The same analyses in DuckDB's own spelling, as written in notebooks.

-- name: ds-duck-from-first
-- asks: data scientist in a notebook, "Orders by status" (FROM first, GROUP BY ALL)
-- on: DuckDB
-- refused: the grammar does not read this spelling of the database
FROM orders
SELECT status, count(*) AS n, sum(total) AS revenue
GROUP BY ALL
ORDER BY n DESC, status;

-- name: ds-duck-count-if
-- asks: data scientist in a notebook, "Return rate" (count_if)
-- on: DuckDB
SELECT count_if(status = 'returned') AS returned, count_if(status = 'returned') / count(*) AS return_rate
FROM orders;

-- name: ds-duck-date-diff
-- asks: data scientist in a notebook, "Days to ship by channel" (date_diff)
-- on: DuckDB
SELECT channel, avg(date_diff('day', ordered_at, shipped_at)) AS avg_days
FROM orders
WHERE shipped_at IS NOT NULL
GROUP BY channel
ORDER BY channel;

-- name: ds-duck-date-sub
-- asks: data scientist in a notebook, "Hours to first close by category" (date_sub)
-- on: DuckDB
-- refused: DATE_SUB is not offered
SELECT category, median(date_sub('hour', opened_at, closed_at)) AS median_hours
FROM tickets
WHERE closed_at IS NOT NULL
GROUP BY category
ORDER BY category;

-- name: ds-duck-strftime
-- asks: data scientist in a notebook, "Events by month name" (strftime)
-- on: DuckDB
SELECT strftime(happened_at, '%Y-%m') AS ym, count(*) AS events, count(DISTINCT session_id) AS sessions
FROM events
GROUP BY 1
ORDER BY 1;

-- name: ds-duck-quantiles-list
-- asks: data scientist in a notebook, "Quartiles of total as a list"
-- on: DuckDB
-- refused: a list of quantiles as one value is not read
SELECT quantile_cont(total::double, [0.25, 0.5, 0.75]) AS quartiles
FROM orders;

-- name: ds-duck-mad-mode
-- asks: data scientist in a notebook, "Robust spread of prices by product category" (mad)
-- on: DuckDB
-- refused: MAD is not offered
SELECT category, median(price) AS median_price, mad(price) AS mad_price
FROM order_items JOIN products USING (product_id)
GROUP BY category
ORDER BY category;

-- name: ds-duck-alias-group
-- asks: data scientist in a notebook, "Large and small net orders" (alias reused)
-- on: DuckDB
SELECT total - coalesce(discount, 0) >= 250 AS is_large, count(*) AS n, avg(total - coalesce(discount, 0)) AS avg_net
FROM orders
GROUP BY is_large
ORDER BY is_large;

-- name: ds-duck-time-bucket
-- asks: data scientist in a notebook, "Events in buckets of two weeks" (time_bucket)
-- on: DuckDB
-- refused: TIME_BUCKET is not offered
SELECT time_bucket(INTERVAL '14 days', happened_at, TIMESTAMP '2024-01-01') AS bucket, count(*) AS n
FROM events
WHERE happened_at < '2024-07-01'
GROUP BY bucket
ORDER BY bucket;

-- name: ds-duck-summarize
-- asks: data scientist in a notebook, "Summarize the tickets table"
-- on: DuckDB
-- refused: is no SELECT: a statement of the database of its own
SUMMARIZE tickets;

-- name: ds-duck-histogram
-- asks: data scientist in a notebook, "Histogram of quantity" (histogram map)
-- on: DuckDB
-- refused: HISTOGRAM is not offered
SELECT histogram(quantity) AS h FROM order_items;

-- name: ds-duck-exclude
-- asks: data scientist in a notebook, "Monthly numbers without the helper column" (EXCLUDE)
-- on: DuckDB
-- refused: the grammar does not read this spelling of the database
WITH m AS (
  SELECT month(ordered_at) AS mo, count(*) AS n, sum(total) AS revenue, sum(total) / count(*) AS aov
  FROM orders
  WHERE year(ordered_at) = 2024
  GROUP BY 1
)
SELECT * EXCLUDE (n) FROM m ORDER BY mo;

-- name: ds-duck-asof
-- asks: data scientist in a notebook, "Plan in force at the order" (ASOF join)
-- on: DuckDB
-- refused: needed: ASOF JOIN
SELECT s.plan, count(*) AS orders, sum(o.total) AS revenue
FROM orders o
ASOF JOIN subscriptions s ON s.customer_id = o.customer_id AND o.ordered_at >= s.started_on
WHERE s.plan <> 'free'
GROUP BY s.plan
ORDER BY s.plan;

-- name: ds-duck-arg-max
-- asks: data scientist in a notebook, "Channel of each customer's newest order, counted" (arg_max)
-- on: DuckDB
-- refused: ARG_MAX is not offered
SELECT channel, count(*) AS customers
FROM (SELECT customer_id, arg_max(channel, ordered_at) AS channel FROM orders GROUP BY customer_id)
GROUP BY channel
ORDER BY channel;
