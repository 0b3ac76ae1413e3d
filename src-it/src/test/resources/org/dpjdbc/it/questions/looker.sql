-- Looker: what Explores send: names of view and field as aliases, TO_CHAR of truncated dates, FETCH NEXT 500 ROWS ONLY or
-- LIMIT 500, COALESCE around sums, symmetric aggregates where a join fans out, derived tables as WITH, total queries.

-- name: looker-orders-by-month
-- asks: Looker, Orders: Created Month, Count, Total Revenue
-- on: PostgreSQL
SELECT
    (TO_CHAR(DATE_TRUNC('month', orders.ordered_at ), 'YYYY-MM')) AS "orders.ordered_month",
    COUNT(*) AS "orders.count",
    COALESCE(SUM(orders.total ), 0) AS "orders.total_revenue"
FROM public.orders  AS orders
GROUP BY
    (DATE_TRUNC('month', orders.ordered_at ))
ORDER BY
    1 DESC
FETCH NEXT 500 ROWS ONLY;

-- name: looker-orders-by-date
-- asks: Looker, Orders: Created Date, Count, in the last 90 days of 2024
-- on: PostgreSQL
-- differs: empty groups where orders.count
SELECT
    (DATE(orders.ordered_at )) AS "orders.ordered_date",
    COUNT(*) AS "orders.count"
FROM public.orders  AS orders
WHERE ((( orders.ordered_at ) >= ((TIMESTAMP '2024-10-02')) AND ( orders.ordered_at ) < ((TIMESTAMP '2024-12-31'))))
GROUP BY
    1
ORDER BY
    1 DESC
FETCH NEXT 500 ROWS ONLY;

-- name: looker-orders-by-quarter
-- asks: Looker, Orders: Created Quarter, Average Order Value
-- on: PostgreSQL
-- differs: empty groups where orders.average_order_value
SELECT
    (TO_CHAR(DATE_TRUNC('month', DATE_TRUNC('quarter', orders.ordered_at )), 'YYYY-MM')) AS "orders.ordered_quarter",
    AVG(orders.total ) AS "orders.average_order_value"
FROM public.orders  AS orders
GROUP BY
    (DATE_TRUNC('month', DATE_TRUNC('quarter', orders.ordered_at )))
ORDER BY
    1
FETCH NEXT 500 ROWS ONLY;

-- name: looker-day-of-week
-- asks: Looker, Orders: Created Day of Week, Count
-- on: PostgreSQL
SELECT
    (TO_CHAR(orders.ordered_at , 'FMDay')) AS "orders.ordered_day_of_week",
    MOD(EXTRACT(DOW FROM orders.ordered_at )::integer - 1 + 7, 7) AS "orders.ordered_day_of_week_index",
    COUNT(*) AS "orders.count"
FROM public.orders  AS orders
GROUP BY
    1,
    2
ORDER BY
    2
FETCH NEXT 500 ROWS ONLY;

-- name: looker-hour-of-day
-- asks: Looker, Events: Hour of Day, Count
-- on: PostgreSQL
SELECT
    EXTRACT(HOUR FROM events.happened_at )::integer AS "events.happened_hour_of_day",
    COUNT(*) AS "events.count"
FROM public.events  AS events
GROUP BY
    1
ORDER BY
    1
FETCH NEXT 500 ROWS ONLY;

-- name: looker-orders-by-month-duckdb
-- asks: Looker over MotherDuck (PostgreSQL dialect spelled for DuckDB), Orders by month
-- on: DuckDB
SELECT
    (STRFTIME(DATE_TRUNC('month', orders.ordered_at ), '%Y-%m')) AS "orders.ordered_month",
    COUNT(*) AS "orders.count",
    COALESCE(SUM(orders.total ), 0) AS "orders.total_revenue"
FROM main.orders  AS orders
GROUP BY
    1
ORDER BY
    1 DESC
LIMIT 500;

-- name: looker-joined-explore
-- asks: Looker, Order Items joined with Orders, Customers, Products: Category, Region, Total Sale Price, Order Count
-- on: PostgreSQL, DuckDB
-- differs: empty groups where orders.count
SELECT
    products.category  AS "products.category",
    countries.region  AS "countries.region",
    COALESCE(SUM(order_items.quantity * order_items.price ), 0) AS "order_items.total_sale_price",
    COUNT(DISTINCT orders.order_id ) AS "orders.count"
