// Command checks asks through pgx: it prints a line for each check, and ends at the first that is wrong.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
	byAge  = "SELECT age, COUNT(*) FROM patients GROUP BY age ORDER BY age"
	ages   = 121
)

var always = context.Background()

func check(name string, right bool, seen any) {
	if !right {
		fmt.Printf("WRONG %s: %v\n", name, seen)
		os.Exit(1)
	}
	fmt.Println("ok", name)
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Printf("WRONG: %v\n", err)
		os.Exit(1)
	}
	return value
}

func done(err error) {
	must(0, err)
}

// A count is off by more than 5 with a probability below e^-500.
func near(value, expected int64) bool {
	return value-expected <= 5 && expected-value <= 5
}

func refused(name string, err error, state, text string) *pgconn.PgError {
	var refusal *pgconn.PgError
	right := errors.As(err, &refusal) && refusal.Code == state && strings.Contains(refusal.Message, text)
	check(name, right, err)
	return refusal
}

func names(connection *pgx.Conn) []string {
	rows := must(connection.Query(always, tables))
	return must(pgx.CollectRows(rows, pgx.RowTo[string]))
}

type region struct {
	Region string
	N      int64
	Mean   float64
	Total  pgtype.Numeric
	Last   time.Time
}

func main() {
	config := must(pgx.ParseConfig("sslmode=verify-full"))
	config.RuntimeParams["timezone"] = "UTC"
	var notices []string
	config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) { notices = append(notices, notice.Message) }
	connection := must(pgx.ConnectConfig(always, config))
	check("tables", fmt.Sprint(names(connection)) == "[patients visits]", names(connection))
	var count int64
	done(connection.QueryRow(always, "SELECT COUNT(*) FROM patients WHERE age < 902").Scan(&count))
	check("count", near(count, 2000), count)
	check("charge", strings.Contains(strings.Join(notices, "\n"), " spent, "), notices)

	for number, mode := range []pgx.QueryExecMode{
		pgx.QueryExecModeCacheStatement,
		pgx.QueryExecModeCacheDescribe,
		pgx.QueryExecModeDescribeExec,
		pgx.QueryExecModeExec,
		pgx.QueryExecModeSimpleProtocol,
	} {
		// Without the parameter's type pgx sends a moment, and in a text one with its zone, which is no date.
		var since any = time.Date(1950, 1, 1, 0, 0, 0, 0, time.UTC)
		if mode == pgx.QueryExecModeSimpleProtocol {
			since = pgtype.Date{Time: since.(time.Time), Valid: true}
		}
		for range 2 {
			rows := must(connection.Query(always,
				"SELECT region, COUNT(*) AS n, AVG(weight) AS mean, SUM(paid) AS total, MAX(born) AS last FROM patients"+
					" WHERE age >= $1 AND born > $2 AND region = ANY($3) GROUP BY region ORDER BY region",
				mode, -number, since, []string{"East", "North"}))
			read := must(pgx.CollectRows(rows, pgx.RowToStructByName[region]))
			check("parameters and arrays, "+mode.String(),
				len(read) == 2 && read[0].Region == "East" && near(read[1].N, 666) && read[0].Total.Valid, read)
		}
	}
	described := must(connection.Prepare(always, "described",
		"SELECT COUNT(*) AS n, MAX(born) AS last FROM patients WHERE paid < $1 AND region = $2"))
	check("types of parameters", fmt.Sprint(described.ParamOIDs) == "[1700 25]", described.ParamOIDs)
	check("types of columns", described.Fields[0].DataTypeOID == 20 && described.Fields[1].DataTypeOID == 1082, described.Fields)
	done(connection.QueryRow(always, "described", 1000.5, "North").Scan(&count, nil))
	check("a prepared statement", near(count, 666), count)
	done(connection.Deallocate(always, "described"))

	var batch pgx.Batch
	for i := range 5 {
		batch.Queue("SELECT COUNT(*) FROM patients WHERE patient_id > $1", 100*i)
		batch.Queue("SELECT $1::int8", i)
	}
	results := connection.SendBatch(always, &batch)
	for i := range int64(5) {
		done(results.QueryRow().Scan(&count))
		right := near(count, 2000-100*i)
		done(results.QueryRow().Scan(&count))
		check("a batch", right && count == i, count)
	}
	done(results.Close())
	batch = pgx.Batch{}
	batch.Queue("SELECT 1")
	batch.Queue("SELECT age FROM patients")
	batch.Queue("SELECT 2")
	refused("a batch that is refused", connection.SendBatch(always, &batch).Close(), "42501", "DP-RAW-ROWS")

	transaction := must(connection.BeginTx(always, pgx.TxOptions{AccessMode: pgx.ReadOnly}))
	must(transaction.Exec(always, "DECLARE ages CURSOR FOR "+byAge))
	first := must(transaction.Exec(always, "FETCH 50 FROM ages")).RowsAffected()
	others := must(transaction.Exec(always, "FETCH ALL FROM ages")).RowsAffected()
	check("a cursor of the server", first+others == ages, first+others)
	inner := must(transaction.Begin(always)) // a savepoint
	_, err := inner.Exec(always, "SELECT age FROM patients")
	refused("rows are refused in a savepoint", err, "42501", "DP-RAW-ROWS")
	done(inner.Rollback(always))
	done(transaction.QueryRow(always, "SELECT COUNT(*) FROM visits").Scan(&count))
	check("and the transaction goes on", near(count, 6000), count)
	done(transaction.Commit(always))

	var copied bytes.Buffer
	tag := must(connection.PgConn().CopyTo(always, &copied,
		"COPY (SELECT region, COUNT(*) FROM patients GROUP BY region ORDER BY region) TO STDOUT (FORMAT csv, HEADER)"))
	check("COPY", tag.RowsAffected() == 3 && strings.HasPrefix(copied.String(), "region,count\nEast,"), copied.String())

	err = connection.QueryRow(always, "SELECT age FROM patients WHERE age > $1", 3).Scan(&count)
	refusal := refused("rows are refused", err, "42501", "DP-RAW-ROWS")
	check("with a hint and a place", refusal.Position > 0 && strings.Contains(refusal.Hint, "COUNT(*)"), refusal.Hint)
	_, err = connection.CopyFrom(always, pgx.Identifier{"visits"}, []string{"patient_id"}, pgx.CopyFromRows([][]any{{1}}))
	check("nothing is written", err != nil && !connection.IsClosed(), err)
	_, err = pgx.Connect(always, "sslmode=verify-full password=wrong")
	refused("a wrong password", err, "28P01", "password authentication failed")

	config = must(pgx.ParseConfig("sslmode=verify-full"))
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: time.Minute}
	}
	canceller := must(pgx.ConnectConfig(always, config))
	short, end := context.WithTimeout(always, 300*time.Millisecond)
	_, err = canceller.Exec(short, "SELECT pg_sleep(600)")
	end()
	refused("cancelling", err, "57014", "user request")
	done(canceller.QueryRow(always, "SELECT 7::int8").Scan(&count))
	check("and the session goes on", count == 7, count)
	done(canceller.Close(always))

	pool := must(pgxpool.New(always, "sslmode=verify-full pool_max_conns=3"))
	for i := range int64(9) {
		done(pool.QueryRow(always, "SELECT $1::int8", i).Scan(&count))
		check("a pool", count == i, count)
	}
	pool.Close()

	err = nil
	for i := 0; i <= must(strconv.Atoi(os.Getenv("QUERIES"))) && err == nil; i++ {
		err = connection.QueryRow(always, "SELECT COUNT(*) FROM visits WHERE cost < 9000 + $1::int", i).Scan(&count)
	}
	refused("the budget runs out", err, "53400", "DP-BUDGET")
	check("the catalog is free", len(names(connection)) == 2, names(connection))
	done(connection.Close(always))
}
