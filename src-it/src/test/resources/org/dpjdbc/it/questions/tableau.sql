-- Tableau: what live connections send: quoted names, generated column names, HAVING COUNT(1) > 0, ordinals where it can.

-- name: tableau-number-of-records
-- asks: Tableau, number of records of Orders (the first thing dragged to a sheet)
-- on: PostgreSQL, DuckDB
SELECT SUM(1) AS "sum:Number of Records:ok"
FROM "orders" "orders"
HAVING (COUNT(1) > 0);

-- name: tableau-count-of-table
-- asks: Tableau 2020.2 and later, Orders (Count)
-- on: PostgreSQL, DuckDB
SELECT COUNT(1) AS "cnt:orders_6B1F:ok"
FROM "orders" "orders"
HAVING (COUNT(1) > 0);

-- name: tableau-sum-by-channel
-- asks: Tableau, SUM(Total) by Channel
-- on: PostgreSQL, DuckDB
SELECT "orders"."channel" AS "channel",
  SUM("orders"."total") AS "sum:total:ok"
FROM "orders" "orders"
GROUP BY 1;

-- name: tableau-sum-by-channel-h2
-- asks: Tableau over JDBC ("Other databases"), SUM(Total) and AVG(Discount) by Channel
-- on: H2
SELECT "ORDERS"."CHANNEL" AS "CHANNEL",
  SUM("ORDERS"."TOTAL") AS "sum:TOTAL:ok",
  AVG("ORDERS"."DISCOUNT") AS "avg:DISCOUNT:ok"
FROM "PUBLIC"."ORDERS" "ORDERS"
GROUP BY "ORDERS"."CHANNEL";

-- name: tableau-month-trunc
-- asks: Tableau, SUM(Total) by MONTH(Ordered At), continuous
-- on: PostgreSQL
-- differs: tmn:ordered_at:ok has another type
SELECT DATE_TRUNC( 'MONTH', CAST("orders"."ordered_at" AS DATE) ) AS "tmn:ordered_at:ok",
  SUM("orders"."total") AS "sum:total:ok"
FROM "public"."orders" "orders"
GROUP BY 1;

-- name: tableau-month-trunc-duckdb
-- asks: Tableau with the DuckDB connector, SUM(Total) by MONTH(Ordered At), continuous
-- on: DuckDB
SELECT CAST(DATE_TRUNC('MONTH', "orders"."ordered_at") AS TIMESTAMP) AS "tmn:ordered_at:ok",
  SUM("orders"."total") AS "sum:total:ok"
FROM "main"."orders" "orders"
GROUP BY 1;

-- name: tableau-year-quarter-discrete
-- asks: Tableau, count of orders by YEAR(Ordered At) and QUARTER(Ordered At), discrete
-- on: PostgreSQL
SELECT CAST(EXTRACT(YEAR FROM "orders"."ordered_at") AS INTEGER) AS "yr:ordered_at:ok",
  CAST(EXTRACT(QUARTER FROM "orders"."ordered_at") AS INTEGER) AS "qr:ordered_at:ok",
  COUNT(1) AS "cnt:orders:ok"
FROM "public"."orders" "orders"
GROUP BY 1,
  2;

-- name: tableau-weekday
-- asks: Tableau, WEEKDAY(Ordered At) by Channel, heat map
-- on: PostgreSQL
SELECT "orders"."channel" AS "channel",
  CAST(CAST(EXTRACT(DOW FROM "orders"."ordered_at") AS INTEGER) + 1 AS BIGINT) AS "wd:ordered_at:ok",
  COUNT(1) AS "cnt:orders:ok"
FROM "public"."orders" "orders"
GROUP BY 1,
  2;

-- name: tableau-week-trunc
-- asks: Tableau, SUM(Total) by WEEK(Ordered At) in the first quarter of 2024 (weeks begin on Sunday)
-- on: PostgreSQL
-- differs: twk:ordered_at:ok has another type
SELECT (DATE_TRUNC( 'DAY', CAST("orders"."ordered_at" AS DATE) ) + (-EXTRACT(DOW FROM "orders"."ordered_at") * INTERVAL '1 DAY')) AS "twk:ordered_at:ok",
  SUM("orders"."total") AS "sum:total:ok"
