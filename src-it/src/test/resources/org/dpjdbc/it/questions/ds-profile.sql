-- A data scientist profiles tables before an analysis: counts, NULLs, distincts, histograms, percentiles, correlations, outliers.

-- name: ds-prof-row-counts
-- asks: data scientist, "Row counts of all tables"
select 'customers' as table_name, count(*) as n from customers
union all select 'orders', count(*) from orders
union all select 'order_items', count(*) from order_items
union all select 'events', count(*) from events
union all select 'subscriptions', count(*) from subscriptions
union all select 'tickets', count(*) from tickets
union all select 'products', count(*) from products;

-- name: ds-prof-first-look
-- asks: data scientist, "What do rows look like" (select star, limit)
-- refused: shows rows of a private table
select * from orders limit 10;

-- name: ds-prof-orders-summary
-- asks: data scientist, "Orders at a glance"
-- differs: first_order is within 5
-- differs: last_order is within 5
-- differs: min_total is within 2
-- differs: max_total is within 2
SELECT COUNT(*) AS n,
       COUNT(DISTINCT customer_id) AS customers,
       COUNT(DISTINCT status) AS statuses,
       MIN(ordered_at) AS first_order,
       MAX(ordered_at) AS last_order,
       AVG(total) AS mean_total,
       STDDEV_SAMP(total) AS sd_total,
       MIN(total) AS min_total,
       MAX(total) AS max_total
FROM orders;

-- name: ds-prof-nulls-orders
-- asks: data scientist, "NULL share a column of orders"
SELECT COUNT(*) AS n,
       COUNT(*) - COUNT(discount) AS discount_nulls,
       COUNT(*) - COUNT(shipped_at) AS shipped_at_nulls,
       COUNT(*) - COUNT(coupon) AS coupon_nulls,
       100.0 * (COUNT(*) - COUNT(discount)) / COUNT(*) AS discount_null_pct,
       100.0 * (COUNT(*) - COUNT(shipped_at)) / COUNT(*) AS shipped_at_null_pct,
       100.0 * (COUNT(*) - COUNT(coupon)) / COUNT(*) AS coupon_null_pct
FROM orders;

-- name: ds-prof-nulls-as-rows
-- asks: data scientist, "NULL rates of customers, a row a column" (union all)
SELECT 'age' AS column_name, SUM(CASE WHEN age IS NULL THEN 1 ELSE 0 END) AS nulls, COUNT(*) AS n FROM customers
UNION ALL
SELECT 'city', SUM(CASE WHEN city IS NULL THEN 1 ELSE 0 END), COUNT(*) FROM customers
UNION ALL
SELECT 'referrer', SUM(CASE WHEN referrer IS NULL THEN 1 ELSE 0 END), COUNT(*) FROM customers
ORDER BY column_name;

-- name: ds-prof-value-counts
-- asks: data scientist, "value_counts of city with share"
SELECT city, COUNT(*) AS n, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (), 2) AS pct
FROM customers
GROUP BY city
ORDER BY n DESC, city;

-- name: ds-prof-histogram-total
-- asks: data scientist, "Histogram of order total in bins of 50"
-- differs: empty groups where N
SELECT FLOOR(total / 50) * 50 AS bin_start, COUNT(*) AS n
FROM orders
GROUP BY FLOOR(total / 50) * 50
ORDER BY bin_start;

-- name: ds-prof-histogram-width-bucket
-- asks: data scientist, "Histogram of order total with width_bucket"
-- on: PostgreSQL
-- differs: empty groups where freq
-- differs: bucket_min is within 2
-- differs: bucket_max is within 2
SELECT width_bucket(total, 0, 500, 10) AS bucket,
       count(*) AS freq,
       min(total) AS bucket_min,
       max(total) AS bucket_max
FROM orders
GROUP BY bucket
ORDER BY bucket;

-- name: ds-prof-histogram-age
-- asks: data scientist, "Ages by decade" (integer division)
-- on: H2, PostgreSQL
-- differs: empty groups where N
SELECT (age / 10) * 10 AS decade, COUNT(*) AS n
FROM customers
WHERE age IS NOT NULL
GROUP BY (age / 10) * 10
ORDER BY decade;

-- name: ds-prof-histogram-age-duckdb
-- asks: data scientist, "Ages by decade" (DuckDB's integer division)
-- on: DuckDB
-- differs: empty groups where n
SELECT age // 10 * 10 AS decade, count(*) AS n
FROM customers
WHERE age IS NOT NULL
GROUP BY ALL
ORDER BY decade;

-- name: ds-prof-quartiles
-- asks: data scientist, "Quartiles of order total by channel"
-- differs: q1 has another type
-- differs: median has another type
-- differs: q3 has another type
-- differs: q1 is within 2
-- differs: median is within 2
-- differs: q3 is within 2
SELECT channel,
       PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY total) AS q1,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY total) AS median,
       PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY total) AS q3
FROM orders
GROUP BY channel
ORDER BY channel;

-- name: ds-prof-percentile-array
-- asks: data scientist, "Percentiles of event duration at once" (array argument)
-- on: PostgreSQL
-- refused: ARRAY is not offered
SELECT percentile_cont(array[0.05, 0.25, 0.5, 0.75, 0.95]) WITHIN GROUP (ORDER BY duration) AS percentiles
FROM events
WHERE duration IS NOT NULL;

