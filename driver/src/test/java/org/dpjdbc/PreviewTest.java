package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code preview: sample}: made-up rows for what opens a table, and for nothing else. */
class PreviewTest {
  private static final String BACKEND = "h2:mem:preview";

  @TempDir private Path folder;
  private Connection owner;

  @BeforeEach
  void createClinic() throws SQLException {
    owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    own(
        "CREATE TABLE patients (id INT PRIMARY KEY, age INT, sex CHAR(1), born DATE, "
            + "weight DECIMAL(5, 2), height DOUBLE PRECISION, smoker BOOLEAN, town VARCHAR(5), "
            + "seen TIMESTAMP, wakes TIME, share DECIMAL(2, 2), big BIGINT, since TIMESTAMP, "
            + "name VARCHAR(20))");
    own("INSERT INTO patients (id, age, name) VALUES (77, 77, 'Zq7TOKEN')");
    own("CREATE TABLE towns (town VARCHAR(5))");
  }

  @AfterEach
  void dropClinic() throws SQLException {
    own("DROP ALL OBJECTS");
    owner.close();
  }

  private void own(String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect(String preview) throws IOException, SQLException {
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        %s
        schemas:
          PUBLIC:
            tables:
              PATIENTS:
                privacy_unit: ID
                columns:
                  ID: {}
                  AGE: {lower: 0, upper: 120}
                  SEX: {values: [F, M, X]}
                  BORN: {lower: 1900-01-01, upper: 2030-12-31}
                  WEIGHT: {lower: 0, upper: 300.5, step: 0.5}
                  HEIGHT: {lower: 0.3, upper: 2.5}
                  SMOKER: {}
                  TOWN: {}
                  SEEN: {lower: 2020-01-01T00:00:00, upper: 2026-12-31T23:59:59}
                  WAKES: {}
                  SHARE: {}
                  BIG: {lower: -9223372036854775808, upper: 9223372036854775807}
                  SINCE: {}
                  NAME: {access: none}
              TOWNS: {public: true}
        """
            .formatted(preview),
        UTF_8);
    return DriverManager.getConnection("jdbc:dp:" + BACKEND + ";dp.policy=" + policy, "sa", "sa");
  }

  private static List<List<Object>> rows(ResultSet result) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    while (result.next()) {
      List<Object> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        row.add(result.getObject(i));
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void everyRowSaysThatItIsMadeUp() throws Exception {
    try (Connection connection = connect("preview: sample");
        Statement statement = connection.createStatement()) {
      own("DROP TABLE patients");
      ResultSet result = statement.executeQuery("SELECT * FROM patients LIMIT 200");
      ResultSetMetaData meta = result.getMetaData();
      assertThat(meta.getColumnCount()).isEqualTo(14);
      assertThat(meta.getColumnLabel(14)).isEqualTo("MADE_UP");
      List<List<Object>> rows = rows(result);
      assertThat(rows)
          .hasSize(10)
          .allSatisfy(row -> assertThat(row.get(13)).asString().contains("made up"))
          .allSatisfy(row -> assertThat(row).doesNotContain("Zq7TOKEN").doesNotContainNull());
      assertThat(result.getWarnings().getMessage()).contains("made up");
      assertThat(statement.getWarnings().getSQLState()).isEqualTo("01000");
      statement.clearWarnings();
      assertThat((Throwable) statement.getWarnings()).isNull();
      ResultSet spent = statement.executeQuery("SELECT MAX(spent_epsilon) FROM DP.BUDGET");
      spent.next();
      assertThat(spent.getBigDecimal(1)).isEqualByComparingTo(BigDecimal.ZERO);
      assertThat((Throwable) statement.getWarnings()).isNull();
    }
  }

  @Test
  void valuesAreThoseOfThePolicy() throws Exception {
    try (Connection connection = connect("preview: sample");
        Statement statement = connection.createStatement()) {
      List<List<Object>> rows =
          rows(
              statement.executeQuery(
                  "SELECT age, sex, born, weight, height, town, share, big FROM patients"
                      + " ORDER BY age DESC, id LIMIT 10"));
      assertThat(rows.get(0).subList(0, 4).toString()).isEqualTo("[120, F, 2030-12-31, 300.50]");
      assertThat(rows.get(9).toString())
          .startsWith("[0, F, 1900-01-01, 0.00, 0.3, made , 0.00, -9223372036854775808, made up");
      assertThat(rows).extracting(row -> row.get(1)).contains("F", "M", "X");
      assertThat(rows.get(5).get(3)).isEqualTo(new BigDecimal("133.50"));
    }
  }

  @Test
  void limitsMayBeTheTools() throws Exception {
    try (Connection connection = connect("preview: sample");
        Statement statement = connection.createStatement()) {
      statement.setMaxRows(3);
      assertThat(rows(statement.executeQuery("SELECT p.* FROM patients p"))).hasSize(3);
      assertThat(rows(statement.executeQuery("SELECT * FROM patients OFFSET 8 ROWS"))).hasSize(2);
    }
  }

  /** Great Expectations asks so whether a table is there. */
  @Test
  void constantsOfEachRowAreShown() throws Exception {
    try (Connection connection = connect("preview: sample");
        Statement statement = connection.createStatement()) {
      List<List<Object>> rows =
          rows(statement.executeQuery("SELECT 1 AS one, sex FROM patients LIMIT 1"));
      assertThat(rows).hasSize(1);
      assertThat(rows.get(0).subList(0, 2).toString()).isEqualTo("[1, F]");
      assertThat(rows.get(0).get(2)).asString().contains("made up");
      assertThat(rows(statement.executeQuery("SELECT 1 FROM patients LIMIT 1"))).hasSize(1);
    }
  }

  /** What is described, and a query for no rows, have the columns of the rows that are shown. */
  @Test
  void describesTheQuery() throws Exception {
    try (Connection connection = connect("preview: sample");
        PreparedStatement described =
            connection.prepareStatement("SELECT * FROM patients LIMIT 200");
        Statement statement = connection.createStatement()) {
      assertThat(described.getMetaData().getColumnCount()).isEqualTo(14);
      assertThat(described.executeQuery().getMetaData().getColumnCount()).isEqualTo(14);
      for (String none : List.of("LIMIT 0", "WHERE 1=0")) {
        ResultSet probe = statement.executeQuery("SELECT * FROM patients " + none);
        assertThat(probe.getMetaData().getColumnLabel(14)).isEqualTo("MADE_UP");
        assertThat(rows(probe)).isEmpty();
      }
      ResultSet none = statement.executeQuery("SELECT * FROM patients LIMIT 0");
      assertThat((Throwable) none.getWarnings()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM patients",
        "SELECT * FROM patients WHERE age > 60 LIMIT 5",
        "SELECT age + 1 FROM patients LIMIT 5",
        "SELECT DISTINCT id FROM patients LIMIT 5",
        "SELECT 1 FROM patients WHERE id = 7 LIMIT 5",
        "SELECT 1 FROM patients",
        "SELECT p.age FROM patients p JOIN towns t ON p.town = t.town LIMIT 5",
        "SELECT age FROM patients UNION ALL SELECT age FROM patients LIMIT 5",
        "SELECT name FROM patients LIMIT 5"
      })
  void whatIsNoPeekIsRefused(String sql) throws Exception {
    try (Connection connection = connect("preview: sample");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(sql)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void isAskedFor() throws Exception {
    for (String preview : List.of("", "preview: none")) {
      try (Connection connection = connect(preview);
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM patients LIMIT 200"))
            .hasMessageContaining("DP-RAW-ROWS");
      }
    }
  }
}
