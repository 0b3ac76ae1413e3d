-- Questions to both drivers; see ZeroNoiseDifferentialTest. Public keys are always all listed.

SELECT COUNT(*) AS x FROM patients

SELECT COUNT(weight) AS x FROM patients

SELECT COUNT(DISTINCT patient_id) AS x FROM patients

SELECT COUNT(DISTINCT ward) AS x FROM patients

SELECT COUNT(DISTINCT age) AS x FROM patients

SELECT SUM(age) AS x FROM patients

SELECT SUM(income) AS x FROM patients

SELECT SUM(weight) AS x FROM patients

SELECT SUM(height) AS x FROM patients

SELECT SUM(children) AS x FROM patients

SELECT AVG(age) AS x FROM patients

SELECT AVG(income) AS x FROM patients

SELECT AVG(weight) AS x FROM patients

SELECT AVG(height) AS x FROM patients

SELECT AVG(children) AS x FROM patients

SELECT VAR_POP(age) AS x FROM patients

SELECT VAR_SAMP(age) AS x FROM patients

SELECT STDDEV_POP(age) AS x FROM patients

SELECT STDDEV_SAMP(age) AS x FROM patients

SELECT VAR_SAMP(height) AS x FROM patients

-- An ENUM is a text: it compares as one, whatever its order is and whatever it is compared with

-- needs constraints
SELECT mood, COUNT(*) AS n FROM moods GROUP BY mood ORDER BY mood
-- raw
SELECT CAST(mood AS VARCHAR) AS mood, COUNT(*) AS n FROM moods GROUP BY CAST(mood AS VARCHAR) ORDER BY CAST(mood AS VARCHAR)

SELECT later, COUNT(*) AS n FROM moods GROUP BY later
-- raw
SELECT CAST(later AS VARCHAR) AS later, COUNT(*) AS n FROM moods GROUP BY CAST(later AS VARCHAR)

SELECT COUNT(*) AS n FROM moods WHERE mood = 'happy' OR later = 'nosuch'
-- raw
SELECT COUNT(*) AS n FROM moods WHERE CAST(mood AS VARCHAR) = 'happy' OR CAST(later AS VARCHAR) = 'nosuch'

SELECT COUNT(*) AS n FROM moods WHERE later = 'happy'
-- raw
SELECT COUNT(*) AS n FROM moods WHERE CAST(later AS VARCHAR) = 'happy'

SELECT COUNT(*) AS n FROM moods WHERE later < 'b' AND mood > 'a'
-- raw
SELECT COUNT(*) AS n FROM moods WHERE CAST(later AS VARCHAR) < 'b' AND CAST(mood AS VARCHAR) > 'a'
-- raw PostgreSQL
SELECT COUNT(*) AS n FROM moods WHERE CAST(later AS VARCHAR) < 'b' COLLATE "C" AND CAST(mood AS VARCHAR) > 'a' COLLATE "C"

SELECT COUNT(*) AS n FROM moods WHERE mood = word
-- raw
SELECT COUNT(*) AS n FROM moods WHERE CAST(mood AS VARCHAR) = word

SELECT COUNT(*) AS n FROM moods WHERE mood = later
-- raw
SELECT COUNT(*) AS n FROM moods WHERE CAST(mood AS VARCHAR) = CAST(later AS VARCHAR)

SELECT mood, COUNT(*) AS n FROM moods WHERE mood IN ('ok', 'nosuch') GROUP BY mood
-- raw
SELECT CAST(mood AS VARCHAR) AS mood, COUNT(*) AS n FROM moods WHERE mood = 'ok' GROUP BY CAST(mood AS VARCHAR)

SELECT COUNT(DISTINCT later) AS d, COUNT(later) AS n FROM moods WHERE COALESCE(later, 'none') <> 'none' AND mood LIKE '%a%'
-- raw
SELECT COUNT(DISTINCT CAST(later AS VARCHAR)) AS d, COUNT(later) AS n FROM moods WHERE later IS NOT NULL AND CAST(mood AS VARCHAR) LIKE '%a%'

-- Names that are words of SQL

SELECT sex AS date, COUNT(*) AS count, SUM(age) AS sum, AVG(age) AS old FROM patients GROUP BY sex HAVING COUNT(*) > 3 ORDER BY count DESC

-- needs constraints
SELECT RANK() OVER (ORDER BY t.count DESC, timestamp) AS rank, count, timestamp AS time FROM (SELECT region AS timestamp, COUNT(*) AS count FROM patients GROUP BY region) AS t

-- Result types are the database's

SELECT VAR_POP(income) AS a, VAR_SAMP(weight) AS b, STDDEV_POP(income) AS c, STDDEV_SAMP(weight) AS d FROM patients

SELECT VARIANCE(income) AS a, STDDEV(weight) AS b FROM patients

SELECT VAR_POP(n) AS v, STDDEV_SAMP(w) AS s, COVAR_POP(n, w) AS c FROM (SELECT ward, COUNT(*) AS n, SUM(weight) AS w FROM patients GROUP BY ward) AS t
-- raw Trino
SELECT VAR_POP(n) AS v, STDDEV_SAMP(w) AS s, COVAR_POP(CAST(n AS DOUBLE), CAST(w AS DOUBLE)) AS c FROM (SELECT ward, COUNT(*) AS n, SUM(weight) AS w FROM patients GROUP BY ward) AS t
-- raw MariaDB
SELECT VAR_POP(n) AS v, STDDEV_SAMP(w) AS s, AVG(n * w) - AVG(n) * AVG(w) + 0E0 AS c FROM (SELECT ward, COUNT(*) AS n, SUM(weight) AS w FROM patients GROUP BY ward) AS t

SELECT ward, VAR_POP(COUNT(*)) OVER () AS v, STDDEV_SAMP(SUM(weight)) OVER () AS s FROM patients GROUP BY ward

SELECT EXTRACT(YEAR FROM born) AS y, COUNT(*) AS n FROM patients GROUP BY EXTRACT(YEAR FROM born) HAVING COUNT(*) > 0

SELECT MONTH(born) AS m, QUARTER(born) AS q FROM (SELECT born, COUNT(*) AS n FROM patients GROUP BY born) AS t
-- raw PostgreSQL
SELECT EXTRACT(MONTH FROM born) AS m, EXTRACT(QUARTER FROM born) AS q FROM (SELECT born, COUNT(*) AS n FROM patients GROUP BY born) AS t

SELECT EXTRACT(MINUTE FROM admitted) AS m, COUNT(*) AS n FROM patients GROUP BY EXTRACT(MINUTE FROM admitted)

-- Starts of months and the like: FLOOR of a date is a date, DATE_TRUNC what it is in the database

SELECT DATE_TRUNC('month', born) AS m, COUNT(*) AS n FROM patients GROUP BY DATE_TRUNC('month', born)
-- raw PostgreSQL
SELECT DATE_TRUNC('month', CAST(born AS TIMESTAMP)) AS m, COUNT(*) AS n FROM patients GROUP BY DATE_TRUNC('month', CAST(born AS TIMESTAMP))
-- raw MariaDB
SELECT DATE_SUB(born, INTERVAL DAYOFMONTH(born) - 1 DAY) AS m, COUNT(*) AS n FROM patients GROUP BY DATE_SUB(born, INTERVAL DAYOFMONTH(born) - 1 DAY)

SELECT FLOOR(born TO MONTH) AS m, COUNT(*) AS n FROM patients GROUP BY FLOOR(born TO MONTH)
-- raw
SELECT CAST(DATE_TRUNC('month', born) AS DATE) AS m, COUNT(*) AS n FROM patients GROUP BY CAST(DATE_TRUNC('month', born) AS DATE)
-- raw MariaDB
SELECT DATE_SUB(born, INTERVAL DAYOFMONTH(born) - 1 DAY) AS m, COUNT(*) AS n FROM patients GROUP BY DATE_SUB(born, INTERVAL DAYOFMONTH(born) - 1 DAY)

-- As Tableau asks
SELECT DATE_TRUNC('QUARTER', CAST(seen AS TIMESTAMP)) AS q, SUM(cost) AS s FROM visits GROUP BY 1 HAVING (COUNT(1) > 0)
-- raw
SELECT DATE_TRUNC('QUARTER', CAST(seen AS TIMESTAMP)) AS q, SUM(cost) AS s FROM visits GROUP BY DATE_TRUNC('QUARTER', CAST(seen AS TIMESTAMP))
-- raw MariaDB
SELECT TIMESTAMP(MAKEDATE(YEAR(seen), 1) + INTERVAL QUARTER(seen) - 1 QUARTER) AS q, SUM(cost) AS s FROM visits GROUP BY 1

-- Weeks begin on Mondays
SELECT DATE_TRUNC('week', seen) AS w, COUNT(*) AS n FROM visits GROUP BY 1 HAVING COUNT(*) > 0
-- raw H2
SELECT DATE_TRUNC('ISO_WEEK', seen) AS w, COUNT(*) AS n FROM visits GROUP BY DATE_TRUNC('ISO_WEEK', seen)
-- raw PostgreSQL
SELECT DATE_TRUNC('week', CAST(seen AS TIMESTAMP)) AS w, COUNT(*) AS n FROM visits GROUP BY 1
-- raw MariaDB
SELECT DATE_SUB(seen, INTERVAL WEEKDAY(seen) DAY) AS w, COUNT(*) AS n FROM visits GROUP BY 1

SELECT DATE_TRUNC('week', seen) AS w, SUM(n) AS n FROM (SELECT seen, COUNT(*) AS n FROM visits GROUP BY seen HAVING COUNT(*) > 0) AS t GROUP BY 1
-- raw H2
SELECT DATE_TRUNC('ISO_WEEK', seen) AS w, SUM(n) AS n FROM (SELECT seen, COUNT(*) AS n FROM visits GROUP BY seen) AS t GROUP BY DATE_TRUNC('ISO_WEEK', seen)
-- raw PostgreSQL
SELECT DATE_TRUNC('week', CAST(seen AS TIMESTAMP)) AS w, SUM(n) AS n FROM (SELECT seen, COUNT(*) AS n FROM visits GROUP BY seen) AS t GROUP BY 1
-- raw MariaDB
SELECT DATE_SUB(seen, INTERVAL WEEKDAY(seen) DAY) AS w, SUM(n) AS n FROM (SELECT seen, COUNT(*) AS n FROM visits GROUP BY seen) AS t GROUP BY 1

SELECT COUNT(DISTINCT DATE_TRUNC('year', admitted)) AS y, COUNT(DISTINCT DATE_TRUNC('Day', admitted)) AS d, COUNT(DISTINCT DATE_TRUNC('hour', admitted)) AS h FROM patients
-- raw MariaDB
SELECT COUNT(DISTINCT YEAR(admitted)) AS y, COUNT(DISTINCT DATE(admitted)) AS d, COUNT(DISTINCT admitted) AS h FROM patients

SELECT DATE_TRUNC('hour', admitted) AS h, COUNT(*) AS n FROM patients GROUP BY DATE_TRUNC('hour', admitted)
-- raw MariaDB
SELECT admitted AS h, COUNT(*) AS n FROM patients GROUP BY admitted

SELECT DATE_TRUNC('year', admitted) AS y, DATE_TRUNC('quarter', admitted) AS q, DATE_TRUNC('minute', admitted) AS m, DATE_TRUNC('second', admitted) AS s FROM (SELECT admitted, COUNT(*) AS n FROM patients GROUP BY admitted) AS t
-- raw MariaDB
SELECT TIMESTAMP(MAKEDATE(YEAR(admitted), 1)) AS y, TIMESTAMP(MAKEDATE(YEAR(admitted), 1) + INTERVAL QUARTER(admitted) - 1 QUARTER) AS q, admitted AS m, admitted AS s FROM (SELECT admitted, COUNT(*) AS n FROM patients GROUP BY admitted) AS t

SELECT COUNT(*) AS n FROM patients WHERE DATE_TRUNC('year', born) < DATE '1980-01-01'
-- raw MariaDB
SELECT COUNT(*) AS n FROM patients WHERE YEAR(born) < 1980

SELECT CHAR_LENGTH(ward) AS l, COUNT(*) AS n FROM patients GROUP BY CHAR_LENGTH(ward)
-- raw Trino
SELECT LENGTH(ward) AS l, COUNT(*) AS n FROM patients GROUP BY LENGTH(ward)

SELECT CHARACTER_LENGTH(ward) AS l, COUNT(*) AS n FROM patients GROUP BY ward
-- raw Trino
SELECT LENGTH(ward) AS l, COUNT(*) AS n FROM patients GROUP BY ward

-- Casts of released values round half away from zero

SELECT CAST(2.5 AS INTEGER) AS a, CAST(-2.5 AS INTEGER) AS b, CAST(1.25 AS DECIMAL(5, 1)) AS c, CAST(2.5E0 AS BIGINT) AS d, CAST(-0.5E0 AS BIGINT) AS e FROM (SELECT COUNT(*) AS n FROM patients) AS t
-- raw DuckDB
-- a constant is cast while planning, and rounded like a decimal
SELECT CAST(2.5 AS INTEGER) AS a, CAST(-2.5 AS INTEGER) AS b, CAST(1.25 AS DECIMAL(5, 1)) AS c, CAST(2.5 AS BIGINT) AS d, CAST(-0.5 AS BIGINT) AS e FROM (SELECT COUNT(*) AS n FROM patients) AS t
-- raw Spark SQL
SELECT 3 AS a, -3 AS b, CAST(1.25 AS DECIMAL(5, 1)) AS c, CAST(3 AS BIGINT) AS d, CAST(-1 AS BIGINT) AS e FROM (SELECT COUNT(*) AS n FROM patients) AS t

SELECT CAST(COUNT(*) / 16.0 AS INTEGER) AS a, CAST(-COUNT(*) / 16.0 AS BIGINT) AS b, CAST(COUNT(*) / 16.0E0 AS SMALLINT) AS c, CAST(COUNT(*) / 64.0 AS DECIMAL(4, 2)) AS d FROM patients
-- raw Spark SQL
SELECT CAST(ROUND(COUNT(*) / 16.0) AS INTEGER) AS a, CAST(ROUND(-COUNT(*) / 16.0) AS BIGINT) AS b, CAST(ROUND(COUNT(*) / 16.0E0) AS SMALLINT) AS c, CAST(COUNT(*) / 64.0 AS DECIMAL(4, 2)) AS d FROM patients

SELECT COUNT(*) AS x FROM visits

SELECT COUNT(icd) AS x FROM visits

SELECT COUNT(DISTINCT patient_id) AS x FROM visits

SELECT SUM(cost) AS x FROM visits

SELECT SUM(days) AS x FROM visits

SELECT AVG(cost) AS x FROM visits

SELECT AVG(days) AS x FROM visits

SELECT VAR_POP(days) AS x FROM visits

SELECT STDDEV_SAMP(days) AS x FROM visits

SELECT COUNT(DISTINCT icd) AS x FROM visits

SELECT COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m, COUNT(age) AS k FROM patients

SELECT SUM(cost) AS s, AVG(cost) AS m, COUNT(*) AS n FROM visits

SELECT VAR_POP(weight) AS x FROM patients

SELECT STDDEV_SAMP(weight) AS x FROM patients

SELECT STDDEV_POP(income) AS x FROM patients

SELECT COUNT(*) FILTER (WHERE smoker) AS smokers, COUNT(*) FILTER (WHERE NOT smoker) AS others FROM patients

SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE weight > 70) AS heavy, COUNT(weight) AS weighed, COUNT(*) FILTER (WHERE NOT weight > 70) AS light FROM patients

-- needs constraints
SELECT sex, COUNT(*) FILTER (WHERE ward = 'red') AS red, COUNT(*) FILTER (WHERE ward <> 'red') AS others, COUNT(ward) AS n FROM patients GROUP BY sex

SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE urgent) AS urgent, COUNT(*) FILTER (WHERE cost / NULLIF(cost - 100, 0) > 1) AS more FROM visits

SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE FALSE) AS nobody, COUNT(*) FILTER (WHERE age > 50) AS older FROM patients

SELECT SUM(age) FILTER (WHERE sex = 'F') AS x FROM patients

SELECT AVG(weight) FILTER (WHERE age >= 18 AND region <> 'N') AS x FROM patients

SELECT STDDEV_POP(age) FILTER (WHERE ward IS NOT NULL) AS x FROM patients

SELECT COUNT(DISTINCT ward) FILTER (WHERE age < 50) AS x FROM patients

SELECT SUM(cost) FILTER (WHERE urgent) AS x, COUNT(*) FILTER (WHERE icd = 'A01') AS y FROM visits

SELECT COUNT(*) AS n FROM patients WHERE age BETWEEN 20 AND 60

SELECT COUNT(*) AS n FROM patients WHERE sex = 'F'

SELECT COUNT(*) AS n FROM patients WHERE ward IS NULL

SELECT COUNT(*) AS n FROM patients WHERE ward = 'blue' OR ward = 'red'

SELECT COUNT(*) AS n FROM patients WHERE smoker

SELECT COUNT(*) AS n FROM patients WHERE smoker IS NOT TRUE
-- raw Trino
SELECT COUNT(*) AS n FROM patients WHERE NOT COALESCE(smoker, FALSE)

SELECT COUNT(*) AS n FROM patients WHERE region IN ('N', 'S')

SELECT COUNT(*) AS n FROM patients WHERE region NOT IN ('N')

SELECT COUNT(*) AS n FROM patients WHERE ward LIKE 'b%'

SELECT COUNT(*) AS n FROM patients WHERE weight > 70.5

SELECT COUNT(*) AS n FROM patients WHERE height >= 1.75

SELECT COUNT(*) AS n FROM patients WHERE born >= DATE '1980-01-01'

SELECT COUNT(*) AS n FROM patients WHERE admitted < TIMESTAMP '2023-01-01 00:00:00'

SELECT COUNT(*) AS n FROM patients WHERE income IS NOT NULL AND income > 50000

SELECT COUNT(*) AS n FROM patients WHERE NOT (age < 30 OR age > 70)

SELECT COUNT(*) AS n FROM patients WHERE ward IS DISTINCT FROM 'red'

SELECT COUNT(*) AS n FROM patients WHERE EXTRACT(YEAR FROM born) < 1970

