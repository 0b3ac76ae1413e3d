-- Series over time in a SQL console: growth, moving averages, year over year, z scores, heat maps.

-- name: ds-time-mom-growth
-- asks: data scientist, "Month-over-month growth of revenue" (LAG over months)
WITH monthly AS (
  SELECT CAST(DATE_TRUNC('month', ordered_at) AS DATE) AS order_month, SUM(total) AS revenue
  FROM orders
  GROUP BY CAST(DATE_TRUNC('month', ordered_at) AS DATE)
)
SELECT order_month,
       revenue,
       LAG(revenue) OVER (ORDER BY order_month) AS previous_revenue,
       100.0 * (revenue - LAG(revenue) OVER (ORDER BY order_month)) / LAG(revenue) OVER (ORDER BY order_month) AS growth_pct
FROM monthly
ORDER BY order_month;

-- name: ds-time-yoy
-- asks: data scientist, "Year over year by month" (self-join of the aggregate)
WITH m AS (
  SELECT EXTRACT(YEAR FROM ordered_at) AS y, EXTRACT(MONTH FROM ordered_at) AS mo, SUM(total) AS revenue
  FROM orders
  GROUP BY EXTRACT(YEAR FROM ordered_at), EXTRACT(MONTH FROM ordered_at)
)
SELECT a.mo, a.revenue AS revenue_2024, b.revenue AS revenue_2023, a.revenue / b.revenue - 1 AS yoy
FROM m a
JOIN m b ON b.mo = a.mo AND b.y = a.y - 1
WHERE a.y = 2024
ORDER BY a.mo;

-- name: ds-time-yoy-pivot
-- asks: data scientist, "Orders of 2023 and 2024 by month as columns" (FILTER)
SELECT EXTRACT(MONTH FROM ordered_at) AS mo,
       COUNT(*) FILTER (WHERE EXTRACT(YEAR FROM ordered_at) = 2023) AS orders_2023,
       COUNT(*) FILTER (WHERE EXTRACT(YEAR FROM ordered_at) = 2024) AS orders_2024
FROM orders
GROUP BY EXTRACT(MONTH FROM ordered_at)
ORDER BY mo;

