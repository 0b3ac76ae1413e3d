-- What psycopg2, psycopg 3, asyncpg, pg8000, ADBC and SQLAlchemy ask.

-- [catalog]
SELECT t.oid, typarray FROM pg_type t JOIN pg_namespace ns ON typnamespace = ns.oid WHERE typname = 'hstore';

-- [catalog]
SELECT attname, atttypid FROM pg_type t JOIN pg_namespace ns ON typnamespace = ns.oid
  JOIN pg_attribute a ON attrelid = typrelid
WHERE typname = 'customers' AND nspname = 'public' AND attnum > 0 AND NOT attisdropped ORDER BY attnum;

-- [catalog]
SELECT typname AS name, oid, typarray AS array_oid, oid::regtype::text AS regtype, typdelim AS delimiter
FROM pg_type t WHERE t.oid = to_regtype('numeric') ORDER BY t.oid;

-- [catalog]
SELECT typname AS name FROM pg_type t WHERE t.oid = to_regtype('no_such_type');

-- [catalog]
SELECT t.typname AS name, r.rngsubtype AS subtype_oid FROM pg_type t JOIN pg_range r ON t.oid = r.rngtypid
WHERE t.oid = to_regtype('int4range');

-- [catalog]
SELECT set_config('jit', 'off', false);

-- [catalog]
WITH RECURSIVE infos(oid, ns, name, kind, elemtype, depth) AS (
    SELECT t.oid, n.nspname, t.typname, t.typtype, t.typelem, 0
    FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    WHERE t.oid = any('{1231,1185}'::oid[])
  UNION ALL
    SELECT t.oid, n.nspname, t.typname, t.typtype, t.typelem, infos.depth + 1
    FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
      JOIN infos ON t.oid = infos.elemtype)
SELECT DISTINCT *, elemtype::regtype::text AS elemtype_name FROM infos ORDER BY depth DESC, oid;

-- [catalog]
SELECT (CASE WHEN t.typtype = 'd' THEN
    (WITH RECURSIVE bases(oid, depth) AS (
         SELECT u.typbasetype, 0 FROM pg_type u WHERE u.oid = t.oid
       UNION ALL
         SELECT u.typbasetype, b.depth + 1 FROM pg_type u, bases b WHERE b.oid = u.oid AND u.typbasetype <> 0)
     SELECT oid FROM bases ORDER BY depth DESC LIMIT 1) END)::regtype AS basetype
FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
WHERE n.nspname = 'information_schema' AND t.typname = 'yes_or_no';

-- [catalog]
SELECT attrelid::regclass::text, attname, atttypid FROM pg_catalog.pg_attribute
WHERE attrelid IN ('customers'::regclass, 'orders'::regclass) AND attnum > 0 ORDER BY 1, attnum;

-- [catalog]
SELECT oid, typname, typreceive, typbasetype, typarray FROM pg_catalog.pg_type
WHERE (typreceive <> 0 OR typsend <> 0) AND typtype = 'b' AND typreceive::text <> 'array_recv'
  AND typnamespace = 'pg_catalog'::regnamespace ORDER BY oid;

-- [catalog] differs: the driver has a schema dp
SELECT nspname FROM pg_catalog.pg_namespace
WHERE (nspname !~ '^pg_' OR oid = pg_my_temp_schema()) AND nspname <> 'information_schema' ORDER BY 1;

-- [catalog]
WITH fk AS (
  SELECT con.conname, con.conrelid, unnest(con.conkey) AS conkey, con.confrelid, unnest(con.confkey) AS confkey
  FROM pg_catalog.pg_constraint con JOIN pg_catalog.pg_class cls ON cls.oid = con.conrelid
  WHERE con.contype = 'f' AND cls.relname = 'orders')
SELECT fk.conname, a.attname, f.relname AS fk_table, fa.attname AS fk_column
FROM fk JOIN pg_catalog.pg_attribute a ON a.attrelid = fk.conrelid AND a.attnum = fk.conkey
  JOIN pg_catalog.pg_class f ON f.oid = fk.confrelid
  JOIN pg_catalog.pg_attribute fa ON fa.attrelid = fk.confrelid AND fa.attnum = fk.confkey;

-- [catalog]
SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class
  JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace
WHERE pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p']) AND pg_catalog.pg_class.relpersistence <> 't'
  AND pg_catalog.pg_table_is_visible(pg_catalog.pg_class.oid) AND pg_catalog.pg_namespace.nspname <> 'pg_catalog' ORDER BY 1;

-- [catalog]
SELECT con.conname, array_agg(att.attname ORDER BY ord) AS columns, obj_description(con.oid) AS comment
FROM pg_constraint con CROSS JOIN LATERAL unnest(con.conkey) WITH ORDINALITY AS k(attnum, ord)
  JOIN pg_attribute att ON att.attrelid = con.conrelid AND att.attnum = k.attnum
WHERE con.contype = 'p' AND con.conrelid = 'sales.regions'::regclass GROUP BY con.oid, con.conname;

-- [catalog]
SELECT t.oid::regtype::text, json_build_object('labels', array_agg(e.enumlabel))::text
FROM pg_type t LEFT JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typtype = 'e' GROUP BY t.oid;

-- [catalog]
SHOW standard_conforming_strings;

-- [catalog]
SHOW transaction isolation level;

-- [catalog] error 42704
SELECT 'no_such_type'::regtype;