SELECT COUNT(*) AS n FROM patients WHERE UPPER(ward) = 'GREEN'

SELECT COUNT(*) AS n FROM patients WHERE CHAR_LENGTH(ward) = 3
-- raw Trino
SELECT COUNT(*) AS n FROM patients WHERE LENGTH(ward) = 3

SELECT COUNT(*) AS n FROM patients WHERE MOD(age, 2) = 0

SELECT COUNT(*) AS n FROM patients WHERE COALESCE(children, 0) > 2

SELECT COUNT(*) AS n FROM patients WHERE CASE WHEN age > 40 THEN smoker ELSE sex = 'F' END

SELECT SUM(age * 2 + 1) AS x FROM patients

SELECT SUM(age - 50) AS x FROM patients

SELECT SUM(CASE WHEN smoker THEN 1 ELSE 0 END) AS x FROM patients

SELECT SUM(CASE WHEN age > 50 THEN income END) AS x FROM patients

SELECT SUM(ABS(age - 40)) AS x FROM patients

SELECT SUM(COALESCE(children, 1)) AS x FROM patients

SELECT AVG(COALESCE(weight, 60)) AS x FROM patients

SELECT SUM(NULLIF(children, 0)) AS x FROM patients

SELECT SUM(GREATEST(age, 30)) AS x FROM patients

SELECT SUM(LEAST(age, 30)) AS x FROM patients

SELECT SUM(FLOOR(weight)) AS x FROM patients

SELECT SUM(CEIL(weight)) AS x FROM patients

SELECT SUM(ROUND(weight)) AS x FROM patients
-- raw DuckDB
SELECT CAST(SUM(ROUND(weight)) AS DECIMAL(38, 1)) AS x FROM patients
-- raw Trino
SELECT CAST(SUM(ROUND(weight)) AS DECIMAL(38, 1)) AS x FROM patients

SELECT SUM(SIGN(age - 50)) AS x FROM patients
-- raw PostgreSQL
SELECT CAST(SUM(SIGN(age - 50)) AS BIGINT) AS x FROM patients
-- raw Spark SQL
SELECT CAST(SUM(SIGN(age - 50)) AS BIGINT) AS x FROM patients

SELECT SUM(MOD(age, 10)) AS x FROM patients

SELECT SUM(weight * 2) AS x FROM patients

SELECT SUM(-age) AS x FROM patients

SELECT AVG(age / 10) AS x FROM patients

SELECT AVG(CAST(age AS DOUBLE PRECISION)) AS x FROM patients

-- needs constraints
SELECT sex, SUM(age) AS s, AVG(CAST(age AS DOUBLE PRECISION)) AS m, COUNT(*) AS n FROM patients GROUP BY sex

SELECT SUM(cost) AS s, AVG(CAST(cost AS DOUBLE PRECISION)) AS m FROM visits

SELECT SUM(CAST(weight AS INTEGER)) AS x FROM patients
-- raw Spark SQL
SELECT SUM(CAST(ROUND(weight) AS INTEGER)) AS x FROM patients

SELECT SUM(CAST(age AS BIGINT)) AS x FROM patients

SELECT SUM(height * 2) AS x FROM patients

SELECT SUM(CAST(age / 7.0 AS INTEGER)) AS x, AVG(CAST(income / 7.0 AS BIGINT)) AS y, SUM(CAST(height / 0.3 AS INTEGER)) AS z FROM patients

SELECT COUNT(*) AS x FROM patients WHERE CAST(age / 7.0 AS INTEGER) = 5

SELECT CAST(age / 7.0 AS INTEGER) AS k, COUNT(*) AS x FROM patients GROUP BY CAST(age / 7.0 AS INTEGER) HAVING COUNT(*) > 0

SELECT AVG(height + 1) AS x FROM patients

SELECT AVG(POWER(height, 2)) AS x FROM patients

SELECT SUM(weight + age) AS x FROM patients

SELECT SUM(EXTRACT(YEAR FROM born)) AS x FROM patients

SELECT AVG(EXTRACT(MONTH FROM born)) AS x FROM patients

SELECT SUM(CHAR_LENGTH(LEFT(region, 2))) AS x FROM patients
-- raw Trino
SELECT SUM(LENGTH(SUBSTRING(region FROM 1 FOR 2))) AS x FROM patients

SELECT SUM(TIMESTAMPDIFF(DAY, DATE '1950-01-01', born)) AS x FROM patients
-- raw: TIMESTAMPDIFF is an INTEGER
SELECT SUM(CAST(DATEDIFF(DAY, DATE '1950-01-01', born) AS INTEGER)) AS x FROM patients
-- raw DuckDB
SELECT SUM(CAST(DATEDIFF('day', DATE '1950-01-01', born) AS INTEGER)) AS x FROM patients
-- raw PostgreSQL
SELECT SUM(born - DATE '1950-01-01') AS x FROM patients
-- raw Trino
SELECT SUM(DATE_DIFF('day', DATE '1950-01-01', born)) AS x FROM patients
-- raw MariaDB
SELECT SUM(TIMESTAMPDIFF(DAY, DATE '1950-01-01', born)) AS x FROM patients

SELECT ROUND(AVG(SQRT(age)), 4) AS x FROM patients
-- raw PostgreSQL
SELECT CAST(ROUND(CAST(AVG(SQRT(age)) AS NUMERIC), 4) AS DOUBLE PRECISION) AS x FROM patients

-- needs constraints
SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex

-- needs constraints
SELECT region, sex, COUNT(*) AS n, AVG(age) AS m FROM patients GROUP BY region, sex
-- raw: public keys are always all listed
SELECT r.code AS region, s.sex, COUNT(p.patient_id) AS n, AVG(p.age) AS m FROM regions AS r CROSS JOIN (VALUES ('F'), ('M')) AS s(sex) LEFT JOIN patients AS p ON p.region = r.code AND p.sex = s.sex GROUP BY r.code, s.sex
-- raw MariaDB
SELECT r.code AS region, s.sex, COUNT(p.patient_id) AS n, AVG(p.age) AS m FROM regions AS r CROSS JOIN (SELECT 'F' AS sex UNION ALL SELECT 'M') AS s LEFT JOIN patients AS p ON p.region = r.code AND p.sex = s.sex COLLATE utf8mb4_uca1400_ai_ci GROUP BY r.code, s.sex

SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward

SELECT smoker, COUNT(*) AS n, SUM(age) AS s FROM patients GROUP BY smoker

-- needs constraints
SELECT age > 50 AS aged, COUNT(*) AS n FROM patients GROUP BY age > 50

SELECT CASE WHEN age < 18 THEN 'child' WHEN age < 65 THEN 'adult' ELSE 'senior' END AS grp, COUNT(*) AS n FROM patients GROUP BY CASE WHEN age < 18 THEN 'child' WHEN age < 65 THEN 'adult' ELSE 'senior' END

SELECT EXTRACT(YEAR FROM born) AS y, COUNT(*) AS n FROM patients GROUP BY EXTRACT(YEAR FROM born) HAVING COUNT(*) > 0

SELECT age / 10 AS decade, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0

SELECT UPPER(ward) AS w, AVG(age) AS m FROM patients GROUP BY UPPER(ward)

SELECT height, COUNT(*) AS n FROM patients GROUP BY height

SELECT children, AVG(weight) AS m FROM patients GROUP BY children HAVING COUNT(*) > 0

SELECT ward, smoker, COUNT(*) AS n FROM patients WHERE ward = 'blue' AND smoker IS NOT NULL GROUP BY ward, smoker

-- needs constraints
SELECT sex AS s, COUNT(*) AS n FROM patients GROUP BY 1
-- raw: ordinals
SELECT sex AS s, COUNT(*) AS n FROM patients GROUP BY sex

-- needs constraints
SELECT sex AS s, COUNT(*) AS n FROM patients GROUP BY s
-- raw Trino
SELECT sex AS s, COUNT(*) AS n FROM patients GROUP BY sex

SELECT ward || '!' AS w, COUNT(*) AS n FROM patients GROUP BY ward || '!'
-- raw MariaDB
SELECT CONCAT(ward, '!') AS w, COUNT(*) AS n FROM patients GROUP BY CONCAT(ward, '!')

SELECT icd, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY icd

-- needs constraints
SELECT urgent, AVG(cost) AS m, COUNT(DISTINCT patient_id) AS p FROM visits GROUP BY urgent

-- needs constraints
SELECT icd, urgent, SUM(days) AS d FROM visits WHERE icd IN ('A01', 'B02') GROUP BY icd, urgent
-- raw: public keys are always all listed, and a sum over nobody is 0
SELECT i.icd, u.urgent, COALESCE(SUM(v.days), 0) AS d FROM (VALUES ('A01'), ('B02')) AS i(icd) CROSS JOIN (VALUES (TRUE), (FALSE)) AS u(urgent) LEFT JOIN visits AS v ON v.icd = i.icd AND v.urgent = u.urgent GROUP BY i.icd, u.urgent
-- raw MariaDB
SELECT i.icd, u.urgent, COALESCE(SUM(v.days), 0) AS d FROM (SELECT 'A01' AS icd UNION ALL SELECT 'B02') AS i CROSS JOIN (SELECT TRUE AS urgent UNION ALL SELECT FALSE) AS u LEFT JOIN visits AS v ON v.icd = i.icd COLLATE utf8mb4_uca1400_ai_ci AND v.urgent = u.urgent GROUP BY i.icd, u.urgent

SELECT EXTRACT(YEAR FROM seen) AS y, SUM(cost) AS s FROM visits GROUP BY EXTRACT(YEAR FROM seen) HAVING COUNT(*) > 0

-- needs constraints
SELECT DISTINCT sex FROM patients

SELECT DISTINCT ward FROM patients

SELECT DISTINCT region, sex FROM patients

-- needs constraints
SELECT COUNT(*) AS n FROM patients GROUP BY sex

SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward HAVING COUNT(*) > 24

SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward HAVING AVG(age) > 40 AND ward IS NOT NULL

SELECT ward, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL GROUP BY ward ORDER BY n DESC, ward

-- needs constraints
SELECT region, AVG(age) AS m FROM patients GROUP BY region ORDER BY region

SELECT region, SUM(income) AS s FROM patients GROUP BY region ORDER BY s DESC LIMIT 2

-- needs constraints
SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 ORDER BY d LIMIT 3 OFFSET 2
-- raw Trino
SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 ORDER BY d OFFSET 2 LIMIT 3

SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0 ORDER BY 1 DESC OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY
-- raw Spark SQL
SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0 ORDER BY 1 DESC LIMIT 2 OFFSET 1

SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward ORDER BY ward NULLS FIRST

SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward ORDER BY ward DESC NULLS LAST

SELECT icd FROM visits GROUP BY icd HAVING COUNT(DISTINCT patient_id) > 40 ORDER BY icd

SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex HAVING COUNT(1) > 0 ORDER BY COUNT(*) DESC
-- raw Spark SQL
SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex ORDER BY n DESC

SELECT SUM(income) / COUNT(*) AS x FROM patients WHERE income IS NOT NULL

SELECT 100.0 * COUNT(*) FILTER (WHERE smoker) / COUNT(*) AS pct FROM patients

SELECT COUNT(*) + 1 AS a, COUNT(*) - 1 AS b, COUNT(*) * 2 AS c, -COUNT(*) AS d FROM patients

SELECT ROUND(AVG(age), 1) AS x FROM patients

SELECT CAST(AVG(age) AS INTEGER) AS x FROM patients
-- raw Spark SQL
SELECT CAST(ROUND(AVG(age)) AS INTEGER) AS x FROM patients

SELECT CAST(COUNT(*) AS DOUBLE PRECISION) / 7 AS x FROM patients

SELECT CASE WHEN COUNT(*) > 100 THEN 'many' ELSE 'few' END AS x FROM patients

SELECT COALESCE(AVG(age), 0) AS x FROM patients

-- needs constraints
SELECT sex, CASE sex WHEN 'F' THEN 'woman' ELSE 'man' END AS label, COUNT(*) AS n FROM patients GROUP BY sex

SELECT UPPER(ward) AS w, COUNT(*) AS n FROM patients GROUP BY ward

SELECT MOD(COUNT(*), 7) AS x, ABS(COUNT(*) - 200) AS y FROM patients
-- raw DuckDB
SELECT CAST(COUNT(*) % 7 AS INTEGER) AS x, ABS(COUNT(*) - 200) AS y FROM patients
-- raw PostgreSQL
SELECT CAST(MOD(COUNT(*), 7) AS INTEGER) AS x, ABS(COUNT(*) - 200) AS y FROM patients
-- raw Trino
SELECT CAST(MOD(COUNT(*), 7) AS INTEGER) AS x, ABS(COUNT(*) - 200) AS y FROM patients
-- raw Spark SQL
SELECT CAST(MOD(COUNT(*), 7) AS INTEGER) AS x, ABS(COUNT(*) - 200) AS y FROM patients

SELECT COUNT(*) > 10 AS x, AVG(age) IS NULL AS y FROM patients

SELECT SQRT(COUNT(*)) AS x, POWER(COUNT(*), 2) AS y FROM patients

SELECT NULLIF(COUNT(*), 120) AS x FROM patients

SELECT GREATEST(COUNT(*), 1000) AS x, LEAST(COUNT(*), 5) AS y FROM patients

SELECT 'total' AS what, COUNT(*) AS n FROM patients
-- raw: a text literal is a CHAR
SELECT CAST('total' AS CHAR(5)) AS what, COUNT(*) AS n FROM patients
-- raw Trino
SELECT CAST('total' AS VARCHAR) AS what, COUNT(*) AS n FROM patients

SELECT 1 AS uno, DATE '2024-01-01' AS d, TRUE AS t, COUNT(*) AS n FROM patients

-- needs constraints
SELECT region, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS total FROM patients GROUP BY region

-- needs constraints
SELECT region, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) DESC) AS r FROM patients GROUP BY region

SELECT d, n, SUM(n) OVER (ORDER BY d) AS so_far FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT d, n, LAG(n) OVER (ORDER BY d) AS before, LEAD(n, 1, 0) OVER (ORDER BY d) AS after FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t
-- raw MariaDB
SELECT d, n, LAG(n) OVER (ORDER BY d) AS b, COALESCE(LEAD(n) OVER (ORDER BY d), 0) AS a FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT d, ROW_NUMBER() OVER (ORDER BY n DESC, d) AS r FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT d, n, AVG(n) OVER (ORDER BY d ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS smooth FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT smoker, ward, n, MAX(n) OVER (PARTITION BY smoker) AS most FROM (SELECT smoker, ward, COUNT(*) AS n FROM patients GROUP BY smoker, ward) AS t

SELECT d, DENSE_RANK() OVER (ORDER BY n) AS r, FIRST_VALUE(d) OVER (ORDER BY d) AS f FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT r.name, COUNT(*) AS n FROM patients AS p JOIN regions AS r ON p.region = r.code GROUP BY r.name

SELECT r.name, AVG(p.age) AS m FROM patients AS p JOIN regions AS r ON p.region = r.code WHERE r.population > 500 GROUP BY r.name

SELECT COUNT(*) AS n FROM patients AS p JOIN regions AS r ON p.region = r.code AND r.name LIKE 'N%'

SELECT r.population IS NULL AS missing, COUNT(*) AS n FROM patients AS p JOIN regions AS r ON p.region = r.code GROUP BY r.population IS NULL

SELECT d.chapter, COUNT(*) AS n FROM visits AS v JOIN diseases AS d ON v.icd = d.icd GROUP BY d.chapter

SELECT d.chapter, SUM(v.cost) AS s FROM visits AS v LEFT JOIN diseases AS d ON v.icd = d.icd GROUP BY d.chapter

-- needs constraints
SELECT d.chapter, v.urgent, AVG(v.cost) AS m FROM visits AS v JOIN diseases AS d ON v.icd = d.icd GROUP BY d.chapter, v.urgent
-- raw: public keys are always all listed
SELECT d.chapter, u.urgent, AVG(v.cost) AS m FROM (VALUES (TRUE), (FALSE)) AS u(urgent) CROSS JOIN diseases AS d LEFT JOIN visits AS v ON v.icd = d.icd AND v.urgent = u.urgent GROUP BY d.chapter, u.urgent
-- raw MariaDB
SELECT d.chapter, u.urgent, AVG(v.cost) AS m FROM (SELECT TRUE AS urgent UNION ALL SELECT FALSE) AS u CROSS JOIN diseases AS d LEFT JOIN visits AS v ON v.icd = d.icd AND v.urgent = u.urgent GROUP BY d.chapter, u.urgent

SELECT SUM(d.severity) AS s FROM visits AS v JOIN diseases AS d ON v.icd = d.icd WHERE d.severity BETWEEN 0 AND 10

SELECT COUNT(*) AS n FROM visits WHERE icd IN (SELECT icd FROM diseases WHERE severity > 1)

SELECT COUNT(*) AS n FROM visits AS v WHERE EXISTS (SELECT 1 FROM diseases AS d WHERE d.icd = v.icd AND d.chapter = 'infection')

SELECT COUNT(*) AS n FROM visits AS v WHERE NOT EXISTS (SELECT 1 FROM diseases AS d WHERE d.icd = v.icd AND d.severity > 1)

SELECT COUNT(*) AS n FROM visits WHERE icd NOT IN (SELECT icd FROM diseases WHERE severity > 1)

SELECT COUNT(*) AS n FROM visits AS v, diseases AS d WHERE v.icd = d.icd AND d.severity > 1

SELECT r.name, t.n FROM regions AS r JOIN (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) AS t ON t.region = r.code

SELECT r.name, t.n * 1000.0 / r.population AS rate FROM regions AS r LEFT JOIN (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) AS t ON t.region = r.code

SELECT a.sex, a.n, b.m FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex) AS a JOIN (SELECT sex, AVG(age) AS m FROM patients GROUP BY sex) AS b ON a.sex = b.sex

-- needs constraints
SELECT sex AS k, COUNT(*) AS n FROM patients GROUP BY sex UNION ALL SELECT region, COUNT(*) FROM patients GROUP BY region

SELECT n FROM (SELECT COUNT(*) AS n FROM patients) AS t UNION SELECT COUNT(*) FROM visits

SELECT ward FROM patients GROUP BY ward INTERSECT SELECT 'blue' FROM regions

