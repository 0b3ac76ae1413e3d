-- Semi-joins, anti-joins, set operations and joins over several tables in a SQL console.

-- name: ds-join-anti-left
-- asks: data scientist, "Customers who never ordered, by plan" (left join is null)
SELECT c.plan, COUNT(*) AS never_ordered
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.customer_id
WHERE o.order_id IS NULL
GROUP BY c.plan
ORDER BY c.plan;

-- name: ds-join-anti-not-exists
-- asks: data scientist, "Customers without a ticket, by country" (NOT EXISTS)
SELECT c.country, COUNT(*) AS n
FROM customers c
WHERE NOT EXISTS (SELECT 1 FROM tickets t WHERE t.customer_id = c.customer_id)
GROUP BY c.country
ORDER BY c.country;

-- name: ds-join-anti-not-in
-- asks: data scientist, "Average age of customers who never subscribed" (NOT IN)
SELECT COUNT(*) AS n, AVG(age) AS avg_age
FROM customers
WHERE customer_id NOT IN (SELECT customer_id FROM subscriptions);

-- name: ds-join-semi-in
-- asks: data scientist, "Revenue of customers in the treatment arm" (IN)
SELECT channel, SUM(total) AS revenue
FROM orders
WHERE customer_id IN (SELECT customer_id FROM experiment_users WHERE experiment = 'checkout_v2' AND variant = 'treatment')
GROUP BY channel
ORDER BY channel;

-- name: ds-join-semi-and-anti
-- asks: data scientist, "Bought in 2023 but not in 2024"
SELECT COUNT(DISTINCT a.customer_id) AS lost_customers
FROM orders a
WHERE a.ordered_at < TIMESTAMP '2024-01-01 00:00:00'
  AND NOT EXISTS (
    SELECT 1 FROM orders b
    WHERE b.customer_id = a.customer_id AND b.ordered_at >= TIMESTAMP '2024-01-01 00:00:00');

-- name: ds-join-intersect
-- asks: data scientist, "Customers with both orders and tickets" (INTERSECT)
SELECT COUNT(*) AS n
FROM (SELECT customer_id FROM orders INTERSECT SELECT customer_id FROM tickets) both_sets;

-- name: ds-join-except
-- asks: data scientist, "Customers without any order" (EXCEPT)
SELECT COUNT(*) AS n
FROM (
  SELECT customer_id FROM customers
  EXCEPT
  SELECT customer_id FROM orders
) x;

-- name: ds-join-union-activity
-- asks: data scientist, "Customers active in any way a month of 2024" (UNION of three sources)
SELECT mo, COUNT(DISTINCT customer_id) AS active_customers
FROM (
  SELECT customer_id, EXTRACT(MONTH FROM ordered_at) AS mo FROM orders WHERE EXTRACT(YEAR FROM ordered_at) = 2024
  UNION ALL
  SELECT customer_id, EXTRACT(MONTH FROM happened_at) FROM events
  UNION ALL
  SELECT customer_id, EXTRACT(MONTH FROM opened_at) FROM tickets WHERE EXTRACT(YEAR FROM opened_at) = 2024
) a
GROUP BY mo
ORDER BY mo;

-- name: ds-join-overlap-venn
-- asks: data scientist, "Venn of ordered, visited, asked for help" (flags then counts)
-- differs: empty groups where CUSTOMERS
WITH f AS (
  SELECT c.customer_id,
         CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id) THEN 1 ELSE 0 END AS ordered,
         CASE WHEN EXISTS (SELECT 1 FROM subscriptions s WHERE s.customer_id = c.customer_id) THEN 1 ELSE 0 END AS subscribed
  FROM customers c
)
SELECT ordered, subscribed, COUNT(*) AS customers
FROM f
GROUP BY ordered, subscribed
ORDER BY ordered, subscribed;

