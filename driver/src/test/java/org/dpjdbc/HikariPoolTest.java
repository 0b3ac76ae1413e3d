package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dpjdbc.jdbc.Connector;
import org.dpjdbc.jdbc.FakeSession;
import org.junit.jupiter.api.Test;

class HikariPoolTest {
  private final List<FakeSession> opened = new CopyOnWriteArrayList<>();

  private HikariDataSource pool(int size) {
    DpDataSource source =
        new DpDataSource(
            new Connector(
                settings -> {
                  FakeSession session = new FakeSession(settings);
                  opened.add(session);
                  return session;
                }));
    source.setUrl("jdbc:dp:h2:mem:clinic;dp.policy=clinic.yaml;dp.analyst=alice");
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setReadOnly(true);
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_READ_UNCOMMITTED");
    config.setSchema("PUBLIC");
    config.setConnectionTestQuery("SELECT 1");
    return new HikariDataSource(config);
  }

  @Test
  void tenThousandRefusalsEvictNoConnection() throws SQLException {
    try (HikariDataSource pool = pool(20)) {
      for (int i = 0; i < 10_000; i++) {
        try (Connection connection = pool.getConnection();
            Statement statement = connection.createStatement()) {
          switch (i % 4) {
            case 0 ->
                assertThatThrownBy(() -> statement.executeQuery(FakeSession.REFUSED))
                    .isInstanceOf(SQLException.class);
            case 1 ->
                assertThatThrownBy(() -> connection.prepareStatement(FakeSession.REFUSED))
                    .isInstanceOf(SQLException.class);
            case 2 ->
                assertThatThrownBy(() -> connection.prepareCall("CALL x"))
                    .isInstanceOf(SQLException.class);
            default ->
                assertThatThrownBy(() -> statement.executeUpdate("DELETE FROM patients"))
                    .isInstanceOf(SQLException.class);
          }
        }
      }
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
      // The pool may not have filled up yet; an eviction would close one, and open another.
      assertThat(opened).hasSizeLessThanOrEqualTo(20);
      assertThat(opened).allMatch(session -> session.closes.get() == 0);
    }
    assertThat(opened).allMatch(session -> session.closes.get() == 1);
  }

  @Test
  void aClosedConnectionIsReplaced() throws SQLException {
    try (HikariDataSource pool = pool(1)) {
      try (Connection connection = pool.getConnection()) {
        connection.unwrap(Connection.class);
        pool.evictConnection(connection);
      }
      try (Connection connection = pool.getConnection();
          ResultSet result = connection.createStatement().executeQuery("SELECT 1")) {
        assertThat(result.next()).isTrue();
        assertThat(result.getStatement().getConnection()).isSameAs(connection);
      }
      assertThat(opened).hasSize(2);
    }
  }
}
