-- SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip', noise = 'gaussian') icd, AVG(cost)
-- FROM visits
-- GROUP BY icd

-- F0: per-unit L2 clip, in 1024 parts of a row, over-limit units only; AVG(COST) moves by 31457280000000000
SELECT "k0", SUM("c0") AS "$f1", SUM("c1") AS "$f2"
FROM (
  SELECT "k0", CAST("$f1" AS DECIMAL(38, 0)) * 1024 AS "c0", CAST("$f2" AS DECIMAL(38, 0)) * 1024 AS "c1"
  FROM (
    SELECT "k0", COUNT("x0") AS "$f1", SUM("x1") AS "$f2"
    FROM (
      SELECT "PATIENT_ID" AS "u", "ICD" AS "k0", "COST" AS "x0", CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END AS "x1"
      FROM "PUBLIC"."VISITS"
      WHERE "PATIENT_ID" IS NOT NULL
    ) AS "t0"
    GROUP BY "k0"
  ) AS "t2"
  UNION ALL
  SELECT "k0", CAST("c0" AS DECIMAL(100, 0)) - "n5" * 1024 AS "c0", CAST(CASE WHEN "q0" < "c0" * 0 THEN "c0" * 0 WHEN "q0" > "c0" * 5000 THEN "c0" * 5000 ELSE "q0" END AS DECIMAL(100, 0)) - "n6" * 1024 AS "c1"
  FROM (
    SELECT "u", "k0", CASE WHEN "s0" <= 1200 THEN "v0" * 1024 ELSE CASE WHEN (CAST(FLOOR("v0" * 36323328 / "d0") AS DECIMAL(38, 0)) * "d0") <= "v0" * 36323328 THEN CAST(FLOOR("v0" * 36323328 / "d0") AS DECIMAL(38, 0)) ELSE 0 END END AS "c0", CASE WHEN "s0" <= 1200 THEN CAST("$f3" AS DECIMAL(38, 0)) * 1024 ELSE CAST(FLOOR(CAST("$f3" AS DECIMAL(38, 0)) * 36323328 / "d0") AS DECIMAL(38, 0)) END AS "q0", CAST("$f2" AS DECIMAL(38, 0)) AS "n5", CAST("$f3" AS DECIMAL(38, 0)) AS "n6"
    FROM (
      SELECT "u", "k0", "$f2", "$f3", "v0", "s0", CASE WHEN ((CAST((CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) + 0E0) AS DECIMAL(38, 0)) + 1) * (CAST((CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) + 0E0) AS DECIMAL(38, 0)) + 1)) >= "s0" * 1048576 THEN CAST((CEIL(SQRT(CAST("s0" * 1048576 AS DOUBLE))) + 0E0) AS DECIMAL(38, 0)) + 1 ELSE "s0" * 1024 END AS "d0"
      FROM (
        SELECT "u", "k0", "$f2", "$f3", "v0", "n4" AS "s0"
        FROM (
          SELECT "t17"."u", "t17"."k0", "t17"."$f2", "t17"."$f3", "t17"."v0", "t17"."n1" AS "n3", "t32"."$f1" AS "n4"
          FROM (
            SELECT "u", "k0", "$f2", "$f3", "v0", "v0" * "v0" AS "n1"
            FROM (
              SELECT "u", "k0", "$f2", "$f3", CAST("$f2" AS DECIMAL(38, 0)) AS "v0"
              FROM (
                SELECT "t6"."u", "t6"."k0", COUNT("t6"."x0") AS "$f2", SUM("t6"."x1") AS "$f3"
                FROM (
                  SELECT "PATIENT_ID" AS "u", "ICD" AS "k0", "COST" AS "x0", CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END AS "x1"
                  FROM "PUBLIC"."VISITS"
                  WHERE "PATIENT_ID" IS NOT NULL
                ) AS "t6"
                INNER JOIN (
                  SELECT "d0", COUNT(*) AS "q0"
                  FROM (
                    SELECT "PATIENT_ID" AS "d0"
                    FROM "PUBLIC"."VISITS"
                    WHERE "PATIENT_ID" IS NOT NULL
                  ) AS "t8"
                  GROUP BY "d0"
                  HAVING(COUNT(*)) > 20
                ) AS "t11" ON "t6"."u" = "t11"."d0"
                GROUP BY "t6"."u", "t6"."k0"
              ) AS "t13"
            ) AS "t15"
          ) AS "t17"
          INNER JOIN (
            SELECT "u", SUM("n2") AS "$f1"
            FROM (
              SELECT "u", "k0", "$f2", "$f3", "v0", "v0" * "v0" AS "n2"
              FROM (
                SELECT "u", "k0", "$f2", "$f3", CAST("$f2" AS DECIMAL(38, 0)) AS "v0"
                FROM (
                  SELECT "t19"."u", "t19"."k0", COUNT("t19"."x0") AS "$f2", SUM("t19"."x1") AS "$f3"
                  FROM (
                    SELECT "PATIENT_ID" AS "u", "ICD" AS "k0", "COST" AS "x0", CASE WHEN "COST" BETWEEN ASYMMETRIC 0 AND 5000 THEN "COST" WHEN "COST" < 0 THEN 0 WHEN "COST" > 5000 THEN 5000 ELSE NULL END AS "x1"
                    FROM "PUBLIC"."VISITS"
                    WHERE "PATIENT_ID" IS NOT NULL
                  ) AS "t19"
                  INNER JOIN (
                    SELECT "d0", COUNT(*) AS "q0"
                    FROM (
                      SELECT "PATIENT_ID" AS "d0"
                      FROM "PUBLIC"."VISITS"
                      WHERE "PATIENT_ID" IS NOT NULL
                    ) AS "t21"
                    GROUP BY "d0"
                    HAVING(COUNT(*)) > 20
                  ) AS "t24" ON "t19"."u" = "t24"."d0"
                  GROUP BY "t19"."u", "t19"."k0"
                ) AS "t26"
              ) AS "t28"
            ) AS "t30"
            GROUP BY "u"
          ) AS "t32" ON "t17"."u" = "t32"."u"
        ) AS "t33"
      ) AS "t35"
    ) AS "t37"
  ) AS "t39"
) AS "t42"
GROUP BY "k0"
-- F0: per-unit clamp, group limit; AVG(COST) moves by 31457280000000000
SELECT "k0", COUNT(*) AS "c0"
FROM (
  SELECT "u", "k0", "n7" AS "n10", "n8" - "n9" + 1 AS "n11"
  FROM (
    SELECT "t7"."u", "t7"."k0", "t7"."n2" AS "n7", "t7"."n3" AS "n8", "t18"."$f1" AS "n9"
    FROM (
      SELECT "u", "k0", "n1" AS "n2", ROWNUM() AS "n3"
      FROM (
        SELECT "u", "k0", "n1"
        FROM (
          SELECT "u", "k0", CASE WHEN "k0" IS NULL THEN 2718281828 ELSE MOD((MOD((20140919 + 1) * (CHAR_LENGTH(CAST("u" AS LONGVARCHAR)) * 1000003 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 1)), 0) * 998244353 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 2)), 0) * 754974721 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 3)), 0) * 167772161 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 4)), 0) * 469762049 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 6)), 0) * 104857601 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 9)), 0) * 595591169), 2147483647) + 1) * (CHAR_LENGTH(CAST("k0" AS LONGVARCHAR)) * 1000003 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 1)), 0) * 998244353 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 2)), 0) * 754974721 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 3)), 0) * 167772161 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 4)), 0) * 469762049 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 6)), 0) * 104857601 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 9)), 0) * 595591169), 2147483647) END AS "n1"
          FROM (
            SELECT "PATIENT_ID" AS "u", "ICD" AS "k0"
            FROM "PUBLIC"."VISITS"
            WHERE "PATIENT_ID" IS NOT NULL
          ) AS "t0"
          GROUP BY "u", "k0"
        ) AS "t3" ORDER BY "u" NULLS LAST, "n1" NULLS LAST, "k0" NULLS LAST
      ) AS "t5"
    ) AS "t7"
    INNER JOIN (
      SELECT "u", MIN("n6") AS "$f1"
      FROM (
        SELECT "u", "k0", "n4" AS "n5", ROWNUM() AS "n6"
        FROM (
          SELECT "u", "k0", "n4"
          FROM (
            SELECT "u", "k0", CASE WHEN "k0" IS NULL THEN 2718281828 ELSE MOD((MOD((20140919 + 1) * (CHAR_LENGTH(CAST("u" AS LONGVARCHAR)) * 1000003 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 1)), 0) * 998244353 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 2)), 0) * 754974721 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 3)), 0) * 167772161 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 4)), 0) * 469762049 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 6)), 0) * 104857601 + COALESCE(ASCII(RIGHT(CAST("u" AS LONGVARCHAR), 9)), 0) * 595591169), 2147483647) + 1) * (CHAR_LENGTH(CAST("k0" AS LONGVARCHAR)) * 1000003 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 1)), 0) * 998244353 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 2)), 0) * 754974721 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 3)), 0) * 167772161 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 4)), 0) * 469762049 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 6)), 0) * 104857601 + COALESCE(ASCII(RIGHT(CAST("k0" AS LONGVARCHAR), 9)), 0) * 595591169), 2147483647) END AS "n4"
            FROM (
              SELECT "PATIENT_ID" AS "u", "ICD" AS "k0"
              FROM "PUBLIC"."VISITS"
              WHERE "PATIENT_ID" IS NOT NULL
            ) AS "t9"
            GROUP BY "u", "k0"
          ) AS "t12" ORDER BY "u" NULLS LAST, "n4" NULLS LAST, "k0" NULLS LAST
        ) AS "t14"
      ) AS "t16"
      GROUP BY "u"
    ) AS "t18" ON "t7"."u" = "t18"."u"
  ) AS "t19"
) AS "t21"
WHERE "n11" <= 3
GROUP BY "k0"
