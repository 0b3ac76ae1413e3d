package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.backend.BackendReader.Planned;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;

/** A full queue says nothing of any row, and is named; whatever else fails is not. */
class BusyDatabaseTest {
  private static final int QUEUE_FULL = 131_074;
  private static final int LOCAL_MEMORY = 131_079;
  private static final List<Planned> STATEMENTS = List.of(new Planned("SELECT 1", List.of()));

  @Test
  void isNamedBeforeAndAfterTheCharge() {
    try (BackendReader reader = reader("Trino", QUEUE_FULL)) {
      assertThatThrownBy(() -> reader.prepare(STATEMENTS))
          .hasMessageContaining("busy: its queue of queries is full; nothing was charged")
          .hasNoCause();
      reader.charged();
      assertThatThrownBy(() -> reader.ask(STATEMENTS.get(0), rows -> {}))
          .hasMessageContaining("busy: its queue of queries is full; the charge stands");
    }
  }

  @Test
  void isNothingElse() {
    for (Object[] other : new Object[][] {{"Trino", LOCAL_MEMORY}, {"PostgreSQL", QUEUE_FULL}}) {
      try (BackendReader reader = reader((String) other[0], (int) other[1])) {
        assertThatThrownBy(() -> reader.prepare(STATEMENTS))
            .hasMessageContaining("the database failed before anything was charged");
      }
    }
  }

  private static BackendReader reader(String product, int errorCode) {
    Connection failing =
        (Connection)
            Proxy.newProxyInstance(
                BusyDatabaseTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                  throw new SQLException("Too many queued queries", null, errorCode);
                });
    return new BackendReader(
        new Backend(
            new StoppableConnections(new Only(failing)),
            BackendDialects.called(product).orElseThrow(),
            0),
        Deadline.after(Duration.ofMinutes(1)),
        new Cancellation());
  }

  private record Only(Connection connection) implements Connections {
    @Override
    public Connection borrow() {
      return connection;
    }

    @Override
    public void giveBack(Connection given, boolean failed) {}

    @Override
    public Login login() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String schema() {
      throw new UnsupportedOperationException();
    }

    @Override
    public LiveSchema tables(Policy policy) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
