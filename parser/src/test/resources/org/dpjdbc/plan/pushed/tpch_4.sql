-- SELECT ward, COUNT(*) AS stays
-- FROM stays s
-- WHERE nights >= 2 AND EXISTS (SELECT * FROM meals m WHERE m.stay_id = s.stay_id AND m.grams < 100)
-- GROUP BY ward

-- F0: per-unit clamp, group limit; COUNT(*) moves by 200
SELECT "k0", SUM(CASE WHEN "$f2" > 50 THEN 50 ELSE "$f2" END) AS "$f1", SUM(1) AS "$f2"
FROM (
  SELECT "t"."WARD" AS "k0", "t"."PATIENT_ID" AS "u", COUNT(*) AS "$f2", ROW_NUMBER() OVER (PARTITION BY "t"."PATIENT_ID" ORDER BY CASE WHEN "t"."WARD" IS NULL THEN 2718281828 ELSE ORA_HASH(CAST("t"."WARD" AS VARCHAR), 4294967295, ORA_HASH(CAST("t"."PATIENT_ID" AS VARCHAR), 4294967295, 20140919)) END NULLS LAST, "t"."WARD" NULLS LAST) AS "r3"
  FROM (
    SELECT *
    FROM "PUBLIC"."STAYS"
    WHERE "NIGHTS" >= 2
  ) AS "t"
  INNER JOIN (
    SELECT "STAY_ID" AS "STAY_ID0", TRUE AS "$f1"
    FROM (
      SELECT "STAY_ID"
      FROM "PUBLIC"."MEALS"
      WHERE "STAY_ID" IS NOT NULL AND "GRAMS" < 100
      GROUP BY "STAY_ID"
    ) AS "t2"
  ) AS "t6" ON "t"."STAY_ID" = "t6"."STAY_ID0"
  GROUP BY "t"."WARD", "t"."PATIENT_ID"
) AS "t9"
WHERE "t9"."r3" <= 4
GROUP BY "k0"
