-- Support tickets and survival: resolution times, satisfaction, survival curves, sample sizes.

-- name: ds-supp-csat
-- asks: data scientist, "CSAT by category: share of 4 and 5"
SELECT category,
       COUNT(satisfaction) AS rated,
       AVG(satisfaction * 1.0) AS mean_score,
       100.0 * SUM(CASE WHEN satisfaction >= 4 THEN 1 ELSE 0 END) / COUNT(satisfaction) AS csat
FROM tickets
GROUP BY category
ORDER BY category;

-- name: ds-supp-nps-like
-- asks: data scientist, "Promoters minus detractors by priority"
SELECT priority,
       100.0 * (SUM(CASE WHEN satisfaction = 5 THEN 1 ELSE 0 END) - SUM(CASE WHEN satisfaction <= 3 THEN 1 ELSE 0 END))
         / COUNT(satisfaction) AS score
FROM tickets
WHERE satisfaction IS NOT NULL
GROUP BY priority
ORDER BY priority;

-- name: ds-supp-resolution-hours
-- asks: data scientist, "Hours to resolution by priority: mean, median, p90"
-- differs: mean_hours is within 0.001
-- differs: median_hours is within 3
-- differs: p90_hours is within 3
-- differs: median_hours has another type
-- differs: p90_hours has another type
SELECT priority,
       COUNT(*) AS closed,
       AVG(EXTRACT(EPOCH FROM (closed_at - opened_at)) / 3600.0) AS mean_hours,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY EXTRACT(EPOCH FROM (closed_at - opened_at)) / 3600.0) AS median_hours,
       PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY EXTRACT(EPOCH FROM (closed_at - opened_at)) / 3600.0) AS p90_hours
FROM tickets
WHERE closed_at IS NOT NULL
GROUP BY priority
ORDER BY priority;

-- name: ds-supp-resolution-h2
-- asks: data scientist, "Hours to resolution by category" (H2 TIMESTAMPDIFF)
-- on: H2
SELECT category, COUNT(*) AS closed, AVG(CAST(TIMESTAMPDIFF(HOUR, opened_at, closed_at) AS DOUBLE)) AS mean_hours
FROM tickets
WHERE closed_at IS NOT NULL
GROUP BY category
ORDER BY category;

-- name: ds-supp-sla
-- asks: data scientist, "SLA met: urgent in a day, high in two, others in four"
SELECT priority,
       COUNT(*) AS tickets,
       AVG(CASE
             WHEN closed_at IS NULL THEN 0.0
             WHEN closed_at <= opened_at + CASE priority WHEN 'urgent' THEN INTERVAL '1' DAY WHEN 'high' THEN INTERVAL '2' DAY ELSE INTERVAL '4' DAY END THEN 1.0
             ELSE 0.0
           END) AS sla_met
FROM tickets
GROUP BY priority
ORDER BY priority;

-- name: ds-supp-backlog
-- asks: data scientist, "Open tickets at the end of each month of 2024" (calendar join)
SELECT m.month_start, COUNT(t.ticket_id) AS open_tickets
FROM (SELECT DISTINCT month_start FROM calendar WHERE year_number = 2024) m
JOIN tickets t
  ON t.opened_at < m.month_start
  AND (t.closed_at IS NULL OR t.closed_at >= m.month_start)
GROUP BY m.month_start
ORDER BY m.month_start;

-- name: ds-supp-created-vs-closed
-- asks: data scientist, "Opened and closed tickets by month of 2023" (join of two aggregates)
WITH opened AS (
  SELECT EXTRACT(MONTH FROM opened_at) AS mo, COUNT(*) AS n FROM tickets WHERE EXTRACT(YEAR FROM opened_at) = 2023 GROUP BY EXTRACT(MONTH FROM opened_at)
),
closed AS (
  SELECT EXTRACT(MONTH FROM closed_at) AS mo, COUNT(*) AS n FROM tickets WHERE EXTRACT(YEAR FROM closed_at) = 2023 GROUP BY EXTRACT(MONTH FROM closed_at)
)
SELECT o.mo, o.n AS opened, c.n AS closed, o.n - c.n AS net, SUM(o.n - c.n) OVER (ORDER BY o.mo) AS cumulative_net
FROM opened o
JOIN closed c ON c.mo = o.mo
ORDER BY o.mo;

-- name: ds-supp-repeat-contact
-- asks: data scientist, "Tickets followed by another of the customer within 200 days" (LEAD)
SELECT COUNT(*) AS tickets,
       SUM(CASE WHEN next_opened_at <= opened_at + INTERVAL '200' DAY THEN 1 ELSE 0 END) AS followed
FROM (
  SELECT opened_at, LEAD(opened_at) OVER (PARTITION BY customer_id ORDER BY opened_at) AS next_opened_at
  FROM tickets
) x;

-- name: ds-surv-curve-months
-- asks: data scientist, "Survival of subscriptions by months since start" (at risk, events)
-- on: PostgreSQL
WITH durations AS (
  SELECT coalesce(ended_on, date '2024-12-31') - started_on AS days,
         CASE WHEN ended_on IS NULL THEN 0 ELSE 1 END AS ended
  FROM subscriptions
),
steps AS (
  SELECT (days / 30)::int AS period, count(*) AS leaving, sum(ended) AS churned
  FROM durations
  WHERE days BETWEEN 20 AND 190
  GROUP BY 1
)
SELECT period, churned, sum(churned) OVER (ORDER BY period) AS churned_so_far
FROM steps
ORDER BY period;

