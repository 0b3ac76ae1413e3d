-- A shop that sells to customers and has subscriptions, with what its website and its support write down.
-- Every database runs these statements as they stand; the data comes from the numbers alone.
CREATE TABLE countries (
  country VARCHAR(2) PRIMARY KEY,
  country_name VARCHAR(20) NOT NULL,
  region VARCHAR(10) NOT NULL);

CREATE TABLE plans (
  plan VARCHAR(10) PRIMARY KEY,
  price DECIMAL(8, 2) NOT NULL,
  seats INTEGER NOT NULL);

CREATE TABLE products (
  product_id INTEGER PRIMARY KEY,
  product_name VARCHAR(20) NOT NULL,
  category VARCHAR(12) NOT NULL,
  list_price DECIMAL(8, 2) NOT NULL,
  cost DECIMAL(8, 2) NOT NULL);

CREATE TABLE calendar (
  date_day DATE PRIMARY KEY,
  week_start DATE NOT NULL,
  month_start DATE NOT NULL,
  month_number INTEGER NOT NULL,
  quarter_number INTEGER NOT NULL,
  year_number INTEGER NOT NULL,
  is_weekend BOOLEAN NOT NULL);

CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  name VARCHAR(30) NOT NULL,
  email VARCHAR(40) NOT NULL,
  signup_date DATE NOT NULL,
  country VARCHAR(2) NOT NULL REFERENCES countries (country),
  city VARCHAR(20),
  plan VARCHAR(10) NOT NULL REFERENCES plans (plan),
  age INTEGER,
  birth_year INTEGER NOT NULL,
  is_active BOOLEAN NOT NULL,
  referrer VARCHAR(12));

CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  ordered_at TIMESTAMP NOT NULL,
  status VARCHAR(10) NOT NULL,
  channel VARCHAR(10) NOT NULL,
  total DECIMAL(10, 2) NOT NULL,
  discount DECIMAL(10, 2),
  shipped_at TIMESTAMP,
  coupon VARCHAR(10));

CREATE TABLE order_items (
  item_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  product_id INTEGER NOT NULL REFERENCES products (product_id),
  quantity INTEGER NOT NULL,
  price DECIMAL(8, 2) NOT NULL);

CREATE TABLE events (
  event_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  session_id VARCHAR(10) NOT NULL,
  event_name VARCHAR(16) NOT NULL,
  page VARCHAR(20) NOT NULL,
  happened_at TIMESTAMP NOT NULL,
  device VARCHAR(10) NOT NULL,
  duration INTEGER);

CREATE TABLE subscriptions (
  subscription_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  plan VARCHAR(10) NOT NULL REFERENCES plans (plan),
  started_on DATE NOT NULL,
  ended_on DATE,
  monthly_price DECIMAL(8, 2) NOT NULL);

CREATE TABLE experiment_users (
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  experiment VARCHAR(16) NOT NULL,
  variant VARCHAR(10) NOT NULL,
  exposed_at TIMESTAMP NOT NULL,
  PRIMARY KEY (customer_id, experiment));

CREATE TABLE tickets (
  ticket_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  opened_at TIMESTAMP NOT NULL,
  closed_at TIMESTAMP,
  category VARCHAR(10) NOT NULL,
  priority VARCHAR(10) NOT NULL,
  messages INTEGER NOT NULL,
  satisfaction INTEGER);

CREATE TABLE numbers (n INTEGER PRIMARY KEY);

INSERT INTO numbers
  SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d
  FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS a (d)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS b (d)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS c (d)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS e (d)
  WHERE a.d + 10 * b.d + 100 * c.d + 1000 * e.d > 0;

INSERT INTO countries VALUES
  ('US', 'United States', 'Americas'), ('BR', 'Brazil', 'Americas'), ('GB', 'United Kingdom', 'EMEA'),
  ('DE', 'Germany', 'EMEA'), ('FR', 'France', 'EMEA'), ('JP', 'Japan', 'APAC');

INSERT INTO plans VALUES ('free', 0, 1), ('basic', 19, 3), ('pro', 49, 10), ('enterprise', 199, 100);

INSERT INTO products
  SELECT n,
    CONCAT('Product ', CAST(n AS VARCHAR(4))),
    CASE n % 5 WHEN 0 THEN 'Audio' WHEN 1 THEN 'Books' WHEN 2 THEN 'Games' WHEN 3 THEN 'Kitchen' ELSE 'Garden' END,
    0.50 * (8 + (n * 7919) % 10007 % 350),
    0.25 * (8 + (n * 7919) % 10007 % 350)
  FROM numbers WHERE n <= 24;

