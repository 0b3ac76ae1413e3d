-- Power BI: what DirectQuery sends: "rows", "_", "$Outer", columns c1, a0; DAX measures become sub-queries; slicers IN (...).

-- name: powerbi-count-rows
-- asks: Power BI, card: COUNTROWS(Orders)
-- on: PostgreSQL
select count(1) as "a0"
from "public"."orders" "$Table";

-- name: powerbi-sum-by-channel
-- asks: Power BI, clustered bar: SUM(Orders[Total]) by Channel
-- on: PostgreSQL
select "rows"."channel" as "channel",
    sum("rows"."total") as "a0"
from
(
    select "_"."channel",
        "_"."total"
    from "public"."orders" "_"
) "rows"
group by "channel"
order by "rows"."channel"
limit 1000001;

-- name: powerbi-sum-by-channel-duckdb
-- asks: Power BI with the DuckDB connector, SUM(Orders[Total]) by Channel, rows with a value only
-- on: DuckDB
select "_"."channel" as "c1",
    "_"."a0" as "a0"
from
(
    select "rows"."channel" as "channel",
        sum("rows"."total") as "a0"
    from "main"."orders" as "rows"
    group by "rows"."channel"
) as "_"
where not "_"."a0" is null
limit 1000001;

-- name: powerbi-not-null-wrapper
-- asks: Power BI, SUM(Orders[Total]) by Status: wrapped to leave out groups without a value
-- on: PostgreSQL
select "_"."status",
    "_"."a0"
from
(
    select "rows"."status" as "status",
        sum("rows"."total") as "a0"
    from
    (
        select "_"."status",
            "_"."total"
        from "public"."orders" "_"
        where "_"."channel" in ('web', 'mobile')
    ) "rows"
    group by "status"
) "_"
where not "_"."a0" is null
limit 1000001;

-- name: powerbi-relationship
-- asks: Power BI, SUM(Orders[Total]) by Customers[Country] over the relationship
-- on: PostgreSQL
-- differs: empty groups where a0
select "rows"."country" as "country",
    sum("rows"."total") as "a0"
from
(
    select "$Outer"."total" as "total",
        "$Inner"."country" as "country"
    from
    (
        select "_"."customer_id" as "customer_id2",
            "_"."total" as "total"
        from "public"."orders" "_"
    ) "$Outer"
    left outer join "public"."customers" "$Inner" on ("$Outer"."customer_id2" = "$Inner"."customer_id")
) "rows"
group by "country"
limit 1000001;

-- name: powerbi-snowflake
-- asks: Power BI, SUM(Order Items[Quantity]) by Products[Category] and Customers[Plan]
-- on: PostgreSQL
-- differs: empty groups where a0
select "rows"."category" as "category",
    "rows"."plan" as "plan",
    sum(cast("rows"."quantity" as decimal)) as "a0"
from
(
    select "i"."quantity" as "quantity",
        "p"."category" as "category",
        "c"."plan" as "plan"
    from "public"."order_items" "i"
    left outer join "public"."orders" "o" on ("i"."order_id" = "o"."order_id")
    left outer join "public"."customers" "c" on ("o"."customer_id" = "c"."customer_id")
    left outer join "public"."products" "p" on ("i"."product_id" = "p"."product_id")
) "rows"
group by "category",
    "plan"
limit 1000001;

-- name: powerbi-distinctcount
-- asks: Power BI, DISTINCTCOUNT(Orders[Customer Id]) by Channel: Power BI counts a blank as one more
-- on: PostgreSQL
select "rows"."channel" as "channel",
    count(distinct "rows"."customer_id") + max(case when "rows"."customer_id" is null then 1 else 0 end) as "a0"
from "public"."orders" "rows"
group by "rows"."channel"
limit 1000001;

-- name: powerbi-average
-- asks: Power BI, AVERAGE(Customers[Age]) by Plan
-- on: PostgreSQL
select "rows"."plan" as "plan",
    avg(cast("rows"."age" as double precision)) as "a0"
from "public"."customers" "rows"
group by "rows"."plan"
limit 1000001;

