package org.dpjdbc.backends;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.dpjdbc.backends.trino.TrinoProcess;
import org.jspecify.annotations.Nullable;

/**
 * Trino: a cluster of its own, and a schema of its memory catalog for each test database. That
 * catalog has no keys, no constraints and no enumerations, and takes no row out of a table.
 */
final class TrinoTestBackend implements TestBackend {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final int SPARING = 40;
  private static final Map<String, String> USER = Map.of("user", "tester");
  private static final DateTimeFormatter TIMESTAMP_FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  private static final Pattern CONSTRAINTS =
      Pattern.compile(
          ", *UNIQUE *\\([^)]*\\)|\\bPRIMARY KEY\\b|\\bUNIQUE\\b|\\bNOT NULL\\b|\\bREFERENCES +\\w+ *\\(\\w+\\)");

  /**
   * Started when it is first asked for, and stops with the JVM, or with the last of those that
   * share it; or one that runs already, at {@code -Dtrino.address=HOST:PORT}.
   */
  private static final class Cluster {
    static final String ADDRESS =
        Optional.ofNullable(System.getProperty("trino.address"))
            .orElseGet(
                () -> SharedServer.address("trino", users -> TrinoProcess.start(users).address()));
  }

  @Override
  public String product() {
    return "Trino";
  }

  @Override
  public TestDatabase create() throws SQLException {
    String schema = "test" + ProcessHandle.current().pid() + "_" + MADE.incrementAndGet();
    String url = "jdbc:trino://" + Cluster.ADDRESS + "/memory/" + schema;
    Connection owner = DriverManager.getConnection(url + "?user=owner&explicitPrepare=false");
    try (Statement statement = owner.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
    }
    return new TestDatabase(this, url, USER, schema, "DROP SCHEMA " + schema + " CASCADE", owner);
  }

  @Override
  public String spell(String sql) {
    return sql.startsWith("CREATE TABLE")
        ? withoutConstraints(sql)
            .replaceAll("ENUM\\([^)]*\\)|CHARACTER VARYING", "VARCHAR")
            .replaceAll("\\b(DOUBLE PRECISION|DECFLOAT)\\b", "DOUBLE")
            .replaceAll("\\bCHARACTER\\b", "CHAR")
            .replaceAll("\\bNUMERIC\\b", "DECIMAL")
        : sql;
  }

  /** What a database without constraints is told. */
  static String withoutConstraints(String sql) {
    return CONSTRAINTS.matcher(sql).replaceAll("");
  }

  /** The first and last dates of H2 are in years that strings of dates cannot say here. */
  @Override
  public Optional<Object> nearest(Object value) {
    return ofNearYears(value);
  }

  /** A value, or what is told of the first and last dates of H2. */
  static Optional<Object> ofNearYears(Object value) {
    if (value instanceof String text && text.startsWith("-1000000000-")) {
      return Optional.of("-9999-01-01" + text.substring("-1000000000-01-01".length()));
    } else if (value instanceof String text && text.startsWith("1000000000-")) {
      return Optional.of("9999-12-31" + text.substring("1000000000-12-31".length()));
    }
    return Optional.of(value);
  }

  /** In one statement, of strings that are cast to the types of the columns. */
  @Override
  public void insert(Connection owner, String table, List<List<@Nullable Object>> rows)
      throws SQLException {
    List<String> types = new ArrayList<>();
    try (Statement statement = owner.createStatement()) {
      try (ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE FALSE")) {
        ResultSetMetaData columns = none.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          types.add(columns.getColumnTypeName(i));
        }
      }
      List<String> values = new ArrayList<>();
      for (List<@Nullable Object> row : rows) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          Object value = row.get(i);
          String literal = value == null ? "NULL" : "'" + text(value).replace("'", "''") + "'";
          fields.add("CAST(" + literal + " AS " + types.get(i) + ")");
        }
        values.add("(" + String.join(", ", fields) + ")");
      }
      statement.execute("INSERT INTO " + table + " VALUES " + String.join(", ", values));
    }
  }

  /** The text that a value is cast from. */
  static String text(Object value) {
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime().format(TIMESTAMP_FORMAT);
    } else if (value instanceof LocalDateTime timestamp) {
      return timestamp.format(TIMESTAMP_FORMAT);
    } else if (value instanceof LocalDate date) {
      return date.format(DateTimeFormatter.ofPattern("uuuu-MM-dd"));
    }
    return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
  }

  /** By a table of the rows that stay, which takes the place of the other. */
  @Override
  public void delete(Connection owner, String table, String condition) throws SQLException {
    keepRest(owner, table, condition);
  }

  /** Puts a table of the rows for which a condition is not true in the place of a table. */
  static void keepRest(Connection owner, String table, String condition) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      String rest = table + "_rest";
      statement.execute(
          "CREATE TABLE %s AS SELECT * FROM %s WHERE NOT (%s)".formatted(rest, table, condition));
      statement.execute("DROP TABLE " + table);
      statement.execute("ALTER TABLE %s RENAME TO %s".formatted(rest, table));
    }
  }

  @Override
  public boolean hasConstraints() {
    return false;
  }

  @Override
  public int sparing() {
    return SPARING;
  }

  @Override
  public String toString() {
    return product();
  }
}
