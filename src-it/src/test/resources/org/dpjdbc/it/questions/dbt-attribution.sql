-- Marketing attribution: sessions are touches, purchases and orders are conversions; a device or referrer is the channel.

-- name: dbt-attr-first-touch
-- asks: dbt, attribution-playbook "Conversions by device of the first session"
with sessions as (
    select customer_id, session_id, device, min(happened_at) as started_at
    from events
    group by customer_id, session_id, device
),
conversions as (
    select customer_id, min(happened_at) as converted_at
    from events
    where event_name = 'purchase'
    group by customer_id
),
sessions_before_conversion as (
    select
        s.customer_id,
        s.device,
        count(*) over (partition by s.customer_id) as total_sessions,
        row_number() over (partition by s.customer_id order by s.started_at) as session_index
    from sessions s
    join conversions c on c.customer_id = s.customer_id
    where s.started_at <= c.converted_at
)
select device, count(*) as first_touch_conversions
from sessions_before_conversion
where session_index = 1
group by device
order by device;

-- name: dbt-attr-last-touch
-- asks: dbt, attribution-playbook "Conversions by device of the last session"
with sessions as (
    select customer_id, session_id, device, min(happened_at) as started_at
    from events
    group by customer_id, session_id, device
),
conversions as (
    select customer_id, min(happened_at) as converted_at
    from events
    where event_name = 'purchase'
    group by customer_id
),
ranked as (
    select
        s.customer_id,
        s.device,
        row_number() over (partition by s.customer_id order by s.started_at desc) as reverse_index
    from sessions s
    join conversions c on c.customer_id = s.customer_id and s.started_at <= c.converted_at
)
select device, count(*) as last_touch_conversions
from ranked
where reverse_index = 1
group by device
order by device;

-- name: dbt-attr-all-models
-- asks: dbt, attribution-playbook "First touch, last touch, forty-twenty-forty and linear points by device"
-- refused: H2, PostgreSQL: quotients of counts have too fine a grid to be scaled down together; DuckDB: the policy has no bounds for a column that the query computes
with sessions as (
    select customer_id, session_id, device, min(happened_at) as started_at
    from events
    group by customer_id, session_id, device
),
conversions as (
    select customer_id, min(happened_at) as converted_at
    from events
    where event_name = 'purchase'
    group by customer_id
),
sessions_before_conversion as (
    select
        s.customer_id,
        s.device,
        count(*) over (partition by s.customer_id) as total_sessions,
        row_number() over (partition by s.customer_id order by s.started_at) as session_index
    from sessions s
    join conversions c on c.customer_id = s.customer_id
    where s.started_at <= c.converted_at
        and s.started_at >= c.converted_at - interval '180' day
),
with_points as (
    select
        device,
        case when session_index = 1 then 1.0 else 0.0 end as first_touch_points,
        case when session_index = total_sessions then 1.0 else 0.0 end as last_touch_points,
        case
            when total_sessions = 1 then 1.0
            when total_sessions = 2 then 0.5
            when session_index = 1 then 0.4
            when session_index = total_sessions then 0.4
            else 0.2 / (total_sessions - 2)
        end as forty_twenty_forty_points,
        1.0 / total_sessions as linear_points
    from sessions_before_conversion
)
select
    device,
    sum(first_touch_points) as first_touch,
    sum(last_touch_points) as last_touch,
    sum(forty_twenty_forty_points) as forty_twenty_forty,
    sum(linear_points) as linear
from with_points
group by device
order by device;

-- name: dbt-attr-revenue-first-device
-- asks: dbt, "2024 revenue by device of the first session a customer ever had" (first_value)
with first_device as (
    select distinct
        customer_id,
        first_value(device) over (partition by customer_id order by happened_at) as first_device
    from events
)
select
    f.first_device,
    count(distinct o.customer_id) as customers,
    sum(o.total) as revenue
from orders o
join first_device f on f.customer_id = o.customer_id
where o.ordered_at >= timestamp '2024-01-01 00:00:00'
group by f.first_device
order by revenue desc;

-- name: dbt-attr-referrer-revenue
-- asks: dbt, "Revenue by signup referrer" (first touch from the customer dimension)
select
    coalesce(c.referrer, '(direct)') as first_touch_source,
    count(distinct c.customer_id) as customers,
    sum(o.total) as revenue,
    sum(o.total) / count(distinct c.customer_id) as revenue_per_customer
from customers c
join orders o on o.customer_id = c.customer_id
where o.status in ('completed', 'shipped')
group by coalesce(c.referrer, '(direct)')
order by revenue desc;