SELECT region FROM patients GROUP BY region EXCEPT SELECT code FROM regions WHERE population > 1000

SELECT MAX(n) AS most, MIN(n) AS least, AVG(n) AS m, COUNT(*) AS k FROM (SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward) AS t

SELECT SUM(s) AS s FROM (SELECT region, SUM(income) AS s FROM patients GROUP BY region) AS t WHERE s > 1000

SELECT n > 24 AS big, COUNT(*) AS k FROM (SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward) AS t GROUP BY n > 24

SELECT (SELECT COUNT(*) FROM patients) AS p, (SELECT COUNT(*) FROM visits) AS v FROM (VALUES (1)) AS v(x)
-- raw MariaDB
SELECT (SELECT COUNT(*) FROM patients) AS p, (SELECT COUNT(*) FROM visits) AS v

SELECT region, COUNT(*) AS n FROM patients GROUP BY region HAVING COUNT(*) >= (SELECT AVG(n) FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) AS t)

SELECT region, n FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) AS t WHERE n = (SELECT MAX(n) FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) AS u)

SELECT a.n * 1.0 / b.n AS ratio FROM (SELECT COUNT(*) AS n FROM patients WHERE smoker) AS a CROSS JOIN (SELECT COUNT(*) AS n FROM patients) AS b

SELECT COUNT(*) AS n FROM (SELECT * FROM patients) AS t

SELECT AVG(x) AS m FROM (SELECT age * 2 AS x FROM patients WHERE sex = 'M') AS t

-- needs constraints
WITH adults AS (SELECT * FROM patients WHERE age >= 18) SELECT sex, COUNT(*) AS n FROM adults GROUP BY sex

WITH c AS (SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward) SELECT COUNT(*) AS k, SUM(n) AS s FROM c

WITH a AS (SELECT COUNT(*) AS n FROM patients), b AS (SELECT COUNT(*) AS n FROM visits) SELECT a.n AS x, b.n AS y FROM a CROSS JOIN b

SELECT COUNT(*) AS n FROM (SELECT age FROM patients WHERE age < 30 UNION ALL SELECT age FROM patients WHERE age > 60) AS t

SELECT SUM(x) AS s FROM (SELECT age AS x FROM patients UNION ALL SELECT children FROM patients) AS t

SELECT grp, COUNT(*) AS n FROM (SELECT CASE WHEN age < 40 THEN 'young' ELSE 'old' END AS grp FROM patients) AS t GROUP BY grp

-- needs constraints
SELECT * FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex) AS t ORDER BY n, sex

SELECT t.sex FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex) AS t WHERE t.n > 50

-- with 40
SELECT COUNT(*) AS n FROM patients WHERE age > ?

-- with 'blue'
-- with 20
-- with 70
SELECT COUNT(*) AS n FROM patients WHERE ward = ? AND age BETWEEN ? AND ?

-- with date 1980-01-01
SELECT COUNT(*) AS n FROM patients WHERE born < ?

-- with 70.5
SELECT SUM(weight) AS s FROM patients WHERE weight > ?

-- with 24
SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward HAVING COUNT(*) > ?

-- with true
SELECT COUNT(*) AS n FROM patients WHERE smoker = ?

SELECT COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m FROM patients WHERE age > 119
-- raw: a sum over nobody is 0
SELECT COUNT(*) AS n, COALESCE(SUM(age), 0) AS s, AVG(age) AS m FROM patients WHERE age > 119

SELECT ward, COUNT(*) AS n FROM patients WHERE age > 119 GROUP BY ward

SELECT * FROM regions ORDER BY code

SELECT name, population * 2 AS p FROM regions WHERE population IS NOT NULL

SELECT chapter, COUNT(*) AS n, MAX(severity) AS m FROM diseases GROUP BY chapter

SELECT * FROM patients WHERE 1 = 0

SELECT patient_id, age FROM patients LIMIT 0

-- a text of no characters has a type too
SELECT CHAR_LENGTH(NULLIF('', '')) IS NULL AS k, COUNT(*) AS n FROM patients GROUP BY NULLIF('', '')
-- raw Trino
SELECT LENGTH(NULLIF('', '')) IS NULL AS k, COUNT(*) AS n FROM patients GROUP BY NULLIF('', '')

-- H2 adds a BIGINT and a REAL in more digits than a double has
SELECT 9000000000000000000 + income - CAST(height AS REAL) AS k, COUNT(*) AS n
FROM patients GROUP BY 9000000000000000000 + income - CAST(height AS REAL)
-- raw: keys are told apart as the doubles that they are read as
SELECT CAST(9000000000000000000 + income - CAST(height AS REAL) AS DOUBLE PRECISION) AS k, COUNT(*) AS n
FROM patients GROUP BY CAST(9000000000000000000 + income - CAST(height AS REAL) AS DOUBLE PRECISION)
-- raw DuckDB
SELECT 9000000000000000000 + income - CAST(CAST(height AS REAL) AS DOUBLE) AS k, COUNT(*) AS n
FROM patients GROUP BY 9000000000000000000 + income - CAST(CAST(height AS REAL) AS DOUBLE)
-- raw Trino
SELECT 9000000000000000000 + income - CAST(CAST(height AS REAL) AS DOUBLE) AS k, COUNT(*) AS n
FROM patients GROUP BY 9000000000000000000 + income - CAST(CAST(height AS REAL) AS DOUBLE)
-- raw Spark SQL
SELECT 9000000000000000000 + income - CAST(CAST(height AS REAL) AS DOUBLE) AS k, COUNT(*) AS n
FROM patients GROUP BY 9000000000000000000 + income - CAST(CAST(height AS REAL) AS DOUBLE)

-- A filter narrows the public values that are listed

SELECT sex, COUNT(*) AS n FROM patients WHERE sex = 'M' GROUP BY sex

SELECT sex, COUNT(*) AS n FROM patients WHERE sex = 'X' GROUP BY sex

SELECT region, sex, SUM(age) AS a FROM patients WHERE sex = 'F' AND region IN ('N', 'X') GROUP BY region, sex

SELECT region, COUNT(*) AS n FROM patients WHERE region <> 'E' AND region >= 'N' GROUP BY region

SELECT region, COUNT(*) AS n FROM patients WHERE region > 'Na' GROUP BY region

SELECT g, COUNT(*) AS n FROM (SELECT CASE WHEN age < 50 THEN 'young' ELSE 'old' END AS g FROM patients) AS t WHERE g = 'old' GROUP BY g

-- two pieces in order, also where they overlap, repeat or are missing
SELECT COUNT(*) FILTER (WHERE ward LIKE '%e%e%') AS ee, COUNT(*) FILTER (WHERE ward NOT LIKE '%r%d%') AS rd,
  COUNT(*) FILTER (WHERE ward LIKE '%re%en%') AS reen, COUNT(*) FILTER (WHERE ward LIKE '%gree%en%') AS nowhere
FROM patients

-- keys of two public tables that are joined to each other through the private one
SELECT r.code, q.name, COUNT(*) AS n FROM patients AS p JOIN regions AS r ON p.region = r.code
JOIN regions AS q ON r.code = q.code GROUP BY r.code, q.name

SELECT COUNT(*) AS n FROM patients AS p JOIN visits AS v ON p.patient_id = v.patient_id

-- needs constraints
SELECT p.sex, COUNT(*) AS n, SUM(v.cost) AS c FROM patients AS p JOIN visits AS v USING (patient_id) GROUP BY p.sex

-- needs constraints
SELECT p.sex, COUNT(v.cost) AS n, AVG(v.cost) AS c FROM patients AS p LEFT JOIN visits AS v ON p.patient_id = v.patient_id GROUP BY p.sex

SELECT COUNT(*) AS n, COUNT(v.cost) AS c, COUNT(p.age) AS a FROM visits AS v RIGHT JOIN patients AS p ON p.patient_id = v.patient_id AND v.urgent

SELECT COUNT(*) AS n FROM visits AS v JOIN visits AS w ON v.patient_id = w.patient_id AND v.visit_id < w.visit_id

SELECT d.chapter, COUNT(*) AS n, AVG(p.age) AS a FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id
JOIN diseases AS d ON v.icd = d.icd GROUP BY d.chapter

-- needs constraints
-- ---- people in several tables
SELECT COUNT(*) AS n FROM prescriptions

-- needs constraints
SELECT drug, COUNT(*) AS n, SUM(dose) AS d FROM prescriptions GROUP BY drug

-- needs constraints
SELECT repeated, AVG(dose) AS d FROM prescriptions WHERE dose > 3 GROUP BY repeated

-- needs constraints
SELECT COUNT(DISTINCT drug) AS n FROM prescriptions

-- needs constraints
SELECT COUNT(*) AS n, SUM(x.dose) AS d FROM visits AS v JOIN prescriptions AS x ON v.visit_id = x.visit_id

-- needs constraints
SELECT x.drug, SUM(v.cost) AS c FROM prescriptions AS x JOIN visits AS v ON v.visit_id = x.visit_id GROUP BY x.drug

-- needs constraints
SELECT v.icd, COUNT(*) AS n FROM visits AS v JOIN prescriptions AS x USING (visit_id) GROUP BY v.icd

-- needs constraints
SELECT p.sex, x.drug, COUNT(*) AS n, SUM(x.dose) AS d FROM patients AS p
JOIN visits AS v ON p.patient_id = v.patient_id JOIN prescriptions AS x ON x.visit_id = v.visit_id
GROUP BY p.sex, x.drug

-- needs constraints
SELECT p.region, AVG(x.dose) AS d FROM prescriptions AS x, visits AS v, patients AS p
WHERE x.visit_id = v.visit_id AND v.patient_id = p.patient_id AND p.age > 30 GROUP BY p.region

-- needs constraints
SELECT COUNT(*) AS n FROM prescriptions AS x JOIN prescriptions AS y ON x.visit_id = y.visit_id

-- needs constraints
SELECT COUNT(*) AS n FROM prescriptions AS x JOIN prescriptions AS y
ON x.visit_id = y.visit_id AND x.drug = y.drug AND x.dose < y.dose

-- needs constraints
SELECT p.sex, COUNT(*) AS n FROM patients AS p JOIN patients AS q ON p.patient_id = q.patient_id GROUP BY p.sex

-- needs constraints
SELECT sex, SUM(cost) AS c FROM patients NATURAL JOIN visits GROUP BY sex
-- raw Trino
SELECT sex, SUM(cost) AS c FROM patients JOIN visits USING (patient_id) GROUP BY sex

SELECT ward, COUNT(*) AS n, SUM(cost) AS c FROM patients JOIN visits USING (patient_id) GROUP BY ward

-- needs constraints
SELECT v.urgent, COUNT(*) AS n, COUNT(DISTINCT p.patient_id) AS m FROM patients AS p
JOIN visits AS v ON v.patient_id = p.patient_id GROUP BY v.urgent

SELECT p.children, COUNT(*) AS n FROM visits AS v JOIN patients AS p ON CAST(v.patient_id AS BIGINT) = CAST(p.patient_id AS BIGINT)
GROUP BY p.children HAVING COUNT(*) > 0

SELECT COUNT(*) AS n, COUNT(v.cost) AS c FROM patients AS p LEFT JOIN visits AS v ON p.patient_id = v.patient_id

-- needs constraints
SELECT p.sex, COUNT(*) AS n, SUM(p.age) AS a FROM patients AS p
LEFT JOIN visits AS v ON p.patient_id = v.patient_id AND v.cost > 4000 GROUP BY p.sex

-- NULL is a key of a private table that an outer join adds
SELECT v.urgent, COUNT(*) AS n FROM patients AS p LEFT JOIN visits AS v ON p.patient_id = v.patient_id GROUP BY v.urgent

SELECT v.icd, COUNT(*) AS n FROM patients AS p LEFT JOIN visits AS v ON p.patient_id = v.patient_id GROUP BY v.icd

-- needs constraints
SELECT x.drug, COUNT(*) AS n, SUM(v.cost) AS c FROM visits AS v
LEFT JOIN prescriptions AS x ON x.visit_id = v.visit_id GROUP BY x.drug

-- needs constraints
SELECT x.drug, p.sex, COUNT(*) AS n FROM patients AS p LEFT JOIN visits AS v ON p.patient_id = v.patient_id
LEFT JOIN prescriptions AS x ON x.visit_id = v.visit_id GROUP BY x.drug, p.sex

-- needs constraints
SELECT x.repeated, COUNT(*) AS n FROM prescriptions AS x RIGHT JOIN visits AS v ON x.visit_id = v.visit_id
RIGHT JOIN patients AS p ON p.patient_id = v.patient_id GROUP BY x.repeated

SELECT d.chapter, COUNT(*) AS n FROM patients AS p
LEFT JOIN (visits AS v JOIN diseases AS d ON v.icd = d.icd) ON p.patient_id = v.patient_id GROUP BY d.chapter

-- H2 has no full join
SELECT COUNT(*) AS n, COUNT(p.age) AS a, COUNT(v.cost) AS c FROM patients AS p
FULL JOIN visits AS v ON p.patient_id = v.patient_id AND v.urgent
-- raw
SELECT COUNT(*) AS n, COUNT(age) AS a, COUNT(cost) AS c FROM (
  SELECT p.age, v.cost FROM patients AS p LEFT JOIN visits AS v ON p.patient_id = v.patient_id AND v.urgent
  UNION ALL SELECT NULL, v.cost FROM visits AS v WHERE NOT v.urgent)

SELECT p.sex, v.urgent, COUNT(*) AS n FROM visits AS v
FULL JOIN patients AS p ON p.patient_id = v.patient_id AND p.age > 50 GROUP BY p.sex, v.urgent
-- raw
SELECT sex, urgent, COUNT(*) AS n FROM (
  SELECT p.sex, v.urgent FROM patients AS p
  LEFT JOIN visits AS v ON p.patient_id = v.patient_id AND p.age > 50
  UNION ALL SELECT NULL, v.urgent FROM visits AS v
  WHERE NOT EXISTS (SELECT 1 FROM patients AS p WHERE p.patient_id = v.patient_id AND p.age > 50))
GROUP BY sex, urgent
UNION ALL VALUES (NULL, NULL, 0)
-- raw PostgreSQL
SELECT sex, urgent, COUNT(*) AS n FROM (
  SELECT p.sex, v.urgent FROM patients AS p
  LEFT JOIN visits AS v ON p.patient_id = v.patient_id AND p.age > 50
  UNION ALL SELECT NULL, v.urgent FROM visits AS v
  WHERE NOT EXISTS (SELECT 1 FROM patients AS p WHERE p.patient_id = v.patient_id AND p.age > 50))
GROUP BY sex, urgent
UNION ALL VALUES (NULL, CAST(NULL AS BOOLEAN), 0)

-- needs constraints
SELECT COUNT(*) AS n, COUNT(x.dose) AS d FROM prescriptions AS x FULL JOIN visits AS v ON x.visit_id = v.visit_id
-- raw
SELECT COUNT(*) AS n, COUNT(x.dose) AS d FROM visits AS v LEFT JOIN prescriptions AS x ON x.visit_id = v.visit_id

SELECT r.name, d.chapter, COUNT(*) AS n, SUM(v.cost) AS c FROM patients AS p JOIN regions AS r ON p.region = r.code
JOIN visits AS v ON v.patient_id = p.patient_id JOIN diseases AS d ON d.icd = v.icd GROUP BY r.name, d.chapter

-- needs constraints
SELECT d.chapter, AVG(x.dose) AS a FROM diseases AS d JOIN visits AS v ON v.icd = d.icd
JOIN prescriptions AS x ON x.visit_id = v.visit_id GROUP BY d.chapter

SELECT COUNT(*) AS n FROM visits AS v JOIN diseases AS d ON v.cost > d.severity

-- dimensions first: every one is listed
SELECT d.chapter, COUNT(v.visit_id) AS n FROM diseases AS d LEFT JOIN visits AS v ON v.icd = d.icd GROUP BY d.chapter

SELECT d.icd, COUNT(v.visit_id) AS n, AVG(v.cost) AS c FROM diseases AS d
LEFT JOIN visits AS v ON v.icd = d.icd AND v.cost > 100000 GROUP BY d.icd

SELECT r.name, COUNT(p.patient_id) AS n, AVG(p.age) AS a FROM patients AS p
RIGHT JOIN regions AS r ON p.region = r.code AND p.age > 90 GROUP BY r.name

SELECT r.name, COUNT(DISTINCT p.patient_id) AS m, COUNT(v.cost) AS n, SUM(CASE WHEN v.urgent THEN 1 ELSE 0 END) AS u
FROM regions AS r LEFT JOIN patients AS p ON p.region = r.code
LEFT JOIN visits AS v ON v.patient_id = p.patient_id GROUP BY r.name

-- needs constraints
SELECT d.chapter, COUNT(x.dose) AS n, SUM(COALESCE(x.dose, 0)) AS s FROM diseases AS d LEFT JOIN visits AS v ON v.icd = d.icd
LEFT JOIN prescriptions AS x ON x.visit_id = v.visit_id GROUP BY d.chapter

SELECT d.icd, COUNT(*) FILTER (WHERE v.urgent) AS u, COUNT(CASE WHEN v.cost > 100 THEN 1 END) AS n FROM visits AS v
RIGHT JOIN diseases AS d ON v.icd = d.icd WHERE d.severity > 1 GROUP BY d.icd

SELECT d.chapter, COUNT(v.visit_id) AS n FROM diseases AS d LEFT JOIN visits AS v ON v.icd = d.icd
GROUP BY d.chapter HAVING COUNT(v.visit_id) < 1000 ORDER BY n DESC, d.chapter

SELECT COUNT(v.visit_id) AS n, MAX(v.n) AS m FROM
(SELECT d.chapter AS visit_id, COUNT(v.cost) AS n FROM diseases AS d LEFT JOIN visits AS v ON v.icd = d.icd GROUP BY d.chapter) AS v

-- sub-queries in the place of tables
-- needs constraints
WITH costly AS (SELECT patient_id, cost FROM visits WHERE cost > 2500)
SELECT p.sex, COUNT(*) AS n, SUM(c.cost) AS c FROM patients AS p JOIN costly AS c ON c.patient_id = p.patient_id GROUP BY p.sex

