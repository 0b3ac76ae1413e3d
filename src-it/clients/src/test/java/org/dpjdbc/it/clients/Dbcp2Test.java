package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import org.apache.commons.dbcp2.BasicDataSource;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The pool of Tomcat and Zeppelin, with prepared statements pooled, too. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class Dbcp2Test {
  private static final int REFUSALS = 50;

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      ClientTranscript transcript = new ClientTranscript();
      try (BasicDataSource pool = new BasicDataSource()) {
        pool.setDriverClassName("org.dpjdbc.Driver");
        pool.setUrl(shop.url());
        pool.setUsername(shop.user());
        pool.setPassword(shop.password());
        pool.setMaxTotal(2);
        pool.setDefaultReadOnly(true);
        pool.setDefaultAutoCommit(false);
        pool.setRollbackOnReturn(true);
        pool.setValidationQuery("SELECT 1");
        pool.setTestOnBorrow(true);
        pool.setPoolPreparedStatements(true);
        pool.setFastFailValidation(true);
        Questions.ask(pool, shop, transcript);
        for (int i = 0; i < REFUSALS; i++) {
          Refused.by(() -> ask(pool, Questions.ROWS), "DP-RAW-ROWS", "42501");
        }
        // One was made; each refusal gave it back and nothing threw it away.
        assertThat(pool.getConnectionPool().getCreatedCount()).isEqualTo(1);
        assertThat(pool.getNumActive()).isZero();
      }
      shop.charged(2 * Questions.CHARGED);
      transcript.isOn("dbcp2", kind, shop);
    }
  }

  private static void ask(BasicDataSource pool, String sql) throws Exception {
    try (Connection connection = pool.getConnection()) {
      Shop.rows(connection, sql);
    }
  }
}
