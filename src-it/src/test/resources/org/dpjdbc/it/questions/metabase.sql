-- Metabase: questions of its editor, in the SQL that it shows under "View the SQL", and what its users write themselves.

-- name: metabase-orders-by-month-h2
-- asks: Metabase, "Count of orders by month" (summarize by Ordered At: Month)
-- on: H2
SELECT
  DATE_TRUNC('month', "PUBLIC"."ORDERS"."ORDERED_AT") AS "ORDERED_AT",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."ORDERS"
GROUP BY
  DATE_TRUNC('month', "PUBLIC"."ORDERS"."ORDERED_AT")
ORDER BY
  DATE_TRUNC('month', "PUBLIC"."ORDERS"."ORDERED_AT") ASC;

-- name: metabase-orders-by-month-postgres
-- asks: Metabase, "Count of orders by month" (summarize by Ordered At: Month)
-- on: PostgreSQL
SELECT
  CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp) AS "ordered_at",
  COUNT(*) AS "count"
FROM
  "public"."orders"
GROUP BY
  CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp)
ORDER BY
  CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp) ASC;

-- name: metabase-orders-by-month-duckdb
-- asks: Metabase with the DuckDB driver, "Count of orders by month"
-- on: DuckDB
SELECT
  DATE_TRUNC('month', "main"."orders"."ordered_at") AS "ordered_at",
  COUNT(*) AS "count"
FROM
  "main"."orders"
GROUP BY
  DATE_TRUNC('month', "main"."orders"."ordered_at")
ORDER BY
  DATE_TRUNC('month', "main"."orders"."ordered_at") ASC;

-- name: metabase-revenue-by-quarter-and-channel
-- asks: Metabase, "Sum of Total by Ordered At: Quarter and Channel"
-- on: PostgreSQL
SELECT
  CAST(DATE_TRUNC('quarter', "public"."orders"."ordered_at") AS timestamp) AS "ordered_at",
  "public"."orders"."channel" AS "channel",
  SUM("public"."orders"."total") AS "sum"
FROM
  "public"."orders"
GROUP BY
  CAST(DATE_TRUNC('quarter', "public"."orders"."ordered_at") AS timestamp),
  "public"."orders"."channel"
ORDER BY
  CAST(DATE_TRUNC('quarter', "public"."orders"."ordered_at") AS timestamp) ASC,
  "public"."orders"."channel" ASC;

