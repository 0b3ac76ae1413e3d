import ssl

from sqlalchemy import MetaData, Table, bindparam, create_engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from checks import *

context = ssl.create_default_context(cafile=CERTIFICATE)
engines = {}
for driver, arguments in {
    "psycopg2": {"sslmode": "verify-full"},
    "psycopg": {"sslmode": "verify-full"},
    "pg8000": {"ssl_context": context},
}.items():
    engines[driver] = create_engine(
        f"postgresql+{driver}://{HOST}:{PORT}/{DATABASE}",
        connect_args={"user": USER, "password": PASSWORD, **arguments},
    )

for number, (driver, engine) in enumerate(engines.items()):
    found = inspect(engine)
    check(f"{driver}: schemas", "public" in found.get_schema_names())
    check(f"{driver}: tables", found.get_table_names() == ["patients", "visits"])
    check(f"{driver}: views", found.get_view_names() == [] and found.get_materialized_view_names() == [])
    columns = [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns("patients")]
    check(
        f"{driver}: columns",
        [column[:2] for column in columns]
        == [
            ("patient_id", "INTEGER"),
            ("age", "INTEGER"),
            ("region", "VARCHAR(20)"),
            ("weight", "DOUBLE PRECISION"),
            ("born", "DATE"),
            ("seen", "TIMESTAMP"),
            ("paid", "NUMERIC(8, 2)"),
        ],
        columns,
    )
    check(f"{driver}: primary key", found.get_pk_constraint("patients")["constrained_columns"] == ["patient_id"])
    keys = found.get_foreign_keys("visits")
    check(
        f"{driver}: foreign key",
        [(key["constrained_columns"], key["referred_table"]) for key in keys] == [(["patient_id"], "patients")],
        keys,
    )
    for method in ("get_indexes", "get_unique_constraints", "get_check_constraints", "get_table_comment", "get_table_options"):
        getattr(found, method)("patients")
    found.get_enums()
    found.get_domains()
    found.get_sequence_names()
    found.get_sorted_table_and_fkc_names()
    found.get_multi_columns()
    check(f"{driver}: the rest of the inspector", found.has_table("visits") and not found.has_table("nurses"))

    metadata = MetaData()
    metadata.reflect(engine)
    patients: Table = metadata.tables["patients"]
    visits: Table = metadata.tables["visits"]
    with engine.connect() as connection:
        count = connection.scalar(select(func.count()).select_from(patients).where(patients.c.age >= -number))
        check(f"{driver}: count", count in PATIENTS, count)
        rows = connection.execute(
            select(patients.c.region, func.count().label("n"), func.sum(patients.c.paid).label("total"))
            .where(patients.c.region.in_(["East", "North"]), patients.c.age >= -number)
            .group_by(patients.c.region)
            .order_by(patients.c.region)
        ).all()
        check(f"{driver}: groups", [row.region for row in rows] == ["East", "North"] and near(rows[1].n, 667), rows)
        joined = connection.scalar(
            select(func.count()).select_from(visits.join(patients)).where(patients.c.age >= bindparam("age")),
            {"age": -number},
        )
        check(f"{driver}: a join", near(joined, 6000), joined)
        streamed = connection.execution_options(yield_per=50).execute(text(BY_AGE))
        check(f"{driver}: a stream of rows", sum(1 for _ in streamed) == AGES)
    with engine.connect() as connection:
        error = raises(DBAPIError, lambda: connection.execute(select(patients)))
        check(f"{driver}: rows are refused", "DP-RAW-ROWS" in str(error.orig), error)
        connection.rollback()
        check(f"{driver}: and the session goes on", connection.scalar(text("SELECT 7")) == 7)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        check(f"{driver}: without transactions", connection.scalar(text("SELECT 8")) == 8)
    with engine.connect().execution_options(postgresql_readonly=True, isolation_level="REPEATABLE READ") as connection:
        check(f"{driver}: read only", connection.scalar(text("SELECT 9")) == 9)

with engines["psycopg"].connect() as connection:
    spends_its_budget(
        DBAPIError,
        lambda error: error.orig.sqlstate,
        lambda i: connection.execute(text("SELECT COUNT(*) FROM patients WHERE patient_id <> :i"), {"i": i}),
    )
check("the catalog is free", inspect(engines["pg8000"]).get_table_names() == ["patients", "visits"])
