-- Funnels over the events of the website: by session, by person, in order, time between steps.

-- name: dbt-funnel-one-row
-- asks: dbt, "Funnel in one row" (flags a session, then sums)
with session_steps as (
    select
        customer_id,
        session_id,
        max(case when event_name = 'page_view' then 1 else 0 end) as viewed,
        max(case when event_name = 'add_to_cart' then 1 else 0 end) as added,
        max(case when event_name = 'checkout' then 1 else 0 end) as checked_out,
        max(case when event_name = 'purchase' then 1 else 0 end) as purchased
    from events
    group by customer_id, session_id
)
select
    sum(viewed) as viewed,
    sum(added) as added,
    sum(checked_out) as checked_out,
    sum(purchased) as purchased,
    1.0 * sum(added) / sum(viewed) as view_to_cart,
    1.0 * sum(checked_out) / sum(added) as cart_to_checkout,
    1.0 * sum(purchased) / sum(checked_out) as checkout_to_purchase
from session_steps;

-- name: dbt-funnel-by-device
-- asks: dbt, "Conversion rate of visitors by device"
select
    device,
    count(distinct customer_id) as visitors,
    count(distinct case when event_name = 'purchase' then customer_id end) as buyers,
    round(100.0 * count(distinct case when event_name = 'purchase' then customer_id end) / count(distinct customer_id), 2) as conversion_pct
from events
group by device
order by device;

-- name: dbt-funnel-by-month
-- asks: dbt, "Purchases, carts and page views by month"
-- on: PostgreSQL, DuckDB
select
    date_trunc('month', happened_at)::date as event_month,
    count(*) filter (where event_name = 'page_view') as page_views,
    count(*) filter (where event_name = 'add_to_cart') as carts,
    count(*) filter (where event_name = 'purchase') as purchases
from events
group by 1
order by 1;

-- name: dbt-funnel-ordered
-- asks: dbt, "Strict funnel a person: cart after view, checkout after cart" (minimum of each step)
with firsts as (
    select
        customer_id,
        min(case when event_name = 'page_view' then happened_at end) as first_view,
        min(case when event_name = 'add_to_cart' then happened_at end) as first_cart,
        min(case when event_name = 'checkout' then happened_at end) as first_checkout,
        min(case when event_name = 'purchase' then happened_at end) as first_purchase
    from events
    group by customer_id
)
select
    count(first_view) as step_1_view,
    count(case when first_cart > first_view then 1 end) as step_2_cart,
    count(case when first_checkout > first_cart and first_cart > first_view then 1 end) as step_3_checkout,
    count(case when first_purchase > first_checkout and first_checkout > first_cart then 1 end) as step_4_purchase
from firsts;

-- name: dbt-funnel-chained-ctes
-- asks: dbt, "Funnel of chained CTEs: each step joins the one before"
with step_1 as (
    select customer_id, min(happened_at) as at_1
    from events
    where event_name = 'page_view'
    group by customer_id
),
step_2 as (
    select e.customer_id, min(e.happened_at) as at_2
    from events e
    join step_1 on step_1.customer_id = e.customer_id and e.happened_at >= step_1.at_1
    where e.event_name = 'add_to_cart'
    group by e.customer_id
),
step_3 as (
    select e.customer_id, min(e.happened_at) as at_3
    from events e
    join step_2 on step_2.customer_id = e.customer_id and e.happened_at >= step_2.at_2
    where e.event_name = 'purchase'
    group by e.customer_id
)
select 1 as step, 'view' as step_name, count(*) as visitors from step_1
union all
select 2, 'add_to_cart', count(*) from step_2
union all
select 3, 'purchase', count(*) from step_3
order by step;