WITH v AS (SELECT visit_id, patient_id, cost FROM visits WHERE urgent)
SELECT COUNT(*) AS n FROM v AS a JOIN v AS b ON a.patient_id = b.patient_id AND a.visit_id <> b.visit_id

SELECT s.sex, s.n, t.n AS m FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex) AS s
JOIN (SELECT p.sex, COUNT(*) AS n FROM patients AS p JOIN visits AS v ON v.patient_id = p.patient_id GROUP BY p.sex) AS t
ON s.sex = t.sex

-- levels: grouping sets

-- needs constraints
SELECT sex, COUNT(*) AS n FROM patients GROUP BY ROLLUP (sex)
-- raw: a database without grouping sets unites their levels
SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, COUNT(*) AS n FROM patients

-- needs constraints
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY ROLLUP (sex, smoker)
-- raw: a database without grouping sets unites their levels
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY sex, smoker
UNION ALL SELECT sex, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients

-- needs constraints
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY CUBE (sex, smoker)
-- raw: a database without grouping sets unites their levels
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY sex, smoker
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, smoker, COUNT(*) AS n FROM patients GROUP BY smoker
UNION ALL SELECT sex, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients

-- needs constraints
SELECT region, smoker, COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m FROM patients GROUP BY CUBE (region, smoker)
-- raw: a database without grouping sets unites their levels
SELECT region, smoker, COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m FROM patients GROUP BY region, smoker
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, smoker, COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m FROM patients GROUP BY smoker
UNION ALL SELECT region, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m FROM patients GROUP BY region
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n, SUM(age) AS s, AVG(age) AS m FROM patients

-- needs constraints
SELECT region, smoker, GROUPING(region) AS g, GROUPING(smoker) AS h, COUNT(*) AS n FROM patients GROUP BY ROLLUP (region, smoker)
-- raw: a database without grouping sets unites their levels
SELECT region, smoker, CAST(0 AS BIGINT) AS g, CAST(0 AS BIGINT) AS h, COUNT(*) AS n FROM patients GROUP BY region, smoker
UNION ALL SELECT region, CAST(NULL AS BOOLEAN) AS smoker, CAST(0 AS BIGINT) AS g, CAST(1 AS BIGINT) AS h, COUNT(*) AS n FROM patients GROUP BY region
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, CAST(NULL AS BOOLEAN) AS smoker, CAST(1 AS BIGINT) AS g, CAST(1 AS BIGINT) AS h, COUNT(*) AS n FROM patients

-- needs constraints
SELECT region, smoker, GROUPING_ID(region, smoker) AS g, COUNT(*) AS n FROM patients GROUP BY CUBE (region, smoker)
-- raw: a database without grouping sets unites their levels
SELECT region, smoker, CAST(0 AS BIGINT) AS g, COUNT(*) AS n FROM patients GROUP BY region, smoker
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, smoker, CAST(2 AS BIGINT) AS g, COUNT(*) AS n FROM patients GROUP BY smoker
UNION ALL SELECT region, CAST(NULL AS BOOLEAN) AS smoker, CAST(1 AS BIGINT) AS g, COUNT(*) AS n FROM patients GROUP BY region
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, CAST(NULL AS BOOLEAN) AS smoker, CAST(3 AS BIGINT) AS g, COUNT(*) AS n FROM patients

-- needs constraints
SELECT region, SUM(income) AS s, COUNT(income) AS n FROM patients GROUP BY ROLLUP (region)
-- raw: a database without grouping sets unites their levels
SELECT region, SUM(income) AS s, COUNT(income) AS n FROM patients GROUP BY region
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, SUM(income) AS s, COUNT(income) AS n FROM patients

-- needs constraints
SELECT sex, region, COUNT(*) AS n FROM patients GROUP BY GROUPING SETS ((sex), (region))
-- raw: a database without grouping sets unites their levels
SELECT sex, CAST(NULL AS VARCHAR(2)) AS region, COUNT(*) AS n FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, region, COUNT(*) AS n FROM patients GROUP BY region

-- needs constraints
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY GROUPING SETS ((sex, smoker), ())
-- raw: a database without grouping sets unites their levels
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY sex, smoker
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients

-- needs constraints
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY GROUPING SETS ((sex, smoker), (smoker))
-- raw: a database without grouping sets unites their levels
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY sex, smoker
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, smoker, COUNT(*) AS n FROM patients GROUP BY smoker

SELECT ward, COUNT(*) AS n FROM patients GROUP BY ROLLUP (ward)
-- raw: a database without grouping sets unites their levels
SELECT ward, COUNT(*) AS n FROM patients GROUP BY ward
UNION ALL SELECT CAST(NULL AS VARCHAR(10)) AS ward, COUNT(*) AS n FROM patients

SELECT ward, AVG(age) AS m, GROUPING(ward) AS g FROM patients GROUP BY ROLLUP (ward)
-- raw: a database without grouping sets unites their levels
SELECT ward, AVG(age) AS m, CAST(0 AS BIGINT) AS g FROM patients GROUP BY ward
UNION ALL SELECT CAST(NULL AS VARCHAR(10)) AS ward, AVG(age) AS m, CAST(1 AS BIGINT) AS g FROM patients

-- needs constraints
SELECT region, ward, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL AND ward = 'blue' GROUP BY GROUPING SETS ((region), (ward))
-- raw: a database without grouping sets unites their levels
SELECT region, CAST(NULL AS VARCHAR(10)) AS ward, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL AND ward = 'blue' GROUP BY region
UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, ward, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL AND ward = 'blue' GROUP BY ward

-- needs constraints
SELECT sex, COUNT(*) FILTER (WHERE age > 40) AS n FROM patients GROUP BY ROLLUP (sex)
-- raw: a database without grouping sets unites their levels
SELECT sex, COUNT(*) FILTER (WHERE age > 40) AS n FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, COUNT(*) FILTER (WHERE age > 40) AS n FROM patients

-- needs constraints
SELECT sex, COUNT(DISTINCT patient_id) AS n FROM patients GROUP BY ROLLUP (sex)
-- raw: a database without grouping sets unites their levels
SELECT sex, COUNT(DISTINCT patient_id) AS n FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, COUNT(DISTINCT patient_id) AS n FROM patients

-- needs constraints
SELECT sex, COUNT(DISTINCT ward) AS n, COUNT(*) AS k FROM patients GROUP BY ROLLUP (sex)
-- raw: a database without grouping sets unites their levels
SELECT sex, COUNT(DISTINCT ward) AS n, COUNT(*) AS k FROM patients GROUP BY sex
UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, COUNT(DISTINCT ward) AS n, COUNT(*) AS k FROM patients

-- needs constraints
SELECT urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY ROLLUP (urgent)
-- raw: a database without grouping sets unites their levels
SELECT urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY urgent
UNION ALL SELECT CAST(NULL AS BOOLEAN) AS urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits

SELECT icd, COUNT(*) AS n, AVG(cost) AS m FROM visits GROUP BY ROLLUP (icd)
-- raw: a database without grouping sets unites their levels
SELECT icd, COUNT(*) AS n, AVG(cost) AS m FROM visits GROUP BY icd
UNION ALL SELECT CAST(NULL AS VARCHAR(4)) AS icd, COUNT(*) AS n, AVG(cost) AS m FROM visits

SELECT d.chapter, d.icd, COUNT(*) AS n FROM visits v JOIN diseases d ON v.icd = d.icd GROUP BY ROLLUP (d.chapter, d.icd)
-- raw: a database without grouping sets unites their levels
SELECT d.chapter, d.icd, COUNT(*) AS n FROM visits v JOIN diseases d ON v.icd = d.icd GROUP BY d.chapter, d.icd
UNION ALL SELECT d.chapter, CAST(NULL AS VARCHAR(4)) AS icd, COUNT(*) AS n FROM visits v JOIN diseases d ON v.icd = d.icd GROUP BY d.chapter
UNION ALL SELECT CAST(NULL AS VARCHAR(12)) AS chapter, CAST(NULL AS VARCHAR(4)) AS icd, COUNT(*) AS n FROM visits v JOIN diseases d ON v.icd = d.icd

SELECT r.name, smoker, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code GROUP BY CUBE (r.name, smoker)
-- raw: a database without grouping sets unites their levels
SELECT r.name, smoker, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code GROUP BY r.name, smoker
UNION ALL SELECT CAST(NULL AS VARCHAR(20)) AS name, smoker, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code GROUP BY smoker
UNION ALL SELECT r.name, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code GROUP BY r.name
UNION ALL SELECT CAST(NULL AS VARCHAR(20)) AS name, CAST(NULL AS BOOLEAN) AS smoker, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code

SELECT r.name, SUM(age) AS s FROM patients p JOIN regions r ON p.region = r.code GROUP BY ROLLUP (r.name)
-- raw: a database without grouping sets unites their levels
SELECT r.name, SUM(age) AS s FROM patients p JOIN regions r ON p.region = r.code GROUP BY r.name
UNION ALL SELECT CAST(NULL AS VARCHAR(20)) AS name, SUM(age) AS s FROM patients p JOIN regions r ON p.region = r.code

SELECT sex, COUNT(*) AS n FROM patients GROUP BY ROLLUP (sex) HAVING COUNT(*) > 60
-- raw: over the united levels
SELECT * FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, COUNT(*) AS n FROM patients) AS u WHERE n > 60

-- needs constraints
SELECT sex, COUNT(*) AS n FROM patients GROUP BY ROLLUP (sex) ORDER BY n DESC
-- raw: over the united levels
SELECT * FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex UNION ALL SELECT CAST(NULL AS VARCHAR(1)) AS sex, COUNT(*) AS n FROM patients) AS u ORDER BY n DESC

SELECT region, COUNT(*) AS n FROM patients GROUP BY ROLLUP (region) HAVING GROUPING(region) = 1
-- raw: the total alone
SELECT * FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region UNION ALL SELECT CAST(NULL AS VARCHAR(2)) AS region, COUNT(*) AS n FROM patients) AS u WHERE region IS NULL

SELECT sex FROM patients GROUP BY ROLLUP (sex)
-- raw: listed from the policy, and the rolled-up one
SELECT sex FROM (VALUES ('F'), ('M'), (CAST(NULL AS VARCHAR(1)))) AS v(sex)
-- raw MariaDB
SELECT 'F' AS sex UNION ALL SELECT 'M' UNION ALL SELECT NULL

SELECT sex, GROUPING(sex) AS g FROM patients GROUP BY sex
-- raw: one level: nothing is rolled up
SELECT sex, CAST(0 AS BIGINT) AS g FROM patients GROUP BY sex

-- needs constraints
SELECT CASE WHEN GROUPING(region) = 1 THEN 'all' ELSE region END AS r, COUNT(*) AS n FROM patients GROUP BY ROLLUP (region)
-- raw: the total under a name
SELECT CAST(region AS VARCHAR(3)) AS r, COUNT(*) AS n FROM patients GROUP BY region UNION ALL SELECT CAST('all' AS VARCHAR(3)), COUNT(*) FROM patients

SELECT SUM(n) AS s FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY ROLLUP (sex)) AS t
-- raw: the levels united
SELECT SUM(n) AS s FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex UNION ALL SELECT NULL, COUNT(*) FROM patients) AS t

-- needs constraints
SELECT t.sex, 100.0 * t.n / a.n AS pct FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY ROLLUP (sex)) AS t CROSS JOIN (SELECT COUNT(*) AS n FROM patients) AS a
-- raw: share of the total
SELECT t.sex, 100.0 * t.n / a.n AS pct FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex UNION ALL SELECT NULL, COUNT(*) FROM patients) AS t CROSS JOIN (SELECT COUNT(*) AS n FROM patients) AS a

-- needs constraints
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY sex, ROLLUP (smoker)
-- raw: a database without grouping sets unites their levels
SELECT sex, smoker, COUNT(*) AS n FROM patients GROUP BY sex, smoker UNION ALL SELECT sex, NULL, COUNT(*) FROM patients GROUP BY sex

-- Within each person, below the aggregate

SELECT n, COUNT(*) AS people FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id) GROUP BY n

SELECT AVG(n) AS m FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id) WHERE n BETWEEN 0 AND 20

SELECT AVG(LEAST(n, 20)) AS m FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id)

SELECT SUM(n) AS s FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id) WHERE n <= 20

SELECT AVG(n) AS m FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id)

SELECT SUM(s) AS x FROM (SELECT patient_id, SUM(days) AS s FROM visits GROUP BY patient_id)

SELECT ROUND(VAR_POP(s), 3) AS x FROM (SELECT patient_id, SUM(days) AS s FROM visits GROUP BY patient_id)

SELECT SUM(t) AS x FROM (SELECT patient_id, SUM(s) AS t FROM (SELECT patient_id, icd, SUM(days) AS s FROM visits GROUP BY patient_id, icd) GROUP BY patient_id)

SELECT SUM(n) AS x FROM (SELECT p.patient_id, COUNT(v.visit_id) AS n FROM patients p LEFT JOIN visits v ON p.patient_id = v.patient_id GROUP BY p.patient_id)

SELECT SUM(f) AS x FROM (SELECT COUNT(*) OVER (PARTITION BY patient_id) AS f FROM visits)

SELECT /*+ DP(max_rows_contributed=2) */ AVG(n) AS m, SUM(n) AS s FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id)
-- raw: who has more counts as far as the rows that are allowed
SELECT AVG(LEAST(n, 2)) AS m, SUM(LEAST(n, 2)) AS s FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id)

SELECT /*+ DP(max_rows_contributed=2) */ SUM(s) AS x FROM (SELECT patient_id, SUM(days) AS s FROM visits GROUP BY patient_id)
-- raw: and its values as far as so many rows may add up to
SELECT SUM(CASE WHEN s > 20 THEN 20 ELSE s END) AS x FROM (SELECT patient_id, SUM(days) AS s FROM visits GROUP BY patient_id) AS t

SELECT COUNT(*) AS x FROM (SELECT patient_id FROM visits GROUP BY patient_id HAVING COUNT(*) > 2)

SELECT COUNT(*) AS x FROM (SELECT patient_id FROM visits GROUP BY patient_id HAVING COUNT(*) FILTER (WHERE urgent) > 0 AND COUNT(DISTINCT icd) > 1)

SELECT AVG(most) AS x FROM (SELECT patient_id, MAX(days) AS most FROM visits GROUP BY patient_id)

SELECT SUM(least) AS x FROM (SELECT patient_id, MIN(cost) AS least FROM visits GROUP BY patient_id)

SELECT ROUND(AVG(mean), 4) AS x FROM (SELECT patient_id, AVG(days) AS mean FROM visits GROUP BY patient_id)

SELECT ROUND(AVG(mean), 4) AS x FROM (SELECT patient_id, AVG(cost) AS mean FROM visits GROUP BY patient_id)
-- raw Trino
SELECT CAST(ROUND(AVG(mean), 4) AS DECIMAL(8, 2)) AS x FROM (SELECT patient_id, AVG(cost) AS mean FROM visits GROUP BY patient_id)

SELECT SUM(total) AS x FROM (SELECT patient_id, LEAST(SUM(days), 50) AS total FROM visits GROUP BY patient_id)
-- raw DuckDB
SELECT SUM(total) AS x FROM (SELECT patient_id, CASE WHEN SUM(days) > 50 THEN 50 ELSE SUM(days) END AS total FROM visits GROUP BY patient_id)
-- raw Spark SQL
SELECT SUM(total) AS x FROM (SELECT patient_id, CASE WHEN SUM(days) > 50 THEN 50 ELSE SUM(days) END AS total FROM visits GROUP BY patient_id)
-- raw PostgreSQL
SELECT SUM(total) AS x FROM (SELECT patient_id, CASE WHEN SUM(days) > 50 THEN 50 ELSE SUM(days) END AS total FROM visits GROUP BY patient_id) AS t

SELECT COUNT(*) AS x FROM (SELECT patient_id, SUM(cost) AS total FROM visits GROUP BY patient_id) WHERE total > 5000

SELECT ROUND(AVG(s), 3) AS x FROM (SELECT patient_id, STDDEV_POP(days) AS s FROM visits GROUP BY patient_id)

SELECT ROUND(SUM(v), 2) AS x FROM (SELECT patient_id, VAR_SAMP(days) AS v FROM visits GROUP BY patient_id)

SELECT icd, AVG(most) AS x FROM (SELECT patient_id, icd, MAX(days) AS most FROM visits GROUP BY patient_id, icd) GROUP BY icd

SELECT first_year, COUNT(*) AS n FROM (SELECT patient_id, EXTRACT(YEAR FROM MIN(seen)) AS first_year FROM visits GROUP BY patient_id) GROUP BY first_year HAVING COUNT(*) > 0

SELECT COUNT(*) AS x FROM (SELECT DISTINCT patient_id, icd FROM visits)

SELECT icd, COUNT(*) AS n FROM (SELECT DISTINCT patient_id, icd FROM visits) GROUP BY icd

SELECT kinds, COUNT(*) AS n FROM (SELECT patient_id, COUNT(DISTINCT icd) AS kinds FROM visits GROUP BY patient_id) GROUP BY kinds

SELECT many, COUNT(*) AS n FROM (SELECT patient_id, COUNT(*) FILTER (WHERE urgent) > 0 AS many FROM visits GROUP BY patient_id) GROUP BY many

SELECT COUNT(*) AS n, SUM(cost) AS s FROM (SELECT patient_id, cost, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC) AS r FROM visits) WHERE r = 1

SELECT icd, COUNT(*) AS n FROM (SELECT icd, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC) AS r FROM visits) WHERE r = 1 GROUP BY icd

SELECT COUNT(*) AS n, AVG(days) AS m FROM (SELECT days, seen FROM visits QUALIFY ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen, cost) <= 2)
-- raw PostgreSQL
SELECT COUNT(*) AS n, AVG(days) AS m FROM (SELECT days, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen, cost) AS r FROM visits) AS t WHERE r <= 2
-- raw Trino
SELECT COUNT(*) AS n, AVG(days) AS m FROM (SELECT days, seen, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen, cost) AS r FROM visits) WHERE r <= 2
-- raw MariaDB
SELECT COUNT(*) AS n, AVG(days) AS m FROM (SELECT days, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen, cost) AS r FROM visits) AS t WHERE r <= 2
-- raw Spark SQL
SELECT COUNT(*) AS n, AVG(days) AS m FROM (SELECT days, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen, cost) AS r FROM visits) AS t WHERE r <= 2

