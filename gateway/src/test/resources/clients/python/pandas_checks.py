import warnings

import pandas
import psycopg2
from sqlalchemy import create_engine, text
from pandas.errors import DatabaseError
from sqlalchemy.exc import DBAPIError
from checks import *


def state(error):
    """That of the driver's own error, which the others are made of."""
    while not hasattr(error, "pgcode"):
        error = getattr(error, "orig", None) or error.__cause__
    return error.pgcode



engine = create_engine(
    f"postgresql+psycopg2://{HOST}:{PORT}/{DATABASE}",
    connect_args={"user": USER, "password": PASSWORD, "sslmode": "verify-full"},
)
check("tables", list(pandas.read_sql(text(TABLES), engine)["table_name"]) == ["patients", "visits"])
frame = pandas.read_sql(text(COUNT.replace("COUNT(*)", "COUNT(*) AS n")), engine)
check("count", frame["n"][0] in PATIENTS and frame["n"].dtype == "int64", frame)
frame = pandas.read_sql_query(
    text(
        "SELECT region, COUNT(*) AS n, AVG(weight) AS mean, MAX(born) AS last FROM patients"
        " WHERE age >= :age AND region = ANY(:regions) GROUP BY region ORDER BY region"
    ),
    engine,
    params={"age": 0, "regions": ["East", "North"]},
    index_col="region",
    parse_dates=["last"],
)
check("parameters and arrays", list(frame.index) == ["East", "North"], frame)
check("types", [str(frame[column].dtype)[:8] for column in ("n", "mean", "last")] == ["int64", "float64", "datetime"], frame.dtypes)
chunks = list(pandas.read_sql(text(BY_AGE), engine, chunksize=50))
check("in portions", [len(chunk) for chunk in chunks] == [50, 50, 21], chunks)
streamed = engine.connect().execution_options(stream_results=True)
chunks = list(pandas.read_sql(text(BY_AGE), streamed, chunksize=50))
check("in portions of the server", sum(len(chunk) for chunk in chunks) == AGES, chunks)
streamed.close()
error = raises(DatabaseError, lambda: pandas.read_sql_table("patients", engine))
check("a table is refused", "DP-RAW-ROWS" in str(error) and state(error) == "42501", error)
error = raises(DatabaseError, lambda: pandas.read_sql("visits", engine))
check("by its name alone, too", "DP-RAW-ROWS" in str(error), error)
error = raises((DatabaseError, DBAPIError), lambda: pandas.DataFrame({"a": [1]}).to_sql("mine", engine))
check("nothing is written", state(error) == "25006", error)
warnings.filterwarnings("ignore", "pandas only supports SQLAlchemy")
plain = psycopg2.connect("sslmode=verify-full")
frame = pandas.read_sql("SELECT COUNT(*) AS n FROM visits WHERE cost < %(most)s", plain, params={"most": 2000})
check("over a plain connection", near(frame["n"][0], 6000), frame)
plain.close()
with engine.connect() as connection:
    spends_its_budget(
        DatabaseError,
        state,
        lambda i: pandas.read_sql(text("SELECT COUNT(*) FROM patients WHERE patient_id <> :i"), connection, params={"i": i}),
    )
check("the catalog is free", len(pandas.read_sql(text(TABLES), engine)) == 2)