-- name: powerbi-date-hierarchy
-- asks: Power BI, date hierarchy Year, Month of Orders[Ordered At], SUM(Total)
-- on: PostgreSQL
select "rows"."t0_year" as "c1",
    "rows"."t0_month" as "c2",
    sum("rows"."total") as "a0"
from
(
    select cast(extract(year from "_"."ordered_at") as integer) as "t0_year",
        cast(extract(month from "_"."ordered_at") as integer) as "t0_month",
        "_"."total" as "total"
    from "public"."orders" "_"
) "rows"
group by "t0_year",
    "t0_month"
order by "c1",
    "c2"
limit 1000001;

-- name: powerbi-calendar-table
-- asks: Power BI, a date table (Calendar) related to Orders by date: revenue by year and quarter
-- on: PostgreSQL
-- differs: empty groups where a0
select "rows"."year_number" as "year_number",
    "rows"."quarter_number" as "quarter_number",
    sum("rows"."total") as "a0"
from
(
    select "$Outer"."total" as "total",
        "$Inner"."year_number" as "year_number",
        "$Inner"."quarter_number" as "quarter_number"
    from
    (
        select cast("_"."ordered_at" as date) as "ordered_on",
            "_"."total" as "total"
        from "public"."orders" "_"
    ) "$Outer"
    left outer join "public"."calendar" "$Inner" on ("$Outer"."ordered_on" = "$Inner"."date_day")
) "rows"
group by "year_number",
    "quarter_number"
order by "rows"."year_number",
    "rows"."quarter_number"
limit 1000001;

-- name: powerbi-topn
-- asks: Power BI, TOPN(5, VALUES(Products[Product Name]), [Units sold])
-- on: PostgreSQL
select "rows"."product_name" as "product_name",
    sum("rows"."quantity") as "a0"
from
(
    select "p"."product_name" as "product_name",
        "i"."quantity" as "quantity"
    from "public"."order_items" "i"
    left outer join "public"."products" "p" on ("i"."product_id" = "p"."product_id")
) "rows"
group by "product_name"
order by "a0" desc,
    "product_name"
limit 5;

-- name: powerbi-slicer-values
-- asks: Power BI, values of a slicer on Customers[Country]
-- on: PostgreSQL
select "_"."country"
from
(
    select distinct "rows"."country" as "country"
    from "public"."customers" "rows"
) "_"
order by "_"."country"
limit 101;

-- name: powerbi-slicer-range
-- asks: Power BI, ends of a date slicer on Orders[Ordered At]
-- on: PostgreSQL
-- differs: a0 is within 2
-- differs: a1 is within 2
select min("rows"."ordered_at") as "a0",
    max("rows"."ordered_at") as "a1"
from "public"."orders" "rows";

-- name: powerbi-matrix-totals
-- asks: Power BI, matrix of Status by Channel with sub-totals (ROLLUPADDISSUBTOTAL folds to UNION ALL)
-- on: PostgreSQL
select "_"."status" as "c1", "_"."channel" as "c2", "_"."level" as "c3", "_"."a0" as "a0"
from
(
    select "status", "channel", 0 as "level", sum("total") as "a0" from "public"."orders" group by "status", "channel"
    union all
    select "status", cast(null as varchar(10)), 1, sum("total") from "public"."orders" group by "status"
    union all
    select cast(null as varchar(10)), cast(null as varchar(10)), 2, sum("total") from "public"."orders"
) "_"
order by "c3", "c1", "c2"
limit 1000001;

-- name: powerbi-row-preview
-- asks: Power BI, Power Query editor: preview of the table Orders
-- on: PostgreSQL
-- refused: shows rows of a private table
select "$Table"."order_id" as "order_id",
    "$Table"."customer_id" as "customer_id",
    "$Table"."ordered_at" as "ordered_at",
    "$Table"."status" as "status",
    "$Table"."total" as "total"
from "public"."orders" "$Table"
limit 1000;

-- name: powerbi-schema-probe
-- asks: Power BI, Power Query's probe of a native query's columns
SELECT * FROM (SELECT channel, total FROM orders) AS "_" WHERE 1 = 0;