FROM order_items  AS order_items
LEFT JOIN orders  AS orders ON order_items.order_id = orders.order_id
LEFT JOIN customers  AS customers ON orders.customer_id = customers.customer_id
LEFT JOIN countries  AS countries ON customers.country = countries.country
LEFT JOIN products  AS products ON order_items.product_id = products.product_id
GROUP BY
    1,
    2
ORDER BY
    3 DESC
LIMIT 500;

-- name: looker-symmetric-count
-- asks: Looker, Customers joined with Orders (one to many): Country, Count of customers, Count of orders
-- on: PostgreSQL, DuckDB
SELECT
    customers.country  AS "customers.country",
    COUNT(DISTINCT customers.customer_id ) AS "customers.count",
    COUNT(orders.order_id ) AS "orders.count"
FROM customers  AS customers
LEFT JOIN orders  AS orders ON customers.customer_id = orders.customer_id
GROUP BY
    1
ORDER BY
    2 DESC,
    1
LIMIT 500;

-- name: looker-symmetric-sum
-- asks: Looker, Orders joined with Order Items (one to many): Total Revenue of orders beside Items (symmetric aggregate)
-- on: PostgreSQL
-- refused: hashes as bits are not read; sums over a join with many rows are answered from a sub-select
SELECT
    orders.channel  AS "orders.channel",
    COALESCE(COALESCE(CAST( ( SUM(DISTINCT (CAST(FLOOR(COALESCE(orders.total ,0)*(1000000*1.0)) AS DECIMAL(65,0))) + ('x' || MD5(orders.order_id ::varchar))::bit(64)::bigint::DECIMAL(65)  *18446744073709551616 + ('x' || SUBSTR(MD5(orders.order_id ::varchar),17))::bit(64)::bigint::DECIMAL(65) ) - SUM(DISTINCT ('x' || MD5(orders.order_id ::varchar))::bit(64)::bigint::DECIMAL(65)  *18446744073709551616 + ('x' || SUBSTR(MD5(orders.order_id ::varchar),17))::bit(64)::bigint::DECIMAL(65)) )  AS DOUBLE PRECISION) / CAST((1000000*1.0) AS DOUBLE PRECISION), 0), 0) AS "orders.total_revenue",
    COUNT(order_items.item_id ) AS "order_items.count"
FROM public.orders  AS orders
LEFT JOIN public.order_items  AS order_items ON orders.order_id = order_items.order_id
GROUP BY
    1
ORDER BY
    2 DESC
FETCH NEXT 500 ROWS ONLY;

-- name: looker-symmetric-sum-distinct-on
-- asks: Looker, sum_distinct with sql_distinct_key, in the wide spelling of databases without hashes
SELECT orders.channel,
    SUM(orders.total) AS total_revenue,
    SUM(items.item_count) AS item_count
FROM orders
LEFT JOIN (SELECT order_id, COUNT(*) AS item_count FROM order_items GROUP BY order_id) AS items ON items.order_id = orders.order_id
GROUP BY orders.channel
ORDER BY orders.channel;

-- name: looker-filtered-measure
-- asks: Looker, measures with filters: Count of completed, Count of returned, Return rate by Channel
-- on: PostgreSQL, DuckDB
SELECT
    orders.channel  AS "orders.channel",
    COUNT(CASE WHEN orders.status  = 'completed' THEN 1 ELSE NULL END) AS "orders.completed_count",
    COUNT(CASE WHEN orders.status  = 'returned' THEN 1 ELSE NULL END) AS "orders.returned_count",
    1.0 * (COUNT(CASE WHEN orders.status  = 'returned' THEN 1 ELSE NULL END)) / NULLIF((COUNT(*)), 0)  AS "orders.return_rate"
FROM orders  AS orders
GROUP BY
    1
ORDER BY
    2 DESC
LIMIT 500;

-- name: looker-filtered-sum
-- asks: Looker, measure of type sum with a filter on a joined view: revenue from paying plans by month number
-- on: PostgreSQL, DuckDB
SELECT
    EXTRACT(MONTH FROM orders.ordered_at ) AS "orders.ordered_month_num",
    COALESCE(SUM(CASE WHEN (customers.plan  IN ('basic', 'pro', 'enterprise')) THEN orders.total  ELSE NULL END), 0) AS "orders.paying_revenue"
FROM orders  AS orders
LEFT JOIN customers  AS customers ON orders.customer_id = customers.customer_id
WHERE EXTRACT(YEAR FROM orders.ordered_at) = 2024
GROUP BY
    1
ORDER BY
    1
LIMIT 500;

