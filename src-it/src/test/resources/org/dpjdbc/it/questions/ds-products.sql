-- Products: top N and share, Pareto, basket size, affinity of pairs, margins, ranks a category.

-- name: ds-prod-top-5
-- asks: data scientist, "Top five products by revenue and their share"
WITH p AS (
  SELECT product_id, SUM(quantity * price) AS revenue
  FROM order_items
  GROUP BY product_id
)
SELECT pr.product_name, p.revenue, p.revenue / (SELECT SUM(revenue) FROM p) AS share
FROM p
JOIN products pr ON pr.product_id = p.product_id
ORDER BY p.revenue DESC, pr.product_name
LIMIT 5;

-- name: ds-prod-pareto
-- asks: data scientist, "Pareto: cumulative share of revenue by product"
WITH p AS (
  SELECT product_id, SUM(quantity * price) AS revenue
  FROM order_items
  GROUP BY product_id
)
SELECT product_id, revenue,
       SUM(revenue) OVER (ORDER BY revenue DESC, product_id ROWS UNBOUNDED PRECEDING) / SUM(revenue) OVER () AS cumulative_share
FROM p
ORDER BY revenue DESC, product_id;

-- name: ds-prod-pareto-80
-- asks: data scientist, "How many products make 80 % of revenue"
WITH p AS (
  SELECT product_id, SUM(quantity * price) AS revenue
  FROM order_items
  GROUP BY product_id
),
c AS (
  SELECT product_id, SUM(revenue) OVER (ORDER BY revenue DESC, product_id) / SUM(revenue) OVER () AS cum
  FROM p
)
SELECT COUNT(*) AS products_for_80_pct FROM c WHERE cum <= 0.8;

-- name: ds-prod-category
-- asks: data scientist, "Units, revenue, average price by category"
SELECT p.category,
       SUM(i.quantity) AS units,
       SUM(i.quantity * i.price) AS revenue,
       SUM(i.quantity * i.price) / SUM(i.quantity) AS avg_unit_price
FROM order_items i
JOIN products p ON p.product_id = i.product_id
GROUP BY p.category
ORDER BY revenue DESC;

-- name: ds-prod-rank-in-category
-- asks: data scientist, "The two best products of each category" (ROW_NUMBER over aggregates)
SELECT category, product_name, revenue
FROM (
  SELECT p.category, p.product_name, SUM(i.quantity * i.price) AS revenue,
         ROW_NUMBER() OVER (PARTITION BY p.category ORDER BY SUM(i.quantity * i.price) DESC) AS rn
  FROM order_items i
  JOIN products p ON p.product_id = i.product_id
  GROUP BY p.category, p.product_name
) r
WHERE rn <= 2
ORDER BY category, revenue DESC;

-- name: ds-prod-rank-qualify
-- asks: data scientist, "The best product of each category" (QUALIFY)
-- on: H2, DuckDB
SELECT p.category, p.product_id, SUM(i.quantity) AS units
FROM order_items i
JOIN products p ON p.product_id = i.product_id
GROUP BY p.category, p.product_id
QUALIFY RANK() OVER (PARTITION BY p.category ORDER BY SUM(i.quantity) DESC) = 1
ORDER BY p.category;

-- name: ds-prod-basket-size
-- asks: data scientist, "Basket size: lines, units and value an order"
SELECT COUNT(*) AS orders, AVG(line_count * 1.0) AS avg_lines, AVG(units * 1.0) AS avg_units, AVG(basket_value) AS avg_value
FROM (
  SELECT order_id, COUNT(*) AS line_count, SUM(quantity) AS units, SUM(quantity * price) AS basket_value
  FROM order_items
  GROUP BY order_id
) b;

-- name: ds-prod-affinity-pairs
-- asks: data scientist, "Categories bought together" (self-join of items)
-- differs: empty groups where ORDERS_TOGETHER
WITH lines AS (
  SELECT DISTINCT i.order_id, p.category
  FROM order_items i
  JOIN products p ON p.product_id = i.product_id
)
SELECT a.category AS category_a, b.category AS category_b, COUNT(*) AS orders_together
FROM lines a
JOIN lines b ON a.order_id = b.order_id AND a.category < b.category
GROUP BY a.category, b.category
ORDER BY orders_together DESC, category_a, category_b;

-- name: ds-prod-affinity-top-products
-- asks: data scientist, "Top ten pairs of products in one order" (self-join of items)
SELECT a.product_id AS product_a, b.product_id AS product_b, COUNT(DISTINCT a.order_id) AS frequency
FROM order_items a
JOIN order_items b ON a.order_id = b.order_id AND a.product_id < b.product_id
GROUP BY a.product_id, b.product_id
ORDER BY frequency DESC, product_a, product_b
LIMIT 10;

