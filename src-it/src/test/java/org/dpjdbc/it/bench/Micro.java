package org.dpjdbc.it.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The driver's own work, part by part: on one row there is nearly nothing else. What a query costs
 * but for its SQL is the time of {@link #values} less that of {@link #pushed}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Micro {
  private static final int ROWS = 1000;
  private static final String SQL =
      "SELECT sex, COUNT(*) AS n, SUM(income) AS s FROM people WHERE age > %d"
          + " GROUP BY sex ORDER BY n DESC LIMIT 10";

  private People one;
  private People many;
  private Connection driver;
  private Connection reusing;
  private PreparedStatement pushed;
  private int count;

  /** Makes the tables. */
  @Setup(Level.Trial)
  public void open() throws IOException, SQLException {
    one = new People(1, /* reuse= */ false);
    many = new People(ROWS, /* reuse= */ true);
    driver = one.connect();
    reusing = many.connect();
    pushed = one.raw().prepareStatement(sent());
    for (int i = 1; i <= pushed.getParameterMetaData().getParameterCount(); i++) {
      pushed.setObject(i, 20);
    }
  }

  private String sent() throws SQLException {
    try (Statement statement = driver.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + SQL.formatted(20))) {
      while (rows.next()) {
        String text = rows.getString("PUSHED_SQL");
        if (text != null) {
          return text.replaceAll("\"SEX\" (=|<>) \\?", "\"SEX\" $1 'F'");
        }
      }
    }
    throw new IllegalStateException("nothing is sent");
  }

  /** Lets go of them. */
  @TearDown(Level.Trial)
  public void close() throws IOException, SQLException {
    driver.close();
    reusing.close();
    one.close();
    many.close();
  }

  /** The database alone. */
  @Benchmark
  public int raw() throws SQLException {
    return People.read(one.raw(), SQL.formatted(20));
  }

  /** The statement that the driver sends. */
  @Benchmark
  public int pushed() throws SQLException {
    int seen = 0;
    try (ResultSet rows = pushed.executeQuery()) {
      while (rows.next()) {
        seen++;
      }
    }
    return seen;
  }

  /** A known text: the plan is there. */
  @Benchmark
  public int cached() throws SQLException {
    return People.read(driver, SQL.formatted(20));
  }

  /** A text with a value that was never seen: the plan is there. */
  @Benchmark
  public int values() throws SQLException {
    return People.read(driver, SQL.formatted(count++));
  }

  /** Reads and plans a text that was never seen. */
  @Benchmark
  public int plan() throws SQLException {
    return People.read(driver, "EXPLAIN PRIVACY FOR " + SQL.formatted(20) + " -- " + count++);
  }

  /** Reads a known text with values that were never seen. */
  @Benchmark
  public int replan() throws SQLException {
    return People.read(driver, "EXPLAIN PRIVACY FOR " + SQL.formatted(count++));
  }

  /** An answer that was released before: found, read, and finished. */
  @Benchmark
  public int finish() throws SQLException {
    return People.read(
        reusing,
        "SELECT region, n, RANK() OVER (ORDER BY n DESC) FROM (SELECT region, COUNT(*) AS n"
            + " FROM people GROUP BY region) g WHERE n > -1000 ORDER BY n DESC LIMIT 10");
  }
}