INSERT INTO calendar
  SELECT day0, day0 - (n + 5) % 7, CAST(DATE_TRUNC('month', day0) AS DATE), EXTRACT(MONTH FROM day0),
    EXTRACT(QUARTER FROM day0), EXTRACT(YEAR FROM day0), n % 7 IN (0, 1)
  FROM (SELECT n, DATE '2022-12-31' + n AS day0 FROM numbers WHERE n <= 731) AS d;

INSERT INTO customers
  SELECT n,
    CONCAT('Customer ', CAST(n AS VARCHAR(4))),
    CONCAT('c', CAST(n AS VARCHAR(4)), '@example.com'),
    DATE '2022-01-01' + (n * 6133) % 10007 % 730,
    CASE (n * 7213) % 10007 % 12
      WHEN 0 THEN 'BR' WHEN 1 THEN 'JP' WHEN 2 THEN 'FR' WHEN 3 THEN 'FR' WHEN 4 THEN 'DE' WHEN 5 THEN 'DE'
      WHEN 6 THEN 'GB' WHEN 7 THEN 'GB' ELSE 'US' END,
    CASE (n * 8311) % 10007 % 9
      WHEN 0 THEN 'Springfield' WHEN 1 THEN 'Riverton' WHEN 2 THEN 'Lakeside' WHEN 3 THEN 'Hillview'
      WHEN 4 THEN 'Oakdale' WHEN 5 THEN NULL WHEN 6 THEN 'Bayport' ELSE 'Fairview' END,
    CASE (n * 5501) % 10007 % 10
      WHEN 0 THEN 'enterprise' WHEN 1 THEN 'pro' WHEN 2 THEN 'pro' WHEN 3 THEN 'basic' WHEN 4 THEN 'basic'
      WHEN 5 THEN 'basic' ELSE 'free' END,
    CASE WHEN n % 17 = 0 THEN NULL ELSE 18 + (n * 4519) % 10007 % 60 END,
    2024 - 18 - (n * 4519) % 10007 % 60,
    (n * 3313) % 10007 % 5 <> 0,
    CASE (n * 9109) % 10007 % 6
      WHEN 0 THEN 'google' WHEN 1 THEN 'google' WHEN 2 THEN 'newsletter' WHEN 3 THEN 'friend' WHEN 4 THEN 'ads' END
  FROM numbers WHERE n <= 600;

INSERT INTO orders
  SELECT n, c,
    TIMESTAMP '2023-01-01 00:00:00' + INTERVAL '1' MINUTE * (1440 * (s + (n * 8017) % 10007 % (729 - s)) + (n * 6299) % 10007 % 1440),
    CASE WHEN k < 12 THEN 'completed' WHEN k < 15 THEN 'shipped' WHEN k < 17 THEN 'pending'
      WHEN k < 19 THEN 'cancelled' ELSE 'returned' END,
    CASE (n * 5197) % 10007 % 5 WHEN 0 THEN 'store' WHEN 1 THEN 'mobile' WHEN 2 THEN 'mobile' ELSE 'web' END,
    0.01 * (500 + (n * 7607) % 10007 * 5 % 49000),
    CASE WHEN (n * 4409) % 10007 % 5 < 3 THEN NULL ELSE 0.05 * ((n * 4409) % 10007 % 401) END,
    CASE WHEN k < 15 OR k = 19 THEN
      TIMESTAMP '2023-01-01 00:00:00'
        + INTERVAL '1' MINUTE * (1440 * (s + (n * 8017) % 10007 % (729 - s)) + (n * 6299) % 10007 % 1440 + 600 + (n * 3571) % 10007 % 9000) END,
    CASE (n * 2903) % 10007 % 8 WHEN 0 THEN 'WELCOME' WHEN 1 THEN 'SPRING' WHEN 2 THEN 'VIP' END
  FROM (
    SELECT n, c, k, CASE WHEN f > 365 THEN f - 365 ELSE 0 END AS s
    FROM (SELECT n, c, k, (c * 6133) % 10007 % 730 AS f
      FROM (SELECT n, 1 + (n * 7919) % 10007 % (CASE WHEN n % 3 = 0 THEN 240 ELSE 540 END) AS c,
          (n * 9001) % 10007 % 20 AS k
        FROM numbers WHERE n <= 4200) AS o1) AS o2) AS o3;

INSERT INTO order_items
  SELECT n,
    CASE WHEN n <= 4200 THEN n ELSE 1 + (n * 6947) % 10007 % 4200 END,
    1 + (n * 5279) % 10007 % 24,
    1 + (n * 8123) % 10007 % 5,
    0.05 * (40 + (n * 7351) % 10007 % 3900)
  FROM numbers WHERE n <= 8400;

