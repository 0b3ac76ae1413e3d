package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.dpjdbc.Driver;
import org.dpjdbc.backends.Ports;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.spark.SparkDriver;
import org.dpjdbc.backends.spark.SparkProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spark reads an answer as a data frame, which it may join with whatever it has. Not on Java 24 and
 * later, where what Hadoop's libraries ask of the security manager fails.
 */
@EnabledForJreRange(max = JRE.JAVA_23)
@Tag("thorough")
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class SparkTest {
  private static SparkProcess process;
  private static Connection spark;

  @Parameter TestBackend kind;
  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    process = SparkProcess.start(Ports.free());
    SparkDriver.register();
    spark = DriverManager.getConnection("jdbc:hive2://" + process.address() + "/default");
    for (Class<?> type :
        List.of(Driver.class, org.h2.Driver.class, Class.forName("org.postgresql.Driver"))) {
      run("ADD JAR " + Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    if (spark != null) {
      spark.close();
    }
    if (process != null) {
      process.close();
    }
  }

  private static void run(String sql) throws SQLException {
    try (Statement statement = spark.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void set(String key, String value) throws SQLException {
    run("SET `" + key + "`=`" + value + "`");
  }

  private static List<String> rows(String sql) throws SQLException {
    return Shop.rows(spark, sql);
  }

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      run(view("states", shop, "query '" + Questions.BY_STATE + "'"));
      run(
          view(
              "customers", shop, "dbtable '" + shop.schema() + "." + shop.name("CUSTOMERS") + "'"));
      shop.charged(0);
      assertThat(rows("SELECT state, n FROM states ORDER BY state"))
          .isEqualTo(
              shop.raw("SELECT state, COUNT(*) FROM customers GROUP BY state ORDER BY state"));
      shop.charged(1);
      assertThat(rows("SELECT SUM(n) FROM states")).containsExactly("200");
      shop.charged(2);
      for (String sql : List.of("SELECT COUNT(*) FROM customers", "SELECT * FROM customers")) {
        assertThatThrownBy(() -> rows(sql))
            .hasMessageContaining("DP-RAW-ROWS")
            .message()
            .doesNotContain("Zq7");
      }
      shop.charged(2);
      ClientTranscript transcript = new ClientTranscript();
      transcript.ask(
          "SELECT state, n FROM states ORDER BY state",
          () -> rows("SELECT state, n FROM states ORDER BY state"));
      transcript.ask("SELECT SUM(n) FROM states", () -> rows("SELECT SUM(n) FROM states"));
      transcript.isOn("spark", kind, shop);
    }
  }

  /**
   * The newer reader leaves counting to databases that it knows by their URL: it knows none here.
   */
  @Test
  void aggregatesAreNotPushedDown() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      String catalog = Shop.isH2(kind) ? "shop" : "shop2";
      String key = "spark.sql.catalog." + catalog;
      set(key, "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog");
      set(key + ".url", shop.url());
      set(key + ".driver", "org.dpjdbc.Driver");
      set(key + ".user", shop.user());
      set(key + ".password", shop.password());
      set(key + ".pushDownAggregate", "true");
      String sql =
          "SELECT %1$s, COUNT(*) FROM %2$s.%3$s.%4$s GROUP BY %1$s ORDER BY %1$s"
              .formatted(shop.name("STATE"), catalog, shop.schema(), shop.name("CUSTOMERS"));
      assertThatThrownBy(() -> rows(sql)).hasMessageContaining("DP-RAW-ROWS");
      shop.charged(0);
    }
  }

  private static String view(String name, Shop shop, String what) {
    return ("CREATE OR REPLACE TEMPORARY VIEW %s USING jdbc OPTIONS"
            + " (url '%s', driver 'org.dpjdbc.Driver', user '%s', password '%s', %s)")
        .formatted(name, shop.url(), shop.user(), shop.password(), what);
  }
}