-- name: looker-yesno
-- asks: Looker, a yesno dimension (Is First Year): CASE WHEN ... THEN 'Yes' ELSE 'No' END
-- on: PostgreSQL, DuckDB
SELECT
    CASE WHEN orders.discount > 0  THEN 'Yes' ELSE 'No' END
 AS "orders.is_discounted",
    AVG(orders.total ) AS "orders.average_total",
    COUNT(*) AS "orders.count"
FROM orders  AS orders
GROUP BY
    1
ORDER BY
    2 DESC
LIMIT 500;

-- name: looker-tier
-- asks: Looker, a tier dimension of Age (18, 25, 35, 45, 55, 65), Count of customers
-- on: PostgreSQL, DuckDB
-- differs: empty groups where customers.count
-- differs: customers.age_tier__sort_ has another type
SELECT
    CASE
WHEN customers.age  < 18 THEN '0'
WHEN customers.age  >= 18 AND customers.age  < 25 THEN '1'
WHEN customers.age  >= 25 AND customers.age  < 35 THEN '2'
WHEN customers.age  >= 35 AND customers.age  < 45 THEN '3'
WHEN customers.age  >= 45 AND customers.age  < 55 THEN '4'
WHEN customers.age  >= 55 AND customers.age  < 65 THEN '5'
WHEN customers.age  >= 65 THEN '6'
ELSE '7'
END AS "customers.age_tier__sort_",
    CASE
WHEN customers.age  < 18 THEN 'Below 18'
WHEN customers.age  >= 18 AND customers.age  < 25 THEN '18 to 24'
WHEN customers.age  >= 25 AND customers.age  < 35 THEN '25 to 34'
WHEN customers.age  >= 35 AND customers.age  < 45 THEN '35 to 44'
WHEN customers.age  >= 45 AND customers.age  < 55 THEN '45 to 54'
WHEN customers.age  >= 55 AND customers.age  < 65 THEN '55 to 64'
WHEN customers.age  >= 65 THEN '65 or Above'
ELSE 'Undefined'
END AS "customers.age_tier",
    COUNT(*) AS "customers.count"
FROM customers  AS customers
GROUP BY
    1,
    2
ORDER BY
    1
LIMIT 500;

-- name: looker-having
-- asks: Looker, cities with a count of customers above 60 (a filter on a measure)
-- on: PostgreSQL, DuckDB
SELECT
    customers.city  AS "customers.city",
    COUNT(*) AS "customers.count"
FROM customers  AS customers
WHERE (customers.city ) IS NOT NULL
GROUP BY
    1
HAVING
    COUNT(*) > 60
ORDER BY
    2 DESC,
    1
LIMIT 500;

-- name: looker-pivot
-- asks: Looker, Orders by Status pivoted by Channel (its ranking query with z___pivot columns)
-- on: PostgreSQL
SELECT * FROM (
SELECT *, DENSE_RANK() OVER (ORDER BY z___min_rank) as z___pivot_row_rank, RANK() OVER (PARTITION BY z__pivot_col_rank ORDER BY z___min_rank) as z__pivot_col_ordering, CASE WHEN z___min_rank = z___rank THEN 1 ELSE 0 END AS z__is_highest_ranked_cell FROM (
SELECT *, MIN(z___rank) OVER (PARTITION BY "orders.status") as z___min_rank FROM (
SELECT *, RANK() OVER (ORDER BY CASE WHEN z__pivot_col_rank=1 THEN (CASE WHEN "orders.count" IS NOT NULL THEN 0 ELSE 1 END) ELSE 2 END, CASE WHEN z__pivot_col_rank=1 THEN "orders.count" ELSE NULL END DESC, "orders.count" DESC, z__pivot_col_rank, "orders.status") AS z___rank FROM (
SELECT *, DENSE_RANK() OVER (ORDER BY CASE WHEN "orders.channel" IS NULL THEN 1 ELSE 0 END, "orders.channel") AS z__pivot_col_rank FROM (
SELECT
    orders.channel  AS "orders.channel",
    orders.status  AS "orders.status",
    COUNT(*) AS "orders.count"
FROM public.orders  AS orders
GROUP BY
    1,
    2) ww
) bb WHERE z__pivot_col_rank <= 16384
) aa
) xx
) zz
 WHERE (z__pivot_col_rank <= 50 OR z__is_highest_ranked_cell = 1) AND (z___pivot_row_rank <= 500 OR z__pivot_col_ordering = 1) ORDER BY z___pivot_row_rank, z__pivot_col_rank;