-- name: metabase-orders-by-week-sunday
-- asks: Metabase, "Count of orders by week" (weeks begin on Sunday)
-- on: PostgreSQL
SELECT
  (CAST(DATE_TRUNC('week', ("public"."orders"."ordered_at" + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day') AS "ordered_at",
  COUNT(*) AS "count"
FROM
  "public"."orders"
WHERE
  ("public"."orders"."ordered_at" >= timestamp '2024-01-01 00:00:00.000')
  AND ("public"."orders"."ordered_at" < timestamp '2024-07-01 00:00:00.000')
GROUP BY
  (CAST(DATE_TRUNC('week', ("public"."orders"."ordered_at" + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day')
ORDER BY
  (CAST(DATE_TRUNC('week', ("public"."orders"."ordered_at" + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day') ASC;

-- name: metabase-orders-by-week-sunday-h2
-- asks: Metabase, "Count of orders by week" (weeks begin on Sunday)
-- on: H2
SELECT
  DATEADD('day', CAST(-1 AS long), DATE_TRUNC('week', DATEADD('day', CAST(1 AS long), "PUBLIC"."ORDERS"."ORDERED_AT"))) AS "ORDERED_AT",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."ORDERS"
WHERE
  ("PUBLIC"."ORDERS"."ORDERED_AT" >= timestamp '2024-01-01 00:00:00.000')
  AND ("PUBLIC"."ORDERS"."ORDERED_AT" < timestamp '2024-07-01 00:00:00.000')
GROUP BY
  DATEADD('day', CAST(-1 AS long), DATE_TRUNC('week', DATEADD('day', CAST(1 AS long), "PUBLIC"."ORDERS"."ORDERED_AT")))
ORDER BY
  DATEADD('day', CAST(-1 AS long), DATE_TRUNC('week', DATEADD('day', CAST(1 AS long), "PUBLIC"."ORDERS"."ORDERED_AT"))) ASC;

-- name: metabase-orders-by-day
-- asks: Metabase, "Count of orders by day, in March 2024"
-- on: PostgreSQL
SELECT
  CAST("public"."orders"."ordered_at" AS date) AS "ordered_at",
  COUNT(*) AS "count"
FROM
  "public"."orders"
WHERE
  ("public"."orders"."ordered_at" >= date '2024-03-01')
  AND ("public"."orders"."ordered_at" < date '2024-04-01')
GROUP BY
  CAST("public"."orders"."ordered_at" AS date)
ORDER BY
  CAST("public"."orders"."ordered_at" AS date) ASC;

-- name: metabase-orders-by-hour-of-day
-- asks: Metabase X-ray, "Orders by hour of the day"
-- on: PostgreSQL
SELECT
  CAST(extract(hour from "public"."orders"."ordered_at") AS integer) AS "ordered_at",
  COUNT(*) AS "count"
FROM
  "public"."orders"
GROUP BY
  CAST(extract(hour from "public"."orders"."ordered_at") AS integer)
ORDER BY
  CAST(extract(hour from "public"."orders"."ordered_at") AS integer) ASC;

-- name: metabase-orders-by-day-of-week
-- asks: Metabase X-ray, "Orders by day of the week"
-- on: PostgreSQL
SELECT
  (CAST(extract(dow from "public"."orders"."ordered_at") AS integer) + 1) AS "ordered_at",
  COUNT(*) AS "count"
FROM
  "public"."orders"
GROUP BY
  (CAST(extract(dow from "public"."orders"."ordered_at") AS integer) + 1)
ORDER BY
  (CAST(extract(dow from "public"."orders"."ordered_at") AS integer) + 1) ASC;

-- name: metabase-orders-by-month-of-year-h2
-- asks: Metabase X-ray, "Orders by month of the year"
-- on: H2
SELECT
  extract(month from "PUBLIC"."ORDERS"."ORDERED_AT") AS "ORDERED_AT",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."ORDERS"
GROUP BY
  extract(month from "PUBLIC"."ORDERS"."ORDERED_AT")
ORDER BY
  extract(month from "PUBLIC"."ORDERS"."ORDERED_AT") ASC;

-- name: metabase-total-binned
-- asks: Metabase, "Count of orders by Total: 50 (binned)"
-- on: PostgreSQL
-- differs: empty groups where count
SELECT
  (FLOOR((("public"."orders"."total" - 0.0) / 50.0)) * 50.0) + 0.0 AS "total",
  COUNT(*) AS "count"
FROM
  "public"."orders"
GROUP BY
  (FLOOR((("public"."orders"."total" - 0.0) / 50.0)) * 50.0) + 0.0
ORDER BY
  (FLOOR((("public"."orders"."total" - 0.0) / 50.0)) * 50.0) + 0.0 ASC;

-- name: metabase-age-binned-h2
-- asks: Metabase, "Customers by Age: 10 (binned)"
-- on: H2
-- differs: empty groups where count
SELECT
  FLOOR(("PUBLIC"."CUSTOMERS"."AGE" / 10.0)) * 10.0 AS "AGE",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."CUSTOMERS"
GROUP BY
  FLOOR(("PUBLIC"."CUSTOMERS"."AGE" / 10.0)) * 10.0
ORDER BY
  FLOOR(("PUBLIC"."CUSTOMERS"."AGE" / 10.0)) * 10.0 ASC;

-- name: metabase-joined-country
-- asks: Metabase, "Sum of Total by Customer's Country" (implicit join by the foreign key)
-- on: PostgreSQL
-- differs: empty groups where sum
SELECT
  "customers__via__customer_id"."country" AS "customers__via__customer_id__country",
  SUM("public"."orders"."total") AS "sum"
FROM
  "public"."orders"
  LEFT JOIN "public"."customers" AS "customers__via__customer_id" ON "public"."orders"."customer_id" = "customers__via__customer_id"."customer_id"
GROUP BY
  "customers__via__customer_id"."country"
ORDER BY
  "customers__via__customer_id"."country" ASC;

-- name: metabase-joined-country-h2
-- asks: Metabase, "Average of Total and count by Customer's Country" (implicit join by the foreign key)
-- on: H2
-- differs: empty groups where count
SELECT
  "CUSTOMERS__via__CUSTOMER_ID"."COUNTRY" AS "CUSTOMERS__via__CUSTOMER_ID__COUNTRY",
  AVG("PUBLIC"."ORDERS"."TOTAL") AS "avg",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."ORDERS"
  LEFT JOIN "PUBLIC"."CUSTOMERS" AS "CUSTOMERS__via__CUSTOMER_ID" ON "PUBLIC"."ORDERS"."CUSTOMER_ID" = "CUSTOMERS__via__CUSTOMER_ID"."CUSTOMER_ID"
GROUP BY
  "CUSTOMERS__via__CUSTOMER_ID"."COUNTRY"
ORDER BY
  "CUSTOMERS__via__CUSTOMER_ID"."COUNTRY" ASC;

-- name: metabase-items-by-category
-- asks: Metabase, "Quantity sold by Product → Category, most first" (implicit join)
-- on: PostgreSQL
-- differs: empty groups where sum
SELECT
  "products__via__product_id"."category" AS "products__via__product_id__category",
  SUM("public"."order_items"."quantity") AS "sum"
FROM
  "public"."order_items"
  LEFT JOIN "public"."products" AS "products__via__product_id" ON "public"."order_items"."product_id" = "products__via__product_id"."product_id"
GROUP BY
  "products__via__product_id"."category"
ORDER BY
  "sum" DESC,
  "products__via__product_id"."category" ASC;

-- name: metabase-share-completed
-- asks: Metabase, custom expression Share([Status] = "completed")
-- on: PostgreSQL
SELECT
  CAST(
    SUM(
      CASE
        WHEN "public"."orders"."status" = 'completed' THEN 1
        ELSE 0.0
      END
    ) AS float
  ) / NULLIF(COUNT(*), 0) AS "share"
FROM
  "public"."orders";

-- name: metabase-countif-by-channel
-- asks: Metabase, custom expressions CountIf([Status] = "returned") and SumIf([Total], [Status] = "returned") by Channel
SELECT
  channel,
  SUM(CASE WHEN status = 'returned' THEN 1 ELSE 0.0 END) AS returned_orders,
  SUM(CASE WHEN status = 'returned' THEN total ELSE 0.0 END) AS returned_total
FROM orders
GROUP BY channel
ORDER BY channel ASC;

-- name: metabase-distinct-customers
-- asks: Metabase, "Distinct values of Customer ID by Status"
-- on: PostgreSQL
SELECT
  "public"."orders"."status" AS "status",
  COUNT(DISTINCT "public"."orders"."customer_id") AS "count"
FROM
  "public"."orders"
GROUP BY
  "public"."orders"."status"
ORDER BY
  "public"."orders"."status" ASC;

-- name: metabase-cumulative-count
-- asks: Metabase, "Cumulative count of customers by Signup Date: Month"
-- on: PostgreSQL
SELECT
  CAST(DATE_TRUNC('month', "public"."customers"."signup_date") AS date) AS "signup_date",
  SUM(COUNT(*)) OVER (
    ORDER BY CAST(DATE_TRUNC('month', "public"."customers"."signup_date") AS date) ASC ROWS UNBOUNDED PRECEDING
  ) AS "count"
FROM
  "public"."customers"
GROUP BY
  CAST(DATE_TRUNC('month', "public"."customers"."signup_date") AS date)
ORDER BY
  CAST(DATE_TRUNC('month', "public"."customers"."signup_date") AS date) ASC;

-- name: metabase-cumulative-sum
-- asks: Metabase native query, "Cumulative revenue by month"
SELECT ordered_month, SUM(revenue) OVER (ORDER BY ordered_month ROWS UNBOUNDED PRECEDING) AS cumulative_revenue
FROM (
  SELECT DATE_TRUNC('month', ordered_at) AS ordered_month, SUM(total) AS revenue
  FROM orders
  GROUP BY DATE_TRUNC('month', ordered_at)
) AS monthly
ORDER BY ordered_month;

-- name: metabase-offset-growth
-- asks: Metabase, custom expression Sum([Total]) / Offset(Sum([Total]), -1) - 1 by month
-- on: PostgreSQL
SELECT
  CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp) AS "ordered_at",
  (
    CAST(SUM("public"."orders"."total") AS double precision) / NULLIF(
      LAG(SUM("public"."orders"."total"), 1) OVER (
        ORDER BY CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp) ASC
      ),
      0.0
    )
  ) - 1 AS "growth"
FROM
  "public"."orders"
GROUP BY
  CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp)
ORDER BY
  CAST(DATE_TRUNC('month', "public"."orders"."ordered_at") AS timestamp) ASC;

-- name: metabase-median-percentile
-- asks: Metabase, "Median of Messages and 90th percentile of Messages"
-- on: PostgreSQL
SELECT
  PERCENTILE_DISC(0.5) within group (order by "public"."tickets"."messages") AS "median",
  PERCENTILE_DISC(0.9) within group (order by "public"."tickets"."messages") AS "percentile"
FROM
  "public"."tickets";

-- name: metabase-standard-deviation
-- asks: Metabase, "Standard deviation and average of Total by Channel"
-- on: PostgreSQL
SELECT
  "public"."orders"."channel" AS "channel",
  STDDEV_POP("public"."orders"."total") AS "stddev",
  AVG("public"."orders"."total") AS "avg"
FROM
  "public"."orders"
GROUP BY
  "public"."orders"."channel"
ORDER BY
  "public"."orders"."channel" ASC;

-- name: metabase-nested-filter
-- asks: Metabase, "Cities with more than 60 customers" (filter after the summary)
-- on: PostgreSQL
SELECT
  "source"."city" AS "city",
  "source"."count" AS "count"
FROM
  (
    SELECT
      "public"."customers"."city" AS "city",
      COUNT(*) AS "count"
    FROM
      "public"."customers"
    WHERE
      ("public"."customers"."city" IS NOT NULL)
      AND (("public"."customers"."city" <> '') OR ("public"."customers"."city" IS NULL))
    GROUP BY
      "public"."customers"."city"
    ORDER BY
      "public"."customers"."city" ASC
  ) AS "source"
WHERE
  "source"."count" > 60
ORDER BY
  "source"."city" ASC
LIMIT
  1048575;

-- name: metabase-average-of-counts
-- asks: Metabase, "Average number of orders a month" (summary of a summary)
-- on: H2
SELECT
  AVG("source"."count") AS "avg"
FROM
  (
    SELECT
      DATE_TRUNC('month', "PUBLIC"."ORDERS"."ORDERED_AT") AS "ORDERED_AT",
      COUNT(*) AS "count"
    FROM
      "PUBLIC"."ORDERS"
    GROUP BY
      DATE_TRUNC('month', "PUBLIC"."ORDERS"."ORDERED_AT")
    ORDER BY
      DATE_TRUNC('month', "PUBLIC"."ORDERS"."ORDERED_AT") ASC
  ) AS "source";

-- name: metabase-average-orders-per-customer
-- asks: Metabase, "Average number of orders per customer" (summary by Customer ID, then average)
-- on: PostgreSQL
SELECT
  AVG("source"."count") AS "avg"
FROM
  (
    SELECT
      "public"."orders"."customer_id" AS "customer_id",
      COUNT(*) AS "count"
    FROM
      "public"."orders"
    GROUP BY
      "public"."orders"."customer_id"
    ORDER BY
      "public"."orders"."customer_id" ASC
  ) AS "source";

-- name: metabase-orders-per-customer-distribution
-- asks: Metabase, "How many customers have how many orders"
-- on: PostgreSQL
SELECT
  "source"."count" AS "count",
  COUNT(*) AS "count_2"
FROM
  (
    SELECT
      "public"."orders"."customer_id" AS "customer_id",
      COUNT(*) AS "count"
    FROM
      "public"."orders"
    GROUP BY
      "public"."orders"."customer_id"
  ) AS "source"
GROUP BY
  "source"."count"
ORDER BY
  "source"."count" ASC;

-- name: metabase-pivot-rows
-- asks: Metabase, pivot table of Status by Channel (its query for the cells)
-- on: H2
SELECT
  "source"."STATUS" AS "STATUS",
  "source"."CHANNEL" AS "CHANNEL",
  "source"."pivot-grouping" AS "pivot-grouping",
  COUNT(*) AS "count",
  SUM("source"."TOTAL") AS "sum"
FROM
  (
    SELECT
      "PUBLIC"."ORDERS"."STATUS" AS "STATUS",
      "PUBLIC"."ORDERS"."CHANNEL" AS "CHANNEL",
      "PUBLIC"."ORDERS"."TOTAL" AS "TOTAL",
      ABS(0) AS "pivot-grouping"
    FROM
      "PUBLIC"."ORDERS"
  ) AS "source"
GROUP BY
  "source"."STATUS",
  "source"."CHANNEL",
  "source"."pivot-grouping"
ORDER BY
  "source"."STATUS" ASC,
  "source"."CHANNEL" ASC,
  "source"."pivot-grouping" ASC;

-- name: metabase-pivot-grand-total
-- asks: Metabase, pivot table of Status by Channel (its query for the grand total)
-- on: PostgreSQL
SELECT
  "source"."pivot-grouping" AS "pivot-grouping",
  COUNT(*) AS "count"
FROM
  (
    SELECT
      "public"."orders"."status" AS "status",
      "public"."orders"."channel" AS "channel",
      ABS(3) AS "pivot-grouping"
    FROM
      "public"."orders"
  ) AS "source"
GROUP BY
  "source"."pivot-grouping"
ORDER BY
  "source"."pivot-grouping" ASC;

-- name: metabase-field-values
-- asks: Metabase, the values that it offers in the filter on Status
-- on: PostgreSQL
SELECT
  "public"."orders"."status" AS "status"
FROM
  "public"."orders"
GROUP BY
  "public"."orders"."status"
ORDER BY
  "public"."orders"."status" ASC
LIMIT
  1001;

-- name: metabase-fingerprint-rows
-- asks: Metabase, the rows that it samples for the fingerprints of columns
-- on: PostgreSQL
-- refused: shows rows of a private table
SELECT
  "public"."tickets"."ticket_id" AS "ticket_id",
  "public"."tickets"."satisfaction" AS "satisfaction",
  "source"."substring1" AS "substring1"
FROM
  (
    SELECT
      "public"."tickets"."ticket_id" AS "ticket_id",
      SUBSTRING("public"."tickets"."category", 1, 1234) AS "substring1"
    FROM
      "public"."tickets"
  ) AS "source"
  JOIN "public"."tickets" ON "source"."ticket_id" = "public"."tickets"."ticket_id"
ORDER BY
  "public"."tickets"."ticket_id" ASC
LIMIT
  10000;

-- name: metabase-browse-table
-- asks: Metabase, a click on the table Tickets under "Browse data"
-- on: H2
-- refused: shows rows of a private table
SELECT
  "PUBLIC"."TICKETS"."TICKET_ID" AS "TICKET_ID",
  "PUBLIC"."TICKETS"."CUSTOMER_ID" AS "CUSTOMER_ID",
  "PUBLIC"."TICKETS"."OPENED_AT" AS "OPENED_AT",
  "PUBLIC"."TICKETS"."CATEGORY" AS "CATEGORY",
  "PUBLIC"."TICKETS"."SATISFACTION" AS "SATISFACTION"
FROM
  "PUBLIC"."TICKETS"
ORDER BY
  "PUBLIC"."TICKETS"."TICKET_ID" ASC
LIMIT
  2000;

-- name: metabase-browse-products
-- asks: Metabase, a click on the table Products under "Browse data"
SELECT product_id, product_name, category, list_price, cost
FROM products
ORDER BY product_id
LIMIT 2000;

-- name: metabase-case-custom-column
-- asks: Metabase, custom column case([Total] > 300, "large", [Total] > 100, "medium", "small"), then count by it
-- on: PostgreSQL
SELECT
  "source"."size" AS "size",
  COUNT(*) AS "count",
  AVG("source"."discount") AS "avg"
FROM
  (
    SELECT
      "public"."orders"."discount" AS "discount",
      CASE
        WHEN "public"."orders"."total" > 300 THEN 'large'
        WHEN "public"."orders"."total" > 100 THEN 'medium'
        ELSE 'small'
      END AS "size"
    FROM
      "public"."orders"
  ) AS "source"
GROUP BY
  "source"."size"
ORDER BY
  "source"."size" ASC;

-- name: metabase-days-to-ship
-- asks: Metabase, custom column datetimeDiff([Ordered At], [Shipped At], "day"), its average by Channel
-- on: H2
SELECT
  "source"."CHANNEL" AS "CHANNEL",
  AVG("source"."Days to ship") AS "avg"
FROM
  (
    SELECT
      "PUBLIC"."ORDERS"."CHANNEL" AS "CHANNEL",
      DATEDIFF('day', "PUBLIC"."ORDERS"."ORDERED_AT", "PUBLIC"."ORDERS"."SHIPPED_AT") AS "Days to ship"
    FROM
      "PUBLIC"."ORDERS"
  ) AS "source"
GROUP BY
  "source"."CHANNEL"
ORDER BY
  "source"."CHANNEL" ASC;

-- name: metabase-days-to-ship-postgres
-- asks: Metabase, custom column datetimeDiff([Ordered At], [Shipped At], "day"), its average by Channel
-- on: PostgreSQL
SELECT
  "source"."channel" AS "channel",
  AVG("source"."Days to ship") AS "avg"
FROM
  (
    SELECT
      "public"."orders"."channel" AS "channel",
      CAST("public"."orders"."shipped_at" AS date) - CAST("public"."orders"."ordered_at" AS date) AS "Days to ship"
    FROM
      "public"."orders"
  ) AS "source"
GROUP BY
  "source"."channel"
ORDER BY
  "source"."channel" ASC;

-- name: metabase-coalesce-breakout
-- asks: Metabase, custom column coalesce([Referrer], "direct"), count of customers by it, most first
SELECT COALESCE(referrer, 'direct') AS referrer_or_direct, COUNT(*) AS signups
FROM customers
GROUP BY COALESCE(referrer, 'direct')
ORDER BY signups DESC, referrer_or_direct ASC;

-- name: metabase-two-tables-metrics
-- asks: Metabase native query, "Revenue and items per order by category of product"
SELECT p.category, SUM(i.quantity * i.price) AS revenue, COUNT(DISTINCT i.order_id) AS orders,
  SUM(i.quantity) * 1.0 / COUNT(DISTINCT i.order_id) AS items_per_order
FROM order_items i
JOIN products p ON p.product_id = i.product_id
GROUP BY p.category
ORDER BY revenue DESC;

-- name: metabase-active-customers-30-days
-- asks: Metabase native query, "Customers with an event in the 30 days up to {{day}}"
SELECT COUNT(DISTINCT customer_id) AS active_customers
FROM events
WHERE happened_at >= TIMESTAMP '2024-06-01 00:00:00' AND happened_at < TIMESTAMP '2024-07-01 00:00:00';

-- name: metabase-smart-number
-- asks: Metabase, a "Trend" number: revenue of the last months with the one before
SELECT month_start, SUM(total) AS revenue, COUNT(*) AS orders
FROM (SELECT CAST(DATE_TRUNC('month', ordered_at) AS DATE) AS month_start, total FROM orders
  WHERE ordered_at >= TIMESTAMP '2024-10-01 00:00:00' AND ordered_at < TIMESTAMP '2025-01-01 00:00:00') AS recent
GROUP BY month_start
ORDER BY month_start;

-- name: metabase-optional-filters
-- asks: Metabase native query with the filters {{country}} and {{plan}} filled in
SELECT c.country, c.plan, COUNT(*) AS orders, SUM(o.total) AS revenue, SUM(o.total) / COUNT(*) AS average_order
FROM orders o
JOIN customers c ON c.customer_id = o.customer_id
WHERE 1 = 1
  AND c.country IN ('US', 'GB', 'DE')
  AND c.plan = 'free'
GROUP BY c.country, c.plan
ORDER BY c.country;

-- name: metabase-customers-without-orders
-- asks: Metabase, "Customers who never ordered" (left join, Order ID is empty), by plan
SELECT c.plan, COUNT(*) AS never_ordered
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.customer_id
WHERE o.order_id IS NULL
GROUP BY c.plan
ORDER BY c.plan;

-- name: metabase-min-max
-- asks: Metabase, "Minimum and maximum of Age by Plan"
-- differs: youngest is within 1
-- differs: oldest is within 1
SELECT plan, MIN(age) AS youngest, MAX(age) AS oldest
FROM customers
GROUP BY plan
ORDER BY plan;

-- name: metabase-first-and-last-order
-- asks: Metabase X-ray of Orders, "First and last Ordered At"
-- differs: first_order is within 2
-- differs: last_order is within 2
SELECT MIN(ordered_at) AS first_order, MAX(ordered_at) AS last_order FROM orders;

-- name: metabase-top-customers
-- asks: Metabase, "Ten customers with the highest Sum of Total"
-- refused: shows a person a row
SELECT customer_id, SUM(total) AS revenue
FROM orders
GROUP BY customer_id
ORDER BY revenue DESC, customer_id
LIMIT 10;

-- name: metabase-funnel
-- asks: Metabase, funnel of the sessions of 2024 over page view, cart, checkout, purchase
SELECT event_name, COUNT(DISTINCT session_id) AS sessions
FROM events
WHERE event_name IN ('page_view', 'add_to_cart', 'checkout', 'purchase')
GROUP BY event_name
ORDER BY sessions DESC;

-- name: metabase-satisfaction
-- asks: Metabase, "Average satisfaction and answered share by Category"
SELECT category, AVG(CAST(satisfaction AS DOUBLE PRECISION)) AS average_satisfaction,
  COUNT(satisfaction) * 100.0 / COUNT(*) AS answered_percent
FROM tickets
GROUP BY category
ORDER BY category;

-- name: metabase-null-filter
-- asks: Metabase, "Tickets that are not closed, by Priority"
SELECT priority, COUNT(*) AS open_tickets FROM tickets WHERE closed_at IS NULL GROUP BY priority ORDER BY open_tickets DESC, priority;

-- name: metabase-search-filter
-- asks: Metabase, "Events whose page contains 'pri' (case-insensitive), by device"
SELECT device, COUNT(*) AS views
FROM events
WHERE LOWER(page) LIKE '%pri%'
GROUP BY device
ORDER BY device;

-- name: metabase-h2-share-by-month
-- asks: Metabase, Share([Coupon] = "VIP") by Ordered At: Quarter
-- on: H2
SELECT
  DATE_TRUNC('quarter', "PUBLIC"."ORDERS"."ORDERED_AT") AS "ORDERED_AT",
  CAST(
    SUM(
      CASE
        WHEN "PUBLIC"."ORDERS"."COUPON" = 'VIP' THEN 1
        ELSE 0.0
      END
    ) AS DOUBLE PRECISION
  ) / NULLIF(COUNT(*), 0) AS "share"
FROM
  "PUBLIC"."ORDERS"
GROUP BY
  DATE_TRUNC('quarter', "PUBLIC"."ORDERS"."ORDERED_AT")
ORDER BY
  DATE_TRUNC('quarter', "PUBLIC"."ORDERS"."ORDERED_AT") ASC;

-- name: metabase-h2-total-binned
-- asks: Metabase, "Count of orders by Total: Auto binned", orders of the web only
-- on: H2
-- differs: empty groups where count
SELECT
  FLOOR(("PUBLIC"."ORDERS"."TOTAL" / 100.0)) * 100.0 AS "TOTAL",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."ORDERS"
WHERE
  "PUBLIC"."ORDERS"."CHANNEL" = 'web'
GROUP BY
  FLOOR(("PUBLIC"."ORDERS"."TOTAL" / 100.0)) * 100.0
ORDER BY
  FLOOR(("PUBLIC"."ORDERS"."TOTAL" / 100.0)) * 100.0 ASC;

-- name: metabase-h2-day
-- asks: Metabase, "Tickets by day, in May 2024"
-- on: H2
SELECT
  CAST("PUBLIC"."TICKETS"."OPENED_AT" AS date) AS "OPENED_AT",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."TICKETS"
WHERE
  ("PUBLIC"."TICKETS"."OPENED_AT" >= date '2024-05-01')
  AND ("PUBLIC"."TICKETS"."OPENED_AT" < date '2024-06-01')
GROUP BY
  CAST("PUBLIC"."TICKETS"."OPENED_AT" AS date)
ORDER BY
  CAST("PUBLIC"."TICKETS"."OPENED_AT" AS date) ASC;

-- name: metabase-h2-hour
-- asks: Metabase X-ray, "Events by hour of the day and device"
-- on: H2
-- differs: empty groups where count
SELECT
  extract(hour from "PUBLIC"."EVENTS"."HAPPENED_AT") AS "HAPPENED_AT",
  "PUBLIC"."EVENTS"."DEVICE" AS "DEVICE",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."EVENTS"
GROUP BY
  extract(hour from "PUBLIC"."EVENTS"."HAPPENED_AT"),
  "PUBLIC"."EVENTS"."DEVICE"
ORDER BY
  extract(hour from "PUBLIC"."EVENTS"."HAPPENED_AT") ASC,
  "PUBLIC"."EVENTS"."DEVICE" ASC;

-- name: metabase-h2-day-of-week
-- asks: Metabase X-ray, "Tickets by day of the week"
-- on: H2
SELECT
  CASE
    WHEN MOD((extract(iso_day_of_week from "PUBLIC"."TICKETS"."OPENED_AT") + 1), 7) = 0 THEN 7
    ELSE MOD((extract(iso_day_of_week from "PUBLIC"."TICKETS"."OPENED_AT") + 1), 7)
  END AS "OPENED_AT",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."TICKETS"
GROUP BY
  CASE
    WHEN MOD((extract(iso_day_of_week from "PUBLIC"."TICKETS"."OPENED_AT") + 1), 7) = 0 THEN 7
    ELSE MOD((extract(iso_day_of_week from "PUBLIC"."TICKETS"."OPENED_AT") + 1), 7)
  END
ORDER BY
  1 ASC;

-- name: metabase-h2-items-by-product
-- asks: Metabase, "Sum of Quantity × Price by Product, ten best" (custom expression, implicit join)
-- on: H2
SELECT
  "PRODUCTS__via__PRODUCT_ID"."PRODUCT_NAME" AS "PRODUCTS__via__PRODUCT_ID__PRODUCT_NAME",
  SUM("PUBLIC"."ORDER_ITEMS"."QUANTITY" * "PUBLIC"."ORDER_ITEMS"."PRICE") AS "sum"
FROM
  "PUBLIC"."ORDER_ITEMS"
  LEFT JOIN "PUBLIC"."PRODUCTS" AS "PRODUCTS__via__PRODUCT_ID" ON "PUBLIC"."ORDER_ITEMS"."PRODUCT_ID" = "PRODUCTS__via__PRODUCT_ID"."PRODUCT_ID"
GROUP BY
  "PRODUCTS__via__PRODUCT_ID"."PRODUCT_NAME"
ORDER BY
  "sum" DESC,
  "PRODUCTS__via__PRODUCT_ID"."PRODUCT_NAME" ASC
LIMIT
  10;

-- name: metabase-h2-distinct-and-median
-- asks: Metabase, "Distinct Customer ID, average and standard deviation of Duration by Event Name"
-- on: H2
SELECT
  "PUBLIC"."EVENTS"."EVENT_NAME" AS "EVENT_NAME",
  COUNT(DISTINCT "PUBLIC"."EVENTS"."CUSTOMER_ID") AS "count",
  AVG("PUBLIC"."EVENTS"."DURATION") AS "avg",
  STDDEV_POP("PUBLIC"."EVENTS"."DURATION") AS "stddev"
FROM
  "PUBLIC"."EVENTS"
WHERE
  "PUBLIC"."EVENTS"."EVENT_NAME" <> 'purchase'
GROUP BY
  "PUBLIC"."EVENTS"."EVENT_NAME"
ORDER BY
  "PUBLIC"."EVENTS"."EVENT_NAME" ASC;

-- name: metabase-h2-joined-question
-- asks: Metabase, a saved question (orders per customer) joined with Customers: average orders by Plan
-- on: H2
-- differs: empty groups where count
SELECT
  "Customers"."PLAN" AS "Customers__PLAN",
  AVG("source"."count") AS "avg",
  COUNT(*) AS "count"
FROM
  (
    SELECT
      "PUBLIC"."ORDERS"."CUSTOMER_ID" AS "CUSTOMER_ID",
      COUNT(*) AS "count"
    FROM
      "PUBLIC"."ORDERS"
    GROUP BY
      "PUBLIC"."ORDERS"."CUSTOMER_ID"
    ORDER BY
      "PUBLIC"."ORDERS"."CUSTOMER_ID" ASC
  ) AS "source"
  LEFT JOIN "PUBLIC"."CUSTOMERS" AS "Customers" ON "source"."CUSTOMER_ID" = "Customers"."CUSTOMER_ID"
GROUP BY
  "Customers"."PLAN"
ORDER BY
  "Customers"."PLAN" ASC;

-- name: metabase-h2-age-of-account
-- asks: Metabase, custom column datetimeDiff([Signup Date], date("2024-12-31"), "month"), count of customers by it
-- on: H2
SELECT
  "source"."Months" AS "Months",
  COUNT(*) AS "count"
FROM
  (
    SELECT
      DATEDIFF('month', "PUBLIC"."CUSTOMERS"."SIGNUP_DATE", DATE '2024-12-31') AS "Months"
    FROM
      "PUBLIC"."CUSTOMERS"
  ) AS "source"
GROUP BY
  "source"."Months"
ORDER BY
  "source"."Months" ASC;

-- name: metabase-h2-boolean-filter
-- asks: Metabase, "Active customers by Country" (filter Is Active = true)
-- on: H2
SELECT
  "PUBLIC"."CUSTOMERS"."COUNTRY" AS "COUNTRY",
  COUNT(*) AS "count"
FROM
  "PUBLIC"."CUSTOMERS"
WHERE
  "PUBLIC"."CUSTOMERS"."IS_ACTIVE" = TRUE
GROUP BY
  "PUBLIC"."CUSTOMERS"."COUNTRY"
ORDER BY
  "count" DESC,
  "PUBLIC"."CUSTOMERS"."COUNTRY" ASC;

-- name: metabase-h2-native-formatdatetime
-- asks: Metabase native query on H2, orders by month as a text
-- on: H2
SELECT FORMATDATETIME(ORDERED_AT, 'yyyy-MM') AS ORDER_MONTH, COUNT(*) AS ORDERS, ROUND(SUM(TOTAL), 0) AS REVENUE
FROM ORDERS
WHERE STATUS = 'completed'
GROUP BY FORMATDATETIME(ORDERED_AT, 'yyyy-MM')
ORDER BY ORDER_MONTH;

-- name: metabase-h2-native-year-function
-- asks: Metabase native query on H2, revenue by YEAR() and QUARTER()
-- on: H2
SELECT YEAR(ORDERED_AT) AS Y, QUARTER(ORDERED_AT) AS Q, SUM(TOTAL - IFNULL(DISCOUNT, 0)) AS NET_REVENUE
FROM ORDERS
GROUP BY YEAR(ORDERED_AT), QUARTER(ORDERED_AT)
ORDER BY Y, Q;

-- name: metabase-duckdb-median
-- asks: Metabase with the DuckDB driver, "Median of Total and distinct customers by Channel"
-- on: DuckDB
-- differs: median is within 2
SELECT
  "main"."orders"."channel" AS "channel",
  PERCENTILE_DISC(0.5) within group (order by "main"."orders"."total") AS "median",
  COUNT(DISTINCT "main"."orders"."customer_id") AS "count"
FROM
  "main"."orders"
GROUP BY
  "main"."orders"."channel"
ORDER BY
  "main"."orders"."channel" ASC;

-- name: metabase-duckdb-week
-- asks: Metabase with the DuckDB driver, "Sessions by week" (weeks begin on Sunday)
-- on: DuckDB
SELECT
  DATE_TRUNC('week', "main"."events"."happened_at" + INTERVAL 1 DAY) - INTERVAL 1 DAY AS "happened_at",
  COUNT(DISTINCT "main"."events"."session_id") AS "count"
FROM
  "main"."events"
WHERE
  "main"."events"."happened_at" < timestamp '2024-06-30 00:00:00'
GROUP BY
  DATE_TRUNC('week', "main"."events"."happened_at" + INTERVAL 1 DAY) - INTERVAL 1 DAY
ORDER BY
  1 ASC;
