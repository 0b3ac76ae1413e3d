package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.validate.Algebra;
import org.junit.jupiter.api.Test;

/** An analysis ends: by itself after a number of steps, and before if it is told to. */
class StoppedAnalysisTest {
  private final ParsedQuery query =
      new QueryReader(BackendDialects.called("H2").orElseThrow().parserSettings()).read("SELECT 1");
  private final AtomicInteger steps = new AtomicInteger();

  private void endless() {
    Algebra.<Void>located(
        query,
        () -> {
          while (true) {
            AnalysisSteps.step();
            steps.incrementAndGet();
          }
        });
  }

  @Test
  void endsAfterItsSteps() throws SQLException {
    try (Connection connection = new DpConnection(new FakeSession().during(this::endless));
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42000"))
          .hasMessageStartingWith("DP-UNSUPPORTED at line 1, column 1: the query is too complex");
      assertThat(steps.get()).isEqualTo(AnalysisSteps.MAX_STEPS);
    }
  }

  @Test
  void hearsCancel() throws SQLException {
    FakeSession session = new FakeSession();
    try (Connection connection = new DpConnection(session);
        Statement statement = connection.createStatement()) {
      session.during(
          () -> {
            try {
              statement.cancel();
            } catch (SQLException e) {
              throw new AssertionError(e);
            }
            endless();
          });
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(steps.get()).isLessThan(AnalysisSteps.MAX_STEPS);
    }
  }
}