-- name: looker-totals
-- asks: Looker, the totals row of Orders by Status
-- on: PostgreSQL, DuckDB
SELECT
    COUNT(*) AS "orders.count",
    COALESCE(SUM(orders.total ), 0) AS "orders.total_revenue",
    COUNT(DISTINCT orders.customer_id ) AS "orders.customer_count"
FROM orders  AS orders
LIMIT 1;

-- name: looker-customer-facts
-- asks: Looker, a derived table of facts of a customer (lifetime orders and revenue), customers by tier of lifetime orders
-- on: PostgreSQL, DuckDB
WITH customer_order_facts AS (SELECT
        orders.customer_id AS customer_id,
        COUNT(*) AS lifetime_orders,
        SUM(orders.total) AS lifetime_revenue,
        MIN(orders.ordered_at) AS first_order,
        MAX(orders.ordered_at) AS latest_order
      FROM orders AS orders
      GROUP BY orders.customer_id
      )
SELECT
    CASE
WHEN customer_order_facts.lifetime_orders  < 5 THEN 'Below 5'
WHEN customer_order_facts.lifetime_orders  >= 5 AND customer_order_facts.lifetime_orders  < 10 THEN '5 to 9'
WHEN customer_order_facts.lifetime_orders  >= 10 THEN '10 or Above'
ELSE 'Undefined'
END AS "customer_order_facts.lifetime_orders_tier",
    COUNT(DISTINCT customers.customer_id ) AS "customers.count",
    AVG(customer_order_facts.lifetime_revenue ) AS "customer_order_facts.average_lifetime_revenue"
FROM customers  AS customers
LEFT JOIN customer_order_facts ON customers.customer_id = customer_order_facts.customer_id
GROUP BY
    1
ORDER BY
    1
LIMIT 500;

-- name: looker-first-order-month
-- asks: Looker, derived table of facts of a customer: customers by month of the first order
-- on: PostgreSQL
-- differs: empty groups where customers.count
WITH customer_order_facts AS (SELECT
        orders.customer_id AS customer_id,
        MIN(orders.ordered_at) AS first_order
      FROM public.orders AS orders
      GROUP BY 1
      )
SELECT
    (TO_CHAR(DATE_TRUNC('month', customer_order_facts.first_order ), 'YYYY-MM')) AS "customer_order_facts.first_order_month",
    COUNT(*) AS "customers.count"
FROM customer_order_facts
GROUP BY
    (DATE_TRUNC('month', customer_order_facts.first_order ))
ORDER BY
    1
FETCH NEXT 500 ROWS ONLY;

-- name: looker-repeat-purchase-rate
-- asks: Looker block, repeat purchase rate by country
WITH customer_order_facts AS (
  SELECT customer_id, COUNT(*) AS lifetime_orders FROM orders WHERE status <> 'cancelled' GROUP BY customer_id
)
SELECT c.country, COUNT(*) AS customers, SUM(CASE WHEN f.lifetime_orders > 5 THEN 1 ELSE 0 END) AS repeat_customers,
  1.0 * SUM(CASE WHEN f.lifetime_orders > 5 THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS repeat_rate
FROM customers c
JOIN customer_order_facts f ON f.customer_id = c.customer_id
GROUP BY c.country
ORDER BY c.country;

-- name: looker-order-sequence
-- asks: Looker block, derived table with the sequence of a customer's orders: revenue by sequence number
-- on: PostgreSQL, DuckDB
WITH order_sequence AS (SELECT
        order_id,
        customer_id,
        ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at, order_id) AS order_sequence_number
      FROM orders
      )
SELECT
    order_sequence.order_sequence_number  AS "order_sequence.order_sequence_number",
    COUNT(*) AS "orders.count",
    COALESCE(SUM(orders.total ), 0) AS "orders.total_revenue"
FROM orders  AS orders
LEFT JOIN order_sequence ON orders.order_id = order_sequence.order_id
GROUP BY
    1
ORDER BY
    1
LIMIT 500;

-- name: looker-days-between-orders
-- asks: Looker block, average days between a customer's orders by channel
-- on: PostgreSQL
WITH order_gaps AS (SELECT
        channel,
        customer_id,
        CAST(ordered_at AS DATE) - CAST(LAG(ordered_at) OVER (PARTITION BY customer_id ORDER BY ordered_at, order_id) AS DATE) AS days_since_previous
      FROM public.orders
      )
SELECT
    order_gaps.channel  AS "order_gaps.channel",
    AVG(order_gaps.days_since_previous ) AS "order_gaps.average_days_between"
