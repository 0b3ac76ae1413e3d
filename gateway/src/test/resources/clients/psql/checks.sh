# psql: prints a line for each check, and ends at the first that is wrong.
set -u
export PGSSLMODE=verify-full PGCHANNELBINDING=require PSQLRC=/dev/null PAGER=cat
version=$(psql --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
q=\'
none='Did not find any|\(0 rows\)'

# ask INPUT: what psql prints of that; it stops at the first error.
ask() {
  printf '%s\n' "$1" | psql --no-psqlrc --set ON_ERROR_STOP=1 2>&1
}

wrong() {
  printf 'WRONG %s\n%s\n' "$1" "$2"
  exit 1
}

ok() {
  printf 'ok %s\n' "$1" | head -n 1 | cut -c 1-80
}

# prints INPUT PATTERN: it succeeds and prints a line that matches.
prints() {
  seen=$(ask "$1") || wrong "$1" "$seen"
  printf '%s\n' "$seen" | grep -Eq -e "$2" || wrong "$1: no $2" "$seen"
  ok "$1"
}

# fails INPUT PATTERN: it fails and says why.
fails() {
  seen=$(ask "$1") && wrong "$1 succeeds" "$seen"
  printf '%s\n' "$seen" | grep -Eq -e "$2" || wrong "$1: no $2" "$seen"
  ok "refused: $1"
}

# rows FILE: each of its statements succeeds and has a row.
rows() {
  while read -r statement; do
    case $statement in
      --*) continue ;;
    esac
    seen=$(ask "$statement") || wrong "$statement" "$seen"
    case $seen in
      *'(0 rows)'*) wrong "$statement" "$seen" ;;
    esac
    ok "$statement"
  done < "$1"
}

prints '\conninfo' 'clinic'
prints '\encoding' 'UTF8'
prints '\d' '^ public \| patients \| table'
prints '\dt' '^ public \| visits +\| table'
prints '\dt+' 'patients.*0 bytes'
prints '\dt pat*' '\(1 row\)'
prints '\dt *.*' 'pg_class'
prints '\d patients' 'paid +\| numeric\(8,2\)'
prints '\d patients' 'TABLE "visits" CONSTRAINT'
prints '\d+ visits' 'FOREIGN KEY \(patient_id\) REFERENCES patients'
prints '\d patients_pkey' 'primary key'
prints '\di' 'patients_pkey'
prints '\dti+' 'patients_pkey'
prints '\dv' "$none"
prints '\dv pg_catalog.pg_views' '\(1 row\)'
prints '\dm' "$none"
prints '\ds' "$none"
prints '\dE' "$none"
prints '\dPt' "$none"
prints '\dn' '^ *public'
prints '\dn+' 'standard public schema'
prints '\df' "$none"
prints '\df pg_catalog.lower' 'text'
prints '\df+ pg_catalog.count' 'agg'
prints '\da pg_catalog.max' 'numeric'
prints '\do pg_catalog.<->' 'point'
prints '\dT pg_catalog.date' 'date'
prints '\dT+' "$none"
prints '\dD' "$none"
prints '\dC' 'bigint'
prints '\dc' "$none"
prints '\du' 'analyst_'
prints '\du+' 'analyst_'
prints '\dg' 'analyst_'
prints '\drds' 'analyst_'
prints '\dp' 'patients'
prints '\z visits' 'visits'
prints '\ddp' "$none"
prints '\dx' 'plpgsql'
prints '\dx+' 'plpgsql'
prints '\dL' 'plpgsql'
prints '\db' 'pg_default'
prints '\dA' 'btree'
prints '\dA+' 'btree'
prints '\dAc btree' 'int4_ops'
prints '\dAf btree' 'integer_ops'
prints '\dAo btree integer_ops' 'bigint'
prints '\dAp btree integer_ops' 'btint'
prints '\dd' "$none"
prints '\ddp' "$none"
prints '\dF' 'english'
prints '\dFd' 'english_stem'
prints '\dFp' 'default'
prints '\dFt' 'snowball'
prints '\des' "$none"
prints '\deu' "$none"
prints '\dew' "$none"
prints '\det' "$none"
prints '\dl' "$none"
prints '\dRp' "$none"
prints '\dX' "$none"
prints '\dy' "$none"
prints '\sf pg_catalog.lower(text)' 'CREATE OR REPLACE FUNCTION'
prints '\sv pg_catalog.pg_views' 'pg_class'
prints '\dS pg_class' 'relname'
if [ "$version" -ge 15 ]; then
  prints '\dconfig server_version' 'server_version'