-- name: powerbi-native-query
-- asks: Power BI, native query in Power Query with a step on top that filters and groups (query folding)
-- on: PostgreSQL, DuckDB
-- differs: empty groups where MRR
select "rows"."plan" as "plan",
    count(1) as "Count",
    sum("rows"."monthly_price") as "MRR"
from
(
    select "_"."plan", "_"."monthly_price"
    from
    (
        select s.plan, s.monthly_price, s.ended_on from subscriptions s
    ) "_"
    where "_"."ended_on" is null
) "rows"
group by "rows"."plan";

-- name: powerbi-divide-measure
-- asks: Power BI, DIVIDE([Returned], [Orders]) by Channel
SELECT channel,
  CASE WHEN COUNT(*) = 0 THEN NULL ELSE CAST(SUM(CASE WHEN status = 'returned' THEN 1 ELSE 0 END) AS DOUBLE PRECISION) / COUNT(*) END AS return_rate
FROM orders
GROUP BY channel
ORDER BY channel;

-- name: powerbi-calculate-all
-- asks: Power BI, DIVIDE(SUM(Total), CALCULATE(SUM(Total), ALL(Orders[Channel])))
SELECT o.channel, SUM(o.total) AS revenue, SUM(o.total) / t.everything AS share_of_all
FROM orders o
CROSS JOIN (SELECT SUM(total) AS everything FROM orders) t
GROUP BY o.channel, t.everything
ORDER BY o.channel;

-- name: powerbi-totalytd
-- asks: Power BI, TOTALYTD(SUM(Total)) by month
SELECT y, m, revenue, SUM(revenue) OVER (PARTITION BY y ORDER BY m) AS revenue_ytd
FROM (
  SELECT EXTRACT(YEAR FROM ordered_at) AS y, EXTRACT(MONTH FROM ordered_at) AS m, SUM(total) AS revenue
  FROM orders
  GROUP BY EXTRACT(YEAR FROM ordered_at), EXTRACT(MONTH FROM ordered_at)
) AS monthly
ORDER BY y, m;

-- name: powerbi-sameperiodlastyear
-- asks: Power BI, SUM(Total) and CALCULATE(SUM(Total), SAMEPERIODLASTYEAR(Calendar[Date])) by month
SELECT this_year.m, this_year.revenue, last_year.revenue AS revenue_last_year,
  (this_year.revenue - last_year.revenue) / last_year.revenue AS change
FROM (SELECT EXTRACT(MONTH FROM ordered_at) AS m, SUM(total) AS revenue FROM orders
    WHERE ordered_at >= TIMESTAMP '2024-01-01 00:00:00' AND ordered_at < TIMESTAMP '2025-01-01 00:00:00'
    GROUP BY EXTRACT(MONTH FROM ordered_at)) AS this_year
LEFT JOIN (SELECT EXTRACT(MONTH FROM ordered_at) AS m, SUM(total) AS revenue FROM orders
    WHERE ordered_at >= TIMESTAMP '2023-01-01 00:00:00' AND ordered_at < TIMESTAMP '2024-01-01 00:00:00'
    GROUP BY EXTRACT(MONTH FROM ordered_at)) AS last_year
  ON last_year.m = this_year.m
ORDER BY this_year.m;

-- name: powerbi-averagex-customers
-- asks: Power BI, AVERAGEX(VALUES(Customers[Customer Id]), [Revenue]) by Country
-- on: PostgreSQL
-- differs: empty groups where a1
select "basetable0"."c1" as "country",
    avg("basetable0"."a0") as "a1"
from
(
    select "c"."country" as "c1",
        "o"."customer_id" as "c2",
        sum("o"."total") as "a0"
    from "public"."orders" "o"
    left outer join "public"."customers" "c" on ("o"."customer_id" = "c"."customer_id")
    group by "c"."country",
        "o"."customer_id"
) "basetable0"
group by "basetable0"."c1"
limit 1000001;

-- name: powerbi-customers-above
-- asks: Power BI, COUNTROWS(FILTER(VALUES(Customers[Customer Id]), [Revenue] > 2500)) by Plan
-- on: PostgreSQL
-- differs: empty groups where a0
select "basetable0"."c1" as "plan",
    count(1) as "a0"