FROM order_gaps
GROUP BY
    1
ORDER BY
    1;

-- name: looker-cohort
-- asks: Looker, Customers: Signup Month pivoted by months since signup, Count of customers with an order
-- on: PostgreSQL
-- differs: empty groups where customers.count
SELECT
    (TO_CHAR(DATE_TRUNC('month', customers.signup_date ), 'YYYY-MM')) AS "customers.signup_month",
    (EXTRACT(YEAR FROM orders.ordered_at) - EXTRACT(YEAR FROM customers.signup_date)) * 12 + EXTRACT(MONTH FROM orders.ordered_at) - EXTRACT(MONTH FROM customers.signup_date) AS "orders.months_since_signup",
    COUNT(DISTINCT customers.customer_id ) AS "customers.count"
FROM public.orders  AS orders
LEFT JOIN public.customers  AS customers ON orders.customer_id = customers.customer_id
WHERE customers.signup_date >= DATE '2023-01-01' AND customers.signup_date < DATE '2023-07-01'
GROUP BY
    (DATE_TRUNC('month', customers.signup_date )),
    2
ORDER BY
    1,
    2
FETCH NEXT 5000 ROWS ONLY;

-- name: looker-period-over-period
-- asks: Looker, period over period: this quarter and the one before, side by side, by channel
SELECT channel,
  SUM(CASE WHEN ordered_at >= TIMESTAMP '2024-07-01 00:00:00' THEN total ELSE 0 END) AS this_quarter,
  SUM(CASE WHEN ordered_at < TIMESTAMP '2024-07-01 00:00:00' THEN total ELSE 0 END) AS previous_quarter
FROM orders
WHERE ordered_at >= TIMESTAMP '2024-04-01 00:00:00' AND ordered_at < TIMESTAMP '2024-10-01 00:00:00'
GROUP BY channel
ORDER BY channel;

-- name: looker-percentile
-- asks: Looker, measure of type percentile (75) and median of Satisfaction by Category
-- on: PostgreSQL
SELECT
    tickets.category  AS "tickets.category",
    PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY tickets.messages ) AS "tickets.p75_messages",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY tickets.messages ) AS "tickets.median_messages"
FROM public.tickets  AS tickets
GROUP BY
    1
ORDER BY
    1
FETCH NEXT 500 ROWS ONLY;

-- name: looker-list-measure
-- asks: Looker, measure of type list: which priorities there are by category
-- on: PostgreSQL
-- refused: a list of values is rows of people; needed: a list of the values that the policy lists
SELECT
    tickets.category  AS "tickets.category",
    STRING_AGG(DISTINCT tickets.priority, '|RECORD|') AS "tickets.priorities"
FROM public.tickets  AS tickets
GROUP BY
    1
ORDER BY
    1
FETCH NEXT 500 ROWS ONLY;

-- name: looker-sessions
-- asks: Looker, Events: sessions, events per session and bounce rate by Device
WITH sessions AS (
  SELECT session_id, customer_id, MIN(device) AS device, COUNT(*) AS events_in_session
  FROM events
  GROUP BY session_id, customer_id
)
SELECT device, COUNT(*) AS sessions, AVG(CAST(events_in_session AS DOUBLE PRECISION)) AS average_events,
  1.0 * SUM(CASE WHEN events_in_session = 1 THEN 1 ELSE 0 END) / COUNT(*) AS bounce_rate
FROM sessions
GROUP BY device
ORDER BY device;

-- name: looker-session-funnel
-- asks: Looker block, funnel: sessions that reached each step, by device
WITH funnel AS (
  SELECT session_id, customer_id,
    MIN(device) AS device,
    MAX(CASE WHEN event_name = 'add_to_cart' THEN 1 ELSE 0 END) AS reached_cart,
    MAX(CASE WHEN event_name = 'checkout' THEN 1 ELSE 0 END) AS reached_checkout,
    MAX(CASE WHEN event_name = 'purchase' THEN 1 ELSE 0 END) AS reached_purchase
  FROM events
  GROUP BY session_id, customer_id
)
SELECT device, COUNT(*) AS all_sessions, SUM(reached_cart) AS cart_sessions, SUM(reached_checkout) AS checkout_sessions,
  SUM(reached_purchase) AS purchase_sessions, 100.0 * SUM(reached_purchase) / COUNT(*) AS conversion
FROM funnel
GROUP BY device
ORDER BY device;

