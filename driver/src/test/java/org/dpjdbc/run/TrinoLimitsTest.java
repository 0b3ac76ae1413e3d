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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query over thousands of millions of rows is ended by the cluster itself, at the policy's
 * timeout or when it is cancelled: none of it goes on running.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class TrinoLimitsTest {
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
      """;

  @TempDir private static Path folder;
  private TestDatabase database;

  @BeforeAll
  void open() throws SQLException {
    database = TestBackends.called("Trino").create();
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(
          "CREATE VIEW endless AS SELECT custkey AS buyer, totalprice AS price"
              + " FROM tpch.sf1000.orders");
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

  private static void run(Session session, Cancellation cancellation) {
    session.prepare(ENDLESS).run(List.of(), new RunOptions(Duration.ZERO, 0, cancellation));
  }

  /** What became of the queries of the view, but for this one. */
  private List<String> outcomes() throws SQLException {
    List<String> outcomes = new ArrayList<>();
    try (Statement statement = database.owner().createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT state, error_code FROM system.runtime.queries WHERE query LIKE '%\""
                    + database.schema()
                    + "\".\"endless\"%' AND query NOT LIKE '%runtime%'")) {
      while (rows.next()) {
        outcomes.add(rows.getString(1) + " " + rows.getString(2));
      }
    }
    return outcomes;
  }

  /** Until none goes on; the server forgets soon those that have ended. */
  private void awaitEnd() throws SQLException, InterruptedException {
    while (outcomes().stream().anyMatch(outcome -> outcome.endsWith(" null"))) {
      Thread.sleep(100);
    }
    assertThat(outcomes()).allMatch(outcome -> outcome.startsWith("FAILED "));
  }

  @Test
  void endsAtThePolicysTimeout() throws Exception {
    try (Session session = connect("PT10S")) {
      assertThatThrownBy(() -> run(session, new Cancellation()))
          .isInstanceOf(RefusedException.class)
          .hasNoCause();
    }
    awaitEnd();
  }

  @Test
  void endsWhenItIsCancelled() throws Exception {
    Cancellation cancellation = new Cancellation();
    Thread canceller =
        new Thread(
            () -> {
              try {
                while (outcomes().stream().noneMatch(outcome -> outcome.startsWith("RUNNING"))) {
                  Thread.sleep(50);
                }
              } catch (SQLException | InterruptedException e) {
                // cancels at once
              }
              cancellation.cancel();
            });
    try (Session session = connect("PT100S")) {
      canceller.start();
      assertThatThrownBy(() -> run(session, cancellation)).isInstanceOf(RefusedException.class);
    }
    canceller.join();
    awaitEnd();
  }

  /** Whether or not the driver that asks is still there. */
  @Test
  void isEndedByTheServerAlone() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      ReadOnlyConnection.pin(
          connection, BackendDialects.called("Trino").orElseThrow(), Duration.ofSeconds(1));
      assertThatThrownBy(
              () -> {
                try (ResultSet rows = statement.executeQuery(ENDLESS)) {
                  rows.next();
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("maximum time limit");
    }
  }
}