from
(
    select "c"."plan" as "c1",
        "o"."customer_id" as "c2",
        sum("o"."total") as "a0"
    from "public"."orders" "o"
    left outer join "public"."customers" "c" on ("o"."customer_id" = "c"."customer_id")
    group by "c"."plan",
        "o"."customer_id"
) "basetable0"
where "basetable0"."a0" > 2500
group by "basetable0"."c1"
limit 1000001;

-- name: powerbi-new-customers
-- asks: Power BI, DAX pattern "new customers": customers whose first order is in the month
-- differs: empty groups where NEW_CUSTOMERS
SELECT EXTRACT(YEAR FROM first_order) AS y, EXTRACT(MONTH FROM first_order) AS m, COUNT(*) AS new_customers
FROM (SELECT customer_id, MIN(ordered_at) AS first_order FROM orders GROUP BY customer_id) AS firsts
GROUP BY EXTRACT(YEAR FROM first_order), EXTRACT(MONTH FROM first_order)
ORDER BY y, m;

-- name: powerbi-returning-customers
-- asks: Power BI, DAX pattern "returning customers" in December 2024: bought then, and before
SELECT COUNT(DISTINCT o.customer_id) AS returning_customers
FROM orders o
WHERE o.ordered_at >= TIMESTAMP '2024-12-01 00:00:00'
  AND EXISTS (SELECT 1 FROM orders p WHERE p.customer_id = o.customer_id AND p.ordered_at < TIMESTAMP '2024-12-01 00:00:00');

-- name: powerbi-lost-customers
-- asks: Power BI, DAX pattern "lost customers": no order in the second half of 2024
SELECT c.country, COUNT(*) AS lost_customers
FROM customers c
WHERE c.customer_id IN (SELECT customer_id FROM orders)
  AND c.customer_id NOT IN (SELECT customer_id FROM orders WHERE ordered_at >= TIMESTAMP '2024-10-01 00:00:00')
GROUP BY c.country
ORDER BY c.country;

-- name: powerbi-abc
-- asks: Power BI, DAX pattern "ABC classification" of products by revenue
-- differs: class has another type
SELECT class, COUNT(*) AS products, SUM(revenue) AS revenue
FROM (
  SELECT product_id, revenue,
    CASE WHEN SUM(revenue) OVER (ORDER BY revenue DESC, product_id) <= 0.7 * SUM(revenue) OVER () THEN 'A'
      WHEN SUM(revenue) OVER (ORDER BY revenue DESC, product_id) <= 0.9 * SUM(revenue) OVER () THEN 'B'
      ELSE 'C' END AS class
  FROM (SELECT product_id, SUM(quantity * price) AS revenue FROM order_items GROUP BY product_id) AS by_product
) AS classes
GROUP BY class
ORDER BY class;

-- name: powerbi-basket
-- asks: Power BI, DAX pattern "basket analysis": orders with both of two categories
SELECT a.category AS category_1, b.category AS category_2, COUNT(DISTINCT i.order_id) AS orders_with_both
FROM order_items i
JOIN order_items j ON j.order_id = i.order_id
JOIN products a ON a.product_id = i.product_id
JOIN products b ON b.product_id = j.product_id
WHERE a.category < b.category
GROUP BY a.category, b.category
ORDER BY a.category, b.category;

-- name: powerbi-segmentation
-- asks: Power BI, DAX pattern "dynamic segmentation": customers by a public table of segments (disconnected table)
SELECT seg.segment, COUNT(*) AS customers
FROM (SELECT customer_id, SUM(total) AS revenue FROM orders GROUP BY customer_id) AS r
JOIN (VALUES ('low', 0, 1500), ('medium', 1500, 2500), ('high', 2500, 100000)) AS seg (segment, from_revenue, to_revenue)
  ON r.revenue >= seg.from_revenue AND r.revenue < seg.to_revenue
GROUP BY seg.segment
ORDER BY seg.segment;