FROM "public"."orders" "orders"
WHERE (("orders"."ordered_at" >= (TIMESTAMP '2024-01-01 00:00:00.000')) AND ("orders"."ordered_at" < (TIMESTAMP '2024-04-01 00:00:00.000')))
GROUP BY 1;

-- name: tableau-filter-domain
-- asks: Tableau, the list of a quick filter on Status
-- on: PostgreSQL, DuckDB
SELECT "orders"."status" AS "status"
FROM "orders" "orders"
GROUP BY 1
ORDER BY 1 ASC;

-- name: tableau-filter-range
-- asks: Tableau, the ends of a quick filter on Total
-- on: PostgreSQL, DuckDB
-- differs: TEMP(TC_)(1)(0) is within 1
-- differs: TEMP(TC_)(2)(0) is within 1
SELECT MIN("orders"."total") AS "TEMP(TC_)(1)(0)",
  MAX("orders"."total") AS "TEMP(TC_)(2)(0)"
FROM "orders" "orders"
HAVING (COUNT(1) > 0);

-- name: tableau-relationship-two-facts
-- asks: Tableau relationships, SUM(Quantity) of items and SUM(Total) of orders by Channel (each aggregated by itself)
-- on: PostgreSQL
SELECT COALESCE("t0"."channel", "t1"."channel") AS "channel",
  "t0"."__measure__0" AS "sum:total:ok",
  "t1"."__measure__1" AS "sum:quantity:ok"
FROM (
  SELECT "orders"."channel" AS "channel",
    SUM("orders"."total") AS "__measure__0"
  FROM "public"."orders" "orders"
  GROUP BY 1
) "t0"
  FULL JOIN (
  SELECT "orders"."channel" AS "channel",
    SUM("order_items"."quantity") AS "__measure__1"
  FROM "public"."order_items" "order_items"
    INNER JOIN "public"."orders" "orders" ON ("order_items"."order_id" = "orders"."order_id")
  GROUP BY 1
) "t1" ON ("t0"."channel" = "t1"."channel");

-- name: tableau-join-dimension
-- asks: Tableau, SUM(Total) by Region of the country (orders to customers to countries)
-- on: PostgreSQL, DuckDB
SELECT "countries"."region" AS "region",
  SUM("orders"."total") AS "sum:total:ok"
FROM "orders" "orders"
  INNER JOIN "customers" "customers" ON ("orders"."customer_id" = "customers"."customer_id")
  INNER JOIN "countries" "countries" ON ("customers"."country" = "countries"."country")
GROUP BY 1;

-- name: tableau-countd
-- asks: Tableau, COUNTD(Customer Id) by Channel and Status
-- on: PostgreSQL, DuckDB
SELECT "orders"."channel" AS "channel",
  "orders"."status" AS "status",
  COUNT(DISTINCT "orders"."customer_id") AS "ctd:customer_id:ok"
FROM "orders" "orders"
GROUP BY 1,
  2;

-- name: tableau-lod-fixed-first-order
-- asks: Tableau, { FIXED [Customer Id] : MIN([Ordered At]) } by month: new buyers a month
-- on: PostgreSQL
-- differs: empty groups where ctd:customer_id:ok
-- differs: tmn:Calculation_1:ok has another type
SELECT DATE_TRUNC( 'MONTH', CAST("t0"."__measure__0" AS DATE) ) AS "tmn:Calculation_1:ok",
  COUNT(DISTINCT "t0"."customer_id") AS "ctd:customer_id:ok"
FROM (
  SELECT "orders"."customer_id" AS "customer_id",
    MIN("orders"."ordered_at") AS "__measure__0"
  FROM "public"."orders" "orders"
  GROUP BY 1
) "t0"
GROUP BY 1;

-- name: tableau-lod-fixed-average
-- asks: Tableau, AVG({ FIXED [Customer Id] : SUM([Total]) }) by Country
-- on: PostgreSQL, DuckDB
SELECT "customers"."country" AS "country",
  AVG("t0"."__measure__0") AS "avg:Calculation_1:ok"
