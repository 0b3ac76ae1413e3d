CREATE TABLE regions (code VARCHAR(2) PRIMARY KEY, name VARCHAR(20) NOT NULL, population INTEGER);
INSERT INTO regions VALUES ('N', 'North', 1200), ('S', 'South', 800), ('E', 'East', NULL);

CREATE TABLE diseases (icd VARCHAR(4) NOT NULL, chapter VARCHAR(12) NOT NULL, severity INTEGER);
INSERT INTO diseases VALUES
  ('A01', 'infection', 2), ('B02', 'infection', 1), ('C03', 'cancer', 5), ('D04', 'blood', NULL);

CREATE TABLE patients (
  patient_id INTEGER PRIMARY KEY,
  age INTEGER NOT NULL,
  sex VARCHAR(1) NOT NULL,
  region VARCHAR(2) NOT NULL,
  ward VARCHAR(10),
  weight NUMERIC(5, 1),
  height DOUBLE PRECISION,
  born DATE NOT NULL,
  admitted TIMESTAMP(0),
  smoker BOOLEAN,
  income BIGINT,
  children SMALLINT);
INSERT INTO patients
  SELECT x,
    MOD(x * 37, 90) + 5,
    CASE WHEN MOD(x, 3) = 0 THEN 'F' ELSE 'M' END,
    CASE MOD(x, 3) WHEN 0 THEN 'N' WHEN 1 THEN 'S' ELSE 'E' END,
    CASE MOD(x, 5) WHEN 0 THEN NULL WHEN 1 THEN 'red' WHEN 2 THEN 'green' ELSE 'blue' END,
    CASE WHEN MOD(x, 11) = 0 THEN NULL ELSE 40 + MOD(x * 13, 600) / 10.0 END,
    CASE WHEN MOD(x, 13) = 0 THEN NULL ELSE 1.5 + MOD(x, 4) * 0.125 END,
    DATEADD(DAY, MOD(x * 997, 20000), DATE '1950-01-01'),
    CASE WHEN MOD(x, 7) = 0 THEN NULL
      ELSE DATEADD(HOUR, MOD(x * 101, 20000), TIMESTAMP '2022-01-01 00:00:00') END,
    CASE MOD(x, 4) WHEN 0 THEN NULL WHEN 1 THEN TRUE ELSE FALSE END,
    CASE WHEN MOD(x, 9) = 0 THEN NULL ELSE MOD(x * 7919, 90000) END,
    MOD(x, 5)
  FROM SYSTEM_RANGE(1, 120);

CREATE TABLE visits (
  visit_id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL,
  seen DATE NOT NULL,
  cost NUMERIC(8, 2) NOT NULL,
  icd VARCHAR(4),
  days SMALLINT,
  urgent BOOLEAN NOT NULL);
INSERT INTO visits
  SELECT x,
    MOD(x * 17, 100) + 1,
    DATEADD(DAY, MOD(x * 31, 700), DATE '2023-01-01'),
    MOD(x * 7907, 500000) / 100.0,
    CASE MOD(x, 6) WHEN 0 THEN 'A01' WHEN 1 THEN 'B02' WHEN 2 THEN 'C03' WHEN 3 THEN NULL
      ELSE 'D04' END,
    CASE WHEN MOD(x, 10) = 0 THEN NULL ELSE MOD(x, 8) END,
    MOD(x, 4) = 0
  FROM SYSTEM_RANGE(1, 300);

CREATE TABLE prescriptions (
  visit_id INTEGER NOT NULL,
  drug VARCHAR(8) NOT NULL,
  dose INTEGER,
  repeated BOOLEAN NOT NULL);
INSERT INTO prescriptions
  SELECT MOD(x * 23, 250) + 1,
    CASE MOD(x, 4) WHEN 0 THEN 'aspirin' WHEN 1 THEN 'statin' ELSE 'insulin' END,
    CASE WHEN MOD(x, 7) = 0 THEN NULL ELSE MOD(x * 11, 40) END,
    MOD(x, 3) = 0
  FROM SYSTEM_RANGE(1, 400);

CREATE TABLE moods (
  id INTEGER PRIMARY KEY,
  mood ENUM('sad', 'ok', 'happy') NOT NULL,
  later ENUM('Happy', 'sad', 'ok'),
  word VARCHAR(10));
INSERT INTO moods
  SELECT x,
    CASE MOD(x, 4) WHEN 0 THEN 'sad' WHEN 1 THEN 'ok' ELSE 'happy' END,
    CASE MOD(x, 5) WHEN 0 THEN NULL WHEN 1 THEN 'Happy' WHEN 2 THEN 'sad' ELSE 'ok' END,
    CASE MOD(x, 3) WHEN 0 THEN 'sad' WHEN 1 THEN 'zeal' END
  FROM SYSTEM_RANGE(1, 60);

CREATE TABLE surveys (
  id INTEGER PRIMARY KEY,
  drinks BOOLEAN,
  voted SMALLINT,
  income INTEGER NOT NULL,
  town VARCHAR(10) NOT NULL);
INSERT INTO surveys
  SELECT x,
    CASE MOD(x, 5) WHEN 0 THEN NULL WHEN 1 THEN FALSE ELSE TRUE END,
    CASE WHEN MOD(x, 11) = 0 THEN NULL WHEN MOD(x, 17) = 0 THEN 7 ELSE MOD(x, 2) END,
    MOD(x * 37, 1000),
    CASE MOD(x, 3) WHEN 0 THEN 'north' ELSE 'south' END
  FROM SYSTEM_RANGE(1, 200);

CREATE TABLE bills (
  bill_id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL,
  amount INTEGER,
  balance NUMERIC(9, 2),
  kind VARCHAR(1) NOT NULL);
INSERT INTO bills
  SELECT x,
    MOD(x * 19, 90) + 1,
    CASE WHEN MOD(x, 13) = 0 THEN NULL ELSE MOD(x * 7919, 99991) END,
    (MOD(x * 7907, 200000) - 90000) / 100.0,
    CASE MOD(x, 5) WHEN 0 THEN 'a' WHEN 1 THEN 'b' ELSE 'c' END
  FROM SYSTEM_RANGE(1, 300);