-- name: powerbi-open-tickets-on-day
-- asks: Power BI, DAX pattern "events in progress": tickets open at the first of each month
SELECT d.month_start, COUNT(t.ticket_id) AS open_tickets
FROM (SELECT DISTINCT month_start FROM calendar WHERE year_number = 2024) AS d
JOIN tickets t ON CAST(t.opened_at AS DATE) < d.month_start AND (t.closed_at IS NULL OR CAST(t.closed_at AS DATE) >= d.month_start)
GROUP BY d.month_start
ORDER BY d.month_start;

-- name: powerbi-key-influencers
-- asks: Power BI, key influencers: correlation of messages and satisfaction, regression slope
SELECT CORR(satisfaction, messages) AS correlation, REGR_SLOPE(satisfaction, messages) AS slope
FROM tickets;

-- name: powerbi-histogram-bins
-- asks: Power BI, histogram of Age in bins of 10 (data bins)
-- on: PostgreSQL
-- differs: empty groups where a0
select "rows"."bin" as "Age (bins)",
    count(1) as "a0"
from
(
    select floor("_"."age" / 10.0) * 10 as "bin"
    from "public"."customers" "_"
    where not "_"."age" is null
) "rows"
group by "rows"."bin"
order by "rows"."bin"
limit 1000001;

-- name: powerbi-percentile
-- asks: Power BI, MEDIAN(Tickets[Messages]) by Category
-- on: H2, DuckDB
-- differs: median_messages has another type
-- differs: median_messages is within 1
SELECT category, MEDIAN(messages) AS median_messages
FROM (SELECT category, messages FROM tickets) AS t
GROUP BY category
ORDER BY category;

-- name: powerbi-experiment
-- asks: Power BI, conversion by variant: customers exposed, and of those with a purchase after that
SELECT x.variant, COUNT(*) AS exposed,
  SUM(CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.customer_id = x.customer_id AND e.event_name = 'purchase'
    AND e.happened_at > x.exposed_at) THEN 1 ELSE 0 END) AS converted
FROM experiment_users x
WHERE x.experiment = 'checkout_v2'
GROUP BY x.variant
ORDER BY x.variant;

-- name: powerbi-duckdb-date-key
-- asks: Power BI with the DuckDB connector, SUM(Total) by month of the order as a whole number YYYYMM
-- on: DuckDB
select "rows"."yyyymm" as "c1",
    sum("rows"."total") as "a0"
from
(
    select year("_"."ordered_at") * 100 + month("_"."ordered_at") as "yyyymm",
        "_"."total" as "total"
    from "main"."orders" as "_"
) as "rows"
group by "rows"."yyyymm"
order by "c1"
limit 1000001;

-- name: powerbi-duckdb-relationship
-- asks: Power BI with the DuckDB connector, AVERAGE(Tickets[Satisfaction]) by Customers[Plan] over the relationship
-- on: DuckDB
-- differs: empty groups where a1
select "rows"."plan" as "c1",
    avg(cast("rows"."satisfaction" as double)) as "a0",
    count("rows"."satisfaction") as "a1"
from
(
    select "$Outer"."satisfaction" as "satisfaction",
        "$Inner"."plan" as "plan"
    from "main"."tickets" as "$Outer"
    left outer join "main"."customers" as "$Inner" on ("$Outer"."customer_id" = "$Inner"."customer_id")
) as "rows"
group by "rows"."plan"
limit 1000001;

-- name: powerbi-duckdb-switch
-- asks: Power BI with the DuckDB connector, a SWITCH column on Total, COUNTROWS
-- on: DuckDB
select "rows"."band" as "c1",
    count(*) as "a0"
from
(
    select case when "_"."total" < 100 then 'under 100' when "_"."total" < 300 then '100 to 299' else '300 and more' end as "band"
    from "main"."orders" as "_"
) as "rows"
group by "rows"."band"
limit 1000001;

-- name: powerbi-duckdb-datediff
-- asks: Power BI with the DuckDB connector, AVERAGEX(Orders, DATEDIFF(Ordered At, Shipped At, DAY)) by Channel
-- on: DuckDB
select "_"."channel" as "c1",
    avg(date_diff('day', "_"."ordered_at", "_"."shipped_at")) as "a0"
from "main"."orders" as "_"
where not "_"."shipped_at" is null
group by "_"."channel"
limit 1000001;