fi
if [ "$version" -ge 17 ]; then # columns that it asks for have other names since
  prints '\l' 'clinic'
  prints '\l+' 'clinic'
  prints '\dO pg_catalog.*' 'ucs_basic'
fi

prints 'SELECT count(*) FROM patients;' '^ +(199[5-9]|200[0-5])$'
prints 'SELECT count(*) FROM patients WHERE age < 999;' 'epsilon [0-9]+ spent, [0-9]+ left'
prints 'SELECT region, count(*) AS n FROM patients GROUP BY region \gdesc' '^ n +\| bigint'
prints 'SELECT region, count(*) AS n FROM patients GROUP BY region ORDER BY region \gx' '^region \| South'
prints 'SELECT count(*) AS n FROM patients \gset
\echo seen :n' '^seen (199[5-9]|200[0-5])'
prints 'SELECT region, age >= 50 AS old, count(*) AS n FROM patients GROUP BY region, age >= 50 \crosstabview region old n' \
  '^ East +\| +[0-9]+ +\| +[0-9]+'
prints "SELECT format(${q}SELECT count(*) FROM %I${q}, t) FROM (VALUES (${q}visits${q})) v(t) \\gexec" '^ +(599[5-9]|600[0-5])$'
prints '\copy (SELECT region, count(*) FROM patients GROUP BY region ORDER BY region) to stdout' '^East	[0-9]+$'
prints '\copy (SELECT region, count(*) FROM patients GROUP BY region ORDER BY region) to stdout csv header' '^region,count$'
prints 'COPY (SELECT region FROM patients GROUP BY region ORDER BY region) TO STDOUT (FORMAT csv);' '^North$'
prints '\set FETCH_COUNT 50
SELECT age, count(*) FROM patients GROUP BY age ORDER BY age;' '^ 120 \|'
prints 'BEGIN;
DECLARE c CURSOR FOR SELECT age, count(*) FROM patients GROUP BY age ORDER BY age;
MOVE 118 FROM c;
FETCH ALL FROM c;
COMMIT;' '^\(3 rows\)'
prints '\set ON_ERROR_ROLLBACK on
\set ON_ERROR_STOP off
BEGIN;
SELECT age FROM patients;
SELECT 7 AS seven;
COMMIT;' '^ +7$'
prints '\set least 100
SELECT count(*) FROM patients WHERE patient_id > :least;' '^ +(189[5-9]|190[0-5])$'
prints "\\pset format csv
SELECT region, count(*) FROM patients WHERE region = ${q}East${q} GROUP BY region;" '^East,[0-9]+$'
prints '\timing on
SELECT 1;' '^Time: '
prints 'SET dp.epsilon = 50;
SHOW dp.epsilon;' '^ +50$'
if [ "$version" -ge 16 ]; then
  prints 'SELECT count(*) FROM patients WHERE patient_id > $1 \bind 100 \g' '^ +(189[5-9]|190[0-5])$'
  prints 'SELECT 7 AS seven \watch i=0.1 c=2' '^ +7$'
fi
if [ "$version" -ge 18 ]; then
  prints 'SELECT count(*) FROM patients WHERE patient_id > $1 \parse after
\bind_named after 100 \g
\close_prepared after' '^ +(189[5-9]|190[0-5])$'
  prints '\startpipeline
SELECT count(*) FROM patients \sendpipeline
SELECT 7 \sendpipeline
\endpipeline' '^ +7$'
fi
rows completion.sql

fails 'SELECT * FROM patients;' 'DP-RAW-ROWS'
fails '\copy patients to stdout' 'ERROR'
fails '\copy visits from /dev/null' 'ERROR'
fails 'TABLE visits;' 'HINT:'
fails 'SELECT count(agee) FROM patients;' 'LINE 1: '
fails 'EXPLAIN ANALYZE SELECT count(*) FROM patients;' 'ERROR'
fails "ALTER USER $PGUSER PASSWORD ${q}x${q};" 'ERROR'
fails "SET statement_timeout = 200;
SELECT pg_sleep(600);" 'statement timeout'
seen=$(PGPASSWORD=wrong psql --no-psqlrc --command 'SELECT 1' 2>&1) && wrong 'a wrong password' "$seen"
ok 'a wrong password'

input=
i=0
while [ $i -le "$QUERIES" ]; do
  input="$input SELECT count(*) FROM visits WHERE cost < 7000 + $i;"
  i=$((i + 1))
done
fails "$input" 'DP-BUDGET'
prints '\dt' 'patients'
