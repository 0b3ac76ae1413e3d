-- What the commands of psql ask, such as \l, \dn, \dt, \d NAME, \di, \dv, \df, \dT, \du and \dp, and its completion of names.

-- [catalog] shape
SELECT d.datname AS "Name", pg_catalog.pg_get_userbyid(d.datdba) AS "Owner",
  pg_catalog.pg_encoding_to_char(d.encoding) AS "Encoding", d.datcollate AS "Collate", d.datctype AS "Ctype",
  CASE d.datlocprovider WHEN 'c' THEN 'libc' WHEN 'i' THEN 'icu' ELSE 'other' END AS "Locale Provider",
  pg_catalog.array_to_string(d.datacl, E'\n') AS "Access privileges"
FROM pg_catalog.pg_database d ORDER BY 1;

-- [catalog] shape
SELECT d.datname AS "Name",
  CASE WHEN pg_catalog.has_database_privilege(d.datname, 'CONNECT')
    THEN pg_catalog.pg_size_pretty(pg_catalog.pg_database_size(d.datname)) ELSE 'No Access' END AS "Size",
  t.spcname AS "Tablespace", pg_catalog.shobj_description(d.oid, 'pg_database') AS "Description"
FROM pg_catalog.pg_database d JOIN pg_catalog.pg_tablespace t ON d.dattablespace = t.oid ORDER BY 1;

-- [catalog] differs: the driver has a schema dp
SELECT n.nspname AS "Name" FROM pg_catalog.pg_namespace n
WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1;

-- [catalog]
SELECT n.nspname AS "Schema", c.relname AS "Name",
  CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view' WHEN 'S' THEN 'sequence' END AS "Type"
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname !~ '^pg_toast'
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND pg_catalog.pg_table_is_visible(c.oid)
ORDER BY 1, 2;

-- [catalog]
SELECT n.nspname AS "Schema", c.relname AS "Name", am.amname AS "Access method",
  CASE c.relpersistence WHEN 'p' THEN 'permanent' WHEN 't' THEN 'temporary' ELSE 'unlogged' END AS "Persistence",
  pg_catalog.obj_description(c.oid, 'pg_class') AS "Description"
FROM pg_catalog.pg_class c
  LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam
WHERE c.relkind IN ('r', 'p') AND n.nspname OPERATOR(pg_catalog.~) '^(public|sales)$' COLLATE pg_catalog.default
ORDER BY 1, 2;

-- [catalog]
SELECT pg_catalog.pg_size_pretty(pg_catalog.pg_table_size(c.oid)) = '0 bytes' AS is_empty
FROM pg_catalog.pg_class c WHERE c.oid = 'sales.regions'::pg_catalog.regclass;

-- [catalog]
SELECT n.nspname, c.relname FROM pg_catalog.pg_class c
  LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname OPERATOR(pg_catalog.~) '^(customers)$' COLLATE pg_catalog.default
  AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2;

-- [catalog] differs: the policy that keeps private tables empty is seen
SELECT c.relchecks, c.relkind, c.relhasindex, c.relhasrules, c.relrowsecurity, c.relforcerowsecurity,
  false AS relhasoids, c.relispartition, c.relpersistence, c.relreplident, am.amname
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_am am ON c.relam = am.oid
WHERE c.oid = 'customers'::pg_catalog.regclass;

-- [catalog]
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
  (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d
   WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef),
  a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
  pg_catalog.col_description(a.attrelid, a.attnum)
FROM pg_catalog.pg_attribute a
WHERE a.attrelid = 'customers'::pg_catalog.regclass AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum;