FROM "customers" "customers"
  INNER JOIN (
  SELECT "orders"."customer_id" AS "customer_id",
    SUM("orders"."total") AS "__measure__0"
  FROM "orders" "orders"
  GROUP BY 1
) "t0" ON ("customers"."customer_id" = "t0"."customer_id")
GROUP BY 1;

-- name: tableau-lod-fixed-bins
-- asks: Tableau, customers by { FIXED [Customer Id] : COUNTD([Order Id]) } ("Customer order frequency")
-- on: PostgreSQL, DuckDB
SELECT "t0"."__measure__0" AS "Calculation_2",
  COUNT(DISTINCT "t0"."customer_id") AS "ctd:customer_id:ok"
FROM (
  SELECT "orders"."customer_id" AS "customer_id",
    COUNT(DISTINCT "orders"."order_id") AS "__measure__0"
  FROM "orders" "orders"
  GROUP BY 1
) "t0"
GROUP BY 1;

-- name: tableau-lod-exclude-share
-- asks: Tableau, SUM([Total]) / SUM({ EXCLUDE [Channel] : SUM([Total]) }) by Status and Channel
-- on: PostgreSQL
SELECT "t0"."status" AS "status",
  "t0"."channel" AS "channel",
  ("t0"."sum_total" / "t1"."__measure__0") AS "usr:Calculation_3:ok"
FROM (
  SELECT "orders"."status" AS "status",
    "orders"."channel" AS "channel",
    SUM("orders"."total") AS "sum_total"
  FROM "public"."orders" "orders"
  GROUP BY 1,
    2
) "t0"
  INNER JOIN (
  SELECT "orders"."status" AS "status",
    SUM("orders"."total") AS "__measure__0"
  FROM "public"."orders" "orders"
  GROUP BY 1
) "t1" ON (("t0"."status" = "t1"."status") OR (("t0"."status" IS NULL) AND ("t1"."status" IS NULL)));

-- name: tableau-lod-grand-total
-- asks: Tableau, SUM([Total]) / { SUM([Total]) } by Channel
-- on: PostgreSQL, DuckDB
SELECT "orders"."channel" AS "channel",
  SUM("orders"."total") / MIN("t1"."__measure__0") AS "usr:Calculation_4:ok"
FROM "orders" "orders"
  CROSS JOIN (
  SELECT SUM("orders"."total") AS "__measure__0"
  FROM "orders" "orders"
  HAVING (COUNT(1) > 0)
) "t1"
GROUP BY 1;

-- name: tableau-top-n-filter
-- asks: Tableau, top 5 products by SUM(Quantity), with the sum (a top-N filter is a join with a sub-query)
-- on: PostgreSQL, DuckDB
SELECT "order_items"."product_id" AS "product_id",
  SUM("order_items"."quantity") AS "sum:quantity:ok"
FROM "order_items" "order_items"
  INNER JOIN (
  SELECT "order_items"."product_id" AS "product_id",
    SUM("order_items"."quantity") AS "$__alias__0"
  FROM "order_items" "order_items"
  GROUP BY 1
  ORDER BY 2 DESC,
    1 ASC
  LIMIT 5
) "t0" ON ("order_items"."product_id" = "t0"."product_id")
GROUP BY 1;

-- name: tableau-condition-filter
-- asks: Tableau, SUM(Total) by City, filter by condition: at least 400 orders
-- on: PostgreSQL, DuckDB
SELECT "customers"."city" AS "city",
  SUM("orders"."total") AS "sum:total:ok"
FROM "orders" "orders"
  INNER JOIN "customers" "customers" ON ("orders"."customer_id" = "customers"."customer_id")
  INNER JOIN (
  SELECT "customers"."city" AS "city"
  FROM "orders" "orders"
    INNER JOIN "customers" "customers" ON ("orders"."customer_id" = "customers"."customer_id")
  GROUP BY 1
  HAVING (COUNT("orders"."order_id") >= 400)
) "t0" ON ("customers"."city" = "t0"."city")
GROUP BY 1;

-- name: tableau-bins
-- asks: Tableau, histogram of Total with bins of 100
-- on: PostgreSQL
-- differs: empty groups where cnt:orders:ok
SELECT CAST(FLOOR(("orders"."total" / 100.0)) AS BIGINT) AS "Total (bin)",
  COUNT(1) AS "cnt:orders:ok"
