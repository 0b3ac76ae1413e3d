CREATE TABLE patients (
  patient_id INT PRIMARY KEY,
  age INT,
  sex CHAR(1),
  region VARCHAR(20),
  weight DOUBLE PRECISION,
  born DATE,
  smoker BOOLEAN,
  note VARCHAR(40),
  card BIGINT,
  salary DOUBLE PRECISION,
  name VARCHAR(40),
  ssn VARCHAR(40));
CREATE TABLE visits (
  visit_id INT PRIMARY KEY,
  patient_id INT NOT NULL,
  "AT" DATE,
  cost INT,
  icd VARCHAR(5),
  remark VARCHAR(40));
CREATE TABLE diseases (code VARCHAR(5) PRIMARY KEY, chapter VARCHAR(20));
CREATE TABLE secrets (patient_id INT PRIMARY KEY, secret VARCHAR(40));
INSERT INTO diseases VALUES ('A', 'infection'), ('B', 'infection'), ('C', 'tumour'), ('D', 'blood');
INSERT INTO patients
  SELECT x, MOD(x, 90), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END, CASE MOD(x, 3) WHEN 0 THEN 'North' ELSE 'South' END,
    40 + MOD(x, 60), DATEADD(DAY, 100 * x, DATE '1930-01-01'), MOD(x, 5) = 0, 'Zq7note' || x, 739184620000000 + x, 1.0E300,
    'Zq7name' || x, 'Zq7ssn' || x
  FROM SYSTEM_RANGE(1, 200);
INSERT INTO visits
  SELECT x, 1 + MOD(x, 150), DATEADD(DAY, MOD(x, 300), DATE '2024-01-01'), MOD(x * 37, 500), CHAR(65 + MOD(x, 4)), 'Zq7remark' || x
  FROM SYSTEM_RANGE(1, 600);
INSERT INTO secrets SELECT patient_id, 'Zq7secret' || patient_id FROM patients;