-- name: looker-suggestions
-- asks: Looker, filter suggestions of Customers: City
-- on: PostgreSQL, DuckDB
SELECT DISTINCT
    customers.city  AS "customers.city"
FROM customers  AS customers
WHERE (customers.city  ILIKE '%' || 'view' || '%')
ORDER BY
    1
LIMIT 1000;

-- name: looker-max-date
-- asks: Looker, measure of type date (the latest order) by plan of the customer
-- on: PostgreSQL, DuckDB
-- differs: empty groups where customers.plan
-- differs: orders.latest_order is within 3
SELECT
    customers.plan  AS "customers.plan",
    MAX(orders.ordered_at ) AS "orders.latest_order"
FROM orders  AS orders
LEFT JOIN customers  AS customers ON orders.customer_id = customers.customer_id
GROUP BY
    1
ORDER BY
    1
LIMIT 500;

-- name: looker-mrr
-- asks: Looker, Subscriptions: monthly recurring revenue on a day, by plan
-- differs: empty groups where MRR
SELECT plan, COUNT(*) AS active_subscriptions, COALESCE(SUM(monthly_price), 0) AS mrr
FROM subscriptions
WHERE started_on <= DATE '2024-03-31' AND (ended_on IS NULL OR ended_on > DATE '2024-03-31')
GROUP BY plan
ORDER BY plan;

-- name: looker-calendar-join
-- asks: Looker, Calendar joined with Orders on the date: weekend or not, orders, revenue (dates without orders count, too)
-- on: PostgreSQL, DuckDB
-- refused: days without orders would be rows of nobody; needed: that COUNT and SUM of a nullable column leave them out
SELECT
    CASE WHEN calendar.is_weekend  THEN 'Yes' ELSE 'No' END
 AS "calendar.is_weekend",
    COUNT(orders.order_id ) AS "orders.count",
    COALESCE(SUM(orders.total ), 0) AS "orders.total_revenue"
FROM calendar  AS calendar
LEFT JOIN orders  AS orders ON CAST(orders.ordered_at AS DATE) = calendar.date_day
GROUP BY
    1
ORDER BY
    2 DESC
LIMIT 500;

-- name: looker-merge-results
-- asks: Looker, merged results: tickets and orders a customer by plan, each an Explore of its own
SELECT a.plan, a.orders, b.tickets, b.tickets * 100.0 / a.orders AS tickets_per_100_orders
FROM (SELECT c.plan, COUNT(*) AS orders FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.plan) a
JOIN (SELECT c.plan, COUNT(*) AS tickets FROM tickets t JOIN customers c ON c.customer_id = t.customer_id GROUP BY c.plan) b
  ON b.plan = a.plan
ORDER BY a.plan;

-- name: looker-duckdb-week
-- asks: Looker over MotherDuck, Tickets: Opened Week, Count, Average Satisfaction
-- on: DuckDB
SELECT
    (STRFTIME(DATE_TRUNC('week', tickets.opened_at ), '%Y-%m-%d')) AS "tickets.opened_week",
    COUNT(*) AS "tickets.count",
    AVG(tickets.satisfaction ) AS "tickets.average_satisfaction"
FROM main.tickets  AS tickets
WHERE tickets.opened_at >= TIMESTAMP '2024-01-01' AND tickets.opened_at < TIMESTAMP '2024-07-01'
GROUP BY
    1
ORDER BY
    1 DESC
LIMIT 500;

-- name: looker-duckdb-dimension-group-duration
-- asks: Looker over MotherDuck, dimension group of type duration: tickets by days to close
-- on: DuckDB
SELECT
    DATE_DIFF('day', tickets.opened_at , tickets.closed_at ) AS "tickets.days_to_close",
    COUNT(*) AS "tickets.count"
FROM main.tickets  AS tickets
WHERE tickets.closed_at IS NOT NULL
GROUP BY
    1
ORDER BY
    1
LIMIT 500;

-- name: looker-duckdb-percent-of-total
-- asks: Looker over MotherDuck, measure of type percent_of_total of revenue by country
-- on: DuckDB
-- differs: empty groups where orders.percent_of_revenue
SELECT
    customers.country  AS "customers.country",
    SUM(orders.total ) AS "orders.total_revenue",
    SUM(orders.total ) / SUM(SUM(orders.total )) OVER () AS "orders.percent_of_revenue"
FROM main.orders  AS orders
LEFT JOIN main.customers  AS customers ON orders.customer_id = customers.customer_id
GROUP BY
    1
ORDER BY
    2 DESC
LIMIT 500;
