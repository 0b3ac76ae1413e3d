import asyncio
import datetime
import decimal
import io
import ssl

import asyncpg
from checks import *


async def error_of(kind, awaitable):
    try:
        result = await awaitable
    except kind as error:
        return error
    check(f"an error of the kind {kind}", False, result)


async def main():
    context = ssl.create_default_context(cafile=CERTIFICATE)
    connection = await asyncpg.connect(ssl=context)
    notices = []
    connection.add_log_listener(lambda _, notice: notices.append(notice.message))
    check("tables", [row[0] for row in await connection.fetch(TABLES)] == ["patients", "visits"])
    check("count", await connection.fetchval(COUNT) in PATIENTS)
    check("charge", any(notice.startswith("epsilon 100 spent, ") for notice in notices), notices)
    rows = await connection.fetch(
        "SELECT region, COUNT(*) AS n, AVG(weight) AS mean, SUM(paid) AS total, MAX(born) AS last FROM patients"
        " WHERE age >= $1 AND born > $2 AND region = ANY($3) GROUP BY region ORDER BY region",
        0,
        datetime.date(1950, 1, 1),
        ["East", "North"],
    )
    check("parameters and arrays", [row["region"] for row in rows] == ["East", "North"], rows)
    types = [type(value) for value in rows[0].values()]
    check("types", types == [str, int, float, decimal.Decimal, datetime.date], types)
    rows = await connection.fetch(
        "SELECT date_trunc($1, seen) AS year, COUNT(*) FROM patients GROUP BY 1 ORDER BY 1", "year"
    )
    check("a parameter of a function", rows[0]["year"] == datetime.datetime(2024, 1, 1), rows)
    statement = await connection.prepare("SELECT COUNT(*) AS n FROM patients WHERE born < $1 AND paid >= $2")
    check("types of parameters", [t.name for t in statement.get_parameters()] == ["date", "numeric"])
    check("types of columns", [(a.name, a.type.name) for a in statement.get_attributes()] == [("n", "int8")])
    value = await statement.fetchval(datetime.date(2000, 1, 1), decimal.Decimal("0"))
    check("a prepared statement", value in PATIENTS, value)
    async with connection.transaction():
        cursor = await connection.cursor(BY_AGE)
        count = len(await cursor.fetch(5))
        check("a cursor that moves", await cursor.forward(3) == 3)
        count += 3 + len(await cursor.fetch(1000))
        check("a cursor", count == AGES, count)
        check("a cursor that is iterated", len([row async for row in connection.cursor(BY_AGE, prefetch=50)]) == AGES)
    out = io.BytesIO()
    tag = await connection.copy_from_query(
        "SELECT region, COUNT(*) FROM patients WHERE age >= $1 GROUP BY region ORDER BY region",
        0,
        output=out,
        format="csv",
    )
    lines = out.getvalue().decode().splitlines()
    check("COPY", tag == "COPY 3" and [line.split(",")[0] for line in lines] == REGIONS, lines)

    error = await error_of(asyncpg.InsufficientPrivilegeError, connection.fetch("SELECT * FROM patients WHERE age > $1", 3))
    check("rows are refused", error.sqlstate == "42501" and "DP-RAW-ROWS" in error.message and error.hint, error)
    error = await error_of(asyncpg.UndefinedTableError, connection.fetch("SELECT COUNT(*) FROM patient"))
    check("a wrong name", error.position is not None, error)
    error = await error_of(asyncpg.InvalidPasswordError, asyncpg.connect(ssl=context, password="wrong"))
    check("a wrong password", error.sqlstate == "28P01", error)
    await error_of(asyncio.TimeoutError, connection.fetch("SELECT pg_sleep(600)", timeout=0.3))
    check("a time limit", await connection.fetchval("SELECT 7") == 7)
    sleeping = asyncio.ensure_future(connection.fetch("SELECT pg_sleep(600)"))
    await asyncio.sleep(0.3)
    sleeping.cancel()
    await error_of(asyncio.CancelledError, sleeping)
    check("cancelling", await connection.fetchval("SELECT 8") == 8)
    await connection.reset()
    async with asyncpg.create_pool(ssl=context, min_size=2, max_size=2) as pool:
        check("a pool", await asyncio.gather(*(pool.fetchval("SELECT $1::int", i) for i in range(9))) == list(range(9)))

    async def ask_many():
        for i in range(MANY):
            await connection.fetchval("SELECT COUNT(*) FROM patients WHERE patient_id <> $1", OWN + i)

    error = await error_of(asyncpg.PostgresError, ask_many())
    check("the budget runs out", error.sqlstate == "53400" and "DP-BUDGET" in error.message, error)
    check("the catalog is free", len(await connection.fetch(TABLES)) == 2)
    await connection.close()


asyncio.run(main())