-- name: ds-surv-curve-months-duckdb
-- asks: data scientist, "Survival of subscriptions by months since start" (DuckDB divides with decimals)
-- on: DuckDB
-- differs: empty groups where churned
WITH durations AS (
  SELECT coalesce(ended_on, date '2024-12-31') - started_on AS days,
         CASE WHEN ended_on IS NULL THEN 0 ELSE 1 END AS ended
  FROM subscriptions
),
steps AS (
  SELECT (days / 30)::int AS period, count(*) AS leaving, sum(ended) AS churned
  FROM durations
  WHERE days BETWEEN 20 AND 190
  GROUP BY 1
)
SELECT period, churned, sum(churned) OVER (ORDER BY period) AS churned_so_far
FROM steps
ORDER BY period;

-- name: ds-surv-alive-after
-- asks: data scientist, "Subscriptions of 2023 alive after 30, 60, 90, 120, 180 days"
SELECT COUNT(*) AS started,
       SUM(CASE WHEN ended_on IS NULL OR ended_on > started_on + INTERVAL '30' DAY THEN 1 ELSE 0 END) AS alive_30,
       SUM(CASE WHEN ended_on IS NULL OR ended_on > started_on + INTERVAL '60' DAY THEN 1 ELSE 0 END) AS alive_60,
       SUM(CASE WHEN ended_on IS NULL OR ended_on > started_on + INTERVAL '90' DAY THEN 1 ELSE 0 END) AS alive_90,
       SUM(CASE WHEN ended_on IS NULL OR ended_on > started_on + INTERVAL '120' DAY THEN 1 ELSE 0 END) AS alive_120,
       SUM(CASE WHEN ended_on IS NULL OR ended_on > started_on + INTERVAL '180' DAY THEN 1 ELSE 0 END) AS alive_180
FROM subscriptions
WHERE started_on < DATE '2024-01-01';

-- name: ds-surv-grid-public
-- asks: data scientist, "Survival curve on a grid of 30-day steps" (public values joined to subscriptions)
SELECT g.d AS days,
       SUM(CASE WHEN s.ended_on IS NULL OR s.ended_on >= s.started_on + g.d * INTERVAL '1' DAY THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS survival
FROM subscriptions s
CROSS JOIN (SELECT DISTINCT month_number * 30 AS d FROM calendar WHERE month_number <= 6) g
WHERE s.started_on < DATE '2024-01-01'
GROUP BY g.d
ORDER BY g.d;

-- name: ds-surv-kaplan-meier
-- asks: data scientist, "Kaplan-Meier of subscriptions in 60-day periods" (product by exp of a sum of ln)
-- on: PostgreSQL, DuckDB
-- differs: empty groups where d
-- differs: survival has another type
WITH durations AS (
  SELECT floor((coalesce(ended_on, date '2024-12-31') - started_on) / 60.0) AS period,
         (ended_on IS NOT NULL)::int AS ended
  FROM subscriptions
  WHERE started_on < '2024-01-01'
),
risk AS (
  SELECT period, sum(ended) AS d, sum(count(*)) OVER (ORDER BY period DESC) AS n_at_risk
  FROM durations
  GROUP BY period
)
SELECT period, d, n_at_risk, exp(sum(ln(1 - d * 1.0 / n_at_risk)) OVER (ORDER BY period)) AS survival
FROM risk
WHERE period <= 3
ORDER BY period;

-- name: ds-surv-hazard-quarter
-- asks: data scientist, "Hazard: ended in a quarter over active at its start"
WITH q AS (
  SELECT DISTINCT quarter_number FROM calendar WHERE year_number = 2023 AND quarter_number >= 2
)
SELECT q.quarter_number,
       COUNT(*) AS active_or_ended,
       SUM(CASE WHEN EXTRACT(YEAR FROM s.ended_on) = 2023 AND EXTRACT(QUARTER FROM s.ended_on) = q.quarter_number THEN 1 ELSE 0 END) AS ended
FROM q
JOIN subscriptions s ON s.started_on < DATE '2023-04-01'
GROUP BY q.quarter_number
ORDER BY q.quarter_number;

-- name: ds-samp-size
-- asks: data scientist, "Sample size an arm to find a lift of 5 points at 80 % power"
WITH base AS (
  SELECT AVG(CASE WHEN n > 0 THEN 1.0 ELSE 0.0 END) AS p
  FROM (
    SELECT c.customer_id, COUNT(e.event_id) AS n
    FROM customers c
    LEFT JOIN events e ON e.customer_id = c.customer_id AND e.event_name = 'purchase'
    GROUP BY c.customer_id
  ) x
)
SELECT p, 16 * p * (1 - p) / (0.05 * 0.05) AS n_per_arm FROM base;

-- name: ds-samp-wilson
-- asks: data scientist, "Wilson interval of the return rate by channel"
-- differs: low has another type
-- differs: high has another type
WITH s AS (
  SELECT channel, COUNT(*) AS n, AVG(CASE WHEN status = 'returned' THEN 1.0 ELSE 0.0 END) AS p
  FROM orders
  GROUP BY channel
)
SELECT channel, n, p,
       (p + 3.8416 / (2 * n) - 1.96 * SQRT(p * (1 - p) / n + 3.8416 / (4.0 * n * n))) / (1 + 3.8416 / n) AS low,
       (p + 3.8416 / (2 * n) + 1.96 * SQRT(p * (1 - p) / n + 3.8416 / (4.0 * n * n))) / (1 + 3.8416 / n) AS high
FROM s
ORDER BY channel;

-- name: ds-samp-sampled
-- asks: data scientist, "Mean of a tenth of customers by the key's remainder"
SELECT COUNT(*) AS n, AVG(age) AS mean_age
FROM customers
WHERE MOD(customer_id, 10) = 3;
