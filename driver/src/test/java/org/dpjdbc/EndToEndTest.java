package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a URL to a result set, on H2. At epsilon 2 a count of 1000 is off by 60 once in e^-120. */
class EndToEndTest {
  private static final String BACKEND = "h2:mem:end_to_end";

  @TempDir private static Path folder;
  private static Connection keepAlive;
  private static String url;

  @BeforeAll
  static void createClinic() throws SQLException, IOException {
    keepAlive = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute(
          "CREATE TABLE patients (id INT PRIMARY KEY, age INT, sex CHAR(1) NOT NULL, born DATE,"
              + " name VARCHAR(20))");
      statement.execute("CREATE TABLE staff (id INT PRIMARY KEY)"); // which no analyst sees
      statement.execute(
          "INSERT INTO patients SELECT x, MOD(x, 100), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END,"
              + " DATE '1990-01-01', 'Zq7TOKEN' FROM SYSTEM_RANGE(1, 1000)");
    }
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 2.0, delta: 1.0e-8, noise: laplace}
        budget: {epsilon: 1000, delta: 1.0e-3, renews: never, composition: basic}
        answers: {reuse_for: PT0S}
        limits: {max_epsilon_per_query: 2.0, timeout: PT60S, max_output_rows: 1000}
        schemas:
          PUBLIC:
            tables:
              PATIENTS:
                privacy_unit: ID
                columns:
                  ID: {}
                  AGE: {lower: 0, upper: 120}
                  SEX: {values: [F, M]}
                  BORN: {lower: 1900-01-01, upper: 2030-12-31}
                  NAME: {access: none}
        """,
        UTF_8);
    url = "jdbc:dp:" + BACKEND + ";dp.policy=" + policy;
  }

  @AfterAll
  static void dropClinic() throws SQLException {
    keepAlive.close();
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "sa", "sa");
  }

  private static Connection connectWith(String settings) throws SQLException {
    return DriverManager.getConnection(url + ";" + settings, "sa", "sa");
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static void fails(ThrowingCallable call, Class<?> type, String state) {
    assertThatThrownBy(call)
        .isInstanceOf(type)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo(state);
              assertThat(e.getMessage()).startsWith("DP-").doesNotContain("Zq7TOKEN");
              assertThat(e.getCause()).isNull();
            });
  }

  @Test
  void counts() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex")) {
      List<String> keys = new ArrayList<>();
      while (result.next()) {
        keys.add(result.getString(1));
        assertThat(result.getLong("N")).isBetween(440L, 560L);
      }
      assertThat(keys).containsExactlyInAnyOrder("F", "M");
      assertThat(result.getMetaData().getColumnType(2)).isEqualTo(Types.BIGINT);
    }
  }

  /** The database's user is the owner's; two analysts share what is cached. */
  @Test
  void userIsTheAnalyst() throws SQLException {
    for (String analyst : List.of("ann", "bob")) {
      try (Connection connection =
              DriverManager.getConnection(url + ";dp.analyst=" + analyst, "sa", "sa");
          Statement statement = connection.createStatement();
          ResultSet result =
              statement.executeQuery(
                  "SELECT USER, CURRENT_USER, {fn USER()}, COUNT(*) FROM patients"
                      + " GROUP BY SESSION_USER")) {
        assertThat(result.next()).isTrue();
        assertThat(List.of(result.getString(1), result.getString(2), result.getString(3)))
            .containsOnly(analyst);
      }
    }
  }

  @Test
  void takesParameters() throws SQLException {
    try (Connection connection = connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT COUNT(*) FROM patients WHERE age < ? AND born = ?")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(2);
      statement.setInt(1, 50);
      statement.setDate(2, Date.valueOf("1990-01-01"));
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        assertThat(result.getInt(1)).isBetween(440, 560);
      }
      statement.setDate(2, Date.valueOf("1991-01-01"));
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        assertThat(result.getInt(1)).isLessThan(60);
      }
    }
  }

  @Test
  void refusesInTheFittingWay() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      fails(
          () -> statement.executeQuery("SELECT age FROM patients"),
          SQLSyntaxErrorException.class,
          "42501");
      fails(
          () -> statement.executeQuery("SELECT MAX(name) FROM patients"),
          SQLSyntaxErrorException.class,
          "42S22");
      fails(
          () -> statement.executeQuery("SELECT COUNT(*) FROM nothing"),
          SQLSyntaxErrorException.class,
          "42S02");
      fails(() -> statement.executeQuery("SELEC 1"), SQLSyntaxErrorException.class, "42000");
      fails(
          () -> statement.executeUpdate("DELETE FROM patients"),
          SQLNonTransientException.class,
          "25006");
      fails(
          () -> statement.execute("SELECT COUNT(*) FROM patients; DROP TABLE patients"),
          SQLException.class,
          "42000");
      try (ResultSet empty = statement.executeQuery("SELECT * FROM patients WHERE 1 = 0")) {
        assertThat(empty.getMetaData().getColumnCount()).isEqualTo(4);
        assertThat(empty.next()).isFalse();
      }
    }
  }

  @Test
  void readsEscapes() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "SELECT COUNT(*) FROM patients WHERE born < {d '2000-01-01'}",
              "SELECT sex, COUNT(*) FROM patients GROUP BY sex {limit 1}",
              "SELECT {t '10:00:00'}, {ts '2020-01-01 10:00:00'}",
              "SELECT a.x FROM {oj (VALUES 1) AS a(x) LEFT OUTER JOIN (VALUES 2) AS b(y)"
                  + " ON a.x = b.y}",
              "SELECT COUNT(*) FROM patients WHERE sex LIKE 'F!_' {escape '!'}")) {
        try (ResultSet result = statement.executeQuery(sql)) {
          assertThat(result.next()).as(sql).isTrue();
        }
      }
    }
  }

  @Test
  void givesNoMoreRowsThanAskedForWhateverTheQuery() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(1);
      for (String sql :
          List.of(
              "SELECT 1",
              "VALUES 1, 2",
              "SELECT sex, COUNT(*) FROM patients GROUP BY sex",
              "SELECT * FROM DP.COLUMNS",
              "EXPLAIN PRIVACY FOR SELECT sex, AVG(age) FROM patients GROUP BY sex")) {
        try (ResultSet result = statement.executeQuery(sql)) {
          assertThat(result.next()).as(sql).isTrue();
          assertThat(result.next()).as(sql).isFalse();
        }
      }
    }
  }

  @Test
  void everyFunctionThatMetadataListsIsRead() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      DatabaseMetaData metadata = connection.getMetaData();
      for (String list :
          List.of(
              metadata.getNumericFunctions(),
              metadata.getStringFunctions(),
              metadata.getTimeDateFunctions(),
              metadata.getSystemFunctions())) {
        for (String function : list.split(",", -1)) {
          String call = "SELECT {fn " + function + "(" + arguments(function) + ")}";
          try (ResultSet result = statement.executeQuery(call)) {
            assertThat(result.next()).as(call).isTrue();
          }
        }
      }
    }
  }

  private static String arguments(String function) {
    return switch (function) {
      case "PI", "CURDATE", "CURTIME", "NOW", "USER" -> "";
      case "ATAN2", "MOD", "POWER", "ROUND", "TRUNCATE", "IFNULL" -> "3, 2";
      case "ASCII", "LCASE", "LENGTH", "LTRIM", "RTRIM", "UCASE" -> "'abc'";
      case "CONCAT" -> "'a', 'b'";
      case "LEFT" -> "'abc', 2";
      case "REPLACE" -> "'abc', 'b', 'x'";
      case "SUBSTRING" -> "'abc', 1, 2";
      case "HOUR", "MINUTE", "SECOND" -> "TIMESTAMP '2020-01-02 10:20:30'";
      case "DAYOFMONTH", "DAYOFWEEK", "DAYOFYEAR", "MONTH", "QUARTER", "WEEK", "YEAR" ->
          "DATE '2020-01-02'";
      case "TIMESTAMPADD" -> "SQL_TSI_DAY, 1, DATE '2020-01-02'";
      case "TIMESTAMPDIFF" -> "SQL_TSI_DAY, DATE '2020-01-02', DATE '2020-01-03'";
      default -> "0.5";
    };
  }

  @Test
  void describesTheDatabase() throws SQLException {
    try (Connection connection = connect()) {
      assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("H2");
      assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:dp:" + BACKEND);
      assertThat(connection.getSchema()).isEqualTo("PUBLIC");
      List<String> tables = new ArrayList<>();
      try (ResultSet found = connection.getMetaData().getTables(null, null, "%", null)) {
        while (found.next()) {
          tables.add(found.getString("TABLE_SCHEM") + "." + found.getString("TABLE_NAME"));
        }
      }
      assertThat(tables)
          .containsExactly(
              "DP.BUDGET", "DP.COLUMNS", "DP.RELEASES", "DP.SPENDING", "PUBLIC.PATIENTS");
      List<String> columns = new ArrayList<>();
      try (ResultSet found = connection.getMetaData().getColumns(null, "PUBLIC", "%", "%")) {
        while (found.next()) {
          columns.add(found.getString("COLUMN_NAME"));
        }
      }
      assertThat(columns).containsExactly("ID", "AGE", "SEX", "BORN");
    }
  }

  @Test
  void describesNoHiddenColumn() throws SQLException {
    try (Connection connection = connect()) {
      String described = "SELECT COUNT(*) FROM DP.COLUMNS WHERE column_name = ";
      assertThat(number(connection, described + "'AGE'")).isOne();
      assertThat(number(connection, described + "'NAME'")).isZero();
    }
  }

  @Test
  void showsNobodyWhatOthersAsk() throws SQLException {
    try (Connection dora = connectWith("dp.analyst=dora");
        Connection emil = connectWith("dp.analyst=emil")) {
      number(dora, "SELECT COUNT(*) FROM patients WHERE age > 7");
      String asked = "SELECT COUNT(*) FROM DP.SPENDING";
      String spent = "SELECT COUNT(*) FROM DP.BUDGET WHERE analyst = 'dora'";
      assertThat(number(dora, asked)).isOne();
      assertThat(number(dora, spent)).isOne();
      assertThat(number(emil, asked)).isZero();
      assertThat(number(emil, spent)).isZero();
    }
  }

  @Test
  void spendsNoMoreOnAQueryThanThePolicyAllows() throws SQLException {
    String query = "SELECT %s COUNT(*) FROM patients WHERE age > 8";
    String clause = "WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = %s)";
    try (Connection most = connectWith("dp.analyst=cleo;dp.epsilon=2")) {
      number(most, query.formatted(""));
      number(most, query.formatted(clause.formatted("1")));
      assertThatThrownBy(() -> number(most, query.formatted(clause.formatted("2.1"))))
          .hasMessageContaining("exceeds the policy's limit of 2");
    }
  }

  /** A setting that no query could use is refused where it is made. */
  @ParameterizedTest
  @CsvSource({"dp.epsilon=2.1, dp.epsilon exceeds", "dp.delta=0.01, dp.delta exceeds"})
  void connectsWithNoSettingBeyondThePolicy(String setting, String says) {
    assertThatThrownBy(() -> connectWith("dp.analyst=cleo;" + setting).close())
        .isInstanceOf(SQLException.class)
        .hasMessageContainingAll("DP-POLICY", says, "exceeds the policy's limit of ");
  }

  @Test
  void everyColumnOfEveryVirtualTableIsAsMetadataSays() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String table : List.of("BUDGET", "COLUMNS", "SPENDING")) {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM DP." + table);
            ResultSet described = connection.getMetaData().getColumns(null, "DP", table, "%")) {
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            assertThat(described.next()).as("%s, column %s", table, i).isTrue();
            assertThat(rows.getMetaData().getColumnName(i))
                .isEqualTo(described.getString("COLUMN_NAME"));
            assertThat(rows.getMetaData().getColumnType(i))
                .as(table + "." + described.getString("COLUMN_NAME"))
                .isEqualTo(described.getInt("DATA_TYPE"));
          }
          assertThat(described.next()).as(table).isFalse();
          while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              rows.getObject(i);
            }
          }
        }
      }
    }
  }

  @Test
  void worksThroughAPool() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("sa");
    config.setPassword("sa");
    config.setMaximumPoolSize(2);
    config.setReadOnly(true);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      for (int i = 0; i < 20; i++) {
        try (Connection connection = pool.getConnection();
            Statement statement = connection.createStatement();
            ResultSet result = statement.executeQuery("SELECT 1")) {
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void saysWhyAConnectionIsRefused() {
    fails(
        () -> DriverManager.getConnection(url.replace("clinic.yaml", "none.yaml"), "sa", "sa"),
        SQLException.class,
        "08001");
    fails(
        () -> DriverManager.getConnection(url.replace("dp.policy", "dp.polcy"), "sa", "sa"),
        SQLException.class,
        "08001");
    fails(() -> DriverManager.getConnection(url, "sa", "wrong"), SQLException.class, "28000");
  }
}
