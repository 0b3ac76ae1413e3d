-- What the ODBC driver asks for SQLTables, SQLColumns, SQLPrimaryKeys, SQLForeignKeys, SQLStatistics and SQLProcedures.

-- [catalog]
select oid, typbasetype from pg_type where typname = 'lo';

-- [catalog] differs: the driver has a schema dp
select relname, nspname, relkind from pg_catalog.pg_class c, pg_catalog.pg_namespace n
where relkind in ('r', 'v', 'm', 'f', 'p') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and n.oid = relnamespace order by nspname, relname;

-- [catalog]
select n.nspname, c.relname, a.attname, a.atttypid, t.typname, a.attnum, a.attlen, a.atttypmod, a.attnotnull, c.relhasrules,
  c.relkind, pg_get_expr(d.adbin, d.adrelid), case t.typtype when 'd' then t.typbasetype else 0 end, t.typtypmod, attidentity
from (((pg_catalog.pg_class c
  inner join pg_catalog.pg_namespace n on n.oid = c.relnamespace and c.relname like 'customers' and n.nspname like 'public')
  inner join pg_catalog.pg_attribute a on (not a.attisdropped) and a.attnum > 0 and a.attrelid = c.oid)
  inner join pg_catalog.pg_type t on t.oid = a.atttypid)
  left outer join pg_attrdef d on a.atthasdef and d.adrelid = a.attrelid and d.adnum = a.attnum
order by n.nspname, c.relname, attnum;

-- [catalog]
select ta.attname, ia.attnum, ic.relname, n.nspname, tc.relname
from pg_catalog.pg_attribute ta, pg_catalog.pg_attribute ia, pg_catalog.pg_class tc, pg_catalog.pg_index i,
  pg_catalog.pg_namespace n, pg_catalog.pg_class ic
where tc.relname = 'customers' and n.nspname = 'public' and tc.oid = i.indrelid and n.oid = tc.relnamespace and i.indisprimary = 't'
  and ia.attrelid = i.indexrelid and ta.attrelid = i.indrelid and ta.attnum = i.indkey[ia.attnum - 1] and ic.oid = i.indexrelid
order by ia.attnum;

-- [catalog]
select c2.relname as "PKTABLE_NAME", a2.attname as "PKCOLUMN_NAME", c1.relname as "FKTABLE_NAME", a1.attname as "FKCOLUMN_NAME",
  i::int2 as "KEY_SEQ", case ref.confdeltype when 'c' then 0::int2 when 'n' then 2::int2 else 3::int2 end as "DELETE_RULE",
  ref.conname as "FK_NAME"
from (select cn.*, generate_series(array_lower(conkey, 1), array_upper(conkey, 1)) as i from pg_catalog.pg_constraint cn
      where contype = 'f') ref
  join pg_catalog.pg_class c1 on c1.oid = ref.conrelid join pg_catalog.pg_attribute a1 on a1.attrelid = c1.oid and a1.attnum = conkey[i]
  join pg_catalog.pg_class c2 on c2.oid = ref.confrelid join pg_catalog.pg_attribute a2 on a2.attrelid = c2.oid and a2.attnum = confkey[i]
order by ref.conname, ref.i;

-- [catalog]
select c.relname, i.indkey, i.indisunique, i.indisclustered, a.amname, n.nspname, i.indoption
from pg_catalog.pg_index i, pg_catalog.pg_class c, pg_catalog.pg_class d, pg_catalog.pg_am a, pg_catalog.pg_namespace n
where d.relname = 'customers' and n.nspname = 'public' and n.oid = d.relnamespace and d.oid = i.indrelid
  and i.indexrelid = c.oid and c.relam = a.oid order by i.indisprimary desc, i.indisunique, c.relname;

-- [catalog]
select ''::varchar as PROCEDURE_CAT, nspname as PROCEDURE_SCHEM, proname as PROCEDURE_NAME,
  case when prorettype = 0 then 1::int2 else 2::int2 end as PROCEDURE_TYPE
from pg_catalog.pg_namespace, pg_catalog.pg_proc
where pg_proc.pronamespace = pg_namespace.oid and proname like 'width%' order by 2, 3, 4;

-- [catalog]
select c.relhasrules, c.relkind, 0 as relhasoids from pg_catalog.pg_namespace u, pg_catalog.pg_class c
where u.oid = c.relnamespace and c.relname = 'customers' and u.nspname = 'public';

-- [catalog]
select current_schema();