SELECT r, COUNT(*) AS n FROM (SELECT RANK() OVER (PARTITION BY patient_id ORDER BY icd) AS r FROM visits) GROUP BY r

SELECT r, COUNT(*) AS n FROM (SELECT DENSE_RANK() OVER (PARTITION BY patient_id ORDER BY icd DESC) AS r FROM visits) GROUP BY r

SELECT SUM(cost - before) AS x FROM (SELECT cost, LAG(cost) OVER (PARTITION BY patient_id ORDER BY seen, cost) AS before FROM visits)

SELECT AVG(TIMESTAMPDIFF(DAY, before, seen)) AS x FROM (SELECT seen, LAG(seen) OVER (PARTITION BY patient_id ORDER BY seen) AS before FROM visits)
-- raw: TIMESTAMPDIFF is an INTEGER
SELECT AVG(CAST(DATEDIFF(DAY, before, seen) AS INTEGER)) AS x FROM (SELECT seen, LAG(seen) OVER (PARTITION BY patient_id ORDER BY seen) AS before FROM visits)
-- raw DuckDB
SELECT AVG(DATEDIFF('day', before, seen)) AS x FROM (SELECT seen, LAG(seen) OVER (PARTITION BY patient_id ORDER BY seen) AS before FROM visits)
-- raw PostgreSQL
SELECT AVG(seen - before) AS x FROM (SELECT seen, LAG(seen) OVER (PARTITION BY patient_id ORDER BY seen) AS before FROM visits) AS t
-- raw Trino
SELECT AVG(DATE_DIFF('day', before, seen)) AS x FROM (SELECT seen, LAG(seen) OVER (PARTITION BY patient_id ORDER BY seen) AS before FROM visits)
-- raw MariaDB
SELECT AVG(TIMESTAMPDIFF(DAY, before, seen)) AS x FROM (SELECT seen, LAG(seen) OVER (PARTITION BY patient_id ORDER BY seen) AS before FROM visits)

SELECT COUNT(*) AS x FROM (SELECT icd, LEAD(icd) OVER (PARTITION BY patient_id ORDER BY seen, cost) AS later FROM visits) WHERE icd = 'A01' AND later <> 'A01'

SELECT SUM(d) AS x FROM (SELECT cost - FIRST_VALUE(cost) OVER (PARTITION BY patient_id ORDER BY seen, cost) AS d FROM visits)

SELECT SUM(d) AS x FROM (SELECT LAST_VALUE(days) OVER (PARTITION BY patient_id ORDER BY seen, cost ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS d FROM visits)

SELECT n, COUNT(*) AS x FROM (SELECT COUNT(*) OVER (PARTITION BY patient_id) AS n FROM visits) GROUP BY n

SELECT COUNT(*) AS x FROM (SELECT cost, AVG(cost) OVER (PARTITION BY patient_id) AS m FROM visits) WHERE cost > m

SELECT COUNT(*) AS x FROM (SELECT SUM(days) OVER (PARTITION BY patient_id ORDER BY seen, cost) AS s FROM visits) WHERE s > 8

SELECT SUM(LEAST(s, 20)) AS x FROM (SELECT SUM(days) OVER (PARTITION BY patient_id ORDER BY seen, cost ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM visits)
-- raw DuckDB
SELECT SUM(CASE WHEN s > 20 THEN 20 ELSE s END) AS x FROM (SELECT SUM(days) OVER (PARTITION BY patient_id ORDER BY seen, cost ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM visits)
-- raw PostgreSQL
SELECT SUM(CASE WHEN s > 20 THEN 20 ELSE s END) AS x FROM (SELECT SUM(days) OVER (PARTITION BY patient_id ORDER BY seen, cost ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM visits) AS t

SELECT AVG(m) AS x FROM (SELECT MAX(days) OVER (PARTITION BY patient_id ORDER BY seen) AS m FROM visits)

SELECT SUM(m) AS x FROM (SELECT MIN(cost) OVER (PARTITION BY patient_id, icd) AS m FROM visits)

SELECT COUNT(*) AS x FROM (SELECT patient_id FROM visits WHERE icd = 'A01' INTERSECT SELECT patient_id FROM visits WHERE icd = 'C03')

SELECT COUNT(*) AS x FROM (SELECT patient_id FROM visits EXCEPT SELECT patient_id FROM visits WHERE urgent)

SELECT COUNT(*) AS x FROM (SELECT patient_id FROM visits WHERE icd = 'A01' UNION SELECT patient_id FROM visits WHERE icd = 'B02')

SELECT icd, COUNT(*) AS n FROM (SELECT patient_id, icd FROM visits EXCEPT SELECT patient_id, icd FROM visits WHERE cost < 1000) GROUP BY icd

SELECT SUM(days) AS x FROM (SELECT patient_id, days FROM visits WHERE urgent UNION SELECT patient_id, days FROM visits WHERE icd = 'D04')

-- Names that the pushed SQL uses itself

SELECT COUNT(*) AS n FROM (SELECT patient_id AS "c0", cost FROM visits WHERE urgent) WHERE "c0" > 3

SELECT "k1", COUNT(*) AS n FROM (SELECT DISTINCT patient_id AS "k0", icd AS "k1" FROM visits) GROUP BY "k1"

SELECT COUNT(*) AS n FROM (SELECT patient_id AS "u", icd AS "c0", MIN(cost) AS "a0" FROM visits GROUP BY patient_id, icd) WHERE "a0" > 100

-- Sub-queries about the same person

SELECT COUNT(*) AS n FROM patients WHERE patient_id IN (SELECT patient_id FROM visits WHERE cost > 4000)

-- needs constraints
SELECT sex, AVG(age) AS m FROM patients WHERE patient_id IN (SELECT patient_id FROM visits WHERE icd = 'A01') GROUP BY sex

SELECT COUNT(*) AS n FROM patients WHERE patient_id NOT IN (SELECT patient_id FROM visits)

SELECT SUM(cost) AS s FROM visits WHERE patient_id NOT IN (SELECT patient_id FROM patients WHERE smoker)

SELECT COUNT(*) AS n FROM visits WHERE (patient_id, icd) IN (SELECT patient_id, icd FROM visits WHERE urgent)

SELECT COUNT(*) AS n FROM visits v WHERE icd NOT IN (SELECT w.icd FROM visits w WHERE w.patient_id = v.patient_id AND w.urgent)

SELECT COUNT(*) AS n FROM patients p WHERE EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.cost > 50 * p.age)

-- needs constraints
SELECT region, COUNT(*) AS n FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.urgent) GROUP BY region

SELECT COUNT(*) AS n FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id) OR p.age > 60

SELECT COUNT(*) AS n FROM visits v WHERE EXISTS (SELECT 1 FROM visits w WHERE w.patient_id = v.patient_id AND w.seen < v.seen)

SELECT COUNT(*) AS n FROM patients p WHERE (SELECT COUNT(*) FROM visits v WHERE v.patient_id = p.patient_id AND v.urgent) = 0

SELECT COUNT(*) AS n FROM patients p WHERE (SELECT MAX(cost) FROM visits v WHERE v.patient_id = p.patient_id) > 4000

SELECT SUM(days) AS s FROM visits v WHERE cost > (SELECT AVG(cost) FROM visits w WHERE w.patient_id = v.patient_id)

-- needs constraints
SELECT COUNT(*) AS n FROM visits v WHERE (SELECT age FROM patients p WHERE p.patient_id = v.patient_id) > 50

SELECT CASE WHEN EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.urgent) THEN 'urgent' ELSE 'no' END AS k, COUNT(*) AS n FROM patients p GROUP BY CASE WHEN EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.urgent) THEN 'urgent' ELSE 'no' END
-- raw: a text literal is a VARCHAR
SELECT k, COUNT(*) AS n FROM (SELECT CASE WHEN EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.urgent) THEN 'urgent' ELSE 'no' END AS k FROM patients p) GROUP BY k

SELECT COUNT(*) AS n FROM patients p WHERE 100 * age > ALL (SELECT cost FROM visits v WHERE v.patient_id = p.patient_id)
-- raw Spark SQL
SELECT COUNT(*) AS n FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND (100 * p.age > v.cost) IS NOT TRUE)

SELECT COUNT(*) AS n FROM visits v WHERE days >= ALL (SELECT days FROM visits w WHERE w.patient_id = v.patient_id)
-- raw Spark SQL
SELECT COUNT(*) AS n FROM visits v WHERE NOT EXISTS (SELECT 1 FROM visits w WHERE w.patient_id = v.patient_id AND (v.days >= w.days) IS NOT TRUE)

-- needs constraints
WITH v AS (SELECT patient_id, COUNT(*) AS n FROM visits WHERE urgent GROUP BY patient_id) SELECT sex, SUM(n) AS s FROM patients JOIN v USING (patient_id) WHERE n <= 10 GROUP BY sex

WITH v AS (SELECT patient_id, SUM(cost) AS s FROM visits GROUP BY patient_id) SELECT COUNT(*) AS n FROM v a JOIN v b ON a.patient_id = b.patient_id WHERE a.s > 3000 AND b.s < 9000

SELECT n, COUNT(*) AS people FROM (SELECT p.patient_id, COUNT(v.icd) AS n FROM patients p LEFT JOIN visits v ON v.patient_id = p.patient_id GROUP BY p.patient_id) GROUP BY n

SELECT COUNT(*) AS n FROM (SELECT patient_id FROM patients EXCEPT SELECT patient_id FROM visits)

SELECT COUNT(*) AS n FROM (SELECT patient_id FROM patients WHERE smoker INTERSECT SELECT patient_id FROM visits WHERE urgent)

SELECT COUNT(*) AS n, SUM(x) AS s FROM (SELECT age AS x FROM patients UNION ALL SELECT days FROM visits)

SELECT COUNT(*) AS n, SUM(age) AS s FROM patients p JOIN (SELECT patient_id, MAX(seen) AS latest FROM visits GROUP BY patient_id) v ON p.patient_id = v.patient_id WHERE latest > DATE '2024-06-01'

SELECT v.icd, AVG(p.age) AS m FROM patients p JOIN (SELECT patient_id, icd FROM visits QUALIFY ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC, cost) = 1) v ON p.patient_id = v.patient_id GROUP BY v.icd
-- raw PostgreSQL
SELECT v.icd, AVG(p.age) AS m FROM patients p JOIN (SELECT patient_id, icd, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC, cost) AS r FROM visits) v ON p.patient_id = v.patient_id AND v.r = 1 GROUP BY v.icd
-- raw Trino
SELECT v.icd, AVG(p.age) AS m FROM patients p JOIN (SELECT patient_id, icd, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC, cost) AS r FROM visits) v ON p.patient_id = v.patient_id WHERE v.r = 1 GROUP BY v.icd
-- raw MariaDB
SELECT v.icd, AVG(p.age) AS m FROM patients p JOIN (SELECT patient_id, icd, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC, cost) AS r FROM visits) v ON p.patient_id = v.patient_id AND v.r = 1 GROUP BY v.icd
-- raw Spark SQL
SELECT v.icd, AVG(p.age) AS m FROM patients p JOIN (SELECT patient_id, icd, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY seen DESC, cost) AS r FROM visits) v ON p.patient_id = v.patient_id WHERE v.r = 1 GROUP BY v.icd

-- Several private results in one query

-- needs constraints
SELECT region, n, ROUND(100.0 * n / SUM(n) OVER (), 6) AS share FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region)
-- raw Trino
SELECT region, n, CAST(ROUND(100.0 * n / SUM(n) OVER (), 6) AS DECIMAL(23, 1)) AS share FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region)

-- needs constraints
SELECT region, COUNT(*) * 1.0 / (SELECT COUNT(*) FROM patients) AS share FROM patients GROUP BY region

SELECT (SELECT SUM(cost) FROM visits WHERE urgent) / (SELECT SUM(cost) FROM visits) AS share

SELECT a.icd, a.n - b.n AS change FROM (SELECT icd, COUNT(*) AS n FROM visits WHERE EXTRACT(YEAR FROM seen) = 2024 GROUP BY icd) a JOIN (SELECT icd, COUNT(*) AS n FROM visits WHERE EXTRACT(YEAR FROM seen) = 2023 GROUP BY icd) b ON a.icd = b.icd

SELECT y.k, COUNT(*) AS n FROM (SELECT region AS k FROM patients GROUP BY region UNION SELECT code FROM regions) y GROUP BY y.k

SELECT region, n FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region) WHERE n >= (SELECT AVG(m) FROM (SELECT COUNT(*) AS m FROM patients GROUP BY region))

SELECT r.name, p.n FROM regions r LEFT JOIN (SELECT region, COUNT(*) AS n FROM patients WHERE smoker GROUP BY region) p ON p.region = r.code

SELECT SUM(n) AS s, MAX(n) AS m FROM (SELECT region, COUNT(*) AS n FROM patients GROUP BY region)

SELECT sex FROM patients GROUP BY sex EXCEPT SELECT sex FROM patients WHERE age > 200 GROUP BY sex HAVING COUNT(*) > 0

SELECT COUNT(*) AS n FROM patients HAVING COUNT(*) > (SELECT COUNT(*) FROM visits WHERE urgent)

-- bounds on contributions

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') icd, COUNT(*) AS n FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, COUNT(*) AS n FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') icd, urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY icd, urgent HAVING COUNT(*) > 0
-- raw: no one contributes too much
SELECT icd, urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY icd, urgent HAVING COUNT(*) > 0

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') icd, AVG(cost) AS m, COUNT(*) AS k FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, AVG(cost) AS m, COUNT(*) AS k FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') icd, COUNT(DISTINCT patient_id) AS p, SUM(days) AS d FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, COUNT(DISTINCT patient_id) AS p, SUM(days) AS d FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') icd, VAR_POP(days) AS v FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, VAR_POP(days) AS v FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, COUNT(*) AS n FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, COUNT(*) AS n FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY icd, urgent HAVING COUNT(*) > 0
-- raw: no one contributes too much
SELECT icd, urgent, COUNT(*) AS n, SUM(cost) AS s FROM visits GROUP BY icd, urgent HAVING COUNT(*) > 0

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, AVG(cost) AS m, COUNT(*) AS k FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, AVG(cost) AS m, COUNT(*) AS k FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, COUNT(DISTINCT patient_id) AS p, SUM(days) AS d FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, COUNT(DISTINCT patient_id) AS p, SUM(days) AS d FROM visits GROUP BY icd

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, VAR_POP(days) AS v FROM visits GROUP BY icd
-- raw: no one contributes too much
SELECT icd, VAR_POP(days) AS v FROM visits GROUP BY icd

-- needs constraints
SELECT p.region, COUNT(*) AS n, SUM(v.cost) AS s FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id GROUP BY p.region

SELECT p.ward, AVG(v.cost) AS m FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id GROUP BY p.ward

-- needs constraints
SELECT p.sex, p.smoker, COUNT(*) AS n FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id GROUP BY CUBE (p.sex, p.smoker)
-- raw: a database without grouping sets unites their levels
SELECT p.sex, p.smoker, COUNT(*) AS n FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id GROUP BY p.sex, p.smoker
UNION ALL SELECT p.sex, NULL, COUNT(*) FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id GROUP BY p.sex
UNION ALL SELECT NULL, p.smoker, COUNT(*) FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id GROUP BY p.smoker
UNION ALL SELECT NULL, NULL, COUNT(*) FROM visits AS v JOIN patients AS p ON v.patient_id = p.patient_id

-- Values that are released first, and then stand in the place of a literal

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits)

SELECT COUNT(*) AS n, SUM(cost) AS s FROM visits WHERE cost > (SELECT AVG(cost) FROM visits WHERE urgent) AND NOT urgent

SELECT COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE weight >= (SELECT AVG(weight) FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE height > (SELECT AVG(height) FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE income < (SELECT AVG(income) FROM patients)

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(age) FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE age = (SELECT COUNT(*) - 283 FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE children <= (SELECT SUM(children) / COUNT(*) FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE income > (SELECT SUM(cost) / 10 FROM visits)

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT SUM(cost) FROM visits) / 400

SELECT COUNT(*) AS n FROM visits WHERE cost > 0.9 * (SELECT AVG(cost) FROM visits)

-- needs constraints
SELECT sex, COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients) GROUP BY sex

SELECT icd, COUNT(*) AS n, AVG(cost) AS m FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) GROUP BY icd

SELECT COUNT(*) AS n FROM visits WHERE cost BETWEEN (SELECT AVG(cost) - STDDEV_POP(cost) FROM visits) AND (SELECT AVG(cost) + STDDEV_POP(cost) FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients) AND weight > (SELECT AVG(weight) FROM patients)

SELECT COUNT(*) AS n FROM visits, (SELECT AVG(cost) AS a FROM visits) t WHERE cost > t.a

SELECT COUNT(*) AS n FROM (SELECT AVG(cost) AS a FROM visits) t, visits WHERE cost > t.a

WITH t AS (SELECT AVG(cost) AS a, COUNT(*) AS n FROM visits) SELECT COUNT(*) AS n FROM visits CROSS JOIN t WHERE cost > a AND days < n

WITH t AS (SELECT AVG(cost) AS a FROM visits) SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT a FROM t) AND days IS NOT NULL

SELECT COUNT(*) AS n FROM visits v JOIN (SELECT AVG(cost) AS a FROM visits) t ON v.cost > t.a

SELECT COUNT(*) AS n, COUNT(t.a) AS m FROM visits v LEFT JOIN (SELECT AVG(cost) AS a FROM visits) t ON v.cost > t.a

SELECT COUNT(*) AS n, COUNT(t.a) AS m FROM (SELECT AVG(cost) AS a FROM visits) t RIGHT JOIN visits v ON v.cost < t.a

SELECT cost > (SELECT AVG(cost) FROM visits) AS dear, COUNT(*) AS n FROM visits GROUP BY 1
-- raw
SELECT dear, COUNT(*) AS n FROM (SELECT cost > (SELECT AVG(cost) FROM visits) AS dear FROM visits) GROUP BY dear UNION ALL SELECT NULL, 0

