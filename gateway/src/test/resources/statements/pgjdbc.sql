-- What DatabaseMetaData and ResultSetMetaData of the JDBC driver ask.

-- [catalog] shape
SELECT current_catalog;

-- [catalog]
SELECT current_schema();

-- [catalog] shape
SELECT datname AS "TABLE_CAT" FROM pg_catalog.pg_database WHERE datallowconn ORDER BY datname;

-- [catalog] differs: the driver has a schema dp
SELECT nspname AS "TABLE_SCHEM" FROM pg_catalog.pg_namespace
WHERE nspname <> 'pg_toast' AND nspname !~ '^pg_temp_' AND nspname !~ '^pg_toast_temp_' ORDER BY 1;

-- [catalog]
SELECT n.nspname AS "TABLE_SCHEM", c.relname AS "TABLE_NAME",
  CASE n.nspname ~ '^pg_' OR n.nspname = 'information_schema'
    WHEN true THEN CASE c.relkind WHEN 'r' THEN 'SYSTEM TABLE' WHEN 'v' THEN 'SYSTEM VIEW' ELSE NULL END
    ELSE CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'v' THEN 'VIEW' WHEN 'i' THEN 'INDEX' ELSE NULL END END AS "TABLE_TYPE",
  d.description AS "REMARKS", '' AS "TYPE_CAT", '' AS "REF_GENERATION"
FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c
  LEFT JOIN pg_catalog.pg_description d ON c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
WHERE c.relnamespace = n.oid AND c.relname LIKE '%' AND n.nspname IN ('public', 'sales') AND c.relkind IN ('r', 'v', 'p')
ORDER BY "TABLE_TYPE", "TABLE_SCHEM", "TABLE_NAME";

-- [catalog]
SELECT * FROM (
  SELECT n.nspname, c.relname, a.attname, a.atttypid, a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) AS attnotnull,
    a.atttypmod, a.attlen, t.typtypmod, row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS attnum,
    nullif(a.attidentity, '') AS attidentity, pg_catalog.pg_get_expr(e.adbin, e.adrelid) AS adsrc, t.typbasetype, t.typtype
  FROM pg_catalog.pg_namespace n
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
    JOIN pg_catalog.pg_type t ON a.atttypid = t.oid
    LEFT JOIN pg_catalog.pg_attrdef e ON a.attrelid = e.adrelid AND a.attnum = e.adnum
  WHERE c.relkind IN ('r', 'p', 'v', 'f', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    AND n.nspname LIKE 'public' AND c.relname LIKE '%') AS c
WHERE attname LIKE '%' ORDER BY nspname, relname, attnum;

-- [catalog] differs: pg_database is a view
SELECT k.nspname AS "TABLE_SCHEM", k.relname AS "TABLE_NAME", a.attname AS "COLUMN_NAME", (k.keys).n AS "KEY_SEQ", k.conname AS "PK_NAME"
FROM (SELECT n.nspname, c.relname, c.oid, i.indrelid, r.conname, information_schema._pg_expandarray(i.indkey) AS keys
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON c.relnamespace = n.oid
        JOIN pg_catalog.pg_index i ON c.oid = i.indrelid
        JOIN pg_catalog.pg_constraint r ON r.conindid = i.indexrelid AND r.contype = 'p'
      WHERE i.indisprimary) AS k
  JOIN pg_catalog.pg_attribute a ON a.attrelid = k.oid AND a.attnum = (k.keys).x
ORDER BY 2, 4;

-- [catalog]
SELECT pn.nspname AS "PKTABLE_SCHEM", pc.relname AS "PKTABLE_NAME", pa.attname AS "PKCOLUMN_NAME",
  fc.relname AS "FKTABLE_NAME", fa.attname AS "FKCOLUMN_NAME", position.n AS "KEY_SEQ",
  CASE r.confupdtype WHEN 'c' THEN 0 WHEN 'n' THEN 2 WHEN 'd' THEN 4 WHEN 'r' THEN 1 WHEN 'a' THEN 3 END AS "UPDATE_RULE",
  r.conname AS "FK_NAME", ic.relname AS "PK_NAME",
  CASE WHEN r.condeferrable AND r.condeferred THEN 5 WHEN r.condeferrable THEN 6 ELSE 7 END AS "DEFERRABILITY"
