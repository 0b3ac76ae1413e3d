-- Experiments: assignment, conversion, z score, revenue a user, CUPED, sample ratio, segments.

-- name: dbt-exp-sample-ratio
-- asks: dbt, "Users by experiment and variant" (sample ratio mismatch check)
select
    experiment,
    variant,
    count(*) as users,
    1.0 * count(*) / sum(count(*)) over (partition by experiment) as share
from experiment_users
group by experiment, variant
order by experiment, variant;

-- name: dbt-exp-srm-chi2
-- asks: dbt, "Chi-square of the sample ratio of checkout_v2"
with counts as (
    select variant, count(*) as n
    from experiment_users
    where experiment = 'checkout_v2'
    group by variant
),
totals as (
    select sum(n) as total from counts
)
select sum((n - total / 2.0) * (n - total / 2.0) / (total / 2.0)) as chi_square
from counts cross join totals;

-- name: dbt-exp-conversion
-- asks: dbt, "Conversion by variant: an order within 30 days of exposure"
with exposures as (
    select customer_id, variant, exposed_at
    from experiment_users
    where experiment = 'checkout_v2'
),
conversions as (
    select distinct e.customer_id
    from exposures e
    join orders o
        on o.customer_id = e.customer_id
        and o.ordered_at >= e.exposed_at
        and o.ordered_at < e.exposed_at + interval '30' day
)
select
    e.variant,
    count(*) as users,
    count(c.customer_id) as converted,
    1.0 * count(c.customer_id) / count(*) as conversion_rate
from exposures e
left join conversions c on c.customer_id = e.customer_id
group by e.variant
order by e.variant;

-- name: dbt-exp-z-score
-- asks: dbt, "Two-proportion z score of checkout_v2" (pooled standard error)
-- differs: z_score has another type
with per_user as (
    select
        u.customer_id,
        u.variant,
        max(case when o.ordered_at >= u.exposed_at and o.ordered_at < u.exposed_at + interval '60' day then 1 else 0 end) as converted
    from experiment_users u
    left join orders o on o.customer_id = u.customer_id
    where u.experiment = 'checkout_v2'
    group by u.customer_id, u.variant
),
stats as (
    select variant, count(*) as n, sum(converted) as x, avg(1.0 * converted) as p
    from per_user
    group by variant
),
wide as (
    select
        max(case when variant = 'control' then n end) as n_c,
        max(case when variant = 'treatment' then n end) as n_t,
        max(case when variant = 'control' then p end) as p_c,
        max(case when variant = 'treatment' then p end) as p_t,
        1.0 * sum(x) / sum(n) as p_pool
    from stats
)
select
    p_c,
    p_t,
    p_t - p_c as lift,
    (p_t - p_c) / sqrt(p_pool * (1 - p_pool) * (1.0 / n_c + 1.0 / n_t)) as z_score
from wide;

-- name: dbt-exp-revenue-per-user
-- asks: dbt, "Revenue a user by variant with standard error"
with per_user as (
    select
        u.customer_id,
        u.variant,
        coalesce(sum(o.total), 0) as revenue
    from experiment_users u
    left join orders o
        on o.customer_id = u.customer_id
        and o.ordered_at >= u.exposed_at
    where u.experiment = 'checkout_v2'
    group by u.customer_id, u.variant
)
select
    variant,
    count(*) as users,
    avg(revenue) as mean_revenue,
    stddev_samp(revenue) as sd_revenue,
    stddev_samp(revenue) / sqrt(count(*)) as std_error
from per_user
group by variant
order by variant;

-- name: dbt-exp-welch-t
-- asks: dbt, "Welch t statistic of revenue a user"
-- differs: t_statistic has another type
with per_user as (
    select u.customer_id, u.variant, sum(case when o.ordered_at >= u.exposed_at then o.total else 0 end) as revenue
    from experiment_users u
    join orders o on o.customer_id = u.customer_id
    where u.experiment = 'checkout_v2'
    group by u.customer_id, u.variant
),
stats as (
    select variant, count(*) as n, avg(revenue) as m, var_samp(revenue) as v
    from per_user
    group by variant
)
select
    t.m - c.m as difference,
    (t.m - c.m) / sqrt(t.v / t.n + c.v / c.n) as t_statistic