FROM "public"."orders" "orders"
GROUP BY 1;

-- name: tableau-bins-duckdb
-- asks: Tableau with the DuckDB connector, histogram of Age with bins of 5
-- on: DuckDB
-- differs: empty groups where cnt:customers:ok
SELECT CAST(FLOOR(("customers"."age" / 5.0)) AS BIGINT) AS "Age (bin)",
  COUNT(1) AS "cnt:customers:ok"
FROM "main"."customers" "customers"
GROUP BY 1;

-- name: tableau-group-field
-- asks: Tableau, a group of countries (DACH and others), SUM(Total)
-- on: PostgreSQL, DuckDB
SELECT (CASE WHEN ("customers"."country" IN ('DE')) THEN 'DACH' WHEN ("customers"."country" IN ('FR', 'GB')) THEN 'Western Europe' ELSE "customers"."country" END) AS "Country (group)",
  SUM("orders"."total") AS "sum:total:ok"
FROM "orders" "orders"
  INNER JOIN "customers" "customers" ON ("orders"."customer_id" = "customers"."customer_id")
GROUP BY 1;

-- name: tableau-ratio-calculation
-- asks: Tableau, SUM([Discount]) / SUM([Total]) by Channel
-- on: PostgreSQL, DuckDB
SELECT "orders"."channel" AS "channel",
  (CASE WHEN SUM("orders"."total") = 0 THEN NULL ELSE SUM("orders"."discount") / SUM("orders"."total") END) AS "usr:Calculation_5:ok"
FROM "orders" "orders"
GROUP BY 1;

-- name: tableau-if-calculation
-- asks: Tableau, SUM(IF [Status] = 'returned' THEN [Total] END) / SUM([Total]) by Coupon
-- on: PostgreSQL, DuckDB
SELECT "orders"."coupon" AS "coupon",
  (SUM((CASE WHEN ("orders"."status" = 'returned') THEN "orders"."total" ELSE CAST(NULL AS NUMERIC) END)) / SUM("orders"."total")) AS "usr:Return rate:ok"
FROM "orders" "orders"
GROUP BY 1;

-- name: tableau-profit
-- asks: Tableau, SUM([Quantity] * ([Price] - [Cost])) by Category
-- on: PostgreSQL, DuckDB
SELECT "products"."category" AS "category",
  SUM(("order_items"."quantity" * ("order_items"."price" - "products"."cost"))) AS "sum:Profit:ok"
FROM "order_items" "order_items"
  INNER JOIN "products" "products" ON ("order_items"."product_id" = "products"."product_id")
GROUP BY 1;

-- name: tableau-measure-names
-- asks: Tableau, Measure Names of Orders: sum, average, minimum, maximum and count distinct
-- on: PostgreSQL, DuckDB
-- differs: max:discount:ok is within 0.2
-- differs: min:discount:ok is within 0.2
SELECT AVG("orders"."total") AS "avg:total:ok",
  COUNT(DISTINCT "orders"."customer_id") AS "ctd:customer_id:ok",
  MAX("orders"."discount") AS "max:discount:ok",
  MIN("orders"."discount") AS "min:discount:ok",
  SUM("orders"."total") AS "sum:total:ok"
FROM "orders" "orders"
HAVING (COUNT(1) > 0);

-- name: tableau-stdev-var
-- asks: Tableau, STDEV(Duration) and VAR(Duration) by Device
-- on: PostgreSQL, DuckDB
SELECT "events"."device" AS "device",
  STDDEV_SAMP("events"."duration") AS "std:duration:ok",
  VAR_SAMP("events"."duration") AS "var:duration:ok"
FROM "events" "events"
GROUP BY 1;

-- name: tableau-median
-- asks: Tableau, MEDIAN(Age) by Plan
-- on: PostgreSQL
SELECT "customers"."plan" AS "plan",
  (PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY "customers"."age")) AS "med:age:ok"
FROM "public"."customers" "customers"
GROUP BY 1;

-- name: tableau-median-duckdb
-- asks: Tableau with the DuckDB connector, MEDIAN(Age) by Is Active
-- on: DuckDB
-- differs: med:age:ok is within 1
SELECT "customers"."is_active" AS "is_active",
  MEDIAN("customers"."age") AS "med:age:ok"