FROM pg_catalog.pg_constraint r
  JOIN pg_catalog.pg_class pc ON pc.oid = r.confrelid JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace
  JOIN pg_catalog.pg_class fc ON fc.oid = r.conrelid JOIN pg_catalog.pg_class ic ON ic.oid = r.conindid
  CROSS JOIN generate_series(1, 32) AS position(n)
  JOIN pg_catalog.pg_attribute pa ON pa.attrelid = pc.oid AND pa.attnum = r.confkey[position.n]
  JOIN pg_catalog.pg_attribute fa ON fa.attrelid = fc.oid AND fa.attnum = r.conkey[position.n]
WHERE r.contype = 'f' ORDER BY 4, 6;

-- [catalog]
SELECT n.nspname AS "TABLE_SCHEM", ct.relname AS "TABLE_NAME", NOT i.indisunique AS "NON_UNIQUE", ci.relname AS "INDEX_NAME",
  CASE i.indisclustered WHEN true THEN 1 ELSE CASE am.amname WHEN 'hash' THEN 2 ELSE 3 END END AS "TYPE",
  (information_schema._pg_expandarray(i.indkey)).n AS "ORDINAL_POSITION",
  trim(both '"' FROM pg_catalog.pg_get_indexdef(ci.oid, 1, false)) AS "COLUMN_NAME",
  pg_catalog.pg_get_expr(i.indpred, i.indrelid) AS "FILTER_CONDITION"
FROM pg_catalog.pg_class ct JOIN pg_catalog.pg_namespace n ON ct.relnamespace = n.oid
  JOIN pg_catalog.pg_index i ON ct.oid = i.indrelid JOIN pg_catalog.pg_class ci ON ci.oid = i.indexrelid
  JOIN pg_catalog.pg_am am ON ci.relam = am.oid
WHERE n.nspname = 'public' AND ct.relname = 'orders' ORDER BY 3, 4, 6;

-- [catalog]
SELECT n.nspname = ANY (current_schemas(true)), n.nspname, t.typname
FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON t.typnamespace = n.oid WHERE t.oid = (1231)::int4;

-- [catalog]
SELECT typinput = 'pg_catalog.array_in'::regproc AS is_array, typtype, typname, oid
FROM pg_catalog.pg_type WHERE typname = 'jsonb';

-- [catalog] differs: pg_database is a view
SELECT t.typname, t.oid FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON t.typnamespace = n.oid
WHERE n.nspname = 'pg_catalog' AND t.typrelid = 0 ORDER BY 2;

-- [catalog]
SELECT t.typlen FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n
WHERE t.typnamespace = n.oid AND t.typname = 'name' AND n.nspname = 'pg_catalog';

-- [catalog]
SELECT setting FROM pg_catalog.pg_settings WHERE name = 'max_index_keys';

-- [catalog]
SELECT setting FROM pg_catalog.pg_settings WHERE name = 'default_transaction_isolation';

-- [catalog]
SELECT string_agg(word, ',' ORDER BY word) FROM pg_catalog.pg_get_keywords()
WHERE word <> ALL ('{a,all,and,any,as,between,by,case,from,group,having,in,join,not,null,or,order,select,where}'::text[]);

-- [catalog]
SELECT n.nspname AS "FUNCTION_SCHEM", p.proname AS "FUNCTION_NAME", pg_catalog.pg_get_function_result(p.oid)
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON p.pronamespace = n.oid
WHERE p.prokind = 'f' AND p.proname LIKE 'date\_%' ORDER BY 1, 2, 3;

-- [catalog]
SELECT a.attname, a.attnotnull OR (t.typtype = 'd' AND t.typnotnull), a.attidentity <> ''
    OR pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%'
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON c.relnamespace = n.oid
  JOIN pg_catalog.pg_attribute a ON c.oid = a.attrelid JOIN pg_catalog.pg_type t ON a.atttypid = t.oid
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  JOIN (SELECT 'orders'::regclass::oid AS oid, 1 AS attnum UNION ALL SELECT 'orders'::regclass, 3) AS v
    ON c.oid = v.oid AND a.attnum = v.attnum ORDER BY 1;

-- [catalog] shape
SELECT n.nspname, c.relname, r.rolname, c.relacl FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c, pg_catalog.pg_roles r
WHERE c.relnamespace = n.oid AND c.relowner = r.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname = 'customers';

-- [catalog]
SELECT 1 AS alive;
