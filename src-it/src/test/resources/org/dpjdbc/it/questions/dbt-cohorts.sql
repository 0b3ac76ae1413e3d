-- Cohorts and retention: by signup, by first order, day N, month N, revenue a cohort.

-- name: dbt-cohort-size
-- asks: dbt, "Customers by signup month"
with cohorts as (
    select customer_id, cast(date_trunc('month', signup_date) as date) as cohort_month
    from customers
)
select cohort_month, count(*) as cohort_size
from cohorts
group by cohort_month
order by cohort_month;

-- name: dbt-cohort-quarter-retention
-- asks: dbt, "Share of each signup quarter of 2022 that ordered in each quarter of 2023"
with cohorts as (
    select customer_id, extract(quarter from signup_date) as cohort_quarter
    from customers
    where signup_date < date '2023-01-01'
),
activity as (
    select distinct customer_id, extract(quarter from ordered_at) as activity_quarter
    from orders
    where extract(year from ordered_at) = 2023
),
sizes as (
    select cohort_quarter, count(*) as cohort_size from cohorts group by cohort_quarter
),
counts as (
    select c.cohort_quarter, a.activity_quarter, count(distinct c.customer_id) as active_customers
    from cohorts c
    join activity a on a.customer_id = c.customer_id
    group by c.cohort_quarter, a.activity_quarter
)
select
    counts.cohort_quarter,
    counts.activity_quarter,
    counts.active_customers,
    sizes.cohort_size,
    1.0 * counts.active_customers / sizes.cohort_size as retention
from counts
join sizes on sizes.cohort_quarter = counts.cohort_quarter
order by counts.cohort_quarter, counts.activity_quarter;

-- name: dbt-cohort-month-number
-- asks: dbt, "Orders by months since signup" (month difference of year and month)
with order_ages as (
    select
        o.customer_id,
        (extract(year from o.ordered_at) - extract(year from c.signup_date)) * 12
            + extract(month from o.ordered_at) - extract(month from c.signup_date) as month_number
    from orders o
    inner join customers c on c.customer_id = o.customer_id
)
select month_number, count(*) as orders, count(distinct customer_id) as customers
from order_ages
where month_number between 0 and 12
group by month_number
order by month_number;

-- name: dbt-cohort-first-order-quarter
-- asks: dbt, "Customers by quarter of first order"
with first_orders as (
    select customer_id, min(ordered_at) as first_ordered_at
    from orders
    group by customer_id
)
select
    extract(year from first_ordered_at) as cohort_year,
    extract(quarter from first_ordered_at) as cohort_quarter,
    count(*) as customers
from first_orders
where first_ordered_at < timestamp '2024-01-01 00:00:00'
group by extract(year from first_ordered_at), extract(quarter from first_ordered_at)
order by cohort_year, cohort_quarter;

-- name: dbt-cohort-grid-first-order
-- asks: dbt, "Retention grid: quarter of first order by quarters since" (2023 cohorts)
-- differs: empty groups where CUSTOMERS
with first_orders as (
    select customer_id, min(ordered_at) as first_ordered_at
    from orders
    group by customer_id
),
joined as (
    select
        o.customer_id,
        extract(quarter from f.first_ordered_at) as cohort_quarter,
        (extract(year from o.ordered_at) - extract(year from f.first_ordered_at)) * 4
            + extract(quarter from o.ordered_at) - extract(quarter from f.first_ordered_at) as quarters_since
    from orders o
    join first_orders f on f.customer_id = o.customer_id
    where f.first_ordered_at < timestamp '2023-10-01 00:00:00'
)
select cohort_quarter, quarters_since, count(distinct customer_id) as customers
from joined
where quarters_since <= 4
group by cohort_quarter, quarters_since
order by cohort_quarter, quarters_since;

-- name: dbt-cohort-triangle-pivot
-- asks: dbt, "Cohort triangle with a column a quarter" (dbt_utils.pivot style)
with first_orders as (
    select customer_id, min(ordered_at) as first_ordered_at
    from orders
    group by customer_id
),
joined as (
    select
        f.customer_id,
        extract(quarter from f.first_ordered_at) as cohort_quarter,
        (extract(year from o.ordered_at) - 2023) * 4 + extract(quarter from o.ordered_at)
            - extract(quarter from f.first_ordered_at) as quarters_since
    from first_orders f
    join orders o on o.customer_id = f.customer_id
    where f.first_ordered_at < timestamp '2023-10-01 00:00:00'
)
select
    cohort_quarter,
    count(distinct case when quarters_since = 0 then customer_id end) as q0,
    count(distinct case when quarters_since = 1 then customer_id end) as q1,
    count(distinct case when quarters_since = 2 then customer_id end) as q2,
    count(distinct case when quarters_since = 3 then customer_id end) as q3,
    count(distinct case when quarters_since = 4 then customer_id end) as q4
from joined
group by cohort_quarter
order by cohort_quarter;