-- name: dbt-attr-last-touch-qualify
-- asks: dbt, "Last page seen before a purchase" (qualify)
-- on: DuckDB
with conversions as (
    select customer_id, session_id, happened_at as converted_at
    from events
    where event_name = 'purchase'
),
touches as (
    select c.customer_id, e.page
    from conversions c
    join events e
        on e.customer_id = c.customer_id
        and e.happened_at < c.converted_at
        and e.event_name = 'page_view'
    qualify row_number() over (partition by c.customer_id, c.session_id order by e.happened_at desc) = 1
)
select page, count(*) as conversions
from touches
where page <> '/'
group by page
order by page;

-- name: dbt-attr-window-30d
-- asks: dbt, "Orders of 2024 with a session of the customer in the 30 days before"
with touched as (
    select distinct o.order_id, o.customer_id, o.channel, o.total
    from orders o
    join events e
        on e.customer_id = o.customer_id
        and e.happened_at between o.ordered_at - interval '30' day and o.ordered_at
    where o.ordered_at >= timestamp '2024-02-01 00:00:00'
)
select channel, count(*) as touched_orders, sum(total) as touched_revenue
from touched
group by channel
order by channel;

-- name: dbt-attr-touched-share
-- asks: dbt, "Share of 2024 orders that follow a session within 30 days" (exists)
select
    count(*) as orders,
    sum(case when exists (
            select 1 from events e
            where e.customer_id = o.customer_id
                and e.happened_at <= o.ordered_at
                and e.happened_at >= o.ordered_at - interval '30' day
        ) then 1 else 0 end) as touched_orders
from orders o
where o.ordered_at >= timestamp '2024-01-01 00:00:00';

-- name: dbt-attr-two-tables
-- asks: dbt, "Sessions and orders a month side by side" (full outer join of two aggregates)
-- on: PostgreSQL, DuckDB
with session_months as (
    select cast(date_trunc('month', happened_at) as date) as date_month, count(distinct session_id) as sessions
    from events
    group by cast(date_trunc('month', happened_at) as date)
),
order_months as (
    select cast(date_trunc('month', ordered_at) as date) as date_month, count(*) as orders, sum(total) as revenue
    from orders
    group by cast(date_trunc('month', ordered_at) as date)
)
select
    coalesce(s.date_month, o.date_month) as date_month,
    s.sessions,
    o.orders,
    o.revenue / s.sessions as revenue_per_session
from session_months s
full outer join order_months o on o.date_month = s.date_month
where coalesce(s.date_month, o.date_month) >= date '2024-01-01'
order by date_month;

-- name: dbt-attr-touches-per-conversion
-- asks: dbt, "Sessions before the first purchase" (distribution)
with conversions as (
    select customer_id, min(happened_at) as converted_at
    from events
    where event_name = 'purchase'
    group by customer_id
),
touches as (
    select c.customer_id, count(distinct e.session_id) as sessions_before
    from conversions c
    join events e on e.customer_id = c.customer_id and e.happened_at <= c.converted_at
    group by c.customer_id
)
select sessions_before, count(*) as customers
from touches
where sessions_before <= 4
group by sessions_before
order by sessions_before;

-- name: dbt-attr-time-decay
-- asks: dbt, "Time-decay attribution, half-life 30 days, by device" (PostgreSQL and DuckDB epoch)
-- on: PostgreSQL, DuckDB
-- refused: POWER with an exponent that each row computes is not offered
with conversions as (
    select customer_id, max(happened_at) as converted_at
    from events
    where event_name = 'purchase'
    group by 1
),
touches as (
    select
        e.customer_id,
        e.device,
        power(0.5, extract(epoch from (c.converted_at - e.happened_at)) / 86400.0 / 30) as weight
    from conversions c
    join events e on e.customer_id = c.customer_id and e.happened_at <= c.converted_at
    where e.event_name = 'page_view'
),
normalised as (
    select device, weight / sum(weight) over (partition by customer_id) as points
    from touches
)
select device, sum(points) as conversions
from normalised
group by 1
order by 1;

-- name: dbt-attr-assisted
-- asks: dbt, "Purchases made on another device than the first session's" (distinct on)
-- on: PostgreSQL, DuckDB
with first_touch as (
    select distinct on (customer_id) customer_id, device as first_device
    from events
    order by customer_id, happened_at
),
purchases as (
    select customer_id, device as purchase_device
    from events
    where event_name = 'purchase'
)
select
    count(*) as purchases,
    sum((purchase_device <> first_device)::int) as cross_device,
    avg((purchase_device <> first_device)::int) as cross_device_share
from purchases
join first_touch using (customer_id);
