package org.dpjdbc.it.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
 * What a query takes on a table so small (200 rows) that the database's own part hardly shows: it
 * is measured beside the others, and contained in them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Latency {
  private static final int ROWS = 200;
  private static final String EVERYDAY =
      "SELECT sex, COUNT(*) AS n, AVG(income) AS mean FROM people WHERE age > %d"
          + " GROUP BY sex HAVING COUNT(*) > -1000000000 ORDER BY n DESC LIMIT 10";

  /** A frame measured in days is left to Calcite's engine. */
  private static final String GENERATED =
      "SELECT n, SUM(n) OVER (ORDER BY d RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW)"
          + " FROM (SELECT CASE WHEN sex = 'F' THEN DATE '2020-01-01' ELSE DATE '2020-01-02' END"
          + " AS d, COUNT(*) AS n FROM people GROUP BY sex) AS t";

  private People people;
  private People reusing;
  private Connection driver;
  private Connection reuser;
  private PreparedStatement prepared;
  private int count;

  /** Makes the tables. */
  @Setup(Level.Trial)
  public void open() throws IOException, SQLException {
    people = new People(ROWS, /* reuse= */ false);
    reusing = new People(ROWS, /* reuse= */ true);
    driver = people.connect();
    reuser = reusing.connect();
    prepared = driver.prepareStatement(EVERYDAY.replace("%d", "?"));
  }

  /** Lets go of them. */
  @TearDown(Level.Trial)
  public void close() throws IOException, SQLException {
    driver.close();
    reuser.close();
    people.close();
    reusing.close();
  }

  /** The database alone. */
  @Benchmark
  public int raw() throws SQLException {
    return People.read(people.raw(), EVERYDAY.formatted(20));
  }

  /** A plan that is there, a fresh answer: charged. */
  @Benchmark
  public int cached() throws SQLException {
    return People.read(driver, EVERYDAY.formatted(20));
  }

  /** An answer that is there. */
  @Benchmark
  public int reused() throws SQLException {
    return People.read(reuser, EVERYDAY.formatted(20));
  }

  /** A text that was never seen. */
  @Benchmark
  public int everyday() throws SQLException {
    return People.read(driver, EVERYDAY.formatted(20) + " -- " + count++);
  }

  /** A text that was seen, with parameters that were not. */
  @Benchmark
  public int parameters() throws SQLException {
    prepared.setInt(1, count++);
    try (ResultSet rows = prepared.executeQuery()) {
      int seen = 0;
      while (rows.next()) {
        seen++;
      }
      return seen;
    }
  }

  /** A text that was never seen, with a window that needs generated code. */
  @Benchmark
  public int generated() throws SQLException {
    return People.read(driver, GENERATED + " -- " + count++);
  }
}
