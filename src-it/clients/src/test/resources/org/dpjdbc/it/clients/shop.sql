CREATE TABLE products (id INT PRIMARY KEY, name VARCHAR(20), category VARCHAR(20));
CREATE TABLE customers (
  id INT PRIMARY KEY,
  state CHAR(2) NOT NULL,
  age INT,
  income DECIMAL(10, 2),
  joined DATE,
  email VARCHAR(40));
CREATE TABLE orders (
  id INT PRIMARY KEY,
  customer_id INT NOT NULL,
  product_id INT NOT NULL,
  placed TIMESTAMP,
  quantity INT);
CREATE TABLE passwords (customer_id INT PRIMARY KEY, password VARCHAR(40));
INSERT INTO products VALUES (1, 'Tea', 'drink'), (2, 'Coffee', 'drink'), (3, 'Cup', 'ware');
INSERT INTO customers
  SELECT x, CASE MOD(x, 4) WHEN 2 THEN 'NY' WHEN 3 THEN 'TX' ELSE 'CA' END, 20 + MOD(x, 50), 20000 + 100 * x,
    DATEADD(DAY, x, DATE '2020-01-01'), 'c' || x || '@example.org'
  FROM SYSTEM_RANGE(1, 200);
INSERT INTO orders
  SELECT x, 1 + MOD(x, 200), 1 + MOD(x, 3), DATEADD(HOUR, x, TIMESTAMP '2025-01-01 00:00:00'), 1 + MOD(x, 7)
  FROM SYSTEM_RANGE(1, 600);
INSERT INTO passwords SELECT id, 'Zq7' || id FROM customers;