FROM "main"."customers" "customers"
GROUP BY 1;

-- name: tableau-running-total
-- asks: Tableau, SUM(Total) by month (the running sum of a table calculation is taken from this in Tableau)
-- on: H2
SELECT EXTRACT(YEAR FROM "ORDERS"."ORDERED_AT") AS "yr:ORDERED_AT:ok",
  EXTRACT(MONTH FROM "ORDERS"."ORDERED_AT") AS "mn:ORDERED_AT:ok",
  SUM("ORDERS"."TOTAL") AS "sum:TOTAL:ok"
FROM "PUBLIC"."ORDERS" "ORDERS"
GROUP BY EXTRACT(YEAR FROM "ORDERS"."ORDERED_AT"),
  EXTRACT(MONTH FROM "ORDERS"."ORDERED_AT");

-- name: tableau-date-diff
-- asks: Tableau, AVG(DATEDIFF('day', [Ordered At], [Shipped At])) by Channel
-- on: PostgreSQL
SELECT "orders"."channel" AS "channel",
  AVG((CAST("orders"."shipped_at" AS DATE) - CAST("orders"."ordered_at" AS DATE))) AS "avg:Days to ship:ok"
FROM "public"."orders" "orders"
GROUP BY 1;

-- name: tableau-custom-sql
-- asks: Tableau, a sheet on custom SQL: the sub-query is wrapped
SELECT "Custom SQL Query".region, SUM("Custom SQL Query".revenue) AS revenue
FROM (
  SELECT k.region, c.plan, SUM(o.total) AS revenue
  FROM orders o
  JOIN customers c ON c.customer_id = o.customer_id
  JOIN countries k ON k.country = c.country
  GROUP BY k.region, c.plan
) "Custom SQL Query"
GROUP BY "Custom SQL Query".region;

-- name: tableau-custom-sql-rows
-- asks: Tableau, custom SQL that selects rows, aggregated outside
-- on: PostgreSQL, DuckDB
SELECT "Custom SQL Query"."channel" AS "channel",
  SUM("Custom SQL Query"."net") AS "sum:net:ok",
  COUNT(DISTINCT "Custom SQL Query"."customer_id") AS "ctd:customer_id:ok"
FROM (
  SELECT o.customer_id, o.channel, o.total - COALESCE(o.discount, 0) AS net, c.country
  FROM orders o
  LEFT JOIN customers c ON c.customer_id = o.customer_id
  WHERE o.status <> 'cancelled'
) "Custom SQL Query"
WHERE ("Custom SQL Query"."country" = 'US')
GROUP BY 1;

-- name: tableau-probe
-- asks: Tableau, the probe of a custom SQL's columns
SELECT * FROM (SELECT customer_id, country, plan FROM customers) AS "Custom SQL Query" WHERE (1 = 0);

-- name: tableau-view-data
-- asks: Tableau, "View data" of a table: its first rows
-- on: PostgreSQL, DuckDB
-- refused: shows rows of a private table
SELECT "tickets"."category" AS "category",
  "tickets"."customer_id" AS "customer_id",
  "tickets"."messages" AS "messages",
  "tickets"."ticket_id" AS "ticket_id"
FROM "tickets" "tickets"
ORDER BY 4
LIMIT 1000;

-- name: tableau-set-in-out
-- asks: Tableau, a set of customers with more than 1,000 of revenue: IN/OUT by plan
-- on: PostgreSQL
SELECT "customers"."plan" AS "plan",
  (NOT ("t0"."customer_id" IS NULL)) AS "io:Big spenders:nk",
  COUNT(DISTINCT "customers"."customer_id") AS "ctd:customer_id:ok"
FROM "public"."customers" "customers"
  LEFT JOIN (
  SELECT "orders"."customer_id" AS "customer_id"
  FROM "public"."orders" "orders"
  GROUP BY 1
  HAVING (SUM("orders"."total") > 2000)
) "t0" ON ("customers"."customer_id" = "t0"."customer_id")
GROUP BY 1,
  2;