-- name: ds-prof-quantile-cont
-- asks: data scientist, "Deciles of event duration" (DuckDB quantile_cont)
-- on: DuckDB
-- differs: p10 is within 1
-- differs: p50 is within 1
-- differs: p90 is within 1
SELECT device,
       quantile_cont(duration, 0.1) AS p10,
       quantile_cont(duration, 0.5) AS p50,
       quantile_cont(duration, 0.9) AS p90
FROM events
GROUP BY device
ORDER BY device;

-- name: ds-prof-median-iqr
-- asks: data scientist, "Median and IQR of item price" (H2 and DuckDB MEDIAN)
-- on: H2, DuckDB
-- differs: median_price has another type
-- differs: iqr has another type
-- differs: median_price is within 1
-- differs: iqr is within 2
SELECT MEDIAN(price) AS median_price,
       PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY price) - PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY price) AS iqr
FROM order_items;

-- name: ds-prof-correlation
-- asks: data scientist, "Correlation of total and discount by status"
SELECT status, CORR(total, discount) AS r, COUNT(*) AS n
FROM orders
WHERE discount IS NOT NULL
GROUP BY status
ORDER BY status;

-- name: ds-prof-correlation-customer
-- asks: data scientist, "Do older customers spend more" (correlation a customer)
WITH spend AS (
  SELECT customer_id, SUM(total) AS revenue, COUNT(*) AS n_orders
  FROM orders
  GROUP BY customer_id
)
SELECT CORR(c.age, s.revenue) AS r_age_revenue,
       CORR(c.age, s.n_orders) AS r_age_orders,
       COUNT(*) AS n
FROM customers c
JOIN spend s ON s.customer_id = c.customer_id
WHERE c.age IS NOT NULL;

-- name: ds-prof-regression
-- asks: data scientist, "Linear fit of discount on total"
-- differs: n has another type
SELECT REGR_SLOPE(discount, total) AS slope,
       REGR_INTERCEPT(discount, total) AS intercept,
       REGR_R2(discount, total) AS r2,
       REGR_COUNT(discount, total) AS n
FROM orders;

-- name: ds-prof-outliers-sigma
-- asks: data scientist, "Orders more than 1.5 standard deviations above the mean, by channel" (scalar sub-queries)
SELECT channel, COUNT(*) AS outliers, AVG(total) AS avg_outlier
FROM orders
WHERE total > (SELECT AVG(total) + 1.5 * STDDEV_SAMP(total) FROM orders)
GROUP BY channel
ORDER BY channel;

-- name: ds-prof-outliers-iqr
-- asks: data scientist, "Order totals outside the Tukey fences"
WITH q AS (
  SELECT PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY total) AS q1,
         PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY total) AS q3
  FROM orders
)
SELECT COUNT(*) AS n,
       SUM(CASE WHEN o.total < q.q1 - 1.5 * (q.q3 - q.q1) OR o.total > q.q3 + 1.5 * (q.q3 - q.q1) THEN 1 ELSE 0 END) AS outliers
FROM orders o CROSS JOIN q;

-- name: ds-prof-skewness
-- asks: data scientist, "Skewness and kurtosis of event duration" (DuckDB)
-- on: DuckDB
-- refused: SKEWNESS is not offered
SELECT skewness(duration) AS skew, kurtosis(duration) AS kurt, count(duration) AS n
FROM events;

-- name: ds-prof-skewness-by-hand
-- asks: data scientist, "Skewness of ticket messages by moments"
-- refused: H2: a product of three deviations exceeds what the database computes exactly
-- differs: skewness is within 0.001
WITH m AS (
  SELECT AVG(messages * 1.0) AS mu, STDDEV_POP(messages) AS sigma FROM tickets
)
SELECT AVG((t.messages - m.mu) * (t.messages - m.mu) * (t.messages - m.mu)) / (MAX(m.sigma) * MAX(m.sigma) * MAX(m.sigma)) AS skewness
FROM tickets t CROSS JOIN m;

-- name: ds-prof-mode
-- asks: data scientist, "Most frequent status and channel" (mode within group)
SELECT mode() WITHIN GROUP (ORDER BY status) AS top_status,
       mode() WITHIN GROUP (ORDER BY channel) AS top_channel
FROM orders;

-- name: ds-prof-text-lengths
-- asks: data scientist, "Lengths of city names"
SELECT LENGTH(city) AS len, COUNT(*) AS n
FROM customers
WHERE city IS NOT NULL
GROUP BY LENGTH(city)
ORDER BY len;

-- name: ds-prof-duplicate-names
-- asks: data scientist, "How many names are used more than once" (duplicates)
-- refused: asks for names of people, which the owner has closed
SELECT COUNT(*) AS duplicated_names
FROM (SELECT name FROM customers GROUP BY name HAVING COUNT(*) > 1) d;

-- name: ds-prof-orders-per-customer
-- asks: data scientist, "Distribution of orders a customer: mean, sd, extremes"
SELECT AVG(n * 1.0) AS mean_orders, STDDEV_SAMP(n) AS sd_orders, MIN(n) AS fewest, MAX(n) AS most
FROM (SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id) x;

-- name: ds-prof-zscore-buckets
-- asks: data scientist, "Rounded z score of order total" (statistics cross joined)
WITH stats AS (SELECT AVG(total) AS mu, STDDEV_POP(total) AS sigma FROM orders)
SELECT ROUND((o.total - s.mu) / s.sigma) AS z, COUNT(*) AS n
FROM orders o CROSS JOIN stats s
GROUP BY ROUND((o.total - s.mu) / s.sigma)
ORDER BY z;
