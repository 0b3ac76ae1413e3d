-- Subscription revenue as the MRR models of dbt projects ask for it: a spine of months, a row a customer and month, what changed.

-- name: dbt-mrr-by-month
-- asks: dbt, "MRR and customers by month" (month spine joined to subscriptions)
with months as (
    select distinct month_start as date_month
    from calendar
    where month_start >= date '2023-01-01' and month_start < date '2024-12-01'
),
customer_revenue_by_month as (
    select
        months.date_month,
        subscriptions.customer_id,
        subscriptions.monthly_price as mrr
    from months
    inner join subscriptions
        on months.date_month >= subscriptions.started_on
        and (subscriptions.ended_on is null or months.date_month < subscriptions.ended_on)
)
select
    date_month,
    count(distinct customer_id) as customers,
    sum(mrr) as mrr
from customer_revenue_by_month
where date_month >= date '2023-02-01'
group by date_month
order by date_month;

-- name: dbt-mrr-by-plan
-- asks: dbt, "MRR by plan on the last day of 2023"
select
    plan,
    count(*) as subscriptions,
    sum(monthly_price) as mrr
from subscriptions
where started_on <= date '2023-12-31'
    and (ended_on is null or ended_on > date '2023-12-31')
    and plan <> 'free'
group by plan
order by plan;

-- name: dbt-mrr-new-by-month
-- asks: dbt, "New MRR by month" (first subscription of a customer)
with ranked as (
    select
        customer_id,
        monthly_price,
        started_on,
        row_number() over (partition by customer_id order by started_on) as subscription_number
    from subscriptions
)
select
    cast(date_trunc('month', started_on) as date) as date_month,
    count(*) as new_customers,
    sum(monthly_price) as new_mrr
from ranked
where subscription_number = 1
    and started_on < date '2023-12-01'
group by cast(date_trunc('month', started_on) as date)
order by date_month;

-- name: dbt-mrr-reactivations
-- asks: dbt, "Reactivated customers by quarter" (second subscription after an ended one)
-- differs: empty groups where REACTIVATION_MRR
with numbered as (
    select
        customer_id,
        started_on,
        monthly_price,
        lag(ended_on) over (partition by customer_id order by started_on) as previous_ended_on
    from subscriptions
)
select
    extract(year from started_on) as year_number,
    extract(quarter from started_on) as quarter_number,
    count(*) as reactivations,
    sum(monthly_price) as reactivation_mrr
from numbered
where previous_ended_on is not null
    and started_on > previous_ended_on
    and started_on >= date '2024-07-01'
group by extract(year from started_on), extract(quarter from started_on)
order by year_number, quarter_number;

-- name: dbt-mrr-churned-by-month
-- asks: dbt, "Churned subscriptions and MRR by month of end"
select
    cast(date_trunc('month', ended_on) as date) as churn_month,
    count(*) as churned_subscriptions,
    sum(monthly_price) as churned_mrr
from subscriptions
where ended_on is not null
    and ended_on >= date '2023-04-01' and ended_on < date '2024-02-01'
group by cast(date_trunc('month', ended_on) as date)
order by churn_month;

-- name: dbt-mrr-change-category
-- asks: dbt, mrr-playbook "MRR by change category" (lag of MRR a customer and month)
-- differs: empty groups where customer_months
with months as (
    select distinct month_start as date_month from calendar
),
customer_months as (
    select c.customer_id, m.date_month
    from (select customer_id, min(started_on) as first_started_on from subscriptions group by customer_id) c
    inner join months m on m.date_month >= c.first_started_on
),
joined as (
    select
        cm.date_month,
        cm.customer_id,
        coalesce(sum(s.monthly_price), 0) as mrr
    from customer_months cm
    left join subscriptions s
        on s.customer_id = cm.customer_id
        and cm.date_month >= s.started_on
        and cm.date_month < coalesce(s.ended_on, date '2025-01-01')
    group by cm.date_month, cm.customer_id
),
mrr_with_changes as (
    select
        date_month,
        customer_id,
        mrr,
        coalesce(lag(mrr) over (partition by customer_id order by date_month), 0) as previous_month_mrr
    from joined
),
final as (
    select
        date_month,
        customer_id,
        mrr - previous_month_mrr as mrr_change,
        case
            when previous_month_mrr = 0 and mrr > 0 then 'new'
            when previous_month_mrr > 0 and mrr = 0 then 'churn'
            when mrr > previous_month_mrr then 'upgrade'
            when mrr < previous_month_mrr then 'downgrade'
            else 'same'
        end as change_category
    from mrr_with_changes
)
select change_category, count(*) as customer_months, sum(mrr_change) as mrr_change
from final
group by change_category
order by change_category;

-- name: dbt-mrr-churn-rate-2023q3
-- asks: dbt, "Customer churn rate of a quarter" (active at its start, gone at its end)
select
    count(*) as active_at_start,
    sum(case when ended_on < date '2023-10-01' then 1 else 0 end) as churned,
    sum(case when ended_on < date '2023-10-01' then 1.0 else 0.0 end) / count(*) as churn_rate
from subscriptions
where started_on < date '2023-07-01'
    and (ended_on is null or ended_on >= date '2023-07-01');