-- name: tableau-cohort-first-purchase-year
-- asks: Tableau, revenue by year, coloured by { FIXED [Customer Id] : MIN(YEAR([Ordered At])) }
-- on: PostgreSQL
-- differs: empty groups where sum:total:ok
SELECT "t0"."__measure__0" AS "Calculation_6",
  CAST(EXTRACT(YEAR FROM "orders"."ordered_at") AS INTEGER) AS "yr:ordered_at:ok",
  SUM("orders"."total") AS "sum:total:ok"
FROM "public"."orders" "orders"
  INNER JOIN (
  SELECT "orders"."customer_id" AS "customer_id",
    MIN(CAST(EXTRACT(YEAR FROM "orders"."ordered_at") AS INTEGER)) AS "__measure__0"
  FROM "public"."orders" "orders"
  GROUP BY 1
) "t0" ON ("orders"."customer_id" = "t0"."customer_id")
GROUP BY 1,
  2;

-- name: tableau-boolean-dimension
-- asks: Tableau, customers by Is Active and by whether Age is known
SELECT is_active, age IS NULL AS age_unknown, COUNT(*) AS customers
FROM customers
GROUP BY is_active, age IS NULL
HAVING COUNT(1) > 0;

-- name: tableau-h2-year-quarter
-- asks: Tableau over JDBC, COUNTD(Customer Id) and SUM(Total) by YEAR and QUARTER of Ordered At
-- on: H2
SELECT EXTRACT(YEAR FROM "ORDERS"."ORDERED_AT") AS "yr:ORDERED_AT:ok",
  EXTRACT(QUARTER FROM "ORDERS"."ORDERED_AT") AS "qr:ORDERED_AT:ok",
  COUNT(DISTINCT "ORDERS"."CUSTOMER_ID") AS "ctd:CUSTOMER_ID:ok",
  SUM("ORDERS"."TOTAL") AS "sum:TOTAL:ok"
FROM "PUBLIC"."ORDERS" "ORDERS"
GROUP BY EXTRACT(YEAR FROM "ORDERS"."ORDERED_AT"),
  EXTRACT(QUARTER FROM "ORDERS"."ORDERED_AT");

-- name: tableau-h2-month-trunc
-- asks: Tableau over JDBC, number of tickets by MONTH(Opened At), continuous: it takes the days of the month away
-- on: H2
SELECT CAST(DATEADD('DAY', 1 - EXTRACT(DAY FROM "TICKETS"."OPENED_AT"), CAST("TICKETS"."OPENED_AT" AS DATE)) AS DATE) AS "tmn:OPENED_AT:ok",
  SUM(1) AS "sum:Number of Records:ok"
FROM "PUBLIC"."TICKETS" "TICKETS"
GROUP BY CAST(DATEADD('DAY', 1 - EXTRACT(DAY FROM "TICKETS"."OPENED_AT"), CAST("TICKETS"."OPENED_AT" AS DATE)) AS DATE);

-- name: tableau-h2-number-of-records
-- asks: Tableau over JDBC, number of records of Events by Device
-- on: H2
SELECT "EVENTS"."DEVICE" AS "DEVICE",
  SUM(1) AS "sum:Number of Records:ok"
FROM "PUBLIC"."EVENTS" "EVENTS"
GROUP BY "EVENTS"."DEVICE"
HAVING (COUNT(1) > 0);

-- name: tableau-h2-lod
-- asks: Tableau over JDBC, AVG({ FIXED [Customer Id] : COUNT([Order Id]) }) by Plan
-- on: H2
SELECT "CUSTOMERS"."PLAN" AS "PLAN",
  AVG(CAST("t0"."__measure__0" AS DOUBLE PRECISION)) AS "avg:Calculation_1:ok"
FROM "PUBLIC"."CUSTOMERS" "CUSTOMERS"
  INNER JOIN (
  SELECT "ORDERS"."CUSTOMER_ID" AS "CUSTOMER_ID",
    COUNT("ORDERS"."ORDER_ID") AS "__measure__0"
  FROM "PUBLIC"."ORDERS" "ORDERS"
  GROUP BY "ORDERS"."CUSTOMER_ID"
) "t0" ON ("CUSTOMERS"."CUSTOMER_ID" = "t0"."CUSTOMER_ID")
GROUP BY "CUSTOMERS"."PLAN";

