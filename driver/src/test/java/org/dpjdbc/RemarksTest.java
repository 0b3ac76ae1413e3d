package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Comments on what the policy shows: the policy's, and else the database's. */
class RemarksTest {
  @TempDir private Path folder;

  /** MariaDB has no COMMENT ON. */
  static Stream<TestBackend> databases() {
    return TestBackends.all().stream()
        .filter(each -> Stream.of("H2", "PostgreSQL", "DuckDB").anyMatch(each.product()::equals));
  }

  @ParameterizedTest
  @MethodSource("databases")
  void areOfTablesAndColumns(TestBackend backend) throws Exception {
    try (TestDatabase database = backend.create()) {
      database.run("CREATE TABLE c (id INTEGER PRIMARY KEY, age INTEGER, ssn INTEGER, n INTEGER)");
      database.run("CREATE TABLE hidden (id INTEGER PRIMARY KEY)");
      database.run("COMMENT ON TABLE c IS 'customers, one row each'");
      database.run("COMMENT ON COLUMN c.age IS 'in years; it''s rounded'");
      database.run("COMMENT ON COLUMN c.ssn IS 'secret'");
      database.run("COMMENT ON COLUMN c.n IS 'the database says this'");
      database.run("COMMENT ON TABLE hidden IS 'secret'");
      assertThat(remarks(database, ""))
          .isEqualTo(
              Map.of(
                  "c", "customers, one row each",
                  "c.age", "in years; it's rounded",
                  "c.n", "the policy says that"));
      assertThat(remarks(database, "description: \"who bought: since 2020\""))
          .containsEntry("c", "who bought: since 2020");
    }
  }

  private Map<String, String> remarks(TestDatabase database, String description) throws Exception {
    Path policy = folder.resolve("p" + description.length() + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000, delta: 1.0e-3}
            schemas:
              PUBLIC:
                tables:
                  c:
                    privacy_unit: id
                    columns:
                      id: {}
                      age: {lower: 0, upper: 120}
                      ssn: {access: none}
                      n: {description: the policy says that}
            """
                + (description.isEmpty() ? "" : "        " + description + "\n")));
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    Map<String, String> remarks = new TreeMap<>();
    try (Connection connection =
        DriverManager.getConnection(
            "jdbc:dp:" + database.url().substring("jdbc:".length()), properties)) {
      try (ResultSet rows = connection.getMetaData().getTables(null, null, "%", null)) {
        while (rows.next()) {
          put(remarks, rows.getString("TABLE_NAME"), rows);
        }
      }
      try (ResultSet rows = connection.getMetaData().getColumns(null, null, "%", "%")) {
        while (rows.next()) {
          put(remarks, rows.getString("TABLE_NAME") + "." + rows.getString("COLUMN_NAME"), rows);
        }
      }
    }
    return remarks;
  }

  private static void put(Map<String, String> remarks, String of, ResultSet row) throws Exception {
    String text = row.getString("REMARKS");
    if (text != null) {
      remarks.put(of.toLowerCase(Locale.ROOT), text);
    }
  }
}
