"""What the scripts beside this one share: they print a line for each check, and end at the first that is wrong."""

import os
import sys
import threading
import traceback

HOST = os.environ["PGHOST"]
PORT = int(os.environ["PGPORT"])
USER = os.environ["PGUSER"]
PASSWORD = os.environ["PGPASSWORD"]
DATABASE = os.environ["PGDATABASE"]
CERTIFICATE = os.environ["PGSSLROOTCERT"]

# One more than any budget allows.
MANY = int(os.environ["QUERIES"]) + 1

# What was asked before is answered again for nothing, so each script has numbers of its own.
OWN = sum(map(ord, USER)) * 1000
COUNT = f"SELECT COUNT(*) FROM patients WHERE patient_id > -{OWN}"

# A count is off by more than 5 with a probability below e^-500.
PATIENTS = range(1995, 2006)

TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
BY_AGE = "SELECT age, COUNT(*) FROM patients GROUP BY age ORDER BY age"
AGES = 121
REGIONS = ["East", "North", "South"]


def check(name, right, seen=None):
    if not right:
        print(f"WRONG {name}: {seen!r}", flush=True)
        sys.exit(1)
    print(f"ok {name}", flush=True)


def near(value, expected):
    return abs(value - expected) <= 5


def raises(kind, ask):
    """The error that it ends with, if it is one of that kind."""
    try:
        result = ask()
    except kind as error:
        return error
    except Exception:
        traceback.print_exc()
        check(f"an error of the kind {kind}", False)
    check(f"an error of the kind {kind}", False, result)


class Repeatedly:
    """Does something again and again, until what it is done to has ended."""

    def __init__(self, act):
        self.act = act
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.over.wait(0.3):
            self.act()

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *error):
        self.over.set()
        self.thread.join()


def spends_its_budget(kind, state, ask):
    """Asks until it is refused."""

    def ask_many():
        for i in range(MANY):
            ask(OWN + i)

    error = raises(kind, ask_many)
    check("the budget runs out", state(error) == "53400" and "DP-BUDGET" in str(error), error)
