package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashSet;
import java.util.Set;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A pool that evicts connections by the SQLState of what they throw: it evicts none. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class HikariCpTest {
  private static final int REFUSALS = 50;

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      HikariConfig config = new HikariConfig();
      config.setDriverClassName("org.dpjdbc.Driver");
      config.setJdbcUrl(shop.url());
      config.setUsername(shop.user());
      config.setPassword(shop.password());
      config.setMaximumPoolSize(2);
      config.setReadOnly(true);
      config.setAutoCommit(false);
      config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
      config.setSchema(shop.schema());
      config.setConnectionTestQuery("SELECT 1");
      config.setConnectionInitSql("SELECT 1");
      ClientTranscript transcript = new ClientTranscript();
      try (HikariDataSource pool = new HikariDataSource(config)) {
        Questions.ask(pool, shop, transcript);
        Set<Connection> before = connections(pool);
        for (int i = 0; i < REFUSALS; i++) {
          Refused.by(() -> ask(pool, Questions.ROWS), "DP-RAW-ROWS", "42501");
        }
        assertThat(connections(pool)).isEqualTo(before);
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        assertThat(state.getActiveConnections()).isZero();
      }
      shop.charged(2 * Questions.CHARGED);
      transcript.isOn("hikaricp", kind, shop);
    }
  }

  private static void ask(HikariDataSource pool, String sql) throws Exception {
    try (Connection connection = pool.getConnection()) {
      Shop.rows(connection, sql);
    }
  }

  /** Those under the pool's: the pool wraps each anew whenever it is taken. */
  private static Set<Connection> connections(HikariDataSource pool) throws Exception {
    Set<Connection> all = new HashSet<>();
    try (Connection first = pool.getConnection();
        Connection second = pool.getConnection()) {
      all.add(first.unwrap(Connection.class));
      all.add(second.unwrap(Connection.class));
    }
    return all;
  }
}