-- name: tableau-h2-top-n
-- asks: Tableau over JDBC, top 3 countries by SUM(Total), with orders by channel
-- on: H2
SELECT "CUSTOMERS"."COUNTRY" AS "COUNTRY",
  "ORDERS"."CHANNEL" AS "CHANNEL",
  SUM("ORDERS"."TOTAL") AS "sum:TOTAL:ok"
FROM "PUBLIC"."ORDERS" "ORDERS"
  INNER JOIN "PUBLIC"."CUSTOMERS" "CUSTOMERS" ON ("ORDERS"."CUSTOMER_ID" = "CUSTOMERS"."CUSTOMER_ID")
  INNER JOIN (
  SELECT "CUSTOMERS"."COUNTRY" AS "COUNTRY",
    SUM("ORDERS"."TOTAL") AS "$__alias__0"
  FROM "PUBLIC"."ORDERS" "ORDERS"
    INNER JOIN "PUBLIC"."CUSTOMERS" "CUSTOMERS" ON ("ORDERS"."CUSTOMER_ID" = "CUSTOMERS"."CUSTOMER_ID")
  GROUP BY "CUSTOMERS"."COUNTRY"
  ORDER BY "$__alias__0" DESC
  LIMIT 3
) "t0" ON ("CUSTOMERS"."COUNTRY" = "t0"."COUNTRY")
GROUP BY "CUSTOMERS"."COUNTRY",
  "ORDERS"."CHANNEL";

-- name: tableau-h2-string-calculation
-- asks: Tableau over JDBC, LEFT([Page], 2) and the number of events; IF [Device] = 'desktop' …
-- on: H2
-- differs: Calculation_7 has another type
SELECT (CASE WHEN ("EVENTS"."DEVICE" = 'desktop') THEN 'Desk' ELSE 'Hand' END) AS "Calculation_7",
  LEFT("EVENTS"."PAGE", 2) AS "Calculation_8",
  COUNT(1) AS "cnt:EVENTS:ok"
FROM "PUBLIC"."EVENTS" "EVENTS"
GROUP BY (CASE WHEN ("EVENTS"."DEVICE" = 'desktop') THEN 'Desk' ELSE 'Hand' END),
  LEFT("EVENTS"."PAGE", 2);

-- name: tableau-h2-days-open
-- asks: Tableau over JDBC, AVG(DATEDIFF('hour', [Opened At], [Closed At])) by Priority
-- on: H2
SELECT "TICKETS"."PRIORITY" AS "PRIORITY",
  AVG(CAST(DATEDIFF('HOUR', "TICKETS"."OPENED_AT", "TICKETS"."CLOSED_AT") AS DOUBLE PRECISION)) AS "avg:Hours open:ok"
FROM "PUBLIC"."TICKETS" "TICKETS"
GROUP BY "TICKETS"."PRIORITY";

-- name: tableau-h2-attr
-- asks: Tableau over JDBC, ATTR(Country) beside City: the same country for all of a city, or an asterisk
-- on: H2
-- refused: MIN and MAX of a text; needed: them over texts that the policy lists or a public table holds
SELECT "CUSTOMERS"."CITY" AS "CITY",
  MIN("CUSTOMERS"."COUNTRY") AS "TEMP(attr:COUNTRY:nk)(1)",
  MAX("CUSTOMERS"."COUNTRY") AS "TEMP(attr:COUNTRY:nk)(2)",
  COUNT(1) AS "cnt:CUSTOMERS:ok"
FROM "PUBLIC"."CUSTOMERS" "CUSTOMERS"
GROUP BY "CUSTOMERS"."CITY";

-- name: tableau-attr-postgres
-- asks: Tableau, ATTR(Category) beside Product Name: the category in the tooltip
-- on: PostgreSQL, DuckDB
-- refused: MIN and MAX of a text; needed: them over texts that the policy lists or a public table holds
SELECT "products"."product_name" AS "product_name",
  MAX("products"."category") AS "TEMP(attr:category:nk)(1)",
  MIN("products"."category") AS "TEMP(attr:category:nk)(2)",
  SUM("order_items"."quantity") AS "sum:quantity:ok"
FROM "order_items" "order_items"
  INNER JOIN "products" "products" ON ("order_items"."product_id" = "products"."product_id")
GROUP BY 1;