-- name: ds-time-moving-average
-- asks: data scientist, "Three-month moving average of revenue"
SELECT order_month,
       revenue,
       AVG(revenue) OVER (ORDER BY order_month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS ma_3
FROM (
  SELECT DATE_TRUNC('month', ordered_at) AS order_month, SUM(total) AS revenue
  FROM orders
  GROUP BY DATE_TRUNC('month', ordered_at)
) AS monthly
ORDER BY order_month;

-- name: ds-time-ytd
-- asks: data scientist, "Year-to-date revenue by month"
WITH monthly AS (
  SELECT EXTRACT(YEAR FROM ordered_at) AS y, EXTRACT(MONTH FROM ordered_at) AS mo, SUM(total) AS revenue
  FROM orders
  GROUP BY EXTRACT(YEAR FROM ordered_at), EXTRACT(MONTH FROM ordered_at)
)
SELECT y, mo, revenue, SUM(revenue) OVER (PARTITION BY y ORDER BY mo) AS ytd
FROM monthly
ORDER BY y, mo;

-- name: ds-time-zscore-months
-- asks: data scientist, "Months whose order count is unusual" (z score of monthly counts)
WITH monthly AS (
  SELECT CAST(DATE_TRUNC('month', ordered_at) AS DATE) AS order_month, COUNT(*) AS n
  FROM orders
  WHERE ordered_at >= TIMESTAMP '2024-01-01 00:00:00'
  GROUP BY CAST(DATE_TRUNC('month', ordered_at) AS DATE)
)
SELECT order_month, n,
       (n - AVG(n * 1.0) OVER ()) / STDDEV_SAMP(n) OVER () AS z
FROM monthly
ORDER BY order_month;

-- name: ds-time-best-month
-- asks: data scientist, "The best month of each year" (RANK over aggregates)
WITH monthly AS (
  SELECT EXTRACT(YEAR FROM ordered_at) AS y, EXTRACT(MONTH FROM ordered_at) AS mo, SUM(total) AS revenue
  FROM orders
  GROUP BY EXTRACT(YEAR FROM ordered_at), EXTRACT(MONTH FROM ordered_at)
),
ranked AS (
  SELECT y, mo, revenue, RANK() OVER (PARTITION BY y ORDER BY revenue DESC) AS rnk
  FROM monthly
)
SELECT y, mo, revenue FROM ranked WHERE rnk = 1 ORDER BY y;

-- name: ds-time-heatmap
-- asks: data scientist, "Heat map of orders: weekday by hour block" (PostgreSQL, DuckDB dow)
-- on: PostgreSQL, DuckDB
SELECT extract(dow FROM ordered_at) AS weekday,
       count(*) FILTER (WHERE extract(hour FROM ordered_at) < 6) AS night,
       count(*) FILTER (WHERE extract(hour FROM ordered_at) BETWEEN 6 AND 11) AS morning,
       count(*) FILTER (WHERE extract(hour FROM ordered_at) BETWEEN 12 AND 17) AS afternoon,
       count(*) FILTER (WHERE extract(hour FROM ordered_at) >= 18) AS evening
FROM orders
GROUP BY 1
ORDER BY 1;

-- name: ds-time-heatmap-long
-- asks: data scientist, "Events by weekday and hour" (long form, ISO day)
-- on: PostgreSQL, DuckDB
SELECT extract(isodow FROM happened_at) AS weekday, extract(hour FROM happened_at) AS hour_of_day, count(*) AS n
FROM events
GROUP BY 1, 2
ORDER BY 1, 2;

-- name: ds-time-heatmap-h2
-- asks: data scientist, "Events by weekday" (H2's DAY_OF_WEEK)
-- on: H2
SELECT DAY_OF_WEEK(happened_at) AS weekday, COUNT(*) AS n, COUNT(DISTINCT customer_id) AS visitors
FROM events
GROUP BY DAY_OF_WEEK(happened_at)
ORDER BY weekday;

-- name: ds-time-weekend
-- asks: data scientist, "Average daily orders at weekends and on workdays, 2024" (calendar join)
WITH daily AS (
  SELECT CAST(ordered_at AS DATE) AS d, COUNT(*) AS n, SUM(total) AS revenue
  FROM orders
  GROUP BY CAST(ordered_at AS DATE)
)
SELECT c.is_weekend, COUNT(*) AS days, SUM(d.n) AS orders, AVG(d.n * 1.0) AS orders_per_day
FROM calendar c
JOIN daily d ON d.d = c.date_day
WHERE c.year_number = 2024
GROUP BY c.is_weekend
ORDER BY c.is_weekend;

-- name: ds-time-weekly-trend
-- asks: data scientist, "Weekly orders with the running mean of four weeks"
-- on: PostgreSQL, DuckDB
WITH weekly AS (
  SELECT date_trunc('week', ordered_at)::date AS wk, count(*) AS n
  FROM orders
  WHERE ordered_at >= '2024-01-01' AND ordered_at < '2024-07-01'
  GROUP BY 1
)
SELECT wk, n, avg(n) OVER (ORDER BY wk ROWS 3 PRECEDING) AS ma4
FROM weekly
ORDER BY wk;

-- name: ds-time-cmgr
-- asks: data scientist, "Compound monthly growth of signups, first to last quarter of 2022-2023"
-- differs: cmgr has another type
WITH q AS (
  SELECT SUM(CASE WHEN signup_date < DATE '2022-04-01' THEN 1 ELSE 0 END) AS first_q,
         SUM(CASE WHEN signup_date >= DATE '2023-10-01' THEN 1 ELSE 0 END) AS last_q
  FROM customers
)
SELECT first_q, last_q, POWER(last_q * 1.0 / first_q, 1.0 / 21) - 1 AS cmgr FROM q;

-- name: ds-time-trend-slope
-- asks: data scientist, "Linear trend of monthly revenue" (regression over months)
WITH monthly AS (
  SELECT (EXTRACT(YEAR FROM ordered_at) - 2023) * 12 + EXTRACT(MONTH FROM ordered_at) AS t, SUM(total) AS revenue
  FROM orders
  GROUP BY (EXTRACT(YEAR FROM ordered_at) - 2023) * 12 + EXTRACT(MONTH FROM ordered_at)
)
SELECT REGR_SLOPE(revenue, t) AS slope, REGR_INTERCEPT(revenue, t) AS intercept
FROM monthly;

-- name: ds-time-above-average
-- asks: data scientist, "Months above the average month" (scalar sub-query over an aggregate)
WITH monthly AS (
  SELECT CAST(DATE_TRUNC('month', ordered_at) AS DATE) AS order_month, SUM(total) AS revenue
  FROM orders
  GROUP BY CAST(DATE_TRUNC('month', ordered_at) AS DATE)
)
SELECT order_month, revenue
FROM monthly
WHERE revenue > (SELECT AVG(revenue) FROM monthly)
ORDER BY order_month;

-- name: ds-time-gap-fill
-- asks: data scientist, "Signups a week of 2023 with empty weeks filled" (generate_series)
-- on: PostgreSQL
-- refused: GENERATE_SERIES is not offered
WITH weeks AS (
  SELECT generate_series(timestamp '2023-01-02', timestamp '2023-12-25', interval '1 week')::date AS wk
),
signups AS (
  SELECT date_trunc('week', signup_date)::date AS wk, count(*) AS n
  FROM customers
  GROUP BY 1
)
SELECT w.wk, coalesce(s.n, 0) AS signups
FROM weeks w
LEFT JOIN signups s USING (wk)
ORDER BY w.wk;

-- name: ds-time-shipping-days
-- asks: data scientist, "Share of orders shipped within one, three and five days"
SELECT COUNT(*) AS shipped,
       AVG(CASE WHEN shipped_at <= ordered_at + INTERVAL '1' DAY THEN 1.0 ELSE 0.0 END) AS within_1d,
       AVG(CASE WHEN shipped_at <= ordered_at + INTERVAL '3' DAY THEN 1.0 ELSE 0.0 END) AS within_3d,
       AVG(CASE WHEN shipped_at <= ordered_at + INTERVAL '5' DAY THEN 1.0 ELSE 0.0 END) AS within_5d
FROM orders
WHERE shipped_at IS NOT NULL;

-- name: ds-time-relative-today
-- asks: data scientist, "Orders and revenue of the last twenty years by channel" (relative to CURRENT_DATE)
SELECT channel, COUNT(*) AS orders, SUM(total) AS revenue
FROM orders
WHERE ordered_at >= CURRENT_DATE - INTERVAL '20' YEAR
  AND ordered_at < CURRENT_DATE + INTERVAL '1' DAY
GROUP BY channel
ORDER BY channel;
