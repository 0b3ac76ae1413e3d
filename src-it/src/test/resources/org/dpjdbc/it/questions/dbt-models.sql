-- Chains of CTEs as incremental models compile to, MetricFlow's compiled metrics, dbt tests and audits.

-- name: dbt-model-staging-chain
-- asks: dbt, "source, renamed, filtered, final: revenue by channel" (import and logical CTEs)
with source as (
    select * from orders
),
renamed as (
    select
        order_id as id,
        customer_id,
        ordered_at as created_at,
        status as order_status,
        channel as sales_channel,
        total as gross_amount,
        coalesce(discount, 0) as discount_amount,
        total - coalesce(discount, 0) as net_amount
    from source
),
filtered as (
    select * from renamed where order_status not in ('cancelled', 'returned')
),
final as (
    select
        sales_channel,
        count(*) as order_count,
        sum(gross_amount) as gross_amount,
        sum(discount_amount) as discount_amount,
        sum(net_amount) as net_amount
    from filtered
    group by sales_channel
)
select * from final
order by sales_channel;

-- name: dbt-model-fct-orders-enriched
-- asks: dbt, "fct_orders with items rolled up, by month" (intermediate model a grain lower)
with order_items_summary as (
    select
        order_id,
        sum(quantity) as total_quantity,
        sum(quantity * price) as item_amount
    from order_items
    group by order_id
),
fct_orders as (
    select
        o.order_id,
        cast(date_trunc('month', o.ordered_at) as date) as order_month,
        i.total_quantity,
        i.item_amount
    from orders o
    inner join order_items_summary i on i.order_id = o.order_id
)
select
    order_month,
    count(*) as orders,
    sum(total_quantity) as units,
    sum(item_amount) as item_amount
from fct_orders
group by order_month
order by order_month;

-- name: dbt-model-daily-incremental
-- asks: dbt, "Incremental daily orders: only days since a cutoff" (is_incremental with a literal)
with new_orders as (
    select * from orders
    where ordered_at >= timestamp '2024-12-02 00:00:00'
),
daily as (
    select
        cast(ordered_at as date) as order_date,
        count(*) as order_count,
        count(distinct customer_id) as customer_count,
        sum(total) as revenue
    from new_orders
    group by cast(ordered_at as date)
)
select
    extract(week from order_date) as week_number,
    sum(order_count) as order_count,
    sum(revenue) as revenue
from daily
where order_date < date '2024-12-29'
group by extract(week from order_date)
order by week_number;

-- name: dbt-model-date-spine
-- asks: dbt, "Weekly orders on a date spine, weeks without any as zero" (calendar left join)
with spine as (
    select distinct week_start
    from calendar
    where week_start between date '2024-03-04' and date '2024-06-24'
),
weekly as (
    select
        cast(date_trunc('week', ordered_at) as date) as week_start,
        count(*) as orders,
        sum(total) as revenue
    from orders
    group by cast(date_trunc('week', ordered_at) as date)
)
select spine.week_start, coalesce(weekly.orders, 0) as orders, coalesce(weekly.revenue, 0) as revenue
from spine
left join weekly on weekly.week_start = spine.week_start
order by spine.week_start;

-- name: dbt-model-dedupe
-- asks: dbt, dbt_utils.deduplicate "Latest subscription a customer, by plan"
with row_numbered as (
    select
        s.*,
        row_number() over (partition by customer_id order by started_on desc) as rn
    from subscriptions s
),
deduplicated as (
    select * from row_numbered where rn = 1
)
select plan, count(*) as customers, sum(monthly_price) as mrr
from deduplicated
where plan <> 'free'
group by plan
order by plan;

-- name: dbt-model-pivot
-- asks: dbt, dbt_utils.pivot "Orders by status, a column each"
-- on: PostgreSQL, DuckDB
select
    channel,
    sum(case when status = 'completed' then 1 else 0 end) as "completed",
    sum(case when status = 'shipped' then 1 else 0 end) as "shipped",
    sum(case when status = 'pending' then 1 else 0 end) as "pending",
    sum(case when status = 'cancelled' then 1 else 0 end) as "cancelled",
    sum(case when status = 'returned' then 1 else 0 end) as "returned"
from orders
group by channel;

-- name: dbt-model-metricflow-simple
-- asks: dbt Semantic Layer, "revenue by metric_time__month, channel" (compiled SQL of MetricFlow, PostgreSQL)
-- on: PostgreSQL, DuckDB
SELECT
  metric_time__month
  , order__channel
  , SUM(revenue) AS revenue
FROM (
  SELECT
    DATE_TRUNC('month', ordered_at) AS metric_time__month
    , channel AS order__channel
    , total AS revenue
  FROM orders orders_src_10000
) subq_2
GROUP BY
  metric_time__month
  , order__channel
ORDER BY metric_time__month, order__channel;

-- name: dbt-model-metricflow-ratio
-- asks: dbt Semantic Layer, "cancellation_rate by customer__country" (ratio metric, join to a dimension)
-- differs: empty groups where CANCELLATION_RATE
SELECT
  customer__country
  , CAST(cancelled_orders AS DOUBLE PRECISION) / CAST(NULLIF(orders, 0) AS DOUBLE PRECISION) AS cancellation_rate
FROM (
  SELECT
    customers_src_10001.country AS customer__country
    , SUM(CASE WHEN orders_src_10000.status = 'cancelled' THEN 1 ELSE 0 END) AS cancelled_orders
    , SUM(1) AS orders
  FROM orders orders_src_10000
  LEFT OUTER JOIN
    customers customers_src_10001
  ON
    orders_src_10000.customer_id = customers_src_10001.customer_id
  GROUP BY
    customers_src_10001.country
) subq_7
ORDER BY customer__country;

