package org.dpjdbc.backends;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One database, there until it is closed. Its tables are all in one schema, which is where
 * unqualified names are looked for.
 */
public final class TestDatabase implements AutoCloseable {
  private final TestBackend backend;
  private final String url;
  private final Map<String, String> properties;
  private final String schema;
  private final String drop;
  private final Connection owner;

  /**
   * Connects as the owner.
   *
   * @param backend whose it is
   * @param url of everybody's connection; nothing in it makes a fixture easier to load
   * @param properties of everybody's connection
   * @param schema as the database spells it
   * @param drop what the owner says last; may be empty
   * @param owner the owner's connection, which has what fixtures need
   */
  TestDatabase(
      TestBackend backend,
      String url,
      Map<String, String> properties,
      String schema,
      String drop,
      Connection owner) {
    this.backend = backend;
    this.url = url;
    this.properties = Map.copyOf(properties);
    this.schema = schema;
    this.drop = drop;
    this.owner = owner;
  }

  /** What kind it is of. */
  public TestBackend backend() {
    return backend;
  }

  /** The JDBC URL. */
  public String url() {
    return url;
  }

  /** What belongs to the URL: user and password, if any. */
  public Map<String, String> properties() {
    return properties;
  }

  /** The schema of all tables, as the database spells it. */
  public String schema() {
    return schema;
  }

  /** The owner's connection, open as long as this is. */
  public Connection owner() {
    return owner;
  }

  /** A further connection, as an application has it. */
  public Connection connect() throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    return DriverManager.getConnection(url, all);
  }

  /** Runs a statement in H2's words as the owner. */
  public void run(String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(backend.spell(sql));
    }
  }

  /**
   * Runs a script in H2's words: H2 runs it, its tables are made here, and their rows copied.
   *
   * @param script statements, each with a semicolon at the end of its last line
   */
  public void load(String script) throws SQLException {
    try (TestDatabase model = new H2TestBackend().create()) {
      for (String sql : script.strip().split(";\\s*(\n|$)")) {
        model.run(sql);
        if (sql.strip().startsWith("CREATE TABLE")) {
          run(sql);
        }
      }
      List<String> tables = new ArrayList<>();
      try (Statement statement = model.owner().createStatement();
          ResultSet names =
              statement.executeQuery(
                  "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'")) {
        while (names.next()) {
          tables.add(names.getString(1));
        }
      }
      for (String table : tables) {
        copy(model.owner(), table);
      }
    }
  }

  private void copy(Connection from, String table) throws SQLException {
    try (Statement statement = from.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
      int width = rows.getMetaData().getColumnCount();
      List<List<@Nullable Object>> values = new ArrayList<>();
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(rows.getObject(i));
        }
        values.add(row);
      }
      insert(table, values);
    }
  }

  /** Puts rows of values as H2's driver takes them into a table, as near as its types can be. */
  public void insert(String table, List<List<@Nullable Object>> rows) throws SQLException {
    List<List<@Nullable Object>> here = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (@Nullable Object value : row) {
        values.add(value == null ? null : backend.nearest(value).orElse(null));
      }
      here.add(values);
    }
    if (!here.isEmpty()) {
      backend.insert(owner, table, here);
    }
  }

  /** Takes the rows out of a table for which a condition is true. */
  public void delete(String table, String condition) throws SQLException {
    backend.delete(owner, table, condition);
  }

  /** A policy in which the schema is called {@code PUBLIC}, over this database. */
  public String policy(String text) {
    return text.replaceAll("(?m)^  PUBLIC:", "  " + schema + ":");
  }

  /** Drops the database, if it outlives its connections, and closes the owner's. */
  @Override
  public void close() throws SQLException {
    try (owner) {
      if (!drop.isEmpty()) {
        try (Statement statement = owner.createStatement()) {
          statement.execute(drop);
        }
      }
    }
  }
}