-- name: dbt-cohort-day-n
-- asks: dbt, "Day 60 / 90 / 120 retention of visitors" (days since the first event)
with first_seen as (
    select customer_id, min(happened_at) as first_seen_at
    from events
    group by customer_id
),
returns as (
    select
        f.customer_id,
        max(case when e.happened_at >= f.first_seen_at + interval '1' day
                  and e.happened_at < f.first_seen_at + interval '61' day then 1 else 0 end) as d60,
        max(case when e.happened_at >= f.first_seen_at + interval '1' day
                  and e.happened_at < f.first_seen_at + interval '91' day then 1 else 0 end) as d90,
        max(case when e.happened_at >= f.first_seen_at + interval '1' day
                  and e.happened_at < f.first_seen_at + interval '121' day then 1 else 0 end) as d120
    from first_seen f
    join events e on e.customer_id = f.customer_id
    group by f.customer_id
)
select
    count(*) as visitors,
    avg(1.0 * d60) as d60_retention,
    avg(1.0 * d90) as d90_retention,
    avg(1.0 * d120) as d120_retention
from returns;

-- name: dbt-cohort-second-order-30d
-- asks: dbt, "Share of customers whose second order comes within 30 days"
with numbered as (
    select
        customer_id,
        ordered_at,
        row_number() over (partition by customer_id order by ordered_at) as order_number
    from orders
)
select
    count(*) as customers,
    sum(case when s.ordered_at <= f.ordered_at + interval '30' day then 1 else 0 end) as repeated_in_30_days
from numbered f
left join numbered s on s.customer_id = f.customer_id and s.order_number = 2
where f.order_number = 1;

-- name: dbt-cohort-cumulative-revenue
-- asks: dbt, "Cumulative revenue of the 2022 cohort by months"
with monthly as (
    select
        date_trunc('month', o.ordered_at) as order_month,
        sum(o.total) as revenue
    from orders o
    join customers c using (customer_id)
    where c.signup_date < date '2023-01-01'
    group by date_trunc('month', o.ordered_at)
)
select
    order_month,
    revenue,
    sum(revenue) over (order by order_month) as cumulative_revenue
from monthly
order by order_month;

-- name: dbt-cohort-ltv-by-age
-- asks: dbt, "Average revenue of a customer in the first 90, 180, 365 days after signup, by signup quarter of 2023"
select
    extract(quarter from c.signup_date) as signup_quarter,
    count(distinct c.customer_id) as customers,
    sum(case when o.ordered_at < c.signup_date + interval '90' day then o.total else 0 end) / count(distinct c.customer_id) as ltv_90,
    sum(case when o.ordered_at < c.signup_date + interval '180' day then o.total else 0 end) / count(distinct c.customer_id) as ltv_180,
    sum(case when o.ordered_at < c.signup_date + interval '365' day then o.total else 0 end) / count(distinct c.customer_id) as ltv_365
from customers c
left join orders o on o.customer_id = c.customer_id
where c.signup_date >= date '2023-01-01'
group by extract(quarter from c.signup_date)
order by signup_quarter;

-- name: dbt-cohort-rolling-active
-- asks: dbt, "Monthly active customers and how many were active the month before"
with active as (
    select distinct customer_id, cast(date_trunc('month', happened_at) as date) as active_month
    from events
)
select
    a.active_month,
    count(*) as active_customers,
    count(b.customer_id) as also_active_before
from active a
left join active b
    on b.customer_id = a.customer_id
    and b.active_month = a.active_month - interval '1' month
group by a.active_month
order by a.active_month;

-- name: dbt-cohort-new-vs-returning
-- asks: dbt, "New and returning customers by month of 2024"
-- on: PostgreSQL, DuckDB
with orders_numbered as (
    select
        customer_id,
        date_trunc('month', ordered_at) as order_month,
        row_number() over (partition by customer_id order by ordered_at) as order_number
    from orders
)
select
    order_month,
    count(distinct customer_id) filter (where order_number > 1) as returning_customers,
    count(*) as orders
from orders_numbered
where order_month >= '2024-01-01'
group by 1
order by 1;

-- name: dbt-cohort-month-grid
-- asks: dbt, "Retention by signup half-year and month number" (datediff macro of dbt, DuckDB)
-- on: DuckDB
with cohorts as (
    select customer_id, date_trunc('quarter', signup_date) as cohort
    from customers
    where signup_date < '2023-01-01'
),
activity as (
    select c.cohort, c.customer_id, date_diff('quarter', c.cohort, date_trunc('quarter', o.ordered_at)) as period
    from cohorts c
    join orders o using (customer_id)
)
select cohort, period, count(distinct customer_id) as customers
from activity
where period between 4 and 7
group by all
order by cohort, period;

-- name: dbt-cohort-pct-of-first
-- asks: dbt, "Retention as a share of the first quarter" (first_value over the counts)
with activity as (
    select
        extract(quarter from c.signup_date) as cohort_quarter,
        extract(quarter from o.ordered_at) as order_quarter,
        count(distinct c.customer_id) as customers
    from customers c
    join orders o on o.customer_id = c.customer_id
    where extract(year from c.signup_date) = 2022
        and extract(year from o.ordered_at) = 2024
    group by extract(quarter from c.signup_date), extract(quarter from o.ordered_at)
)
select
    cohort_quarter,
    order_quarter,
    customers,
    100.0 * customers / first_value(customers) over (partition by cohort_quarter order by order_quarter) as pct_of_first
from activity
order by cohort_quarter, order_quarter;