SELECT k, COUNT(*) AS n FROM (SELECT CASE WHEN cost > (SELECT AVG(cost) FROM visits) THEN 'dear' ELSE 'cheap' END AS k FROM visits) GROUP BY k

SELECT SUM(CASE WHEN cost > (SELECT AVG(cost) FROM visits) THEN cost ELSE 0 END) AS s FROM visits

SELECT COUNT(*) FILTER (WHERE cost > a) AS n, COUNT(*) AS m FROM visits, (SELECT AVG(cost) AS a FROM visits) t

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits))

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits WHERE cost > (SELECT AVG(cost) FROM visits)))

SELECT SUM(cost - (SELECT AVG(cost) FROM visits)) AS s FROM visits

SELECT AVG(ABS(age - (SELECT AVG(age) FROM patients))) AS m FROM patients

SELECT ROUND(SUM((age - a) * (age - a)) / 10) AS s FROM patients, (SELECT AVG(age) AS a FROM patients) t

SELECT SUM(cost - n) AS s FROM visits, (SELECT COUNT(*) AS n FROM visits) t WHERE n BETWEEN 0 AND 1000

SELECT SUM(cost - n) AS s FROM visits, (SELECT COUNT(*) AS n FROM visits) t WHERE n BETWEEN 0 AND 100
-- raw
SELECT COALESCE(SUM(cost), CAST(0 AS NUMERIC)) AS s FROM visits WHERE 1 = 0
-- raw Trino
SELECT CAST(0 AS DECIMAL(38, 2)) AS s

SELECT COUNT(*) AS n FROM visits WHERE icd = (SELECT icd FROM visits GROUP BY icd HAVING COUNT(*) >= 50 ORDER BY COUNT(*) DESC, icd LIMIT 1)
-- raw Spark SQL
SELECT COUNT(*) AS n FROM visits WHERE icd = (SELECT icd FROM (SELECT icd, COUNT(*) AS m FROM visits GROUP BY icd) AS t ORDER BY m DESC, icd LIMIT 1)

SELECT COUNT(*) AS n FROM visits WHERE icd IN (SELECT icd FROM visits WHERE icd IS NOT NULL GROUP BY icd ORDER BY COUNT(*) DESC, icd LIMIT 1)
-- raw MariaDB
SELECT COUNT(*) AS n FROM visits WHERE icd = (SELECT icd FROM visits WHERE icd IS NOT NULL GROUP BY icd ORDER BY COUNT(*) DESC, icd LIMIT 1)

SELECT COUNT(*) AS n FROM visits WHERE icd NOT IN (SELECT icd FROM visits WHERE icd IS NOT NULL GROUP BY icd ORDER BY COUNT(*) DESC, icd LIMIT 1)
-- raw MariaDB
SELECT COUNT(*) AS n FROM visits WHERE icd <> (SELECT icd FROM visits WHERE icd IS NOT NULL GROUP BY icd ORDER BY COUNT(*) DESC, icd LIMIT 1)

SELECT COUNT(*) AS n FROM visits WHERE icd = (SELECT icd FROM visits GROUP BY icd HAVING COUNT(*) > 100000 LIMIT 1)

SELECT COUNT(*) AS n FROM patients WHERE children NOT IN (SELECT COUNT(*) - 118 FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE EXISTS (SELECT 1 FROM visits HAVING COUNT(*) > 5)

SELECT COUNT(*) AS n FROM patients WHERE NOT EXISTS (SELECT 1 FROM visits HAVING COUNT(*) > 5)

SELECT COUNT(*) AS n FROM patients, (SELECT 1 AS one FROM visits HAVING COUNT(*) > 1000) t

SELECT COUNT(*) AS n FROM patients WHERE (SELECT COUNT(*) > 5 FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE born > (SELECT CASE WHEN COUNT(*) > 100 THEN DATE '1970-01-01' ELSE DATE '1990-01-01' END FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE admitted > (SELECT CASE WHEN COUNT(*) > 100 THEN TIMESTAMP '2023-01-01 00:00:00' ELSE NULL END FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE ward = (SELECT CASE WHEN COUNT(*) > 100 THEN 'red' ELSE 'blue' END FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients WHERE age > 1000)

SELECT COUNT(*) AS n FROM patients WHERE age > COALESCE((SELECT AVG(age) FROM patients WHERE age > 1000), 50)

SELECT COUNT(*) AS n FROM patients WHERE NOT (age > (SELECT AVG(age) FROM patients WHERE age > 1000))

SELECT COUNT(*) AS n FROM visits WHERE days > (SELECT COUNT(*) FROM diseases) OR cost > (SELECT AVG(cost) FROM visits)

SELECT COUNT(*) AS n FROM visits WHERE days < (SELECT COUNT(*) FROM diseases) + 0 * (SELECT AVG(cost) FROM visits)

SELECT COUNT(*) AS n FROM patients p JOIN visits v ON p.patient_id = v.patient_id AND v.cost > (SELECT AVG(cost) FROM visits)

SELECT COUNT(*) AS n FROM patients p WHERE EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.cost > (SELECT AVG(cost) FROM visits))

SELECT COUNT(*) AS n FROM patients p WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.patient_id = p.patient_id AND v.cost > (SELECT AVG(cost) FROM visits))

SELECT COUNT(*) AS n FROM (SELECT patient_id, AVG(cost) AS m FROM visits GROUP BY patient_id) WHERE m > (SELECT AVG(cost) FROM visits)

SELECT AVG(m) AS a FROM (SELECT patient_id, MAX(cost) AS m FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) GROUP BY patient_id)

SELECT COUNT(DISTINCT patient_id) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits)

SELECT r.name, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code WHERE age > (SELECT AVG(age) FROM patients) GROUP BY r.name

SELECT r.name, COUNT(*) AS n FROM patients p JOIN regions r ON p.region = r.code WHERE r.population > (SELECT AVG(income) / 60 FROM patients) GROUP BY r.name
-- raw
SELECT r.name, (SELECT COUNT(*) FROM patients p WHERE p.region = r.code AND r.population > (SELECT AVG(income) / 60 FROM patients)) AS n FROM regions r

-- needs constraints
SELECT sex, COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients) GROUP BY ROLLUP (sex)
-- raw
SELECT sex, COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients) GROUP BY sex UNION ALL SELECT NULL, COUNT(*) FROM patients WHERE age > (SELECT AVG(age) FROM patients)

SELECT COUNT(*) AS n FROM patients WHERE age > (SELECT AVG(age) FROM patients) UNION ALL SELECT COUNT(*) FROM patients WHERE age <= (SELECT AVG(age) FROM patients)

SELECT COUNT(*) AS n, SUM(x) AS s FROM (SELECT age AS x FROM patients WHERE age > (SELECT AVG(age) FROM patients) UNION ALL SELECT days FROM visits WHERE days > (SELECT AVG(days) FROM visits))

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(m) FROM (SELECT icd, AVG(cost) AS m FROM visits GROUP BY icd) x)

SELECT COUNT(*) AS n FROM visits WHERE cost > ANY (SELECT AVG(cost) FROM visits GROUP BY icd)
-- raw Spark SQL
SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT MIN(m) FROM (SELECT AVG(cost) AS m FROM visits GROUP BY icd) AS t)

SELECT COUNT(*) AS n FROM visits WHERE cost > ALL (SELECT AVG(cost) FROM visits GROUP BY icd)
-- raw Spark SQL
SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT MAX(m) FROM (SELECT AVG(cost) AS m FROM visits GROUP BY icd) AS t)

SELECT COUNT(*) AS n, (SELECT AVG(cost) FROM visits) AS a FROM visits WHERE cost > (SELECT AVG(cost) FROM visits)

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) HAVING COUNT(*) > (SELECT COUNT(*) / 4 FROM visits)

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits WHERE days > ?) AND days < ?
-- with 2
-- with 6

SELECT COUNT(*) AS n FROM visits WHERE cost > ? + (SELECT AVG(cost) FROM visits WHERE icd = ?)
-- with 10.5
-- with 'A01'

SELECT ROUND((SELECT AVG(age) FROM patients), 1) AS k, COUNT(*) AS n FROM patients GROUP BY 1

SELECT a, COUNT(*) AS n FROM patients, (SELECT COUNT(*) AS a FROM visits) t GROUP BY a

SELECT COUNT(*) AS n FROM patients WHERE age > (SELECT n FROM (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex) WHERE sex = 'F' LIMIT 1)

SELECT COUNT(*) AS n FROM visits WHERE cost > (SELECT AVG(cost) FROM visits) + 1.5 * (SELECT STDDEV_POP(cost) FROM visits)

SELECT COUNT(*) AS n FROM patients WHERE ABS(age - (SELECT AVG(age) FROM patients)) > 2 * (SELECT STDDEV_SAMP(age) FROM patients) / 2

SELECT COUNT(*) AS n FROM patients WHERE height > COALESCE((SELECT STDDEV_POP(height) FROM patients WHERE age > 1000) * 2, 1.6)

SELECT COUNT(*) AS n FROM (SELECT CASE WHEN age > a + s * 0.5 THEN 1 ELSE 0 END AS far FROM patients, (SELECT AVG(age) AS a, STDDEV_POP(age) AS s FROM patients) t) WHERE far = 1

-- Functions of pairs

-- needs constraints
SELECT sex, CORR(weight, age) AS c, COVAR_POP(weight, age) AS p, COVAR_SAMP(weight, age) AS s, REGR_SLOPE(weight, age) AS b, REGR_INTERCEPT(weight, age) AS a, REGR_R2(weight, age) AS r, REGR_SXX(weight, age) AS xx, REGR_SYY(weight, age) AS yy, REGR_SXY(weight, age) AS xy, REGR_AVGX(weight, age) AS mx, REGR_AVGY(weight, age) AS my, REGR_COUNT(weight, age) AS n FROM patients GROUP BY sex
-- raw
SELECT sex, xy / SQRT(xx * yy) AS c, xy / n AS p, xy / (n - 1) AS s, xy / xx AS b, sy / n - xy / xx * sx / n AS a, xy * xy / (xx * yy) AS r, xx, yy, xy, sx / n AS mx, sy / n AS my, n
FROM (SELECT sex, n, sx, sy, sxx - sx * sx / n AS xx, syy - sy * sy / n AS yy, sxy - sx * sy / n AS xy
FROM (SELECT sex, COUNT(*) AS n, SUM(x) AS sx, SUM(y) AS sy, SUM(x * x) AS sxx, SUM(y * y) AS syy, SUM(x * y) AS sxy
FROM (SELECT sex, CAST(weight AS DOUBLE PRECISION) AS y, CAST(age AS DOUBLE PRECISION) AS x FROM patients WHERE weight IS NOT NULL) AS v GROUP BY sex) AS m) AS t

SELECT COVAR_POP(days, cost) AS c, REGR_COUNT(days, cost) AS n FROM visits
-- raw
SELECT (SUM(CAST(days AS DOUBLE PRECISION) * cost) - SUM(CAST(days AS DOUBLE PRECISION)) * SUM(CAST(cost AS DOUBLE PRECISION)) / COUNT(*)) / COUNT(*) AS c, COUNT(*) AS n FROM visits WHERE days IS NOT NULL

SELECT REGR_AVGX(weight, height) AS x, REGR_COUNT(weight, height) AS n FROM patients
-- raw
SELECT AVG(height) AS x, COUNT(*) AS n FROM patients WHERE weight IS NOT NULL AND height IS NOT NULL

SELECT CORR(weight, age) AS c, REGR_R2(weight, age) AS r, REGR_SLOPE(weight, age) AS b, REGR_AVGX(weight, age) AS x, REGR_COUNT(weight, age) AS n FROM patients WHERE age > 1000
-- raw
SELECT CAST(NULL AS DOUBLE PRECISION) AS c, CAST(NULL AS DOUBLE PRECISION) AS r, CAST(NULL AS DOUBLE PRECISION) AS b, CAST(NULL AS DOUBLE PRECISION) AS x, COUNT(*) AS n FROM patients WHERE age > 1000

SELECT icd, CORR(cost, days) FILTER (WHERE urgent) AS c FROM visits WHERE icd IN ('A01', 'D04') GROUP BY icd
-- raw
SELECT icd, xy / SQRT(xx * yy) AS c
FROM (SELECT icd, sxx - sx * sx / n AS xx, syy - sy * sy / n AS yy, sxy - sx * sy / n AS xy
FROM (SELECT icd, COUNT(*) AS n, SUM(x) AS sx, SUM(y) AS sy, SUM(x * x) AS sxx, SUM(y * y) AS syy, SUM(x * y) AS sxy
FROM (SELECT icd, CAST(cost AS DOUBLE PRECISION) AS y, CAST(days AS DOUBLE PRECISION) AS x FROM visits WHERE days IS NOT NULL AND urgent AND icd IN ('A01', 'D04')) AS v GROUP BY icd) AS m) AS t

-- Histograms

SELECT WIDTH_BUCKET(age, 0, 120, 4) AS b, COUNT(*) AS n FROM patients WHERE age >= 0 AND age < 120 GROUP BY 1 HAVING COUNT(*) > 0
-- raw
SELECT b, COUNT(*) AS n FROM (SELECT CASE WHEN age < 30 THEN 1 WHEN age < 60 THEN 2 WHEN age < 90 THEN 3 ELSE 4 END AS b FROM patients) AS t GROUP BY b

SELECT WIDTH_BUCKET(weight, 50, 100, 3) AS b, COUNT(*) AS n FROM patients WHERE weight IS NOT NULL GROUP BY 1 HAVING COUNT(*) > 0
-- raw
SELECT b, COUNT(*) AS n FROM (SELECT CASE WHEN weight < 50 THEN 0 WHEN (weight - 50) * 3 < 50 THEN 1 WHEN (weight - 50) * 3 < 100 THEN 2 WHEN weight < 100 THEN 3 ELSE 4 END AS b FROM patients WHERE weight IS NOT NULL) AS t GROUP BY b

SELECT ROUND(EXP(AVG(LN(age + 1))), 3) AS x FROM patients
-- raw PostgreSQL
SELECT CAST(ROUND(CAST(EXP(AVG(LN(age + 1))) AS NUMERIC), 3) AS DOUBLE PRECISION) AS x FROM patients

-- Randomized answers: of n rows of which A report yes, (A - pn) / (1 - 2p) said yes.

SELECT COUNT(*) AS n FROM surveys WHERE drinks
-- raw
SELECT CAST(ROUND((3.0 * SUM(CASE WHEN drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END)) / 2, 0) AS BIGINT) AS n FROM surveys

SELECT COUNT(*) AS n FROM surveys WHERE drinks AND income > 500
-- raw
SELECT CAST(ROUND((3.0 * SUM(CASE WHEN drinks AND income > 500 THEN 1 ELSE 0 END) - SUM(CASE WHEN NOT drinks AND income > 500 THEN 1 ELSE 0 END)) / 2, 0) AS BIGINT) AS n FROM surveys

SELECT COUNT(*) AS n FROM surveys WHERE NOT drinks AND town = 'north'
-- raw
SELECT CAST(ROUND((3.0 * SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN drinks THEN 1 ELSE 0 END)) / 2, 0) AS BIGINT) AS n FROM surveys WHERE town = 'north'

SELECT COUNT(*) AS n FROM surveys WHERE drinks IS NULL