-- name: ds-join-region-revenue
-- asks: data scientist, "Revenue per customer by region" (join to a lookup)
-- differs: order of texts
SELECT r.region, COUNT(DISTINCT c.customer_id) AS customers, SUM(o.total) AS revenue, SUM(o.total) / COUNT(DISTINCT c.customer_id) AS per_customer
FROM customers c
JOIN countries r ON r.country = c.country
LEFT JOIN orders o ON o.customer_id = c.customer_id
GROUP BY r.region
ORDER BY r.region;

-- name: ds-join-fanout-safe
-- asks: data scientist, "Orders against tickets a customer, aggregated before the join"
WITH o AS (SELECT customer_id, COUNT(*) AS n_orders, SUM(total) AS revenue FROM orders GROUP BY customer_id),
     t AS (SELECT customer_id, COUNT(*) AS n_tickets FROM tickets GROUP BY customer_id)
SELECT CASE WHEN t.n_tickets IS NULL THEN '0' WHEN t.n_tickets <= 3 THEN '1-3' ELSE '4+' END AS tickets,
       COUNT(*) AS customers,
       AVG(o.n_orders * 1.0) AS avg_orders,
       AVG(o.revenue) AS avg_revenue
FROM o LEFT JOIN t ON t.customer_id = o.customer_id
GROUP BY CASE WHEN t.n_tickets IS NULL THEN '0' WHEN t.n_tickets <= 3 THEN '1-3' ELSE '4+' END
ORDER BY tickets;

-- name: ds-join-correlated-count
-- asks: data scientist, "Customers by number of orders in 2024" (correlated scalar sub-query)
SELECT n, COUNT(*) AS customers
FROM (
  SELECT c.customer_id,
         (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.customer_id AND o.ordered_at >= TIMESTAMP '2024-01-01 00:00:00') AS n
  FROM customers c
) x
WHERE n <= 6
GROUP BY n
ORDER BY n;

-- name: ds-join-before-after
-- asks: data scientist, "Orders before and after the subscription start of a customer"
SELECT s.plan,
       SUM(CASE WHEN o.ordered_at < s.started_on THEN 1 ELSE 0 END) AS before_start,
       SUM(CASE WHEN o.ordered_at >= s.started_on THEN 1 ELSE 0 END) AS after_start
FROM subscriptions s
JOIN orders o ON o.customer_id = s.customer_id
WHERE s.started_on < DATE '2024-01-01' AND s.plan <> 'free'
GROUP BY s.plan
ORDER BY s.plan;

-- name: ds-join-same-day-event
-- asks: data scientist, "Orders of 2024 with a visit on the same day" (join on customer and date)
SELECT COUNT(DISTINCT o.order_id) AS orders_with_visit
FROM orders o
JOIN events e ON e.customer_id = o.customer_id AND CAST(e.happened_at AS DATE) = CAST(o.ordered_at AS DATE);

-- name: ds-join-lateral-last-order
-- asks: data scientist, "Channel of the last order before a ticket" (LATERAL)
-- on: PostgreSQL, DuckDB
SELECT l.channel, count(*) AS tickets
FROM tickets t
CROSS JOIN LATERAL (
  SELECT o.channel
  FROM orders o
  WHERE o.customer_id = t.customer_id AND o.ordered_at < t.opened_at
  ORDER BY o.ordered_at DESC
  LIMIT 1
) l
GROUP BY l.channel
ORDER BY l.channel;

-- name: ds-join-max-per-group
-- asks: data scientist, "Status of the newest order of each customer" (join to the maximum)
SELECT o.status, COUNT(*) AS customers
FROM orders o
JOIN (SELECT customer_id, MAX(ordered_at) AS newest FROM orders GROUP BY customer_id) m
  ON m.customer_id = o.customer_id AND m.newest = o.ordered_at
GROUP BY o.status
ORDER BY o.status;

-- name: ds-join-distinct-on
-- asks: data scientist, "Status of the newest order of each customer" (DISTINCT ON)
-- on: PostgreSQL, DuckDB
SELECT status, COUNT(*) AS customers
FROM (
  SELECT DISTINCT ON (customer_id) customer_id, status
  FROM orders
  ORDER BY customer_id, ordered_at DESC
) last_orders
GROUP BY status
ORDER BY status;