-- name: dbt-model-metricflow-offset
-- asks: dbt Semantic Layer, "revenue and revenue 1 month ago" (derived metric, combined by full outer join)
-- on: PostgreSQL, DuckDB
WITH sma_10000_cte AS (
  SELECT
    DATE_TRUNC('month', ordered_at) AS metric_time__month
    , total AS revenue
  FROM orders orders_src_10000
)

SELECT
  metric_time__month
  , revenue - revenue_1_month_ago AS revenue_growth
FROM (
  SELECT
    COALESCE(subq_3.metric_time__month, subq_9.metric_time__month) AS metric_time__month
    , MAX(subq_3.revenue) AS revenue
    , MAX(subq_9.revenue_1_month_ago) AS revenue_1_month_ago
  FROM (
    SELECT
      metric_time__month
      , SUM(revenue) AS revenue
    FROM sma_10000_cte
    GROUP BY
      metric_time__month
  ) subq_3
  FULL OUTER JOIN (
    SELECT
      metric_time__month + INTERVAL '1 month' AS metric_time__month
      , SUM(revenue) AS revenue_1_month_ago
    FROM sma_10000_cte
    GROUP BY
      metric_time__month + INTERVAL '1 month'
  ) subq_9
  ON
    subq_3.metric_time__month = subq_9.metric_time__month
  GROUP BY
    COALESCE(subq_3.metric_time__month, subq_9.metric_time__month)
) subq_10
ORDER BY metric_time__month;

-- name: dbt-model-metricflow-cumulative
-- asks: dbt Semantic Layer, "trailing 3 months of orders" (cumulative metric by self-join with the time spine)
SELECT
  subq_3.metric_time__month
  , COUNT(*) AS trailing_3_months_orders
FROM (
  SELECT DISTINCT month_start AS metric_time__month
  FROM calendar time_spine_src_10002
) subq_3
INNER JOIN (
  SELECT CAST(DATE_TRUNC('month', ordered_at) AS DATE) AS metric_time__month
  FROM orders orders_src_10000
) subq_1
ON
  subq_1.metric_time__month <= subq_3.metric_time__month
  AND subq_1.metric_time__month > subq_3.metric_time__month - INTERVAL '3' MONTH
WHERE subq_3.metric_time__month BETWEEN DATE '2024-01-01' AND DATE '2024-12-01'
GROUP BY
  subq_3.metric_time__month
ORDER BY subq_3.metric_time__month;

-- name: dbt-model-test-not-null
-- asks: dbt test, not_null orders.shipped_at where status = shipped (count of failures)
select count(*) as failures
from (
    select shipped_at
    from orders
    where shipped_at is null and status = 'shipped'
) dbt_internal_test;

-- name: dbt-model-test-accepted-values
-- asks: dbt test, accepted_values of orders.status (values and their rows)
with all_values as (
    select status as value_field, count(*) as n_records
    from orders
    group by status
)
select *
from all_values
where value_field in ('completed', 'shipped', 'pending', 'cancelled', 'returned')
order by value_field;

-- name: dbt-model-test-relationships
-- asks: dbt test, relationships orders.customer_id to customers (orphans)
with child as (
    select customer_id as from_field from orders where customer_id is not null
),
parent as (
    select customer_id as to_field from customers
)
select count(*) as failures
from child
left join parent on child.from_field = parent.to_field
where parent.to_field is null;

-- name: dbt-model-test-unique
-- asks: dbt test, unique orders.order_id (rows of failing keys)
select
    count(*) as failures,
    count(*) <> 0 as should_warn,
    count(*) <> 0 as should_error
from (
    select order_id as unique_field, count(*) as n_records
    from orders
    where order_id is not null
    group by order_id
    having count(*) > 1
) dbt_internal_test;

-- name: dbt-model-recency
-- asks: dbt test, dbt_utils.recency: the newest order and event
-- differs: newest_order is within 2
-- differs: newest_event is within 2
select
    (select max(ordered_at) from orders) as newest_order,
    (select max(happened_at) from events) as newest_event;

-- name: dbt-model-audit-compare
-- asks: dbt, audit_helper "Row counts of old and new model by status" (two versions of a model compared)
-- differs: total_b is 0 for nobody
with a as (
    select status, count(*) as n_a, sum(total) as total_a
    from orders
    group by status
),
b as (
    select status, count(*) as n_b, sum(total - coalesce(discount, 0)) as total_b
    from orders
    where shipped_at is not null
    group by status
)
select a.status, a.n_a, coalesce(b.n_b, 0) as n_b, a.total_a, b.total_b
from a
left join b on a.status = b.status
order by a.status;

-- name: dbt-model-snapshot-as-of
-- asks: dbt, snapshot "Active subscriptions as of the first of each quarter 2023"
with as_of as (
    select distinct date_day
    from calendar
    where date_day in (date '2023-04-01', date '2023-07-01', date '2023-10-01', date '2024-01-01')
)
select as_of.date_day, s.plan, count(*) as active_subscriptions
from as_of
join subscriptions s
    on s.started_on <= as_of.date_day
    and (s.ended_on > as_of.date_day or s.ended_on is null)
where s.plan in ('basic', 'pro', 'enterprise')
group by as_of.date_day, s.plan
order by as_of.date_day, s.plan;
