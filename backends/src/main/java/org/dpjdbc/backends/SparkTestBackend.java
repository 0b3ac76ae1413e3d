package org.dpjdbc.backends;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.spark.SparkDriver;
import org.dpjdbc.backends.spark.SparkProcess;
import org.jspecify.annotations.Nullable;

/**
 * Spark SQL: a server of its own, and a schema for each test database. Its tables are files, which
 * have no keys, no constraints and no enumerations, and of which no row is taken out.
 */
final class SparkTestBackend implements TestBackend {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final int SPARING = 50;
  private static final Map<String, String> USER = Map.of("user", "tester");

  /**
   * Started when it is first asked for, and stops with the JVM, or with the last of those that
   * share it; or one that runs already, at {@code -Dspark.address=HOST:PORT}.
   */
  private static final class Server {
    static final String ADDRESS =
        Optional.ofNullable(System.getProperty("spark.address"))
            .orElseGet(
                () ->
                    SharedServer.address(
                        "spark", users -> SparkProcess.start(Ports.free(), users).address()));
  }

  @Override
  public String product() {
    return "Spark SQL";
  }

  @Override
  public TestDatabase create() throws SQLException {
    String schema = "test" + ProcessHandle.current().pid() + "_" + MADE.incrementAndGet();
    String server = "jdbc:hive2://" + Server.ADDRESS + "/";
    SparkDriver.register();
    Connection owner = DriverManager.getConnection(server + "default", "owner", "");
    try (Statement statement = owner.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
      statement.execute("USE " + schema);
      statement.execute("SET spark.sql.session.timeZone = UTC");
      statement.execute("SET spark.sql.ansi.enabled = true");
    }
    return new TestDatabase(
        this, server + schema, USER, schema, "DROP SCHEMA " + schema + " CASCADE", owner);
  }

  @Override
  public String spell(String sql) {
    return sql.startsWith("CREATE TABLE")
        ? TrinoTestBackend.withoutConstraints(sql)
            .replaceAll(
                "ENUM\\([^)]*\\)|CHARACTER VARYING(?!\\()|VARCHAR(?!\\()|\\bUUID\\b", "STRING")
            .replaceAll("\\bCHARACTER VARYING\\b", "VARCHAR")
            .replaceAll("\\b(DOUBLE PRECISION|DECFLOAT)\\b", "DOUBLE")
            .replaceAll("\\bREAL\\b", "FLOAT")
            .replaceAll("\\bCHARACTER\\b", "CHAR")
            .replaceAll("\\bNUMERIC\\b", "DECIMAL")
            .replaceAll("\\bTIMESTAMP\\b(\\(\\d\\))?", "TIMESTAMP_NTZ")
            .replace('"', '`')
        : quoted(sql);
  }

  @Override
  public String quoted(String sql) {
    return sql.replace('"', '`');
  }

  @Override
  public String query(String sql) {
    return quoted(sql)
        .replaceAll("\\b(AS )(VARCHAR|CHARACTER VARYING)(\\(\\d+\\))?\\)", "$1STRING)")
        .replaceAll("\\bDOUBLE PRECISION\\b", "DOUBLE")
        .replaceAll("\\bAS REAL\\)", "AS FLOAT)");
  }

  /** The first and last dates of H2 are in years that strings of dates cannot say here. */
  @Override
  public Optional<Object> nearest(Object value) {
    return TrinoTestBackend.ofNearYears(value);
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
          types.add(type(columns, i));
        }
      }
      List<String> values = new ArrayList<>();
      for (List<@Nullable Object> row : rows) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          Object value = row.get(i);
          String literal = value == null ? "NULL" : literal(TrinoTestBackend.text(value));
          fields.add("CAST(" + literal + " AS " + types.get(i) + ")");
        }
        values.add("(" + String.join(", ", fields) + ")");
      }
      statement.execute("INSERT INTO " + table + " VALUES " + String.join(", ", values));
    }
  }

  private static String type(ResultSetMetaData columns, int i) throws SQLException {
    String name = columns.getColumnTypeName(i);
    return switch (name) {
      case "decimal" -> "DECIMAL(%d, %d)".formatted(columns.getPrecision(i), columns.getScale(i));
      case "varchar", "char" -> "STRING";
      default -> name;
    };
  }

  private static String literal(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** By a table of the rows that stay, which takes the place of the other. */
  @Override
  public void delete(Connection owner, String table, String condition) throws SQLException {
    TrinoTestBackend.keepRest(owner, table, quoted(condition));
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
