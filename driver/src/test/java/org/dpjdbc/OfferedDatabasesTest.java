package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that no dialect is for is refused when connecting. */
final class OfferedDatabasesTest {
  private static final java.sql.Driver OTHER = new OtherDriver();

  @TempDir private static Path folder;

  @BeforeAll
  static void register() throws Exception {
    DriverManager.registerDriver(OTHER);
    Files.writeString(
        folder.resolve("p.yaml"),
        """
        version: 1
        defaults: {epsilon: 1.0}
        budget: {epsilon: 10, delta: 1.0e-6}
        schemas: {PUBLIC: {tables: {T: {public: true, columns: {A: {}}}}}}
        """);
  }

  @AfterAll
  static void deregister() throws SQLException {
    DriverManager.deregisterDriver(OTHER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SQLite",
        "Microsoft SQL Server",
        "Oracle",
        "Snowflake",
        "Google BigQuery",
        "ClickHouse",
        "HSQL Database Engine",
        "h2",
        ""
      })
  void areTheOnlyOnes(String product) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> connect(product).close())
        .withMessageStartingWith("DP-POLICY: the database " + product + " is not supported")
        .satisfies(e -> assertThat(e.getMessage()).contains(BackendDialects.productNames()))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("08001"));
  }

  @Test
  void areNamedInTheDocumentation() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "reference", "databases", "README.md"));
    assertThat(page).contains(BackendDialects.productNames());
  }

  @Test
  void areAnswered() throws SQLException {
    try (Connection connection = connect("H2")) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  private static Connection connect(String product) throws SQLException {
    Properties properties = new Properties();
    properties.put("dp.policy", folder.resolve("p.yaml").toString());
    properties.put("dp.ledger", "jdbc:h2:file:" + folder.resolve("l"));
    properties.put("dp.driver", OtherDriver.class.getName());
    properties.put("user", "ann");
    properties.put("product", product);
    return DriverManager.getConnection("jdbc:dp:other:x", properties);
  }

  /** H2's, under the name that a property gives. */
  public static final class OtherDriver implements java.sql.Driver {
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
      if (!acceptsURL(url)) {
        return null;
      }
      Connection real =
          DriverManager.getConnection("jdbc:h2:mem:;INIT=CREATE TABLE T (A INT)", "sa", "");
      DatabaseMetaData metaData = real.getMetaData();
      DatabaseMetaData named =
          proxy(DatabaseMetaData.class, metaData, "getDatabaseProductName", info.get("product"));
      return proxy(Connection.class, real, "getMetaData", named);
    }

    private static <T> T proxy(Class<T> type, T real, String replaced, Object answer) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) ->
                  method.getName().equals(replaced) ? answer : method.invoke(real, arguments)));
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith("jdbc:other:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }
  }
}