SELECT COUNT(*) AS n FROM surveys WHERE drinks IS NOT TRUE
-- raw
SELECT CAST(ROUND((3.0 * SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN drinks THEN 1 ELSE 0 END)) / 2 + SUM(CASE WHEN drinks IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS n FROM surveys

-- needs constraints
SELECT town, COUNT(*) AS n FROM surveys WHERE drinks GROUP BY town
-- raw
SELECT town, CAST(ROUND((3.0 * SUM(CASE WHEN drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END)) / 2, 0) AS BIGINT) AS n FROM surveys GROUP BY town

SELECT drinks, COUNT(*) AS n FROM surveys GROUP BY drinks
-- raw
SELECT TRUE AS drinks, CAST(ROUND((3.0 * SUM(CASE WHEN drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END)) / 2, 0) AS BIGINT) AS n FROM surveys
UNION ALL SELECT FALSE AS drinks, CAST(ROUND((3.0 * SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN drinks THEN 1 ELSE 0 END)) / 2, 0) AS BIGINT) AS n FROM surveys

SELECT AVG(CAST(voted AS DOUBLE PRECISION)) AS share FROM surveys WHERE voted IN (0, 1)
-- raw
SELECT (AVG(CAST(voted AS DOUBLE PRECISION)) - 0.1E0) / 0.8E0 AS share FROM surveys WHERE voted IN (0, 1)

SELECT AVG(CAST(income AS DOUBLE PRECISION)) AS m FROM surveys WHERE drinks
-- raw
SELECT CAST(3.0 * SUM(CASE WHEN drinks THEN income ELSE 0 END) - SUM(CASE WHEN NOT drinks THEN income ELSE 0 END) AS DOUBLE PRECISION) / CAST(3.0 * SUM(CASE WHEN drinks THEN 1 ELSE 0 END) - SUM(CASE WHEN NOT drinks THEN 1 ELSE 0 END) AS DOUBLE PRECISION) AS m FROM surveys

SELECT CAST(SUM(income) AS DOUBLE PRECISION) AS s FROM surveys WHERE drinks
-- raw
SELECT CAST((3.0 * SUM(CASE WHEN drinks THEN income ELSE 0 END) - SUM(CASE WHEN NOT drinks THEN income ELSE 0 END)) / 2 AS DOUBLE PRECISION) AS s FROM surveys

SELECT COUNT(*) AS n FROM surveys WHERE drinks AND voted = 1
-- raw
SELECT CAST(ROUND((27.0 * SUM(CASE WHEN drinks AND voted = 1 THEN 1 ELSE 0 END) - 9 * SUM(CASE WHEN NOT drinks AND voted = 1 THEN 1 ELSE 0 END) - 3 * SUM(CASE WHEN drinks AND voted = 0 THEN 1 ELSE 0 END) + SUM(CASE WHEN NOT drinks AND voted = 0 THEN 1 ELSE 0 END)) / 16, 0) AS BIGINT) AS n FROM surveys

-- Quantiles of ranks that one value alone has, of cells of one point

SELECT PERCENTILE_DISC(0.33) WITHIN GROUP (ORDER BY age) AS q FROM patients
-- raw
SELECT MIN(age) AS q FROM (SELECT age, CUME_DIST() OVER (ORDER BY age) AS c FROM patients) AS t WHERE c >= 0.33

-- needs constraints
SELECT sex, PERCENTILE_DISC(0.47) WITHIN GROUP (ORDER BY age DESC) AS q, COUNT(*) AS n FROM patients GROUP BY sex
-- raw
SELECT sex, MAX(age) AS q, MAX(n) AS n FROM (SELECT sex, age, COUNT(*) OVER (PARTITION BY sex) AS n, CUME_DIST() OVER (PARTITION BY sex ORDER BY age DESC) AS c FROM patients) AS t WHERE c >= 0.47 GROUP BY sex

SELECT MEDIAN(children) AS q FROM patients
-- raw
SELECT CAST(MIN(children) AS DOUBLE PRECISION) AS q FROM (SELECT children, CUME_DIST() OVER (ORDER BY children) AS c FROM patients) AS t WHERE c >= 0.5

SELECT APPROX_QUANTILES(children, 4)[OFFSET(1)] AS q FROM patients WHERE age > 40
-- raw
SELECT MIN(children) AS q FROM (SELECT children, CUME_DIST() OVER (ORDER BY children) AS c FROM patients WHERE age > 40) AS t WHERE c >= 0.25

SELECT APPROX_PERCENTILE(days, 0.61) AS q FROM visits
-- raw
SELECT MIN(days) AS q FROM (SELECT days, CUME_DIST() OVER (ORDER BY days) AS c FROM visits WHERE days IS NOT NULL) AS t WHERE c >= 0.61

SELECT icd, QUANTILE(days, 0.37) AS q FROM visits WHERE icd IS NOT NULL GROUP BY icd
-- raw
SELECT icd, MIN(days) AS q FROM (SELECT icd, days, CUME_DIST() OVER (PARTITION BY icd ORDER BY days) AS c FROM visits WHERE days IS NOT NULL AND icd IS NOT NULL) AS t WHERE c >= 0.37 GROUP BY icd

SELECT PERCENTILE_DISC(0.37) WITHIN GROUP (ORDER BY height) AS q FROM patients WHERE sex = 'M'
-- raw
SELECT MIN(height) AS q FROM (SELECT height, CUME_DIST() OVER (ORDER BY height) AS c FROM patients WHERE height IS NOT NULL AND sex = 'M') AS t WHERE c >= 0.37

-- The best of public groups, and the most common of public values

SELECT sex FROM patients GROUP BY sex ORDER BY COUNT(*) DESC LIMIT 1

SELECT region FROM patients WHERE age > 40 GROUP BY region ORDER BY SUM(age) DESC LIMIT 1

SELECT severity FROM diseases JOIN visits ON days >= severity GROUP BY severity ORDER BY severity * COUNT(*) DESC LIMIT 1

SELECT MODE(sex) AS m FROM patients
-- raw
SELECT sex AS m FROM patients GROUP BY sex ORDER BY COUNT(*) DESC LIMIT 1

SELECT MODE(smoker) AS m FROM patients
-- raw
SELECT smoker AS m FROM patients WHERE smoker IS NOT NULL GROUP BY smoker ORDER BY COUNT(*) DESC LIMIT 1

SELECT MODE() WITHIN GROUP (ORDER BY children) FILTER (WHERE patient_id <= 11) AS m FROM patients
-- raw
SELECT children AS m FROM patients WHERE patient_id <= 11 GROUP BY children ORDER BY COUNT(*) DESC LIMIT 1

-- needs constraints
SELECT region, MODE(sex) AS m, COUNT(*) AS n FROM patients GROUP BY region
-- raw
SELECT region, CASE WHEN SUM(f) > SUM(1 - f) THEN 'F' ELSE 'M' END AS m, COUNT(*) AS n FROM (SELECT region, CASE WHEN sex = 'F' THEN 1 ELSE 0 END AS f FROM patients) AS t GROUP BY region

-- Bounds that are found: with so large an epsilon one total is enough for a clamp above it

SELECT /*+ DP(epsilon=1000) */ SUM(amount) AS s FROM bills
-- raw
SELECT SUM(amount) AS s FROM bills

SELECT /*+ DP(epsilon=1000) */ COUNT(*) AS n, COUNT(amount) AS a FROM bills WHERE kind <> 'b'
-- raw
SELECT COUNT(*) AS n, COUNT(amount) AS a FROM bills WHERE kind <> 'b'

SELECT /*+ DP(epsilon=1000) */ SUM(balance) AS s, SUM(amount) FILTER (WHERE kind = 'a') AS a FROM bills
-- raw
SELECT SUM(balance) AS s, SUM(CASE WHEN kind = 'a' THEN amount END) AS a FROM bills

SELECT /*+ DP(epsilon=1000) */ AVG(amount) AS m FROM bills
-- raw
SELECT AVG(amount) AS m FROM bills

-- needs constraints
SELECT /*+ DP(epsilon=1000) */ kind, COUNT(*) AS n, SUM(balance) AS s FROM bills GROUP BY kind
-- raw
SELECT kind, COUNT(*) AS n, SUM(balance) AS s FROM bills GROUP BY kind

-- needs constraints
SELECT /*+ DP(epsilon=1000) */ sex, SUM(amount * 2 - 5) AS s FROM bills JOIN patients USING (patient_id) GROUP BY sex
-- raw
SELECT sex, SUM(amount * 2 - 5) AS s FROM bills JOIN patients USING (patient_id) GROUP BY sex

-- Keys whose range is declared are all listed

SELECT CAST(FLOOR(age / 10) AS INTEGER) AS d, COUNT(*) AS n FROM patients GROUP BY CAST(FLOOR(age / 10) AS INTEGER) HAVING COUNT(*) > 0

SELECT age, COUNT(*) AS n, COUNT(income) AS c FROM patients GROUP BY age HAVING COUNT(*) > 0

SELECT age - MOD(age, 20) AS a, COUNT(*) AS n FROM patients GROUP BY age - MOD(age, 20) HAVING COUNT(*) > 0

SELECT CAST(age AS BIGINT) AS a, sex, COUNT(*) AS n FROM patients GROUP BY CAST(age AS BIGINT), sex HAVING COUNT(*) > 0

SELECT FLOOR(seen TO MONTH) AS m, COUNT(*) AS n FROM visits GROUP BY FLOOR(seen TO MONTH) HAVING COUNT(*) > 0
-- raw
SELECT CAST(DATE_TRUNC('month', seen) AS DATE) AS m, COUNT(*) AS n FROM visits GROUP BY CAST(DATE_TRUNC('month', seen) AS DATE)
-- raw MariaDB
SELECT DATE_SUB(seen, INTERVAL DAYOFMONTH(seen) - 1 DAY) AS m, COUNT(*) AS n FROM visits GROUP BY DATE_SUB(seen, INTERVAL DAYOFMONTH(seen) - 1 DAY)

SELECT seen, COUNT(*) AS n FROM visits WHERE seen BETWEEN DATE '2024-01-01' AND DATE '2024-03-31' GROUP BY seen HAVING COUNT(*) > 0

SELECT days, icd, COUNT(*) AS n FROM visits GROUP BY days, icd HAVING COUNT(*) > 0

SELECT days, COUNT(*) AS n FROM visits GROUP BY ROLLUP (days) HAVING COUNT(*) > 0
-- raw
SELECT days, COUNT(*) AS n FROM visits GROUP BY days UNION ALL SELECT NULL, COUNT(*) FROM visits

-- Weights divide epsilon; values are what they are

SELECT /*+ DP(weights='n = 9, m = 0.01') */ sex, COUNT(*) AS n, SUM(income) AS s, AVG(age) AS a, COUNT(DISTINCT patient_id) AS m FROM patients GROUP BY sex HAVING COUNT(*) > 0
-- raw
SELECT sex, COUNT(*) AS n, SUM(income) AS s, AVG(age) AS a, COUNT(DISTINCT patient_id) AS m FROM patients GROUP BY sex

SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (noise = 'gaussian', weights = 'q = 5') SUM(days) * 2 AS q, COUNT(DISTINCT patient_id) AS p FROM visits
-- raw
SELECT SUM(days) * 2 AS q, COUNT(DISTINCT patient_id) AS p FROM visits

-- A DECIMAL of which nothing is said has other digits in each database

SELECT SUM(CASE WHEN sex = 'F' THEN cost_ ELSE CAST(NULL AS DECIMAL) END) AS x FROM (SELECT sex, CAST(weight AS DECIMAL(8, 2)) AS cost_ FROM patients) AS t

SELECT SUM(CAST(part AS DECIMAL)) AS x FROM (SELECT CAST(weight AS DECIMAL(8, 2)) AS part FROM patients) AS t

SELECT SUM(CAST(age AS DECIMAL)) AS x, SUM(CAST(2.5 AS DECIMAL) * age) AS y FROM patients

-- A product of means has many digits before the point as well

SELECT ROUND(AVG(income) * 1000 * AVG(income), 1) AS x FROM patients
-- raw MariaDB
SELECT ROUND(CAST(AVG(income) AS DECIMAL(38, 4)) * 1000 * CAST(AVG(income) AS DECIMAL(38, 4)), 1) AS x FROM patients

-- Half-open ranges end before what begins at their end

SELECT DATE_TRUNC('month', admitted) AS m, COUNT(*) AS n FROM patients WHERE admitted >= TIMESTAMP '2022-02-01 00:00:00' AND admitted < TIMESTAMP '2022-06-01 00:00:00' GROUP BY DATE_TRUNC('month', admitted)
-- raw MariaDB
SELECT CAST(DATE_FORMAT(admitted, '%Y-%m-01') AS DATETIME) AS m, COUNT(*) AS n FROM patients WHERE admitted >= TIMESTAMP '2022-02-01 00:00:00' AND admitted < TIMESTAMP '2022-06-01 00:00:00' GROUP BY CAST(DATE_FORMAT(admitted, '%Y-%m-01') AS DATETIME)

SELECT CAST(admitted AS DATE) AS d, COUNT(*) AS n FROM patients WHERE admitted >= TIMESTAMP '2022-02-03 00:00:00' AND admitted < TIMESTAMP '2022-02-04 00:00:00' GROUP BY CAST(admitted AS DATE)

-- Databases begin the week on different days, and count from 0 or 1
SELECT born, EXTRACT(DOW FROM born) AS w FROM (SELECT born, COUNT(*) AS n FROM patients GROUP BY born) AS t
-- raw MariaDB
SELECT born, DAYOFWEEK(born) AS w FROM (SELECT born, COUNT(*) AS n FROM patients GROUP BY born) AS t

-- Sets of rows that are released first

SELECT COUNT(*) AS n FROM visits WHERE icd IN (SELECT icd FROM visits GROUP BY icd HAVING COUNT(*) > 49)

SELECT COUNT(*) AS n FROM visits WHERE icd NOT IN (SELECT icd FROM visits WHERE icd IS NOT NULL GROUP BY icd HAVING COUNT(*) > 50)

SELECT v.icd, SUM(v.days) AS d FROM visits AS v JOIN (SELECT icd, COUNT(*) AS n FROM visits GROUP BY icd ORDER BY n DESC, icd LIMIT 2) AS t ON v.icd = t.icd GROUP BY v.icd

SELECT COUNT(*) AS n FROM visits AS v WHERE v.cost > (SELECT AVG(w.cost) FROM visits AS w WHERE w.icd = v.icd)

SELECT t.n, COUNT(*) AS m FROM visits AS v LEFT JOIN (SELECT icd, COUNT(*) AS n FROM visits WHERE icd <> 'A01' GROUP BY icd) AS t ON v.icd = t.icd GROUP BY t.n

SELECT p.sex, p.region, COUNT(*) AS n FROM patients AS p JOIN (SELECT region FROM patients GROUP BY region HAVING AVG(age) > 49) AS t ON p.region = t.region GROUP BY p.sex, p.region HAVING COUNT(*) > 0

SELECT COUNT(*) AS n FROM patients AS p JOIN (SELECT admitted, born FROM patients GROUP BY admitted, born) AS t ON p.born = t.born AND p.admitted = t.admitted

-- What a person's joined rows add up to is at most what all pairs of the declared rows would

SELECT AVG(s) AS a, SUM(n) AS m FROM (SELECT v.patient_id, SUM(w.days) AS s, COUNT(*) AS n FROM visits AS v JOIN visits AS w ON v.patient_id = w.patient_id GROUP BY v.patient_id) AS t

-- The least of one released value is that value

-- needs constraints
SELECT p.sex, MAX(t.s) AS s, MIN(t.s) - MAX(t.s) AS z, COUNT(*) AS n FROM patients AS p CROSS JOIN (SELECT SUM(days) AS s FROM visits) AS t GROUP BY p.sex

-- needs constraints
SELECT MIN(t.n) AS n, MAX(t.m) AS m FROM patients AS p CROSS JOIN (SELECT COUNT(*) AS n, MIN(sex) AS m FROM (SELECT sex, COUNT(*) AS k FROM patients GROUP BY sex) AS g) AS t

SELECT COUNT(*) AS n FROM patients AS p CROSS JOIN (SELECT AVG(age) AS a, STDDEV_POP(age) AS d FROM patients) AS t WHERE (p.age - t.a) / t.d > 1

-- The clock: the test's own shows 2024-02-29 12:34:56.789012

SELECT COUNT(*) AS n FROM visits WHERE seen > CURRENT_DATE
-- raw
SELECT COUNT(*) AS n FROM visits WHERE seen > DATE '2024-02-29'

SELECT icd, COUNT(*) AS n, SUM(CASE WHEN seen < CURRENT_DATE THEN cost ELSE 0 END) AS c FROM visits WHERE seen >= CURRENT_DATE - INTERVAL '1' YEAR AND seen < CURRENT_DATE + INTERVAL '1' DAY GROUP BY icd
-- raw
SELECT icd, COUNT(*) AS n, SUM(CASE WHEN seen < DATE '2024-02-29' THEN cost ELSE 0 END) AS c FROM visits WHERE seen >= DATE '2023-02-28' AND seen < DATE '2024-03-01' GROUP BY icd

SELECT COUNT(*) AS n FROM patients WHERE admitted <= CURRENT_TIMESTAMP AND admitted > LOCALTIMESTAMP - INTERVAL '90' DAY
-- raw
SELECT COUNT(*) AS n FROM patients WHERE admitted <= TIMESTAMP '2024-02-29 12:34:56' AND admitted > TIMESTAMP '2023-12-01 12:34:56'

SELECT EXTRACT(YEAR FROM CURRENT_DATE) - EXTRACT(YEAR FROM born) AS a, COUNT(*) AS n FROM patients GROUP BY EXTRACT(YEAR FROM CURRENT_DATE) - EXTRACT(YEAR FROM born) HAVING COUNT(*) > 0
-- raw
SELECT 2024 - EXTRACT(YEAR FROM born) AS a, COUNT(*) AS n FROM patients GROUP BY 2024 - EXTRACT(YEAR FROM born)

SELECT COUNT(*) AS n FROM visits AS v JOIN patients AS p ON p.patient_id = v.patient_id AND v.seen < CURRENT_DATE AND p.admitted < CURRENT_TIMESTAMP
-- raw
SELECT COUNT(*) AS n FROM visits AS v JOIN patients AS p ON p.patient_id = v.patient_id AND v.seen < DATE '2024-02-29' AND p.admitted < TIMESTAMP '2024-02-29 12:34:56'
-- Clamps from both sides, and from one side under a condition on the other

-- needs constraints
SELECT sex, SUM(LEAST(GREATEST(age, 20), 60)) AS s, AVG(GREATEST(LEAST(age, 60), 20)) AS a FROM patients WHERE age IS NOT NULL GROUP BY sex

SELECT SUM(LEAST(age, 60)) AS s, COUNT(*) AS n FROM patients WHERE age >= 20

SELECT d, n, SUM(n) OVER (w ROWS 1 PRECEDING) AS s FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t WINDOW w AS (ORDER BY d)
-- raw
SELECT d, n, SUM(n) OVER (ORDER BY d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT d, n, SUM(n) OVER v AS s FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t WINDOW w AS (ORDER BY d), v AS (w ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)
-- raw
SELECT d, n, SUM(n) OVER (ORDER BY d ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS s FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT d, n, SUM(n) OVER (w ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) AS s, SUM(n) OVER w AS t FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t WINDOW w AS (ORDER BY d)
-- raw
SELECT d, n, SUM(n) OVER (ORDER BY d ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) - n AS s, SUM(n) OVER (ORDER BY d) AS t FROM (SELECT age / 10 AS d, COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING COUNT(*) > 0) AS t

SELECT CAST(q AS BIGINT) AS q, COUNT(*) AS n FROM (SELECT NTILE(2) OVER (ORDER BY age * 2) AS q FROM patients) AS t GROUP BY q

SELECT COUNT(*) AS n FROM (SELECT NTILE(3) OVER (ORDER BY icd) AS q FROM diseases) AS t WHERE q = 1

-- Intervals that a column tells

SELECT COUNT(*) AS n FROM patients WHERE admitted > born + age * INTERVAL '1' YEAR
-- raw MariaDB
SELECT COUNT(*) AS n FROM patients WHERE admitted > born + INTERVAL age YEAR

SELECT SUM(CASE WHEN seen + CASE WHEN cost > 500 THEN INTERVAL '1' DAY ELSE INTERVAL '40' DAY END > DATE '2024-02-01' THEN 1 ELSE 0 END) AS n FROM visits
-- raw
SELECT SUM(CASE WHEN cost > 500 AND seen > DATE '2024-01-31' OR cost <= 500 AND seen + INTERVAL '40' DAY > DATE '2024-02-01' THEN 1 ELSE 0 END) AS n FROM visits

SELECT CAST(SUM(EXTRACT(YEAR FROM born + age * INTERVAL '1' MONTH)) AS BIGINT) AS y, CAST(SUM(EXTRACT(DAY FROM admitted - age * INTERVAL '36' HOUR)) AS BIGINT) AS d FROM patients
-- raw MariaDB
SELECT CAST(SUM(EXTRACT(YEAR FROM born + INTERVAL age MONTH)) AS SIGNED) AS y, CAST(SUM(EXTRACT(DAY FROM admitted - INTERVAL age * 36 HOUR)) AS SIGNED) AS d FROM patients

SELECT CAST(SUM(EXTRACT(DAY FROM admitted + INTERVAL '10' MINUTE * age)) AS BIGINT) AS d FROM patients
-- raw MariaDB
SELECT CAST(SUM(EXTRACT(DAY FROM admitted + INTERVAL age * 10 MINUTE)) AS SIGNED) AS d FROM patients

SELECT COUNT(*) AS n FROM patients WHERE born + EXTRACT(DOY FROM born) * INTERVAL '-1' DAY > DATE '1990-01-01'
-- raw MariaDB
SELECT COUNT(*) AS n FROM patients WHERE born - INTERVAL DAYOFYEAR(born) DAY > DATE '1990-01-01'

-- Keys that are computed of a public table's columns

SELECT g.d, COUNT(*) AS n FROM visits AS v CROSS JOIN (SELECT DISTINCT severity * 30 AS d FROM diseases WHERE severity <= 6) AS g GROUP BY g.d

SELECT d.d, COUNT(*) AS n FROM visits AS v JOIN (SELECT icd, severity * 1.50 AS d FROM diseases WHERE severity <= 6) AS d ON d.icd = v.icd GROUP BY d.d

SELECT d.d, COUNT(*) AS n FROM visits AS v JOIN (SELECT icd, chapter || 'x' AS d FROM diseases WHERE severity <= 6) AS d ON d.icd = v.icd GROUP BY d.d
-- raw MariaDB
SELECT d.d, COUNT(*) AS n FROM visits AS v JOIN (SELECT icd, CONCAT(chapter, 'x') AS d FROM diseases WHERE severity <= 6) AS d ON d.icd = v.icd GROUP BY d.d

SELECT g.d, SUM(CASE WHEN v.seen + g.d * INTERVAL '1' DAY > DATE '2024-02-01' THEN 1 ELSE 0 END) AS n FROM visits AS v CROSS JOIN (SELECT DISTINCT severity * 30 AS d FROM diseases WHERE severity <= 6) AS g GROUP BY g.d
-- raw MariaDB
SELECT g.d, SUM(CASE WHEN v.seen + INTERVAL g.d DAY > DATE '2024-02-01' THEN 1 ELSE 0 END) AS n FROM visits AS v CROSS JOIN (SELECT DISTINCT severity * 30 AS d FROM diseases WHERE severity <= 6) AS g GROUP BY g.d

SELECT SUM(d.s) AS n FROM visits AS v JOIN (SELECT icd, MAX(severity) * 2 AS s FROM diseases GROUP BY icd) AS d ON d.icd = v.icd

-- A window that refines one that refines another; and of a table grouped by what a window says

SELECT sex, region, SUM(n) OVER (v ROWS 1 PRECEDING) AS s, SUM(n) OVER (v) AS t FROM (SELECT sex, region, COUNT(*) AS n FROM patients GROUP BY sex, region HAVING COUNT(*) > 0) AS t WINDOW w AS (PARTITION BY sex), v AS (w ORDER BY region)
-- raw
SELECT sex, region, SUM(n) OVER (PARTITION BY sex ORDER BY region ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s, SUM(n) OVER (PARTITION BY sex ORDER BY region) AS t FROM (SELECT sex, region, COUNT(*) AS n FROM patients GROUP BY sex, region HAVING COUNT(*) > 0) AS t

SELECT CAST(t AS BIGINT) AS t, COUNT(*) AS n FROM (SELECT NTILE(2) OVER (ORDER BY icd) AS t FROM diseases) AS x GROUP BY CAST(t AS BIGINT)

-- Numbers of narrow types, whose own range would move all dates

SELECT COUNT(*) AS n FROM patients WHERE born + children * INTERVAL '1' MONTH < DATE '1980-01-01'
-- raw MariaDB
SELECT COUNT(*) AS n FROM patients WHERE born + INTERVAL children MONTH < DATE '1980-01-01'

SELECT COUNT(*) AS n FROM patients WHERE admitted + age * INTERVAL '1' MINUTE < TIMESTAMP '2023-01-01 00:00:00'
-- raw MariaDB
SELECT COUNT(*) AS n FROM patients WHERE admitted + INTERVAL age MINUTE < TIMESTAMP '2023-01-01 00:00:00'

-- The last days of a month are moved to one: the later timestamp becomes the earlier one

SELECT SUM(CASE WHEN 100 / (TIMESTAMPDIFF(SECOND, TIMESTAMP '2023-02-28 00:00:00', CASE WHEN patient_id = 1 THEN TIMESTAMP '2023-01-31 01:00:00' ELSE TIMESTAMP '2023-01-30 23:00:00' END + INTERVAL '1' MONTH) - 3600) IS NULL THEN 1 ELSE 0 END) AS n FROM patients
-- raw
SELECT SUM(CASE WHEN patient_id = 1 THEN 1 ELSE 0 END) AS n FROM patients

-- Sums, means and variances of distinct values, of people with one row and with several

SELECT SUM(DISTINCT age) AS s, AVG(DISTINCT age) AS m, VAR_POP(DISTINCT age) AS v, COUNT(DISTINCT age) AS n FROM patients
-- raw MariaDB
SELECT SUM(age) AS s, AVG(age) AS m, VAR_POP(age) AS v, COUNT(age) AS n FROM (SELECT DISTINCT age FROM patients) AS d

-- needs constraints
SELECT sex, SUM(DISTINCT age) AS s, SUM(age) AS t, AVG(DISTINCT children) AS c FROM patients GROUP BY sex

SELECT SUM(DISTINCT days) AS s, AVG(DISTINCT days) AS m, COUNT(*) AS n FROM visits

SELECT icd, SUM(DISTINCT days) AS s, VAR_SAMP(DISTINCT days) AS v FROM visits GROUP BY icd
-- raw MariaDB
SELECT icd, SUM(days) AS s, VAR_SAMP(days) AS v FROM (SELECT DISTINCT icd, days FROM visits) AS d GROUP BY icd

-- needs constraints
SELECT urgent, AVG(DISTINCT cost) FILTER (WHERE days > 1) AS m FROM visits GROUP BY urgent

SELECT SUM(DISTINCT days) / COUNT(DISTINCT days) AS q FROM visits WHERE urgent

-- A text that an inner join equates with a public one is listed with what depends on it

SELECT v.icd, d.severity, COUNT(*) AS n FROM visits AS v JOIN diseases AS d ON v.icd = d.icd GROUP BY v.icd, d.severity

SELECT p.region, r.name, AVG(p.age) AS m FROM patients AS p JOIN regions AS r ON r.code = p.region WHERE p.region <> 'S' GROUP BY p.region, r.name

SELECT v.icd, d.chapter, SUM(v.days) AS n FROM visits AS v JOIN diseases AS d ON v.icd = d.icd AND d.severity > 1 WHERE v.icd < 'C' GROUP BY v.icd, d.chapter ORDER BY v.icd

-- A public table that is grouped by an expression

SELECT d.k, COUNT(*) AS n FROM visits AS v JOIN (SELECT UPPER(icd) AS k, MAX(severity) AS m FROM diseases GROUP BY UPPER(icd)) AS d ON d.k = v.icd GROUP BY d.k

-- GoogleSQL's aggregates with bounds

-- needs constraints
SELECT WITH ANONYMIZATION OPTIONS (epsilon = 1, kappa = 2) sex, ANON_COUNT(*) AS n, ANON_SUM(age CLAMPED BETWEEN 20 AND 60) AS s, ANON_AVG(income CLAMPED BETWEEN 0 AND 30000.5) AS m FROM patients GROUP BY sex
-- raw
SELECT sex, COUNT(*) AS n, SUM(CASE WHEN age < 20 THEN 20 WHEN age > 60 THEN 60 ELSE age END) AS s, AVG(CASE WHEN income < 0 THEN 0 WHEN income > 30000.5 THEN 30000.5 ELSE income END) AS m FROM patients GROUP BY sex

SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n, SUM(children + 1, contribution_bounds_per_group => (-1, 3)) AS s, VAR_POP(age, contribution_bounds_per_row => (10, 90)) AS v FROM patients
-- raw
SELECT COUNT(*) AS n, SUM(CASE WHEN children + 1 > 3 THEN 3 ELSE children + 1 END) AS s, VAR_POP(CASE WHEN age < 10 THEN 10 WHEN age > 90 THEN 90 ELSE age END) AS v FROM patients

SELECT ANON_STDDEV_POP(days CLAMPED BETWEEN 1 AND 5) AS d, STDDEV_SAMP(days, contribution_bounds_per_row => (1, 5)) AS t FROM visits
-- raw
SELECT STDDEV_POP(CASE WHEN days < 1 THEN 1 WHEN days > 5 THEN 5 ELSE days END) AS d, STDDEV_SAMP(CASE WHEN days < 1 THEN 1 WHEN days > 5 THEN 5 ELSE days END) AS t FROM visits

SELECT SUM(days - 3, contribution_bounds_per_group => (-2, 4)) AS s, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n, COUNT(*) AS m FROM visits
-- raw
SELECT CAST(SUM(CASE WHEN s < -2 THEN -2 WHEN s > 4 THEN 4 ELSE s END) AS BIGINT) AS s, CAST(SUM(CASE WHEN n < 0 THEN 0 WHEN n > 2 THEN 2 ELSE n END) AS BIGINT) AS n, CAST(SUM(n) AS BIGINT) AS m FROM (SELECT patient_id, SUM(days - 3) AS s, COUNT(*) AS n FROM visits GROUP BY patient_id) AS t
-- raw MariaDB
SELECT SUM(CASE WHEN s < -2 THEN -2 WHEN s > 4 THEN 4 ELSE s END) AS s, CAST(SUM(CASE WHEN n < 0 THEN 0 WHEN n > 2 THEN 2 ELSE n END) AS BIGINT) AS n, CAST(SUM(n) AS BIGINT) AS m FROM (SELECT patient_id, SUM(days - 3) AS s, COUNT(*) AS n FROM visits GROUP BY patient_id) AS t

SELECT urgent, COUNT(days, contribution_bounds_per_group => (0, 1)) AS n, SUM(days) AS d FROM visits GROUP BY urgent
-- raw
SELECT urgent, CAST(SUM(CASE WHEN n > 1 THEN 1 ELSE n END) AS BIGINT) AS n, CAST(SUM(d) AS BIGINT) AS d FROM (SELECT patient_id, urgent, COUNT(days) AS n, SUM(days) AS d FROM visits GROUP BY patient_id, urgent) AS t GROUP BY urgent
-- raw MariaDB
SELECT urgent, CAST(SUM(CASE WHEN n > 1 THEN 1 ELSE n END) AS BIGINT) AS n, SUM(d) AS d FROM (SELECT patient_id, urgent, COUNT(days) AS n, SUM(days) AS d FROM visits GROUP BY patient_id, urgent) AS t GROUP BY urgent

SELECT SUM(days, contribution_bounds_per_group => (1, 4)) FILTER (WHERE urgent) AS s FROM visits
-- raw
SELECT CAST(SUM(CASE WHEN s < 1 THEN 1 WHEN s > 4 THEN 4 ELSE s END) AS BIGINT) AS s FROM (SELECT patient_id, SUM(days) AS s FROM visits WHERE urgent GROUP BY patient_id) AS t
-- raw MariaDB
SELECT SUM(CASE WHEN s < 1 THEN 1 WHEN s > 4 THEN 4 ELSE s END) AS s FROM (SELECT patient_id, SUM(days) AS s FROM visits WHERE urgent GROUP BY patient_id) AS t

SELECT icd, COUNT(*) AS n, SUM(severity, contribution_bounds_per_group => (0, 2)) AS s FROM diseases GROUP BY icd
-- raw
SELECT icd, COUNT(*) AS n, SUM(CASE WHEN severity < 0 THEN 0 WHEN severity > 2 THEN 2 ELSE severity END) AS s FROM diseases GROUP BY icd

-- Constants among the keys

SELECT 'all' AS seg, COUNT(*) AS n FROM patients GROUP BY 1
-- raw: a text literal is a CHAR
SELECT CAST('all' AS CHAR(3)) AS seg, COUNT(*) AS n FROM patients
-- raw Trino
SELECT CAST('all' AS VARCHAR) AS seg, COUNT(*) AS n FROM patients

-- needs constraints
SELECT sex, 'x' AS c, COUNT(*) AS n, AVG(age) AS m FROM patients GROUP BY sex, 2
-- raw
SELECT sex, CAST('x' AS CHAR(1)) AS c, COUNT(*) AS n, AVG(age) AS m FROM patients GROUP BY sex
-- raw Trino
SELECT sex, CAST('x' AS VARCHAR) AS c, COUNT(*) AS n, AVG(age) AS m FROM patients GROUP BY sex

SELECT ward, 'x' || ward AS w, 'yz' AS d, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL GROUP BY ward, 2, 3
-- raw
SELECT ward, 'x' || ward AS w, CAST('yz' AS CHAR(2)) AS d, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL GROUP BY ward
-- raw MariaDB
SELECT ward, CONCAT('x', ward) AS w, CAST('yz' AS CHAR(2)) AS d, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL GROUP BY ward
-- raw Trino
SELECT ward, 'x' || ward AS w, CAST('yz' AS VARCHAR) AS d, COUNT(*) AS n FROM patients WHERE ward IS NOT NULL GROUP BY ward

SELECT 'visits' AS what, COUNT(*) AS n, SUM(days) AS s FROM visits GROUP BY 1 UNION ALL SELECT 'patients', COUNT(*), SUM(age) FROM patients GROUP BY 1

-- A parameter within what is bounded, which is written several times

-- with 7
-- with 50
SELECT ANON_SUM(age + ? CLAMPED BETWEEN 0 AND 60) AS s, COUNT(*) AS n FROM patients WHERE weight > ?
-- raw
SELECT SUM(CASE WHEN age + CAST(? AS INTEGER) > 60 THEN 60 ELSE age + 7 END) AS s, COUNT(*) AS n FROM patients WHERE weight > ?

SELECT SUM(CASE sex WHEN 'F' THEN 1 ELSE 3000000000 END) AS s FROM patients

SELECT COUNT(*) AS n FROM (SELECT age, CASE WHEN sex = 'F' THEN 1 ELSE 9223372036854775807 END AS x FROM patients) AS t WHERE x + age > 3
-- raw
SELECT COUNT(*) AS n FROM patients WHERE (sex = 'F' AND age > 2) OR (sex <> 'F' AND age IS NOT NULL)

-- An alias with the name of a column is the column in an expression of ORDER BY; alone, and in HAVING and GROUP BY, databases differ

-- refused on Spark, whose rule is not known
-- needs constraints
SELECT CAST(children AS INTEGER) + 1 AS k, COUNT(*) AS children FROM patients WHERE children < 5 GROUP BY CAST(children AS INTEGER) + 1 HAVING CAST(children AS INTEGER) + 1 > 3 ORDER BY CAST(children AS INTEGER) + 1 DESC

SELECT children AS k, -COUNT(*) AS children FROM patients WHERE children < 5 GROUP BY patients.children ORDER BY -ABS(children)

SELECT children AS k, -COUNT(*) AS children FROM patients WHERE children < 5 AND age > 30 GROUP BY patients.children ORDER BY children, k DESC

SELECT children AS k, -SUM(age) AS age FROM patients WHERE children < 5 GROUP BY children ORDER BY SUM(age)

SELECT children AS k, SUM(age) AS age FROM patients WHERE children < 5 GROUP BY children HAVING SUM(age) > 1000 ORDER BY 1

-- refused on Spark, whose rule is not known
-- needs constraints
SELECT children AS k, COUNT(*) AS children FROM patients WHERE children < 5 GROUP BY patients.children HAVING children > 2

SELECT MOD(CAST(children AS INTEGER), 2) AS children, COUNT(*) AS n FROM patients WHERE children < 5 GROUP BY children

SELECT MOD(severity, 2) AS severity, COUNT(*) AS n FROM diseases WHERE severity > 0 GROUP BY severity

SELECT -severity AS severity FROM diseases WHERE severity > 0 ORDER BY -severity

SELECT -severity AS severity FROM diseases WHERE severity > 0 ORDER BY severity

SELECT DISTINCT -severity AS severity FROM diseases WHERE severity > 0 ORDER BY -severity DESC

SELECT severity AS k, -severity AS severity FROM diseases WHERE severity > 0 ORDER BY severity

SELECT -severity AS severity, severity AS k FROM diseases WHERE severity > 0 ORDER BY severity

SELECT severity AS k, MOD(severity, 2) AS severity, COUNT(*) AS n FROM diseases WHERE severity > 0 GROUP BY severity

SELECT children AS k, SUM(age) AS age FROM patients WHERE children < 5 GROUP BY children HAVING SUM(age) > 1000 AND SUM(age + 1) < 5000

SELECT -severity AS severity FROM (SELECT severity FROM diseases) WHERE severity > 0 ORDER BY -severity
-- raw
SELECT -severity AS severity FROM (SELECT severity FROM diseases) AS d WHERE severity > 0 ORDER BY -severity

-- Pairs are equal if their values are: 0.0 and -0.0, and NULL and NULL in a row

SELECT COUNT(DISTINCT (ROUND((height - 1.75) / 100), sex)) AS n, COUNT(*) AS m FROM patients WHERE height IS NOT NULL
-- raw
SELECT CAST(2 AS BIGINT) AS n, COUNT(*) AS m FROM patients WHERE height IS NOT NULL

SELECT COUNT(DISTINCT (ward, height)) AS n FROM patients
-- raw
SELECT COUNT(*) AS n FROM (SELECT DISTINCT ward, height FROM patients) AS t

SELECT sex, COUNT(DISTINCT (ward, height)) AS n FROM patients GROUP BY sex
-- raw
SELECT sex, COUNT(*) AS n FROM (SELECT DISTINCT sex, ward, height FROM patients) AS t GROUP BY sex

SELECT COUNT(DISTINCT (icd, patient_id)) AS n FROM visits
-- raw
SELECT COUNT(*) AS n FROM (SELECT DISTINCT icd, patient_id FROM visits) AS t