-- name: ds-prod-affinity-lift
-- asks: data scientist, "Support, confidence and lift of category pairs"
-- differs: empty groups where LIFT
WITH lines AS (
  SELECT DISTINCT i.order_id, p.category
  FROM order_items i
  JOIN products p ON p.product_id = i.product_id
),
singles AS (
  SELECT category, COUNT(*) AS n FROM lines GROUP BY category
),
pairs AS (
  SELECT a.category AS x, b.category AS y, COUNT(*) AS n
  FROM lines a JOIN lines b ON a.order_id = b.order_id AND a.category <> b.category
  GROUP BY a.category, b.category
),
total AS (
  SELECT COUNT(DISTINCT order_id) AS n FROM order_items
)
SELECT pairs.x, pairs.y,
       1.0 * pairs.n / total.n AS support,
       1.0 * pairs.n / sx.n AS confidence,
       1.0 * pairs.n * total.n / (sx.n * sy.n) AS lift
FROM pairs
JOIN singles sx ON sx.category = pairs.x
JOIN singles sy ON sy.category = pairs.y
CROSS JOIN total
ORDER BY pairs.x, pairs.y;

-- name: ds-prod-also-bought
-- asks: data scientist, "What buyers of Audio also buy" (semi-join of orders)
SELECT p.category, COUNT(DISTINCT i.order_id) AS orders
FROM order_items i
JOIN products p ON p.product_id = i.product_id
WHERE i.order_id IN (
    SELECT i2.order_id FROM order_items i2 JOIN products p2 ON p2.product_id = i2.product_id WHERE p2.category = 'Audio'
  )
  AND p.category <> 'Audio'
GROUP BY p.category
ORDER BY orders DESC, p.category;

-- name: ds-prod-monthly-rank
-- asks: data scientist, "Rank of categories by quarter of 2024" (dense rank over sums)
WITH q AS (
  SELECT EXTRACT(QUARTER FROM o.ordered_at) AS quarter_number, p.category, SUM(i.quantity * i.price) AS revenue
  FROM order_items i
  JOIN orders o ON o.order_id = i.order_id
  JOIN products p ON p.product_id = i.product_id
  WHERE o.ordered_at >= TIMESTAMP '2024-01-01 00:00:00'
  GROUP BY EXTRACT(QUARTER FROM o.ordered_at), p.category
)
SELECT quarter_number, category, revenue, DENSE_RANK() OVER (PARTITION BY quarter_number ORDER BY revenue DESC) AS rnk
FROM q
ORDER BY quarter_number, rnk;

-- name: ds-prod-abc-classes
-- asks: data scientist, "ABC classes of products"
-- differs: abc has another type
WITH p AS (
  SELECT product_id, SUM(quantity * price) AS revenue FROM order_items GROUP BY product_id
),
r AS (
  SELECT product_id, revenue,
         SUM(revenue) OVER (ORDER BY revenue DESC, product_id) / SUM(revenue) OVER () AS cum
  FROM p
),
l AS (
  SELECT product_id, revenue, CASE WHEN cum <= 0.5 THEN 'A' WHEN cum <= 0.8 THEN 'B' ELSE 'C' END AS abc
  FROM r
)
SELECT abc, COUNT(*) AS products, SUM(revenue) AS revenue
FROM l
GROUP BY abc
ORDER BY abc;

-- name: ds-prod-region-category
-- asks: data scientist, "Category by region" (four tables)
-- differs: order of texts
SELECT r.region, p.category, SUM(i.quantity) AS units
FROM order_items i
JOIN orders o ON o.order_id = i.order_id
JOIN customers c ON c.customer_id = o.customer_id
JOIN countries r ON r.country = c.country
JOIN products p ON p.product_id = i.product_id
GROUP BY r.region, p.category
ORDER BY r.region, p.category;

-- name: ds-prod-top-with-other
-- asks: data scientist, "Top three categories and the rest as other"
WITH c AS (
  SELECT p.category, SUM(i.quantity * i.price) AS revenue
  FROM order_items i JOIN products p ON p.product_id = i.product_id
  GROUP BY p.category
),
r AS (
  SELECT category, revenue, ROW_NUMBER() OVER (ORDER BY revenue DESC) AS rn FROM c
)
SELECT CASE WHEN rn <= 3 THEN category ELSE 'Other' END AS label, SUM(revenue) AS revenue
FROM r
GROUP BY CASE WHEN rn <= 3 THEN category ELSE 'Other' END
ORDER BY revenue DESC;

-- name: ds-prod-never-sold
-- asks: data scientist, "Products no order of 2024 holds" (anti-join of a public table)
SELECT COUNT(*) AS products
FROM products p
LEFT JOIN (
  SELECT DISTINCT i.product_id FROM order_items i JOIN orders o ON o.order_id = i.order_id
  WHERE o.ordered_at >= TIMESTAMP '2024-01-01 00:00:00'
) s ON s.product_id = p.product_id
WHERE s.product_id IS NULL;
