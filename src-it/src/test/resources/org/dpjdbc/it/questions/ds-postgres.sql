-- The same analyses in PostgreSQL's own spelling, as written in psql.

-- name: ds-pg-monthly-to-char
-- asks: data scientist in psql, "Orders by month as text"
-- on: PostgreSQL
SELECT to_char(ordered_at, 'YYYY-MM') AS ym, count(*) AS n, round(sum(total), 0) AS revenue
FROM orders
GROUP BY to_char(ordered_at, 'YYYY-MM')
ORDER BY ym;

-- name: ds-pg-weekday-names
-- asks: data scientist in psql, "Orders by weekday name"
-- on: PostgreSQL
SELECT trim(to_char(ordered_at, 'Day')) AS weekday, count(*) AS n
FROM orders
GROUP BY 1, extract(isodow FROM ordered_at)
ORDER BY extract(isodow FROM ordered_at);

-- name: ds-pg-age-function
-- asks: data scientist in psql, "Customers by full years since signup at the end of 2024"
-- on: PostgreSQL
SELECT date_part('year', age(timestamp '2024-12-31', signup_date)) AS years, count(*) AS customers
FROM customers
GROUP BY 1
ORDER BY 1;

-- name: ds-pg-median-discrete
-- asks: data scientist in psql, "Discrete median of messages by category"
-- on: PostgreSQL
SELECT category, percentile_disc(0.5) WITHIN GROUP (ORDER BY messages) AS median_messages
FROM tickets
GROUP BY category
ORDER BY category;

-- name: ds-pg-generate-series-bins
-- asks: data scientist in psql, "Histogram of age with empty bins" (generate_series)
-- on: PostgreSQL
-- refused: GENERATE_SERIES is not offered
SELECT b AS bin, count(c.customer_id) AS n
FROM generate_series(10, 90, 10) AS b
LEFT JOIN customers c ON c.age >= b AND c.age < b + 10
GROUP BY b
ORDER BY b;

-- name: ds-pg-ilike
-- asks: data scientist in psql, "Views of pages whose path has doc or pric"
-- on: PostgreSQL, DuckDB
SELECT page, count(*) AS views
FROM events
WHERE page ILIKE '%DOC%' OR page ILIKE '%pric%'
GROUP BY page
ORDER BY views DESC, page;

-- name: ds-pg-regex
-- asks: data scientist in psql, "Cities that end in vale or field or view" (~)
-- on: PostgreSQL
-- refused: the grammar does not read this spelling of the database
SELECT city, count(*) AS n
FROM customers
WHERE city ~ '(dale|field|view)$'
GROUP BY city
ORDER BY city;

-- name: ds-pg-values-join
-- asks: data scientist in psql, "Orders by size class of a VALUES list"
-- on: PostgreSQL
SELECT v.label, count(*) AS n, sum(o.total) AS revenue
FROM orders o
JOIN (VALUES ('small', 0, 100), ('medium', 100, 300), ('large', 300, 1000)) AS v (label, low, high)
  ON o.total >= v.low AND o.total < v.high
GROUP BY v.label
ORDER BY v.label;

-- name: ds-pg-sum-over-named-window
-- asks: data scientist in psql, "Running share with a named window"
-- on: PostgreSQL, DuckDB
WITH m AS (
  SELECT extract(month FROM ordered_at) AS mo, sum(total) AS revenue
  FROM orders
  WHERE ordered_at >= '2024-01-01'
  GROUP BY 1
)
SELECT mo, revenue, sum(revenue) OVER w AS running, avg(revenue) OVER w AS running_mean
FROM m
WINDOW w AS (ORDER BY mo)
ORDER BY mo;

-- name: ds-pg-bool-aggregates
-- asks: data scientist in psql, "Customers all of whose tickets were rated 3 or better" (bool_and)
-- on: PostgreSQL, DuckDB
SELECT count(*) AS customers, sum(happy::int) AS happy_customers
FROM (
  SELECT customer_id, bool_and(satisfaction >= 3) AS happy
  FROM tickets
  WHERE satisfaction IS NOT NULL
  GROUP BY customer_id
) t;

-- name: ds-pg-tablesample
-- asks: data scientist in psql, "Quick estimate from a sample" (TABLESAMPLE)
-- on: PostgreSQL
SELECT avg(total) AS avg_total FROM orders TABLESAMPLE SYSTEM (100);

-- name: ds-pg-interval-literals
-- asks: data scientist in psql, "Orders in the last 90 days of the data"
-- on: PostgreSQL, DuckDB
SELECT count(*) AS orders, count(DISTINCT customer_id) AS customers, sum(total) AS revenue
FROM orders
WHERE ordered_at >= timestamp '2024-12-31' - interval '90 days';
