package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A statement that reads a table several times reads one state of it, whatever others write. One
 * transaction after the other moves the rows of a unit to another one, so that always as many units
 * have ten rows, of which five count.
 */
class OneStateTest {
  private static final int READS = 50;
  private static final int UNITS = 200;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            T:
              privacy_unit: ID
              max_rows_contributed: 5
              columns: {ID: {}, G: {values: [0, 1]}, Y: {lower: 0, upper: 9}}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"PostgreSQL", "DuckDB", "H2"})
  void isReadBesideAWriter(String product) throws Exception {
    ExecutorService writer = Executors.newSingleThreadExecutor();
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    try (TestDatabase database = TestBackends.called(product).create();
        Session session = connect(database)) {
      assertThat(answer(session, "EXPLAIN PRIVACY FOR " + query(0)))
          .contains("over-limit units only");
      String before = answer(session, query(0));
      assertThat(before).contains(String.valueOf(5 * UNITS));
      Future<Boolean> moving = writer.submit(() -> move(database, begun, done));
      begun.await();
      try {
        for (int i = 1; i <= READS; i++) {
          assertThat(answer(session, query(i))).isEqualTo(before);
        }
      } finally {
        done.set(true);
      }
      moving.get();
    } finally {
      writer.shutdown();
      assertThat(writer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** The same rows by another text each time: an answer that is kept would be read nowhere. */
  private static String query(int number) {
    return "SELECT /*+ DP(contribution=limit_groups, max_groups_contributed=2) */ g, COUNT(*)"
        + " FROM t WHERE y > -"
        + (1 + number)
        + " GROUP BY g ORDER BY g";
  }

  private Session connect(TestDatabase database) throws Exception {
    database.run("CREATE TABLE t (id INTEGER NOT NULL, g INTEGER NOT NULL, y INTEGER)");
    database.run("CREATE INDEX t_id ON t (id)");
    String rows =
        IntStream.range(0, 10 * UNITS)
            .mapToObj(i -> "(%d, 1, 0)".formatted(i / 10))
            .collect(Collectors.joining(", "));
    database.run("INSERT INTO t VALUES " + rows);
    Path policy = folder.resolve("policy.yaml");
    Files.writeString(policy, database.policy(POLICY));
    return Noiseless.connect(database, policy);
  }

  /** Moves the rows of units back and forth until it is told to stop. */
  private static boolean move(TestDatabase database, CountDownLatch begun, AtomicBoolean done)
      throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int from = 0; !done.get(); from = (from + 1) % (2 * UNITS)) {
        int to = (from + UNITS) % (2 * UNITS);
        statement.executeUpdate("DELETE FROM t WHERE id = " + from);
        statement.executeUpdate(
            "INSERT INTO t VALUES "
                + "(%d, 1, 0), ".formatted(to).repeat(9)
                + "(%d, 1, 0)".formatted(to));
        connection.commit();
        begun.countDown();
      }
    } finally {
      begun.countDown();
    }
    return true;
  }

  private static String answer(Session session, String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    return IntStream.range(0, rows.size())
        .mapToObj(i -> Arrays.toString(rows.row(i)))
        .collect(Collectors.joining("\n"));
  }
}
