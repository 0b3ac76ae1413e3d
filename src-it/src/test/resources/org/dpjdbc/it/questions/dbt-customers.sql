-- The customer mart: RFM, lifetime value, order frequency, time between orders, as asked of the models.

-- name: dbt-cust-order-frequency
-- asks: dbt, jaffle-shop "How many customers have how many orders"
with customer_orders as (
    select
        customer_id,
        min(ordered_at) as first_order,
        max(ordered_at) as most_recent_order,
        count(order_id) as number_of_orders
    from orders
    group by customer_id
),
final as (
    select
        customers.customer_id,
        coalesce(customer_orders.number_of_orders, 0) as number_of_orders
    from customers
    left join customer_orders on customers.customer_id = customer_orders.customer_id
)
select number_of_orders, count(*) as customers
from final
where number_of_orders <= 10
group by number_of_orders
order by number_of_orders;

-- name: dbt-cust-lifetime-value
-- asks: dbt, jaffle-shop "Average lifetime value, of all customers and of those who ordered"
with customer_payments as (
    select customer_id, sum(total) as customer_lifetime_value
    from orders
    where status not in ('cancelled', 'returned')
    group by customer_id
),
final as (
    select c.customer_id, coalesce(p.customer_lifetime_value, 0) as customer_lifetime_value
    from customers c
    left join customer_payments p on p.customer_id = c.customer_id
)
select
    count(*) as customers,
    avg(customer_lifetime_value) as avg_clv,
    avg(nullif(customer_lifetime_value, 0)) as avg_clv_of_buyers
from final;

-- name: dbt-cust-rfm-segments
-- asks: dbt, "RFM segments by fixed thresholds" (recency, frequency, monetary a customer)
with rfm as (
    select
        customer_id,
        max(ordered_at) as last_ordered_at,
        count(*) as frequency,
        sum(total) as monetary
    from orders
    where status <> 'cancelled'
    group by customer_id
),
scored as (
    select
        customer_id,
        monetary,
        case
            when last_ordered_at >= timestamp '2024-10-01 00:00:00' then 3
            when last_ordered_at >= timestamp '2024-07-01 00:00:00' then 2
            else 1
        end as r_score,
        case when frequency >= 9 then 3 when frequency >= 6 then 2 else 1 end as f_score
    from rfm
),
labelled as (
    select
        customer_id,
        monetary,
        case
            when r_score = 3 and f_score = 3 then 'Champions'
            when r_score = 3 then 'Promising'
            when f_score = 3 then 'At risk'
            when r_score = 1 then 'Hibernating'
            else 'Needs attention'
        end as segment
    from scored
)
select segment, count(*) as customers, sum(monetary) as revenue, avg(monetary) as avg_revenue
from labelled
group by segment
order by customers desc, segment;

-- name: dbt-cust-rfm-ntile
-- asks: dbt, "RFM quintiles with NTILE: customers and revenue a monetary quintile" (the ends of tiles are released quantiles)
-- differs: m_score has another type
-- differs: customers is within 3
-- differs: revenue is within 3000
with rfm as (
    select customer_id, sum(total) as monetary, count(*) as frequency
    from orders
    group by customer_id
),
scored as (
    select customer_id, monetary, ntile(5) over (order by monetary, customer_id) as m_score
    from rfm
)
select m_score, count(*) as customers, sum(monetary) as revenue
from scored
group by m_score
order by m_score;

-- name: dbt-cust-recency-buckets
-- asks: dbt, "Customers by days since the last order" (PostgreSQL, DuckDB date subtraction)
-- on: PostgreSQL, DuckDB
with last_orders as (
    select customer_id, max(ordered_at)::date as last_order_date
    from orders
    group by 1
)
select
    case
        when date '2024-12-31' - last_order_date <= 30 then '0-30'
        when date '2024-12-31' - last_order_date <= 90 then '31-90'
        when date '2024-12-31' - last_order_date <= 180 then '91-180'
        else '180+'
    end as recency,
    count(*) as customers
from last_orders
group by 1
order by 1;

-- name: dbt-cust-recency-buckets-h2
-- asks: dbt, "Customers by days since the last order" (H2 datediff)
-- on: H2
with last_orders as (
    select customer_id, max(ordered_at) as last_ordered_at
    from orders
    group by customer_id
)
select
    case
        when datediff(day, last_ordered_at, timestamp '2024-12-31 00:00:00') <= 30 then '0-30'
        when datediff(day, last_ordered_at, timestamp '2024-12-31 00:00:00') <= 90 then '31-90'
        when datediff(day, last_ordered_at, timestamp '2024-12-31 00:00:00') <= 180 then '91-180'
        else '180+'
    end as recency,
    count(*) as customers
from last_orders
group by recency
order by recency;

-- name: dbt-cust-time-between-orders
-- asks: dbt, "Average days between orders" (lag, epoch)
-- differs: avg_days_between is within 0.0001
with gaps as (
    select
        customer_id,
        ordered_at,
        lag(ordered_at) over (partition by customer_id order by ordered_at) as previous_ordered_at
    from orders
)
select
    count(*) as repeat_orders,
    avg(extract(epoch from (ordered_at - previous_ordered_at)) / 86400) as avg_days_between
