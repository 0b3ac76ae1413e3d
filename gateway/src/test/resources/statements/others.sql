-- What pgx and lib/pq (Go), node-postgres and postgres (JavaScript), R2DBC and Vert.x (Java), Npgsql and BI tools ask.

-- [catalog]
select 'numeric'::text::regtype::oid;

-- [catalog]
select typtype::text, typbasetype from pg_type where oid = 1700;

-- [catalog]
WITH RECURSIVE selected(oid) AS (
    SELECT t.oid FROM pg_type t LEFT JOIN pg_namespace n ON t.typnamespace = n.oid
    WHERE t.typname = ANY ('{_int4,_text}'::text[]) OR n.nspname || '.' || t.typname = ANY ('{_int4,_text}'::text[])),
  parts(parent, child) AS (
    SELECT oid, typelem FROM pg_type WHERE typtype = 'b' AND typelem <> 0 AND typcategory = 'A'
    UNION ALL SELECT oid, typbasetype FROM pg_type WHERE typtypmod = -1 AND typbasetype <> 0),
  related(parent, child, depth) AS (
    SELECT DISTINCT 0::oid, oid, 0 FROM selected
    UNION SELECT parts.parent, parts.child, related.depth + 1 FROM parts JOIN related ON parts.parent = related.child)
SELECT t.typname, n.nspname, t.typtype, t.typelem, t.typdelim, COALESCE(g.rngsubtype, 0) AS rngsubtype
FROM related JOIN pg_type t ON t.oid = related.child LEFT JOIN pg_range g ON t.oid = g.rngtypid
  LEFT JOIN pg_namespace n ON t.typnamespace = n.oid
GROUP BY t.typname, n.nspname, t.typtype, t.typelem, t.typdelim, g.rngsubtype ORDER BY max(depth) DESC, t.typname;

-- [catalog] differs: pg_database is a view
select b.oid, b.typarray from pg_catalog.pg_type a left join pg_catalog.pg_type b on b.oid = a.typelem
where a.typcategory = 'A' and a.typnamespace = 'pg_catalog'::regnamespace group by b.oid, b.typarray order by b.oid;

-- [catalog]
SELECT pg_type.oid, typname FROM pg_catalog.pg_type WHERE typname IN ('hstore', 'geometry', 'vector') ORDER BY 1;

-- [catalog] differs: pg_database is a view
SELECT ns.nspname, t.typname, t.oid, t.typtype, CASE WHEN proc.proname = 'array_recv' THEN t.typelem ELSE 0 END AS elemtype
FROM pg_type AS t JOIN pg_namespace AS ns ON ns.oid = t.typnamespace
  JOIN pg_proc AS proc ON proc.oid = t.typreceive
WHERE ns.nspname = 'pg_catalog' AND t.typtype IN ('b', 'r', 'd') ORDER BY t.oid;

-- [catalog] differs: the driver has a schema dp
SELECT table_schema, table_name, table_type FROM information_schema.tables
WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2;

-- [catalog]
SELECT column_name, ordinal_position, is_nullable, data_type, character_maximum_length, numeric_precision, numeric_scale,
  datetime_precision, udt_name, column_default
FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'customers' ORDER BY ordinal_position;

-- [catalog]
SELECT c.constraint_name, c.constraint_type, k.column_name, k.ordinal_position
FROM information_schema.table_constraints c
  JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name, table_name)
WHERE c.table_name = 'orders' ORDER BY 1, 4;

-- [catalog]
SELECT constraint_name, update_rule, delete_rule FROM information_schema.referential_constraints ORDER BY 1;

-- [catalog]
SELECT schema_name FROM information_schema.schemata WHERE schema_name IN ('public', 'sales') ORDER BY 1;

-- [catalog]
SELECT character_set_name FROM information_schema.character_sets;

-- [catalog] shape
SELECT version(), current_user, session_user, current_database(), pg_backend_pid() > 0;

-- [catalog]
SELECT relname, reltuples <= 0 AS unknown FROM pg_class WHERE relname IN ('customers', 'orders') ORDER BY 1;

-- [catalog] error 42P01
SELECT * FROM information_schema.no_such_table;
