package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HikariCP over the driver: refusals evict no connection, and nothing is left behind. */
class PoolTest {
  private static final int CONNECTIONS = 10;

  /** One would show an eviction: a refused statement is asked by all threads in each. */
  private static final int ROUNDS = 3;

  private static final List<String> ANSWERED =
      List.of(
          "SELECT 1",
          "SELECT /*+ DP(epsilon=0.01) */ COUNT(*) FROM patients",
          "SELECT * FROM diseases",
          "SELECT * FROM patients WHERE 1 = 0",
          "SELECT * FROM DP.BUDGET");

  private static final List<String> REFUSED =
      List.of(
          "SELECT note FROM patients",
          "SELECT SUM(salary) FROM patients",
          "SELECT MAX(note) FROM patients",
          "SELECT COUNT(*) FROM patients, visits",
          "SELECT COUNT(*) FROM nothing",
          "SELECT nothing FROM patients",
          "SELEC 1",
          "DROP TABLE patients");

  @TempDir Path folder;

  @Test
  void refusalsEvictNothing() throws Exception {
    try (Clinic clinic = Clinic.open(folder, "pooled")) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(clinic.url());
      config.setUsername("sa");
      config.setPassword("sa");
      config.setMaximumPoolSize(CONNECTIONS);
      config.setReadOnly(true);
      config.setAutoCommit(false);
      try (HikariDataSource pool = new HikariDataSource(config)) {
        askFromManyThreads(pool);
        int opened = clinic.sessionsOpened();
        askFromManyThreads(pool);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(CONNECTIONS);
        // H2 numbers its sessions: an eviction would have opened one more.
        assertThat(clinic.sessionsOpened()).isEqualTo(opened);
        assertThat(clinic.sessions()).isEqualTo(CONNECTIONS + 1);
        try (Connection connection = pool.getConnection()) {
          BigDecimal asked = BigDecimal.valueOf(2 * CONNECTIONS * ROUNDS);
          assertThat(Clinic.spent(connection)).isEqualByComparingTo(asked.movePointLeft(2));
        }
      }
      assertThat(clinic.sessions()).isEqualTo(1);
    }
  }

  private static void askFromManyThreads(HikariDataSource pool) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        all.add(threads.submit(() -> ask(pool)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void ask(HikariDataSource pool) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      for (String sql : REFUSED) {
        try (Connection connection = pool.getConnection();
            Statement statement = connection.createStatement()) {
          assertThatThrownBy(() -> statement.execute(sql)).hasMessageStartingWith("DP-");
          assertThatThrownBy(() -> statement.executeUpdate(sql)).isInstanceOf(SQLException.class);
          assertThatThrownBy(() -> connection.prepareCall(sql)).isInstanceOf(SQLException.class);
        }
      }
      for (String sql : ANSWERED) {
        try (Connection connection = pool.getConnection();
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery(sql)) {
          rows.next();
        }
      }
    }
    return null;
  }
}