INSERT INTO events
  SELECT 10 * n + step, 1 + (n * 8513) % 10007 % 600, CONCAT('s', CAST(n AS VARCHAR(5))),
    CASE step WHEN 3 THEN 'add_to_cart' WHEN 4 THEN 'checkout' WHEN 5 THEN 'purchase' ELSE 'page_view' END,
    CASE step WHEN 1 THEN '/' WHEN 3 THEN '/cart' WHEN 4 THEN '/checkout' WHEN 5 THEN '/thanks'
      ELSE CASE n % 3 WHEN 0 THEN '/pricing' WHEN 1 THEN '/docs' ELSE '/product' END END,
    TIMESTAMP '2024-01-01 00:00:00' + INTERVAL '1' MINUTE * ((n * 7727) % 10007 * 52 + 4 * step),
    CASE (n * 6571) % 10007 % 10 WHEN 0 THEN 'tablet' WHEN 1 THEN 'mobile' WHEN 2 THEN 'mobile' WHEN 3 THEN 'mobile'
      WHEN 4 THEN 'mobile' ELSE 'desktop' END,
    CASE WHEN step = 5 OR n % 11 = 0 THEN NULL ELSE 1 + (n * 4801 + step * 77) % 10007 % 600 END
  FROM numbers CROSS JOIN (VALUES (1, 100), (2, 70), (3, 45), (4, 28), (5, 20)) AS steps (step, share)
  WHERE n <= 2600 AND (n * 3907) % 10007 % 100 < share;

INSERT INTO subscriptions
  SELECT n, c, CASE p WHEN 0 THEN 'enterprise' WHEN 1 THEN 'pro' WHEN 2 THEN 'pro' ELSE 'basic' END,
    DATE '2023-01-01' + s,
    CASE WHEN n <= 200 THEN DATE '2023-01-01' + (s + 30 + (n * 7043) % 10007 % 150)
      WHEN n <= 400 AND n % 3 = 0 THEN DATE '2023-01-01' + (s + 15 + (n * 7043) % 10007 % 200) END,
    CASE p WHEN 0 THEN 199.00 WHEN 1 THEN 49.00 WHEN 2 THEN 49.00 ELSE 19.00 END
  FROM (SELECT n, CASE WHEN n <= 400 THEN n ELSE n - 400 END AS c, (n * 2719) % 10007 % 6 AS p,
      CASE WHEN n <= 400 THEN (n * 5843) % 10007 % 330 ELSE 515 + (n * 5843) % 10007 % 200 END AS s
    FROM numbers WHERE n <= 520) AS t;

INSERT INTO experiment_users
  SELECT c, e, CASE (c * 3121 + x * 71) % 10007 % 2 WHEN 0 THEN 'control' ELSE 'treatment' END,
    TIMESTAMP '2024-03-01 00:00:00' + INTERVAL '1' MINUTE * ((c * 4211) % 10007 * 4)
  FROM (SELECT n AS c FROM numbers WHERE n <= 500) AS u
    CROSS JOIN (VALUES ('checkout_v2', 1), ('pricing_page', 2)) AS v (e, x)
  WHERE x = 1 OR c % 2 = 0;

INSERT INTO tickets
  SELECT n, 1 + (n * 6991) % 10007 % 450,
    TIMESTAMP '2023-01-01 00:00:00' + INTERVAL '1' MINUTE * ((n * 7177) % 10007 * 104),
    CASE WHEN n % 8 = 0 THEN NULL ELSE
      TIMESTAMP '2023-01-01 00:00:00' + INTERVAL '1' MINUTE * ((n * 7177) % 10007 * 104 + 15 + (n * 5387) % 10007 % 7000) END,
    CASE (n * 4337) % 10007 % 6 WHEN 0 THEN 'billing' WHEN 1 THEN 'billing' WHEN 2 THEN 'bug' WHEN 3 THEN 'bug'
      WHEN 4 THEN 'feature' ELSE 'howto' END,
    CASE (n * 8861) % 10007 % 10 WHEN 0 THEN 'urgent' WHEN 1 THEN 'high' WHEN 2 THEN 'high' WHEN 3 THEN 'low'
      WHEN 4 THEN 'low' ELSE 'normal' END,
    1 + (n * 3623) % 10007 % 12,
    CASE WHEN n % 8 = 0 OR n % 5 = 0 THEN NULL ELSE 1 + (n * 9203) % 10007 % 5 END
  FROM numbers WHERE n <= 1500;

DROP TABLE numbers;
