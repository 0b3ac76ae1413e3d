-- SELECT ward, COUNT(*) AS stays
-- FROM stays s
-- WHERE nights >= 2 AND EXISTS (SELECT * FROM meals m WHERE m.stay_id = s.stay_id AND m.grams < 100)
-- GROUP BY ward

-- F0: per-unit clamp, group limit; COUNT(*) moves by 200
SELECT "k0", SUM(CASE WHEN "$f2" > 50 THEN 50 ELSE "$f2" END) AS "$f1", SUM(1) AS "$f2"
FROM (
  SELECT "k0", "u", COUNT(*) AS "$f2", ROW_NUMBER() OVER (PARTITION BY "u" ORDER BY CASE WHEN "k0" IS NULL THEN 2718281828 ELSE ORA_HASH(CAST("k0" AS VARCHAR), 4294967295, ORA_HASH(CAST("u" AS VARCHAR), 4294967295, 20140919)) END NULLS LAST, "k0" NULLS LAST) AS "r3"
  FROM (
    SELECT "STAYS"."WARD" AS "k0", "STAYS"."PATIENT_ID" AS "u"
    FROM "PUBLIC"."STAYS"
    INNER JOIN (
      SELECT "STAY_ID"
      FROM "PUBLIC"."MEALS"
      WHERE "STAY_ID" IS NOT NULL AND "GRAMS" < 100
      GROUP BY "STAY_ID"
    ) AS "t1" ON "STAYS"."STAY_ID" = "t1"."STAY_ID"
    WHERE "STAYS"."NIGHTS" >= 2
  ) AS "t3"
  GROUP BY "k0", "u"
) AS "t6"
WHERE "r3" <= 4
GROUP BY "k0"
