package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.calcite.adapter.jdbc.JdbcSchema;
import org.apache.calcite.jdbc.CalciteConnection;
import org.apache.calcite.schema.SchemaPlus;
import org.dpjdbc.DpDataSource;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A federating planner that takes queries apart and writes its own SQL of them. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#fewerKinds")
class CalciteTest {
  private static final String BY_STATE =
      "SELECT state, COUNT(*) AS n, AVG(age) AS age FROM shop.customers GROUP BY state ORDER BY state";
  private static final String BY_CATEGORY =
      "SELECT p.category, SUM(o.quantity) AS sold FROM shop.orders o"
          + " JOIN shop.products p ON p.id = o.product_id GROUP BY p.category ORDER BY p.category";
  private static final String ROWS = "SELECT id, age FROM shop.customers";

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection calcite = connect(shop)) {
      assertThat(Shop.rows(calcite, BY_STATE))
          .isEqualTo(
              shop.raw(BY_STATE.replace("shop.", "").replace("AVG(age)", "SUM(age) / COUNT(*)")));
      assertThat(Shop.rows(calcite, BY_CATEGORY))
          .isEqualTo(shop.raw(BY_CATEGORY.replace("shop.", "")));
      assertThat(Shop.rows(calcite, "SELECT COUNT(*) FROM shop.customers WHERE age < 30"))
          .containsExactly("40");
      shop.charged(3);
      Refused.by(() -> Shop.rows(calcite, ROWS), "DP-RAW-ROWS", "42501");
      Refused.by(
          () -> Shop.rows(calcite, "SELECT AVG(income) FROM shop.customers"),
          "DP-NO-BOUNDS",
          "42501");
      shop.charged(3);
      ClientTranscript transcript = new ClientTranscript();
      transcript.ask(BY_STATE, () -> Shop.rows(calcite, BY_STATE));
      transcript.ask(BY_CATEGORY, () -> Shop.rows(calcite, BY_CATEGORY));
      transcript.ask(ROWS, () -> Shop.rows(calcite, ROWS));
      shop.charged(5);
      transcript.isOn("calcite", kind, shop);
    }
  }

  private static Connection connect(Shop shop) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("lex", "JAVA");
    properties.setProperty("caseSensitive", "false");
    Connection connection = DriverManager.getConnection("jdbc:calcite:", properties);
    SchemaPlus root = connection.unwrap(CalciteConnection.class).getRootSchema();
    DpDataSource source = new DpDataSource();
    source.setUrl(shop.url());
    source.setUser(shop.user());
    source.setPassword(shop.password());
    // It connects nine times before it asks.
    source.setPool(2);
    root.add("shop", JdbcSchema.create(root, "shop", (DataSource) source, null, shop.schema()));
    return connection;
  }
}
