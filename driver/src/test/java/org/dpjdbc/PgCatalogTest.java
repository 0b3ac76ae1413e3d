package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.StringJoiner;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PostgreSQL's catalog: what of it holds no data is answered from the policy's catalog, the rest is
 * not there. Nothing of it is charged.
 */
class PgCatalogTest {
  private static final List<String> TABLES =
      List.of(
          "pg_namespace",
          "pg_class",
          "pg_attribute",
          "pg_type",
          "pg_tables",
          "pg_views",
          "pg_database",
          "pg_description",
          "pg_settings");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 0, noise: laplace}
      budget: {epsilon: 10, delta: 0, renews: never}
      schemas:
        PUBLIC:
          tables:
            person:
              privacy_unit: id
              columns: {id: {}, age: {lower: 0, upper: 120}, town: {}, weight: {}, alias: {access: none}}
            grown: {privacy_unit: id, max_rows_contributed: 1, columns: {id: {}}}
            country: {public: true}
      """;

  @TempDir private Path folder;
  private TestDatabase database;
  private Path policy;

  @BeforeEach
  void create() throws Exception {
    database = TestBackends.called("PostgreSQL").create();
    for (String sql :
        List.of(
            "CREATE TYPE mood AS ENUM ('sad', 'happy')",
            "CREATE TABLE person (id INT PRIMARY KEY, age INT DEFAULT 98765, town VARCHAR(20),"
                + " weight NUMERIC(5, 1), alias TEXT)",
            "CREATE VIEW grown AS SELECT id FROM person WHERE age > 13579",
            "CREATE TABLE country (code VARCHAR(2) PRIMARY KEY, word mood, since TIMESTAMPTZ)",
            "CREATE TABLE secret (id INT PRIMARY KEY)",
            "COMMENT ON TABLE person IS 'Zq7'",
            "INSERT INTO person VALUES (1, 30, 'A', 70, 'Zq7')")) {
      asOwner(sql);
    }
    policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY), UTF_8);
  }

  @AfterEach
  void close() throws SQLException {
    assertThat(rows("SELECT COUNT(*) FROM DP.SPENDING")).containsExactly("0");
    database.close();
  }

  private void asOwner(String sql) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    return DriverManager.getConnection(
        "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  private List<String> rows(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql.replace("{SCHEMA}", database.schema()))) {
      return lines(rows);
    }
  }

  private static List<String> lines(ResultSet rows) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (rows.next()) {
      StringJoiner line = new StringJoiner(" ");
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        line.add(rows.getString(i));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** As SQLAlchemy 1.4, psql and their like ask, with the schema's name or without it. */
  @Test
  void answersWhichTablesAndColumnsThereAre() throws SQLException {
    assertThat(rows("SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_%' ORDER BY 1"))
        .containsExactly("dp", database.schema());
    assertThat(
            rows(
                "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE n.nspname = '{SCHEMA}' AND c.relkind in ('r', 'p') ORDER BY 1"))
        .containsExactly("country", "person");
    assertThat(rows("SELECT viewname, definition FROM pg_views WHERE schemaname = '{SCHEMA}'"))
        .containsExactly("grown null");
    assertThat(
            rows(
                "SELECT a.attname, t.typname, a.atttypmod, a.attnotnull, d.description"
                    + " FROM pg_catalog.pg_attribute a"
                    + " JOIN pg_catalog.pg_class c ON a.attrelid = c.oid"
                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                    + " JOIN pg_catalog.pg_type t ON a.atttypid = t.oid"
                    + " LEFT JOIN pg_catalog.pg_description d"
                    + " ON d.objoid = c.oid AND d.objsubid = a.attnum"
                    + " WHERE n.nspname = '{SCHEMA}' AND c.relkind = 'r'"
                    + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum"))
        .containsExactly(
            "code varchar 6 TRUE null",
            "word varchar -1 FALSE null",
            "since timestamptz -1 FALSE null",
            "id int4 -1 TRUE null",
            "age int4 -1 FALSE null",
            "town varchar 24 FALSE null",
            "weight numeric 327685 FALSE null");
    assertThat(rows("SELECT datname FROM pg_database")).isEmpty();
  }

  @Test
  void saysWhatMetadataSays() throws SQLException {
    List<String> tables = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    try (Connection connection = connect();
        ResultSet found = connection.getMetaData().getTables(null, null, "%", null);
        ResultSet its = connection.getMetaData().getColumns(null, null, "%", "%")) {
      while (found.next()) {
        tables.add(found.getString("TABLE_SCHEM") + " " + found.getString("TABLE_NAME"));
      }
      while (its.next()) {
        columns.add(
            "%s %s %s"
                .formatted(
                    its.getString("TABLE_NAME"),
                    its.getInt("ORDINAL_POSITION"),
                    its.getString("COLUMN_NAME")));
      }
    }
    assertThat(
            rows(
                "SELECT n.nspname, c.relname FROM pg_class c"
                    + " JOIN pg_namespace n ON n.oid = c.relnamespace"))
        .containsExactlyInAnyOrderElementsOf(tables);
    assertThat(
            rows(
                "SELECT schemaname, tablename FROM pg_tables"
                    + " UNION ALL SELECT schemaname, viewname FROM pg_views"))
        .containsExactlyInAnyOrderElementsOf(tables);
    assertThat(
            rows(
                "SELECT c.relname, a.attnum, a.attname FROM pg_attribute a"
                    + " JOIN pg_class c ON c.oid = a.attrelid"))
        .containsExactlyInAnyOrderElementsOf(columns);
    assertThat(rows("SELECT COUNT(*) - COUNT(DISTINCT oid) FROM pg_class")).containsExactly("0");
  }

  /** The first is the answer to the second. */
  @Test
  void saysOfTheSessionWhatShowSays() throws SQLException {
    for (String setting : rows("SELECT name FROM pg_settings")) {
      assertThat(rows("SELECT setting FROM pg_catalog.pg_settings WHERE name = '" + setting + "'"))
          .isEqualTo(rows("SHOW " + setting));
    }
    assertThat(rows("SELECT setting FROM pg_settings WHERE name = 'data_directory'")).isEmpty();
    assertThat(rows("select pg_catalog.version()")).isEqualTo(rows("SELECT version()"));
    assertThat(rows("SELECT current_schema(), session_user, current_user AS \"who\""))
        .containsExactly(database.schema() + " ann ann");
  }

  /** Rows, and whatever PostgreSQL knows of them, change nothing; nor do hidden things show. */
  @Test
  void isTheSameForNeighbours() throws SQLException {
    List<List<String>> before = everything();
    asOwner("INSERT INTO person SELECT x, 50, 'B', 60, 'Zq7' FROM generate_series(2, 5000) x");
    asOwner("INSERT INTO secret SELECT generate_series(1, 5000)");
    asOwner("ANALYZE");
    assertThat(everything()).isEqualTo(before);
    assertThat(before.toString()).doesNotContain("secret", "alias", "Zq7", "98765", "13579");
    assertThat(rows("SELECT DISTINCT reltuples FROM pg_class")).containsExactly("-1.0");
  }

  private List<List<String>> everything() throws SQLException {
    List<List<String>> all = new ArrayList<>();
    for (String table : TABLES) {
      // Of settings, the version may hold any digits.
      String which = table.equals("pg_settings") ? " WHERE name <> 'server_version'" : "";
      all.add(rows("SELECT * FROM pg_catalog." + table + which));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM pg_stats",
        "SELECT * FROM pg_catalog.pg_statistic",
        "SELECT * FROM pg_stat_user_tables",
        "SELECT * FROM pg_catalog.pg_stat_activity",
        "SELECT * FROM pg_stat_all_tables",
        "SELECT * FROM pg_authid",
        "SELECT * FROM pg_roles",
        "SELECT relpages FROM pg_class",
        "SELECT adbin FROM pg_attrdef",
        "SELECT pg_relation_size(oid) FROM pg_class",
        "SELECT pg_total_relation_size('person')",
        "SELECT pg_database_size('x') FROM pg_database",
        "SELECT pg_get_viewdef(oid) FROM pg_class",
        "SELECT 'person'::regclass",
        "SELECT reltuples FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid"
      })
  void whatHoldsDataIsNotThere(String sql) {
    assertThatThrownBy(() -> rows(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageMatching("DP-(UNKNOWN-TABLE|UNKNOWN-COLUMN|UNSUPPORTED|SYNTAX)[^$]*")
        .hasNoCause();
  }
}