from gaps
where previous_ordered_at is not null;

-- name: dbt-cust-order-gap-buckets
-- asks: dbt, "Repeat orders by the gap since the order before"
with gaps as (
    select
        ordered_at,
        lag(ordered_at) over (partition by customer_id order by ordered_at) as previous_ordered_at
    from orders
)
select
    case
        when previous_ordered_at is null then 'first order'
        when ordered_at < previous_ordered_at + interval '30' day then 'under 30 days'
        when ordered_at < previous_ordered_at + interval '90' day then '30 to 90 days'
        else 'over 90 days'
    end as gap,
    count(*) as orders
from gaps
group by case
        when previous_ordered_at is null then 'first order'
        when ordered_at < previous_ordered_at + interval '30' day then 'under 30 days'
        when ordered_at < previous_ordered_at + interval '90' day then '30 to 90 days'
        else 'over 90 days'
    end;

-- name: dbt-cust-value-by-order-number
-- asks: dbt, "Average order value by order number of the customer"
with numbered as (
    select
        total,
        row_number() over (partition by customer_id order by ordered_at) as order_number
    from orders
)
select order_number, count(*) as orders, avg(total) as avg_order_value
from numbered
where order_number <= 8
group by order_number
order by order_number;

-- name: dbt-cust-clv-buckets
-- asks: dbt, "Customers by lifetime revenue bucket of 500"
select ltv_bucket, count(*) as customers
from (
    select customer_id, floor(sum(total) / 500) * 500 as ltv_bucket
    from orders
    group by customer_id
) as ltv
where ltv_bucket between 500 and 3000
group by ltv_bucket
order by ltv_bucket;

-- name: dbt-cust-clv-median
-- asks: dbt, "Median and 90th percentile of lifetime revenue"
-- differs: median_ltv has another type
-- differs: p90_ltv has another type
-- differs: median_ltv is within 8
-- differs: p90_ltv is within 12
with ltv as (
    select customer_id, sum(total) as revenue
    from orders
    group by customer_id
)
select
    percentile_cont(0.5) within group (order by revenue) as median_ltv,
    percentile_cont(0.9) within group (order by revenue) as p90_ltv
from ltv;

-- name: dbt-cust-first-vs-last-channel
-- asks: dbt, "Channel of the first order against the channel of the last"
with ranked as (
    select
        customer_id,
        channel,
        row_number() over (partition by customer_id order by ordered_at) as from_first,
        row_number() over (partition by customer_id order by ordered_at desc) as from_last
    from orders
),
pairs as (
    select
        customer_id,
        max(case when from_first = 1 then channel end) as first_channel,
        max(case when from_last = 1 then channel end) as last_channel
    from ranked
    group by customer_id
)
select first_channel, last_channel, count(*) as customers
from pairs
group by first_channel, last_channel
order by first_channel, last_channel;

-- name: dbt-cust-active-flags
-- asks: dbt, "Customer 360 totals" (left joins of three pre-aggregated marts)
with order_facts as (
    select customer_id, count(*) as order_count, sum(total) as revenue
    from orders group by customer_id
),
event_facts as (
    select customer_id, count(distinct session_id) as session_count
    from events group by customer_id
),
ticket_facts as (
    select customer_id, count(*) as ticket_count, avg(satisfaction) as avg_satisfaction
    from tickets group by customer_id
),
customer_360 as (
    select
        c.customer_id,
        c.plan,
        coalesce(o.order_count, 0) as order_count,
        coalesce(o.revenue, 0) as revenue,
        coalesce(e.session_count, 0) as session_count,
        coalesce(t.ticket_count, 0) as ticket_count
    from customers c
    left join order_facts o on o.customer_id = c.customer_id
    left join event_facts e on e.customer_id = c.customer_id
    left join ticket_facts t on t.customer_id = c.customer_id
)
select
    plan,
    count(*) as customers,
    sum(order_count) as orders,
    sum(revenue) as revenue,
    sum(session_count) as sessions,
    sum(ticket_count) as tickets
from customer_360
group by plan
order by plan;

-- name: dbt-cust-top-decile-share
-- asks: dbt, "Share of revenue of the top decile of customers"
-- differs: top_decile_revenue is within 4000
-- differs: share is within 0.004
-- differs: share has another type
with ltv as (
    select customer_id, sum(total) as revenue from orders group by customer_id
),
deciles as (
    select revenue, ntile(10) over (order by revenue desc) as decile from ltv
)
select
    sum(case when decile = 1 then revenue else 0 end) as top_decile_revenue,
    sum(revenue) as revenue,
    sum(case when decile = 1 then revenue else 0 end) / sum(revenue) as share
from deciles;

-- name: dbt-cust-top-10
-- asks: dbt, "Top ten customers by revenue" (a list for the account managers)
-- refused: shows a person a row
select c.customer_id, c.country, c.plan, sum(o.total) as revenue
from customers c
join orders o on o.customer_id = c.customer_id
group by c.customer_id, c.country, c.plan
order by revenue desc, c.customer_id
limit 10;