from stats t
join stats c on t.variant = 'treatment' and c.variant = 'control';

-- name: dbt-exp-cuped-means
-- asks: dbt, "CUPED: means before and after exposure by variant"
with per_user as (
    select
        u.customer_id,
        u.variant,
        sum(case when o.ordered_at < u.exposed_at then o.total else 0 end) as pre_revenue,
        sum(case when o.ordered_at >= u.exposed_at then o.total else 0 end) as post_revenue
    from experiment_users u
    left join orders o on o.customer_id = u.customer_id
    where u.experiment = 'checkout_v2'
    group by u.customer_id, u.variant
)
select
    variant,
    count(*) as users,
    avg(pre_revenue) as pre_mean,
    avg(post_revenue) as post_mean
from per_user
group by variant
order by variant;

-- name: dbt-exp-cuped-theta
-- asks: dbt, "CUPED theta: covariance over variance, and the adjusted difference"
with per_user as (
    select
        u.customer_id,
        u.variant,
        sum(case when o.ordered_at < u.exposed_at then cast(o.total as double precision) else 0 end) as x,
        sum(case when o.ordered_at >= u.exposed_at then cast(o.total as double precision) else 0 end) as y
    from experiment_users u
    left join orders o on o.customer_id = u.customer_id
    where u.experiment = 'checkout_v2'
    group by u.customer_id, u.variant
),
theta as (
    select covar_pop(y, x) / var_pop(x) as theta, avg(x) as mean_x
    from per_user
),
means as (
    select variant, avg(x) as mean_x, avg(y) as mean_y
    from per_user
    group by variant
)
select m.variant, m.mean_y, m.mean_y - t.theta * (m.mean_x - t.mean_x) as adjusted_mean
from means m
cross join theta t
order by m.variant;

-- name: dbt-exp-overlap
-- asks: dbt, "Users in both experiments by variant of the first" (overlap check)
select
    a.variant as checkout_variant,
    count(*) as users,
    count(b.customer_id) as also_in_pricing_page
from experiment_users a
left join experiment_users b
    on b.customer_id = a.customer_id
    and b.experiment = 'pricing_page'
where a.experiment = 'checkout_v2'
group by a.variant
order by checkout_variant;

-- name: dbt-exp-guardrail-tickets
-- asks: dbt, "Guardrail: tickets a user after exposure by variant"
select
    u.variant,
    count(distinct u.customer_id) as users,
    count(t.ticket_id) as tickets,
    1.0 * count(t.ticket_id) / count(distinct u.customer_id) as tickets_per_user
from experiment_users u
left join tickets t
    on t.customer_id = u.customer_id
    and t.opened_at >= u.exposed_at
where u.experiment = 'checkout_v2'
group by u.variant
order by u.variant;

-- name: dbt-exp-balance
-- asks: dbt, "Covariate balance of the arms: age, activity, tenure" (before analysis)
select
    u.experiment,
    u.variant,
    avg(c.age) as avg_age,
    avg(case when c.is_active then 1.0 else 0.0 end) as active_share,
    sum(case when c.plan = 'free' then 1 else 0 end) as free_users
from experiment_users u
join customers c on c.customer_id = u.customer_id
group by u.experiment, u.variant
order by u.experiment, u.variant;

-- name: dbt-exp-winsorized
-- asks: dbt, "Revenue a user capped at 1500, by variant" (least)
with per_user as (
    select u.customer_id, u.variant, least(coalesce(sum(o.total), 0), 1500) as revenue
    from experiment_users u
    left join orders o on o.customer_id = u.customer_id and o.ordered_at >= u.exposed_at
    where u.experiment = 'checkout_v2'
    group by u.customer_id, u.variant
)
select variant, avg(revenue) as capped_mean, sum(case when revenue = 1500 then 1 else 0 end) as capped_users
from per_user
group by variant
order by variant;
