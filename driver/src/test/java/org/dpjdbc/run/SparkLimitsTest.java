package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query over thousands of millions of rows is ended by the server itself, at the policy's timeout
 * or when it is cancelled: what is asked next finds a server that is free.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SparkLimitsTest {
  private static final String ENDLESS = "SELECT COUNT(*) AS n, SUM(price) AS s FROM endless";

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      limits: {timeout: %s}
      schemas:
        PUBLIC:
          tables:
            endless:
              privacy_unit: buyer
              max_rows_contributed: 10
              columns: {buyer: {}, price: {lower: 0, upper: 1000}}
            few:
              privacy_unit: buyer
              max_rows_contributed: 1
              columns: {buyer: {}}
      """;

  @TempDir private static Path folder;
  private TestDatabase database;

  @BeforeAll
  void open() throws SQLException {
    database = TestBackends.called("Spark SQL").create();
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(
          "CREATE VIEW endless AS SELECT a.id + b.id AS buyer, a.id % 7 AS price"
              + " FROM RANGE(3000000) a, RANGE(3000000) b");
      statement.execute("CREATE VIEW few AS SELECT id AS buyer FROM RANGE(7)");
    }
  }

  @AfterAll
  void close() throws SQLException {
    database.close();
  }

  private Session connect(String timeout) throws IOException {
    Path policy = folder.resolve(timeout + ".yaml");
    Files.writeString(policy, database.policy(POLICY.formatted(timeout)));
    return Noiseless.connect(database, policy);
  }

  private static Rows run(Session session, String sql, Cancellation cancellation) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, cancellation))
        .rows();
  }

  /** With its two threads taken by what goes on, the server would not answer. */
  private void assertFree() throws IOException {
    try (Session session = connect("PT100S")) {
      Rows rows = run(session, "SELECT COUNT(*) FROM few", new Cancellation());
      assertThat(rows.row(0)).containsExactly(7L);
    }
  }

  @Test
  void endsAtThePolicysTimeout() throws Exception {
    try (Session session = connect("PT2S")) {
      assertThatThrownBy(() -> run(session, ENDLESS, new Cancellation()))
          .isInstanceOf(RefusedException.class)
          .hasNoCause();
    }
    assertFree();
  }

  @Test
  void endsWhenItIsCancelled() throws Exception {
    Cancellation cancellation = new Cancellation();
    Thread canceller =
        new Thread(
            () -> {
              try {
                Thread.sleep(2000);
              } catch (InterruptedException e) {
                // cancels at once
              }
              cancellation.cancel();
            });
    try (Session session = connect("PT100S")) {
      canceller.start();
      assertThatThrownBy(() -> run(session, ENDLESS, cancellation))
          .isInstanceOf(RefusedException.class);
    }
    canceller.join();
    assertFree();
  }

  /** Whether or not the driver that asks is still there. */
  @Test
  void isEndedByTheServerAlone() throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      ReadOnlyConnection.pin(
          connection, BackendDialects.called("Spark SQL").orElseThrow(), Duration.ofSeconds(1));
      assertThatThrownBy(
              () -> {
                try (ResultSet rows = statement.executeQuery(ENDLESS)) {
                  rows.next();
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("timed out");
    }
    assertFree();
  }
}
