import io

import psycopg2
import psycopg2.extras
from checks import *

connection = psycopg2.connect("sslmode=verify-full channel_binding=require")
connection.autocommit = True
check("TLS", connection.info.ssl_in_use)
check("version", connection.server_version >= 180000, connection.server_version)
cursor = connection.cursor()

cursor.execute(TABLES)
check("tables", cursor.fetchall() == [("patients",), ("visits",)])
cursor.execute(COUNT)
check("count", cursor.fetchone()[0] in PATIENTS)
check("columns", [(c.name, c.type_code) for c in cursor.description] == [("count", 20)], cursor.description)
check("charge", any("epsilon 100 spent, " in notice for notice in connection.notices), connection.notices)
cursor.execute(
    "SELECT region, COUNT(*) AS n, AVG(weight) AS mean FROM patients"
    " WHERE age >= %(age)s AND region = ANY(%(regions)s) GROUP BY region ORDER BY region",
    {"age": 0, "regions": ["East", "North"]},
)
check("columns with names", [c.name for c in cursor.description] == ["region", "n", "mean"], cursor.description)
check("parameters and arrays", [row[0] for row in cursor.fetchall()] == ["East", "North"])
cursor.execute("SELECT COUNT(*) FROM patients; SELECT 7")
check("several statements", cursor.fetchone() == (7,))
with connection.cursor(cursor_factory=psycopg2.extras.DictCursor) as rows:
    rows.execute("SELECT COUNT(*) AS n FROM visits")
    check("rows by name", near(rows.fetchone()["n"], 6000))
with connection.cursor(name="held", withhold=True) as held:
    held.itersize = 50
    held.execute(BY_AGE)
    check("a cursor that is held", len(list(held)) == AGES)

connection.autocommit = False
with connection.cursor(name="rows") as rows:
    rows.itersize = 50
    rows.execute(BY_AGE)
    check("a cursor of the server", len(rows.fetchmany(10)) + len(list(rows)) == AGES)
    error = raises(psycopg2.Error, lambda: rows.scroll(-1))
    check("a cursor goes forward alone", error.pgcode == "55000", error)
connection.rollback()
out = io.StringIO()
cursor.copy_expert(
    "COPY (SELECT region, COUNT(*) FROM patients GROUP BY region ORDER BY region) TO STDOUT WITH (FORMAT csv, HEADER)",
    out,
)
lines = out.getvalue().splitlines()
check("COPY", lines[0] == "region,count" and [line.split(",")[0] for line in lines[1:]] == REGIONS, lines)
error = raises(psycopg2.errors.FeatureNotSupported, lambda: cursor.copy_expert("COPY visits FROM STDIN", io.StringIO("")))
check("no COPY into tables", "COPY" in str(error))
connection.rollback()

error = raises(psycopg2.errors.InsufficientPrivilege, lambda: cursor.execute("SELECT * FROM patients"))
check("rows are refused", error.pgcode == "42501" and "DP-RAW-ROWS" in error.diag.message_primary, error)
check("with a hint", "COUNT(*)" in error.diag.message_hint, error.diag.message_hint)
error = raises(psycopg2.errors.InFailedSqlTransaction, lambda: cursor.execute("SELECT 1"))
connection.rollback()
error = raises(psycopg2.errors.UndefinedColumn, lambda: cursor.execute("SELECT COUNT(agee) FROM patients"))
check("a wrong name", error.diag.statement_position is not None, error)
connection.rollback()
error = raises(psycopg2.OperationalError, lambda: psycopg2.connect("sslmode=require", password="wrong"))
check("a wrong password", "password authentication failed" in str(error), error)

with Repeatedly(connection.cancel):
    error = raises(psycopg2.errors.QueryCanceled, lambda: cursor.execute("SELECT pg_sleep(600)"))
check("cancelling", error.pgcode == "57014")
connection.rollback()
connection.autocommit = True
spends_its_budget(
    psycopg2.Error,
    lambda error: error.pgcode,
    lambda i: cursor.execute("SELECT COUNT(*) FROM patients WHERE patient_id <> %s", (i,)),
)
cursor.execute(TABLES)
check("the catalog is free", len(cursor.fetchall()) == 2)
connection.close()