-- name: dbt-mrr-monthly-churn-rate
-- asks: dbt, "Monthly revenue churn rate" (churned MRR over MRR at the beginning)
with months as (
    select distinct month_start as date_month
    from calendar
    where month_start between date '2023-05-01' and date '2024-02-01'
),
opening as (
    select months.date_month, sum(s.monthly_price) as opening_mrr
    from months
    join subscriptions s
        on s.started_on < months.date_month
        and coalesce(s.ended_on, date '2099-01-01') >= months.date_month
    group by months.date_month
),
churned as (
    select cast(date_trunc('month', ended_on) as date) as date_month, sum(monthly_price) as churned_mrr
    from subscriptions
    where ended_on is not null
    group by cast(date_trunc('month', ended_on) as date)
)
select
    opening.date_month,
    opening.opening_mrr,
    coalesce(churned.churned_mrr, 0) as churned_mrr,
    round(100.0 * coalesce(churned.churned_mrr, 0) / opening.opening_mrr, 2) as churn_pct
from opening
left join churned on churned.date_month = opening.date_month
order by opening.date_month;

-- name: dbt-mrr-running-total
-- asks: dbt, "Cumulative new MRR by month"
-- on: PostgreSQL, DuckDB
-- differs: date_month has another type
with monthly as (
    select date_trunc('month', started_on) as date_month, sum(monthly_price) as new_mrr
    from subscriptions
    where started_on < '2023-12-01'
    group by 1
)
select
    date_month,
    new_mrr,
    sum(new_mrr) over (order by date_month rows between unbounded preceding and current row) as cumulative_new_mrr
from monthly
order by 1;

-- name: dbt-mrr-net-by-month
-- asks: dbt, "Net new MRR: started minus ended" (union all of movements)
with movements as (
    select started_on as moved_on, monthly_price as amount, 'new' as kind from subscriptions
    union all
    select ended_on, -monthly_price, 'churn' from subscriptions where ended_on is not null
)
select
    cast(date_trunc('month', moved_on) as date) as date_month,
    sum(case when kind = 'new' then amount else 0 end) as new_mrr,
    sum(case when kind = 'churn' then amount else 0 end) as churned_mrr,
    sum(amount) as net_new_mrr
from movements
where moved_on between date '2023-03-01' and date '2023-11-30'
group by cast(date_trunc('month', moved_on) as date)
order by date_month;

-- name: dbt-mrr-quick-ratio
-- asks: dbt, "SaaS quick ratio 2023"
with movements as (
    select sum(monthly_price) as new_mrr from subscriptions where extract(year from started_on) = 2023
),
losses as (
    select sum(monthly_price) as lost_mrr from subscriptions where extract(year from ended_on) = 2023
)
select new_mrr, lost_mrr, new_mrr / nullif(lost_mrr, 0) as quick_ratio
from movements cross join losses;

-- name: dbt-mrr-subscription-length
-- asks: dbt, "Average length of an ended subscription in days, by plan"
-- on: PostgreSQL, DuckDB
select
    plan,
    count(*) as ended_subscriptions,
    avg(ended_on - started_on) as avg_days
from subscriptions
where ended_on is not null and plan != 'free'
group by 1
order by 1;

-- name: dbt-mrr-subscription-length-h2
-- asks: dbt, "Average length of an ended subscription in days, by plan"
-- on: H2
select
    plan,
    count(*) as ended_subscriptions,
    avg(cast(datediff('DAY', started_on, ended_on) as double precision)) as avg_days
from subscriptions
where ended_on is not null and plan <> 'free'
group by plan
order by plan;

-- name: dbt-mrr-ltv
-- asks: dbt, "Lifetime value: ARPA over churn rate"
with base as (
    select
        count(*) as subscriptions,
        avg(monthly_price) as arpa,
        sum(case when ended_on is not null then 1 else 0 end) * 1.0 / count(*) as churn_rate
    from subscriptions
)
select subscriptions, arpa, churn_rate, arpa / churn_rate as ltv from base;

-- name: dbt-mrr-list-price-gap
-- asks: dbt, "Booked MRR against list price by plan" (join to the plans seed)
-- differs: empty groups where LIST_MRR
select
    p.plan,
    p.price as list_price,
    count(s.subscription_id) as subscriptions,
    sum(s.monthly_price) as booked_mrr,
    sum(p.price) as list_mrr,
    sum(p.price) - sum(s.monthly_price) as discount_mrr
from plans p
inner join subscriptions s on s.plan = p.plan
group by p.plan, p.price
order by p.plan;

-- name: dbt-mrr-nrr
-- asks: dbt, "Net revenue retention: customers of 2023-06-30 half a year later"
with opening as (
    select customer_id, sum(monthly_price) as mrr
    from subscriptions
    where started_on <= date '2023-06-30' and (ended_on is null or ended_on > date '2023-06-30')
    group by customer_id
),
closing as (
    select customer_id, sum(monthly_price) as mrr
    from subscriptions
    where started_on <= date '2023-12-31' and (ended_on is null or ended_on > date '2023-12-31')
    group by customer_id
)
select
    sum(opening.mrr) as opening_mrr,
    sum(coalesce(closing.mrr, 0)) as closing_mrr,
    sum(coalesce(closing.mrr, 0)) / sum(opening.mrr) as nrr
from opening
left join closing on closing.customer_id = opening.customer_id;
