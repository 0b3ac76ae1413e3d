import asyncio
import datetime
import decimal

import psycopg
from psycopg.rows import dict_row
from checks import *

connection = psycopg.connect("sslmode=verify-full channel_binding=require", autocommit=True)
notices = []
connection.add_notice_handler(lambda notice: notices.append(notice.message_primary))
check("TLS", connection.pgconn.ssl_in_use)
check("tables", connection.execute(TABLES).fetchall() == [("patients",), ("visits",)])
check("count", connection.execute(COUNT).fetchone()[0] in PATIENTS)
check("charge", any(notice.startswith("epsilon 100 spent, ") for notice in notices), notices)

question = (
    "SELECT region, COUNT(*) AS n, AVG(weight) AS mean, SUM(paid) AS total, MAX(born) AS last FROM patients"
    " WHERE age >= %s AND born > %s AND region = ANY(%s) GROUP BY region ORDER BY region"
)
for binary in (False, True):
    cursor = connection.cursor(binary=binary)
    cursor.execute(question, (0, datetime.date(1950, 1, 1 + binary), ["East", "North"]))
    described = [(column.name, column.type_display) for column in cursor.description]
    check(
        f"columns, binary={binary}",
        described == [("region", "varchar(20)"), ("n", "int8"), ("mean", "float8"), ("total", "numeric"), ("last", "date")],
        described,
    )
    rows = cursor.fetchall()
    check(f"parameters and arrays, binary={binary}", [row[0] for row in rows] == ["East", "North"], rows)
    types = [type(value) for value in rows[0]]
    check(f"types, binary={binary}", types == [str, int, float, decimal.Decimal, datetime.date], types)
for i in range(7):  # it is prepared at the sixth time
    cursor = connection.execute("SELECT COUNT(*), %s::int FROM visits WHERE cost < %s", (5, 2000))
check("a statement that is prepared", near(cursor.fetchone()[0], 6000))
with connection.cursor(row_factory=dict_row) as cursor:
    cursor.execute("SELECT region FROM patients GROUP BY region ORDER BY region")
    check("rows by name", [row["region"] for row in cursor] == REGIONS)
with psycopg.ClientCursor(connection) as cursor:
    cursor.execute("SELECT COUNT(*) FROM patients WHERE region = %s", ("North",))
    check("parameters in the text", near(cursor.fetchone()[0], 666))
with connection.cursor() as cursor:
    check("a stream of rows", len(list(cursor.stream(BY_AGE))) == AGES)

with connection.transaction():
    with connection.cursor(name="rows") as cursor:
        cursor.itersize = 50
        cursor.execute(BY_AGE)
        check("a cursor of the server", len(cursor.fetchmany(10)) + len(list(cursor)) == AGES)
    with connection.cursor(name="bound") as cursor:
        cursor.execute("SELECT region FROM patients WHERE age >= %s GROUP BY region", (0,))
        check("a cursor with parameters", len(cursor.fetchall()) == 3)
copied = "COPY (SELECT region, COUNT(*) FROM patients GROUP BY region ORDER BY region) TO STDOUT"
with connection.cursor().copy(copied) as copy:
    check("COPY as text", [row[0] for row in copy.rows()] == REGIONS)
with connection.cursor().copy(copied + " (FORMAT binary)") as copy:
    copy.set_types(["varchar", "int8"])
    rows = list(copy.rows())
    check("COPY in binary", [row[0] for row in rows] == REGIONS and near(rows[1][1], 666), rows)

with connection.pipeline():
    cursors = [connection.execute("SELECT COUNT(*) FROM patients WHERE patient_id > %s", (100 * i,)) for i in range(3)]
check("a pipeline", all(near(cursor.fetchone()[0], 2000 - 100 * i) for i, cursor in enumerate(cursors)))


def pipeline():
    with connection.pipeline():
        connection.execute("SELECT 1")
        connection.execute("SELECT age FROM patients")
        connection.execute("SELECT COUNT(*) FROM patients WHERE age < 1000")


error = raises(psycopg.errors.InsufficientPrivilege, pipeline)
check("a pipeline that is refused", "DP-RAW-ROWS" in str(error))
check("and goes on", connection.execute("SELECT 7").fetchone() == (7,))

error = raises(psycopg.errors.InsufficientPrivilege, lambda: connection.execute("SELECT age FROM patients"))
check("rows are refused", error.sqlstate == "42501", error)
check("with a hint and a place", error.diag.message_hint and error.diag.statement_position == "8", error)
with Repeatedly(connection.cancel_safe):
    error = raises(psycopg.errors.QueryCanceled, lambda: connection.execute("SELECT pg_sleep(600)"))
check("cancelling", error.sqlstate == "57014")


async def asynchronously():
    async with await psycopg.AsyncConnection.connect("sslmode=verify-full") as other:
        cursor = await other.execute(COUNT)
        check("an asynchronous connection", (await cursor.fetchone())[0] in PATIENTS)


asyncio.run(asynchronously())
spends_its_budget(
    psycopg.Error,
    lambda error: error.sqlstate,
    lambda i: connection.execute("SELECT COUNT(*) FROM patients WHERE patient_id <> %s", (i,)),
)
check("the catalog is free", len(connection.execute(TABLES).fetchall()) == 2)
connection.close()
