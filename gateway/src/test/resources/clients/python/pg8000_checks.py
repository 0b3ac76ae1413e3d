import datetime
import decimal
import io
import ssl

import pg8000.dbapi
import pg8000.native
from checks import *

context = ssl.create_default_context(cafile=CERTIFICATE)


def connect(module, password=PASSWORD):
    return module.connect(USER, HOST, DATABASE, PORT, password, ssl_context=context)


def state(error):
    return error.args[0]["C"]


connection = connect(pg8000.dbapi)
connection.autocommit = True
cursor = connection.cursor()
cursor.execute(TABLES)
check("tables", [row[0] for row in cursor.fetchall()] == ["patients", "visits"])
cursor.execute(COUNT)
check("count", cursor.fetchone()[0] in PATIENTS)
check("charge", any(b"epsilon 100 spent, " in notice[b"M"] for notice in connection.notices), connection.notices)
question = (
    "SELECT region, COUNT(*) AS n, AVG(weight) AS mean, SUM(paid) AS total, MAX(born) AS last FROM patients"
    " WHERE age >= %s AND born > %s AND region = ANY(%s) GROUP BY region ORDER BY region"
)
cursor.execute(question, (0, datetime.date(1950, 1, 1), ["East", "North"]))
check("columns", [column[0] for column in cursor.description] == ["region", "n", "mean", "total", "last"])
rows = cursor.fetchall()
check("parameters and arrays", [row[0] for row in rows] == ["East", "North"], rows)
types = [type(value) for value in rows[0]]
check("types", types == [str, int, float, decimal.Decimal, datetime.date], types)
out = io.BytesIO()
cursor.execute(
    "COPY (SELECT region, COUNT(*) FROM patients GROUP BY region ORDER BY region) TO STDOUT", stream=out
)
check("COPY", [line.split("\t")[0] for line in out.getvalue().decode().splitlines()] == REGIONS)

connection.autocommit = False
cursor.execute(f"DECLARE rows CURSOR FOR {BY_AGE}")
cursor.execute("FETCH 50 FROM rows")
count = len(cursor.fetchall())
cursor.execute("FETCH ALL FROM rows")
check("a cursor of the server", count + len(cursor.fetchall()) == AGES)
connection.rollback()
error = raises(pg8000.dbapi.DatabaseError, lambda: cursor.execute("SELECT * FROM patients WHERE age > %s", (3,)))
check("rows are refused", state(error) == "42501" and "DP-RAW-ROWS" in error.args[0]["M"] and error.args[0]["H"], error)
connection.rollback()
cursor.execute("SET LOCAL statement_timeout = 200")
error = raises(pg8000.dbapi.DatabaseError, lambda: cursor.execute("SELECT pg_sleep(600)"))
check("a time limit", state(error) == "57014", error)
connection.rollback()
error = raises(pg8000.dbapi.DatabaseError, lambda: connect(pg8000.dbapi, "wrong"))
check("a wrong password", state(error) == "28P01", error)

native = pg8000.native.Connection(USER, HOST, DATABASE, PORT, PASSWORD, ssl_context=context)
rows = native.run("SELECT COUNT(*) FROM patients WHERE age >= :age", age=0)
check("the native interface", rows[0][0] in PATIENTS, rows)
prepared = native.prepare("SELECT COUNT(*) FROM patients WHERE age >= :age AND region = :region")
counts = [prepared.run(age=0, region=region)[0][0] for region in REGIONS]
check("a prepared statement", all(near(count, 667) for count in counts), counts)
prepared.close()
native.close()

connection.autocommit = True
spends_its_budget(
    pg8000.dbapi.DatabaseError,
    state,
    lambda i: cursor.execute("SELECT COUNT(*) FROM patients WHERE patient_id <> %s", (i,)),
)
cursor.execute(TABLES)
check("the catalog is free", len(cursor.fetchall()) == 2)
connection.close()
