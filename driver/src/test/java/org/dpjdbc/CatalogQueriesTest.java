package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.StringJoiner;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * What tools ask and say of the session and the catalog on their own account: the answers are those
 * of the policy, the same in SQL as in metadata, and nothing is charged.
 */
@OnEachDatabase
class CatalogQueriesTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 0, noise: laplace}
      budget: {epsilon: 10, delta: 0, renews: never}
      schemas:
        PUBLIC:
          tables:
            PERSON:
              privacy_unit: ID
              columns: {ID: {}, AGE: {lower: 0, upper: 120}, NAME: {access: none}}
            VISIT:
              privacy_unit: {column: PERSON_ID, references: PERSON.ID}
              max_rows_contributed: 3
              max_groups_contributed: 3
              columns: {ID: {}, PERSON_ID: {}, COST: {lower: 0, upper: 9}}
            COUNTRY: {public: true}
      """;

  @Parameter TestBackend backend;
  @TempDir Path folder;
  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void connect() throws Exception {
    database = backend.create();
    database.run("CREATE TABLE person (id INT NOT NULL PRIMARY KEY, age INT, name VARCHAR(20))");
    database.run(
        "CREATE TABLE visit (id INT NOT NULL PRIMARY KEY, person_id INT NOT NULL, cost INT,"
            + " FOREIGN KEY (person_id) REFERENCES person (id))");
    database.run("CREATE TABLE country (code VARCHAR(2) PRIMARY KEY)");
    database.run("CREATE TABLE secret (id INT PRIMARY KEY)");
    Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY), UTF_8);
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    connection =
        DriverManager.getConnection(
            "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  @AfterEach
  void close() throws SQLException {
    assertThat(rows("SELECT COUNT(*) FROM DP.SPENDING")).containsExactly("0");
    connection.close();
    database.close();
  }

  private List<String> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return lines(rows);
    }
  }

  private static List<String> lines(ResultSet rows, String... labels) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (rows.next()) {
      StringJoiner line = new StringJoiner(" ");
      if (labels.length > 0) {
        for (String label : labels) {
          line.add(rows.getString(label));
        }
      } else {
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          line.add(rows.getString(i));
        }
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private String quoted(String name) throws SQLException {
    String quote = connection.getMetaData().getIdentifierQuoteString();
    return quote + name + quote;
  }

  /** Tools quote what metadata says: it is found under exactly these names. */
  @Test
  void everyTableIsThereUnderItsName() throws SQLException {
    List<String> found = new ArrayList<>();
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
      while (tables.next()) {
        String name = tables.getString("TABLE_NAME");
        String sql =
            "SELECT * FROM %s.%s WHERE 1 = 0"
                .formatted(quoted(tables.getString("TABLE_SCHEM")), quoted(name));
        found.add(name.toUpperCase(Locale.ROOT));
        try (Statement statement = connection.createStatement();
            ResultSet none = statement.executeQuery(sql);
            ResultSet columns =
                connection
                    .getMetaData()
                    .getColumns(null, tables.getString("TABLE_SCHEM"), name, "%")) {
          for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("COLUMN_NAME"))
                .isEqualTo(none.getMetaData().getColumnName(i));
          }
        }
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            "BUDGET", "COLUMNS", "RELEASES", "SPENDING", "COUNTRY", "PERSON", "VISIT");
  }

  @Test
  void theInformationSchemaSaysWhatMetadataSays() throws SQLException {
    assertThat(
            rows(
                "SELECT table_schema, table_name FROM INFORMATION_SCHEMA.TABLES"
                    + " WHERE table_type = 'BASE TABLE' ORDER BY table_schema, table_name"))
        .containsExactlyElementsOf(
            lines(
                    connection.getMetaData().getTables(null, null, "%", null),
                    "TABLE_SCHEM",
                    "TABLE_NAME")
                .stream()
                .sorted()
                .toList());
    assertThat(
            rows(
                "SELECT table_schema, table_name, column_name, ordinal_position, is_nullable"
                    + " FROM INFORMATION_SCHEMA.COLUMNS"
                    + " ORDER BY table_schema, table_name, ordinal_position"))
        .containsExactlyElementsOf(
            lines(
                connection.getMetaData().getColumns(null, null, "%", "%"),
                "TABLE_SCHEM",
                "TABLE_NAME",
                "COLUMN_NAME",
                "ORDINAL_POSITION",
                "IS_NULLABLE"));
    assertThat(rows("SELECT schema_name FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY schema_name"))
        .containsExactlyElementsOf(
            lines(connection.getMetaData().getSchemas(), "TABLE_SCHEM").stream().sorted().toList());
  }

  @Test
  void keysJoin() throws SQLException {
    List<String> keys =
        rows(
            "SELECT c.table_name, c.constraint_type, k.column_name, r.unique_constraint_name"
                + " FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS c"
                + " JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE k"
                + " ON k.constraint_schema = c.constraint_schema"
                + " AND k.constraint_name = c.constraint_name"
                + " LEFT JOIN INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS r"
                + " ON r.constraint_schema = c.constraint_schema"
                + " AND r.constraint_name = c.constraint_name"
                + " ORDER BY 1, 2, 3");
    assertThat(keys.stream().map(key -> key.toUpperCase(Locale.ROOT)))
        .containsExactly(
            "COUNTRY PRIMARY KEY CODE NULL",
            "PERSON PRIMARY KEY ID NULL",
            "VISIT FOREIGN KEY PERSON_ID PERSON_PK",
            "VISIT PRIMARY KEY ID NULL");
  }

  @Test
  void nothingIsDisclosedOfWhatThePolicyDoesNotName() throws SQLException {
    for (String reported : List.of("SCHEMATA", "TABLES", "COLUMNS", "TABLE_CONSTRAINTS")) {
      assertThat(rows("SELECT * FROM INFORMATION_SCHEMA." + reported)).as(reported).isNotEmpty();
    }
    for (String table :
        List.of(
            "SCHEMATA",
            "TABLES",
            "COLUMNS",
            "VIEWS",
            "TABLE_CONSTRAINTS",
            "KEY_COLUMN_USAGE",
            "REFERENTIAL_CONSTRAINTS",
            "SEQUENCES",
            "CHECK_CONSTRAINTS",
            "ROUTINES",
            "TRIGGERS")) {
      for (String row : rows("SELECT * FROM INFORMATION_SCHEMA." + table)) {
        assertThat(row.toUpperCase(Locale.ROOT)).doesNotContain("SECRET", " NAME ");
      }
    }
    for (String table : List.of("INFORMATION_SCHEMA.SESSIONS", "pg_catalog.pg_stats", "SETTINGS")) {
      assertThatThrownBy(() -> rows("SELECT * FROM " + table))
          .hasMessageStartingWith("DP-UNKNOWN-TABLE");
    }
  }

  @Test
  void whatChangesNothingIsTaken() throws SQLException {
    for (String sql :
        List.of(
            "BEGIN",
            "START TRANSACTION READ ONLY",
            "COMMIT;",
            " rollback ",
            "SET extra_float_digits = 3",
            "/* a tool */ SET SESSION application_name TO 'A tool; with a semicolon'",
            "SET NAMES utf8mb4",
            "SET autocommit=1",
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")) {
      try (Statement statement = connection.createStatement();
          PreparedStatement prepared = connection.prepareStatement(sql)) {
        assertThat(statement.execute(sql)).as(sql).isFalse();
        assertThat(statement.getUpdateCount()).isZero();
        assertThat(statement.getResultSet()).isNull();
        assertThat(statement.getMoreResults()).isFalse();
        assertThat(statement.getUpdateCount()).isEqualTo(-1);
        assertThat(statement.executeUpdate(sql)).isZero();
        assertThat(prepared.getMetaData().getColumnCount()).isZero();
        assertThat(prepared.execute()).isFalse();
        assertThat(prepared.executeUpdate()).isZero();
        assertThatThrownBy(() -> statement.executeQuery(sql))
            .hasMessageContaining("returns no rows");
      }
    }
  }

  @Test
  void whatWouldChangeSomethingIsNot() {
    for (String sql :
        List.of(
            "SET SCHEMA secret",
            "SET ROLE postgres",
            "SET TIME ZONE 'Europe/Zurich'",
            "SET search_path TO pg_catalog",
            "SET TRANSACTION READ WRITE",
            "SET NAMES utf8; DROP TABLE person",
            "COMMIT; DROP TABLE person",
            "BEGIN DELETE FROM person",
            "SAVEPOINT a")) {
      assertThatThrownBy(() -> rows(sql)).as(sql).hasMessageMatching("DP-(READ-ONLY|SYNTAX)[^$]*");
    }
  }

  @Test
  void theSessionSaysWhereItIs() throws SQLException {
    String version = connection.getMetaData().getDatabaseProductVersion();
    assertThat(rows("SELECT version()").get(0)).endsWith(version);
    assertThat(rows("select current_schema()")).containsExactly(connection.getSchema());
    assertThat(rows("select current_database() as db, current_schema as s"))
        .containsExactly("null " + connection.getSchema());
    assertThat(rows("show databases")).contains(connection.getSchema());
    assertThat(rows("SHOW TABLES").stream().map(name -> name.toUpperCase(Locale.ROOT)))
        .containsExactly("COUNTRY", "PERSON", "VISIT");
    assertThat(rows("SHOW TRANSACTION ISOLATION LEVEL")).containsExactly("read committed");
    assertThat(rows("SHOW dp.epsilon")).as("the policy's").hasSize(1).doesNotContain("");
    assertThat(rows("show \"dp\" . error_columns;")).containsExactly("off");
    assertThat(rows("show search_path;")).containsExactly(connection.getSchema());
    assertThatThrownBy(() -> rows("SHOW data_directory")).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> rows("SELECT version() FROM person")).isInstanceOf(SQLException.class);
  }
}