-- name: dbt-funnel-drop-off
-- asks: dbt, "Drop-off between steps" (lag over the counts)
with steps as (
    select
        case event_name when 'page_view' then 1 when 'add_to_cart' then 2 when 'checkout' then 3 else 4 end as step,
        count(distinct session_id) as sessions
    from events
    group by case event_name when 'page_view' then 1 when 'add_to_cart' then 2 when 'checkout' then 3 else 4 end
)
select
    step,
    sessions,
    lag(sessions) over (order by step) as previous_sessions,
    1 - 1.0 * sessions / lag(sessions) over (order by step) as drop_off,
    1.0 * sessions / first_value(sessions) over (order by step) as of_first
from steps
order by step;

-- name: dbt-funnel-time-to-purchase
-- asks: dbt, "Minutes from the first page view to the purchase of a session"
-- on: PostgreSQL, DuckDB
with session_times as (
    select
        customer_id,
        session_id,
        min(happened_at) filter (where event_name = 'page_view') as first_view_at,
        max(happened_at) filter (where event_name = 'purchase') as purchased_at
    from events
    group by 1, 2
)
select
    count(*) as sessions,
    avg(extract(epoch from purchased_at - first_view_at) / 60) as avg_minutes
from session_times
where purchased_at is not null;

-- name: dbt-funnel-time-to-cart-h2
-- asks: dbt, "Average minutes from first view to cart a session"
-- on: H2
with session_times as (
    select
        customer_id,
        session_id,
        min(case when event_name = 'page_view' then happened_at end) as first_view_at,
        min(case when event_name = 'add_to_cart' then happened_at end) as cart_at
    from events
    group by customer_id, session_id
)
select
    count(*) as sessions,
    avg(cast(datediff('MINUTE', first_view_at, cart_at) as double)) as avg_minutes
from session_times
where cart_at is not null;

-- name: dbt-funnel-abandoned-carts
-- asks: dbt, "Abandoned carts by device: sessions with a cart and no purchase"
select device, count(distinct session_id) as abandoned
from events e
where event_name = 'add_to_cart'
    and not exists (
        select 1 from events p
        where p.customer_id = e.customer_id
            and p.session_id = e.session_id
            and p.event_name = 'purchase'
    )
group by device
order by device;

-- name: dbt-funnel-landing-page
-- asks: dbt, "Second page of a session and whether it ended in a cart"
with ranked as (
    select
        customer_id,
        session_id,
        page,
        event_name,
        row_number() over (partition by customer_id, session_id order by happened_at) as step_number
    from events
),
session_facts as (
    select
        customer_id,
        session_id,
        max(case when step_number = 2 then page end) as second_page,
        max(case when event_name = 'add_to_cart' then 1 else 0 end) as has_cart
    from ranked
    group by customer_id, session_id
)
select second_page, count(*) as sessions, sum(has_cart) as with_cart
from session_facts
where second_page in ('/pricing', '/docs', '/product')
group by second_page
order by second_page;

-- name: dbt-funnel-deepest-step
-- asks: dbt, "Visitors by deepest step reached" (nested maximum)
with depth as (
    select
        customer_id,
        max(case event_name
                when 'purchase' then 4
                when 'checkout' then 3
                when 'add_to_cart' then 2
                else 1
            end) as deepest
    from events
    group by customer_id
)
select
    case deepest when 4 then 'purchase' when 3 then 'checkout' when 2 then 'add_to_cart' else 'page_view' end as step,
    count(*) as visitors
from depth
group by deepest
order by deepest;

-- name: dbt-funnel-signup-to-order
-- asks: dbt, "Activation: customers with an order within 14 / 30 / 90 days of signup"
with first_orders as (
    select customer_id, min(ordered_at) as first_ordered_at
    from orders
    group by customer_id
)
select
    count(*) as signups,
    count(f.first_ordered_at) as ever_ordered,
    sum(case when f.first_ordered_at < c.signup_date + interval '14' day then 1 else 0 end) as within_14_days,
    sum(case when f.first_ordered_at < c.signup_date + interval '30' day then 1 else 0 end) as within_30_days,
    sum(case when f.first_ordered_at < c.signup_date + interval '90' day then 1 else 0 end) as within_90_days
from customers c
left join first_orders f on f.customer_id = c.customer_id
where c.signup_date >= date '2023-01-01';
