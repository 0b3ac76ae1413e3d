-- SELECT age / 10, AVG(weight / 3), SUM(MOD(age, 7)), COUNT(*)
-- FROM patients
-- WHERE age * age > 400 AND weight > 50
-- GROUP BY age / 10

-- F0: one pass; AVG(MOD(AGE, 7)) moves by 6; AVG(WEIGHT / 3) moves by 8333334
SELECT "n3" AS "k0", COUNT("$f2") AS "$f1", SUM(CASE WHEN ("$f2" BETWEEN 0 AND 6) THEN "$f2" WHEN "$f2" < 0 THEN 0 WHEN "$f2" > 6 THEN 6 ELSE NULL END) AS "$f2", COUNT(*) AS "$f3", COUNT(TRY(CASE WHEN "$f1" < CAST(1.6666666666666668E1 AS DOUBLE) THEN 1666666 WHEN "$f1" <= CAST(1.000E2 AS DOUBLE) THEN CAST("$f1" * CAST(1.000000E5 AS DOUBLE) AS INTEGER) WHEN NOT ("$f1" = CAST('NaN' AS DOUBLE PRECISION)) THEN 10000000 ELSE NULL END)) AS "$f4", SUM(TRY(CASE WHEN "$f1" < CAST(1.6666666666666668E1 AS DOUBLE) THEN 1666666 WHEN "$f1" <= CAST(1.000E2 AS DOUBLE) THEN CAST("$f1" * CAST(1.000000E5 AS DOUBLE) AS INTEGER) WHEN NOT ("$f1" = CAST('NaN' AS DOUBLE PRECISION)) THEN 10000000 ELSE NULL END)) AS "$f5"
FROM (
  SELECT "AGE" / 10 AS "n3", TRY(MOD("AGE", 7)) AS "$f2", TRY(CASE WHEN "n1" < CAST(5.00E1 AS DOUBLE) THEN CAST(5.00E1 AS DOUBLE) WHEN "n1" <= CAST(3.000E2 AS DOUBLE) THEN "n1" WHEN NOT ("n1" = CAST('NaN' AS DOUBLE PRECISION)) THEN CAST(3.000E2 AS DOUBLE) ELSE NULL END / CAST(3.0E0 AS DOUBLE)) AS "$f1", "PATIENT_ID" AS "unit"
  FROM (
    SELECT "PATIENT_ID", "AGE", "SEX", "REGION", TRY(IF(NOT IS_NAN("WEIGHT"), "WEIGHT")) AS "n1", TRY(IF(NOT IS_NAN("HEIGHT"), "HEIGHT")) AS "n2", "BORN", "SMOKER"
    FROM "PUBLIC"."PATIENTS"
  ) AS "t"
  WHERE TRY(CAST("AGE" AS BIGINT) * "AGE" > 400) AND "n1" > CAST(5.00E1 AS DOUBLE)
) AS "t1"
GROUP BY "n3"
-- P0: public
SELECT "k0"
FROM (
  SELECT *
  FROM (
    SELECT "n2" / 10 AS "k0"
    FROM (
      SELECT CAST("n1" AS INTEGER) AS "n2"
      FROM (VALUES(0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59), (60), (61), (62), (63), (64), (65), (66), (67), (68), (69), (70), (71), (72), (73), (74), (75), (76), (77), (78), (79), (80), (81), (82), (83), (84), (85), (86), (87), (88), (89), (90), (91), (92), (93), (94), (95), (96), (97), (98), (99), (100), (101), (102), (103), (104), (105), (106), (107), (108), (109), (110), (111), (112), (113), (114), (115), (116), (117), (118), (119), (120)) AS "t" ("n1")
    ) AS "t0"
    WHERE CAST("n2" AS BIGINT) * "n2" > 400
  ) AS "t3"
  WHERE "k0" >= 0 AND "k0" <= 12
) AS "t5"
GROUP BY "k0"