-- [catalog]
SELECT i.relname, x.indisprimary, x.indisunique, x.indisclustered, x.indisvalid,
  pg_catalog.pg_get_indexdef(x.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(k.oid, true), k.contype, k.condeferrable
FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
  LEFT JOIN pg_catalog.pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u', 'x')
WHERE x.indrelid = 'orders'::pg_catalog.regclass ORDER BY x.indisprimary DESC, i.relname;

-- [catalog]
SELECT r.conname, pg_catalog.pg_get_constraintdef(r.oid, true) AS condef, r.conrelid::pg_catalog.regclass AS ontable
FROM pg_catalog.pg_constraint r
WHERE r.conrelid = 'orders'::pg_catalog.regclass AND r.contype = 'f' AND r.conparentid = 0 ORDER BY 1;

-- [catalog]
SELECT r.conname, r.conrelid::pg_catalog.regclass AS ontable, pg_catalog.pg_get_constraintdef(r.oid, true) AS condef
FROM pg_catalog.pg_constraint r
WHERE r.confrelid IN (SELECT pg_catalog.pg_partition_ancestors('customers')
                      UNION ALL VALUES ('customers'::pg_catalog.regclass)) AND r.contype = 'f'
ORDER BY 1;

-- [catalog]
SELECT t.tgname, pg_catalog.pg_get_triggerdef(t.oid, true), t.tgenabled
FROM pg_catalog.pg_trigger t WHERE t.tgrelid = 'customers'::pg_catalog.regclass AND NOT t.tgisinternal ORDER BY 1;

-- [catalog] differs: the policy that keeps private tables empty is seen
SELECT p.polname, p.polpermissive, pg_catalog.pg_get_expr(p.polqual, p.polrelid)
FROM pg_catalog.pg_policy p WHERE p.polrelid = 'customers'::pg_catalog.regclass ORDER BY 1;

-- [catalog]
SELECT p.pubname FROM pg_catalog.pg_publication p
  JOIN pg_catalog.pg_publication_rel r ON p.oid = r.prpubid WHERE r.prrelid = 'customers'::pg_catalog.regclass
UNION SELECT p.pubname FROM pg_catalog.pg_publication p
WHERE p.puballtables AND pg_catalog.pg_relation_is_publishable('customers') ORDER BY 1;

-- [catalog]
SELECT c.oid::pg_catalog.regclass FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i
WHERE c.oid = i.inhparent AND i.inhrelid = 'orders'::pg_catalog.regclass ORDER BY i.inhseqno;

-- [catalog]
SELECT n.nspname AS "Schema", c.relname AS "Name", t.relname AS "Table"
FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid JOIN pg_catalog.pg_class t ON i.indrelid = t.oid
WHERE c.relkind IN ('i', 'I') AND n.nspname IN ('public', 'sales') ORDER BY 1, 2;

-- [catalog]
SELECT n.nspname, p.proname, pg_catalog.pg_get_function_result(p.oid), pg_catalog.pg_get_function_arguments(p.oid),
  CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' WHEN 'p' THEN 'proc' ELSE 'func' END
FROM pg_catalog.pg_proc p LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE p.proname OPERATOR(pg_catalog.~) '^(stddev.*)$' COLLATE pg_catalog.default ORDER BY 1, 2, 4;

-- [catalog]
SELECT n.nspname, pg_catalog.format_type(t.oid, NULL) AS "Name", pg_catalog.obj_description(t.oid, 'pg_type')
FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
WHERE (t.typrelid = 0 OR (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c WHERE c.oid = t.typrelid))
  AND t.typname OPERATOR(pg_catalog.~) '^(int.*)$' COLLATE pg_catalog.default AND t.typelem = 0
ORDER BY 1, 2;

-- [catalog] shape
SELECT r.rolname, r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcanlogin, r.rolconnlimit, r.rolvaliduntil
FROM pg_catalog.pg_roles r WHERE r.rolname !~ '^pg_' ORDER BY 1;

-- [catalog] shape
SELECT n.nspname, c.relname, pg_catalog.array_to_string(c.relacl, E'\n') AS "Access privileges"
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'S', 'f', 'p') AND n.nspname !~ '^pg_' AND pg_catalog.pg_table_is_visible(c.oid)
ORDER BY 1, 2;

-- [catalog]
SELECT name, pg_catalog.lower(setting) FROM pg_catalog.pg_settings
WHERE pg_catalog.lower(name) IN ('server_encoding', 'standard_conforming_strings', 'integer_datetimes') ORDER BY 1;

-- [catalog]
SELECT e.extname, e.extversion, n.nspname FROM pg_catalog.pg_extension e
  LEFT JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace ORDER BY 1;

-- [catalog]
SELECT pg_catalog.quote_ident(c.relname) FROM pg_catalog.pg_class c
WHERE c.relkind IN ('r', 'S', 'v', 'm', 'f', 'p') AND pg_catalog.substring(pg_catalog.quote_ident(c.relname), 1, 3) = 'cus'
  AND pg_catalog.pg_table_is_visible(c.oid)
  AND c.relnamespace <> (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = 'pg_catalog')
UNION ALL
SELECT pg_catalog.quote_ident(n.nspname) || '.' FROM pg_catalog.pg_namespace n
WHERE pg_catalog.substring(pg_catalog.quote_ident(n.nspname) || '.', 1, 3) = 'cus'
LIMIT 1000;

-- [catalog]
SELECT pg_catalog.quote_ident(a.attname) FROM pg_catalog.pg_attribute a, pg_catalog.pg_class c
WHERE c.oid = a.attrelid AND a.attnum > 0 AND NOT a.attisdropped
  AND pg_catalog.quote_ident(c.relname) = 'customers' AND pg_catalog.pg_table_is_visible(c.oid)
ORDER BY a.attnum LIMIT 1000;

-- [catalog] error 42P01
SELECT pg_catalog.pg_get_viewdef('no_such_view'::pg_catalog.regclass, true);

-- [catalog] error 42703
SELECT c.no_such_column FROM pg_catalog.pg_class c;
