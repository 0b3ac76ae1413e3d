-- Sessions: from page views to sessions by inactivity, their length, depth and bounce, time between events.

-- name: dbt-sess-sessionized
-- asks: dbt, segment "Sessions by 30 minutes of inactivity" (lag, new session flag, running sum)
with lagged as (
    select
        customer_id,
        happened_at,
        lag(happened_at) over (partition by customer_id order by happened_at) as previous_happened_at
    from events
),
flagged as (
    select
        customer_id,
        happened_at,
        case
            when previous_happened_at is null then 1
            when happened_at > previous_happened_at + interval '30' minute then 1
            else 0
        end as is_new_session
    from lagged
)
select
    count(*) as events,
    sum(is_new_session) as sessions,
    1.0 * count(*) / sum(is_new_session) as events_per_session
from flagged;

-- name: dbt-sess-session-numbers
-- asks: dbt, segment "Visitors by number of sessions" (sum of flags over the visitor)
with lagged as (
    select
        customer_id,
        happened_at,
        lag(happened_at) over (partition by customer_id order by happened_at) as previous_happened_at
    from events
),
numbered as (
    select
        customer_id,
        sum(case when previous_happened_at is null or happened_at > previous_happened_at + interval '30' minute then 1 else 0 end)
            over (partition by customer_id order by happened_at rows between unbounded preceding and current row) as session_number
    from lagged
),
per_visitor as (
    select customer_id, max(session_number) as sessions
    from numbered
    group by customer_id
)
select sessions, count(*) as visitors
from per_visitor
where sessions between 3 and 5
group by sessions
order by sessions;

-- name: dbt-sess-datediff-macro
-- asks: dbt, segment "Sessions by 30 minutes of inactivity" (dbt datediff macro on DuckDB)
-- on: DuckDB
with lagged as (
    select
        customer_id,
        device,
        datediff('minute', lag(happened_at) over (partition by customer_id order by happened_at), happened_at) as period_of_inactivity
    from events
)
select
    device,
    sum(case when coalesce(period_of_inactivity, 31) <= 30 then 0 else 1 end) as sessions
from lagged
group by device
order by device;

-- name: dbt-sess-duration
-- asks: dbt, "Average session length in minutes by device"
with sessions as (
    select
        customer_id,
        session_id,
        device,
        min(happened_at) as session_start,
        max(happened_at) as session_end,
        count(*) as events
    from events
    group by customer_id, session_id, device
)
select
    device,
    count(*) as sessions,
    avg(extract(epoch from (session_end - session_start)) / 60.0) as avg_minutes,
    avg(events * 1.0) as avg_events
from sessions
group by device
order by device;

-- name: dbt-sess-bounce-rate
-- asks: dbt, "Bounce rate by month: sessions of one event"
with sessions as (
    select customer_id, session_id, min(happened_at) as started_at, count(*) as page_views
    from events
    group by customer_id, session_id
)
select
    extract(month from started_at) as month_number,
    count(*) as sessions,
    sum(case when page_views = 1 then 1 else 0 end) as bounces,
    1.0 * sum(case when page_views = 1 then 1 else 0 end) / count(*) as bounce_rate
from sessions
group by extract(month from started_at)
order by month_number;

-- name: dbt-sess-depth
-- asks: dbt, "Sessions by number of events"
with sessions as (
    select customer_id, session_id, count(*) as depth
    from events
    group by customer_id, session_id
)
select depth, count(*) as sessions
from sessions
group by depth
order by depth;

-- name: dbt-sess-duration-tiers
-- asks: dbt, segment "Sessions by duration tier" (duration_in_s tiered)
-- on: PostgreSQL, DuckDB
with sessions as (
    select
        customer_id,
        session_id,
        extract(epoch from max(happened_at) - min(happened_at)) as duration_in_s
    from events
    group by 1, 2
)
select
    case
        when duration_in_s = 0 then '0s'
        when duration_in_s <= 300 then '1s to 300s'
        when duration_in_s <= 600 then '301s to 600s'
        else '600s or more'
    end as duration_in_s_tier,
    count(*) as sessions
from sessions
group by 1
order by 1;

-- name: dbt-sess-next-page
-- asks: dbt, "What follows the home page in a session" (lead)
with paths as (
    select
        page,
        lead(page) over (partition by customer_id, session_id order by happened_at) as next_page
    from events
)
select coalesce(next_page, '(exit)') as next_page, count(*) as transitions
from paths
where page = '/'
group by coalesce(next_page, '(exit)')
order by transitions desc, next_page;

-- name: dbt-sess-time-between-sessions
-- asks: dbt, "Average days between sessions of a visitor"
-- differs: avg_days is within 0.0001
with sessions as (
    select customer_id, session_id, min(happened_at) as started_at
    from events
    group by customer_id, session_id
),
gaps as (
    select
        customer_id,
        started_at,
        lag(started_at) over (partition by customer_id order by started_at) as previous_started_at
    from sessions
)
select
    count(*) as returns,
    avg(extract(epoch from (started_at - previous_started_at)) / 86400.0) as avg_days
from gaps
where previous_started_at is not null;

-- name: dbt-sess-dau-mau
-- asks: dbt, "Stickiness: average daily visitors over monthly visitors"
-- wrong: days without events are listed with 0, so that the mean over days is lower than over the days of the database
with daily as (
    select cast(happened_at as date) as date_day, count(distinct customer_id) as dau
    from events
    group by cast(happened_at as date)
),
monthly as (
    select cast(date_trunc('month', happened_at) as date) as date_month, count(distinct customer_id) as mau
    from events
    group by cast(date_trunc('month', happened_at) as date)
)
select
    m.date_month,
    m.mau,
    avg(d.dau) as avg_dau,
    avg(d.dau) / m.mau as stickiness
from monthly m
join daily d on cast(date_trunc('month', d.date_day) as date) = m.date_month
group by m.date_month, m.mau
order by m.date_month;

-- name: dbt-sess-first-90-days
-- asks: dbt, "Sessions in the first 90 days after the first visit, a visitor"
with first_visit as (
    select customer_id, min(happened_at) as first_at from events group by customer_id
),
early as (
    select f.customer_id, count(distinct e.session_id) as sessions
    from first_visit f
    join events e on e.customer_id = f.customer_id and e.happened_at < f.first_at + interval '90' day
    group by f.customer_id
)
select avg(sessions * 1.0) as avg_sessions, count(*) filter (where sessions > 1) as with_return
from early;

-- name: dbt-sess-epoch-h2
-- asks: dbt, "Average session length in seconds" (H2 spelling)
-- on: H2
-- differs: longest is within 5
select avg(cast(seconds as double)) as avg_seconds, max(seconds) as longest
from (
    select session_id, customer_id, datediff('SECOND', min(happened_at), max(happened_at)) as seconds
    from events
    group by session_id, customer_id
) s;
