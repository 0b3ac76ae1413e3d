package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.mchange.v2.c3p0.ComboPooledDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The pool that Metabase has: it tests a connection after whatever it throws. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class C3p0Test {
  private static final int REFUSALS = 50;

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      ComboPooledDataSource pool = new ComboPooledDataSource();
      pool.setDriverClass("org.dpjdbc.Driver");
      pool.setJdbcUrl(shop.url());
      pool.setUser(shop.user());
      pool.setPassword(shop.password());
      pool.setInitialPoolSize(1);
      pool.setMinPoolSize(1);
      pool.setMaxPoolSize(2);
      pool.setAcquireRetryAttempts(1);
      pool.setTestConnectionOnCheckout(true);
      pool.setMaxStatementsPerConnection(10);
      ClientTranscript transcript = new ClientTranscript();
      try (pool) {
        Questions.ask(pool, shop, transcript);
        for (int i = 0; i < REFUSALS; i++) {
          Refused.by(() -> ask(pool, Questions.ROWS), "DP-RAW-ROWS", "42501");
        }
        assertThat(pool.getNumConnectionsDefaultUser()).isBetween(1, 2);
        assertThat(pool.getNumUnclosedOrphanedConnectionsDefaultUser()).isZero();
        assertThat(pool.getNumFailedCheckinsDefaultUser()).isZero();
        assertThat(pool.getNumFailedCheckoutsDefaultUser()).isZero();
      }
      shop.charged(2 * Questions.CHARGED);
      transcript.isOn("c3p0", kind, shop);
    }
  }

  private static void ask(ComboPooledDataSource pool, String sql) throws Exception {
    try (Connection connection = pool.getConnection()) {
      Shop.rows(connection, sql);
    }
  }
}
