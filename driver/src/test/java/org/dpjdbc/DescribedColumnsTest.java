package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The columns that a prepared statement describes are those of its answers, whatever the values of
 * its parameters, and those of a probe that wants no rows.
 */
class DescribedColumnsTest {
  private static final String BACKEND = "h2:mem:described_columns";

  @TempDir private static Path folder;
  private static Connection keepAlive;
  private static String url;

  @BeforeAll
  static void create() throws SQLException, IOException {
    keepAlive = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute(
          "CREATE TABLE patients (id INT PRIMARY KEY, age INT, sex CHAR(1), born DATE,"
              + " pay DECIMAL(9, 2), town VARCHAR(9))");
      statement.execute(
          "INSERT INTO patients SELECT x, MOD(x, 100), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END,"
              + " DATE '1990-01-01', x, 'Ulm' FROM SYSTEM_RANGE(1, 1000)");
      statement.execute("CREATE TABLE towns (town VARCHAR(9), size INT)");
      statement.execute("INSERT INTO towns VALUES ('Ulm', 5), ('Bonn', 7)");
    }
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1.0, delta: 1.0e-8, noise: laplace}
        budget: {epsilon: 10000, delta: 1.0e-2, renews: never, composition: basic}
        answers: {reuse_for: PT24H}
        preview: sample
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
                  PAY: {lower: 0, upper: 5000}
                  TOWN: {}
              TOWNS: {public: true}
        """,
        UTF_8);
    url = "jdbc:dp:" + BACKEND + ";dp.policy=" + policy;
  }

  @AfterAll
  static void drop() throws SQLException {
    keepAlive.close();
  }

  private static Arguments query(String sql, int columns, int errors, @Nullable Object... tried) {
    return Arguments.of(sql, columns, errors, Arrays.asList(tried));
  }

  /** Queries, their columns without errors, how many errors there are, and values to try. */
  static Stream<Arguments> queries() {
    return Stream.of(
        query("SELECT COUNT(*) AS n FROM patients WHERE age > ?", 1, 1, 3, 3.5, null, 1000, "7"),
        query("SELECT COUNT(*) AS n FROM patients", 1, 1),
        query("SELECT COUNT(*) AS n FROM patients WHERE ? = 1", 1, 1, 1, 0, null),
        query("SELECT sex, COUNT(*) AS n FROM patients WHERE sex = ? GROUP BY sex", 2, 1, "F", "?"),
        query("SELECT sex, SUM(age * ?) AS s FROM patients GROUP BY sex", 2, 1, 2, 0, 7, null),
        query("SELECT COALESCE(COUNT(*), ?) AS n FROM patients", 1, 1, 1, null, 17),
        query("SELECT COUNT(*) + ? AS n FROM patients", 1, 1, 1, null, 17),
        query("SELECT CASE WHEN COUNT(*) > ? THEN 1 ELSE 0 END AS x FROM patients", 1, 0, 5, null),
        query(
            "SELECT CASE WHEN ? = 1 THEN COUNT(*) ELSE 0 END AS x FROM patients", 1, 1, 1, 2, null),
        query("SELECT AVG(pay) AS m, MAX(born) AS b FROM patients WHERE age < ?", 2, 1, 50, null),
        query("SELECT MAX(born) AS n FROM patients WHERE age < ?", 1, 0, 50, null),
        query("SELECT sex, COUNT(*) n FROM patients GROUP BY sex LIMIT ?", 2, 1, 1, 0, 5),
        query("SELECT COUNT(*) AS n FROM (SELECT sex FROM patients GROUP BY sex) t", 1, 0),
        query("SELECT COUNT(*) AS n FROM (SELECT id, SUM(age) FROM patients GROUP BY id) t", 1, 1),
        query(
            "SELECT COUNT(*) AS n FROM patients p WHERE EXISTS (SELECT 1 FROM patients q "
                + "WHERE q.id = p.id AND q.age > ?)",
            1,
            1,
            4,
            null),
        query("SELECT ? AS v, COUNT(*) AS n FROM patients", 2, 1, "x", 5, null, true, 2.5),
        query("SELECT ROUND(AVG(age), ?) AS n FROM patients", 1, 1, 1, 0, 2),
        query("SELECT ROUND(AVG(pay), ?) AS n FROM patients WHERE age > ?", 1, 1, 1, 0, 2),
        query("SELECT CASE WHEN COUNT(*) > ? THEN ? END AS n FROM patients", 1, 0, 7, 5, null),
        query("SELECT SUM(pay * ?) AS n FROM patients", 1, 1, 3, new BigDecimal("0.125"), null),
        query("SELECT ? || sex AS k, COUNT(*) AS n FROM patients GROUP BY sex", 2, 1, "x", "", "?"),
        query("SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex HAVING COUNT(*) > ?", 2, 1, 1),
        query(
            "SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex ORDER BY sex OFFSET ? ROWS "
                + "FETCH NEXT ? ROWS ONLY",
            2,
            1,
            1,
            0),
        query("SELECT GREATEST(COUNT(*), ?) AS n FROM patients", 1, 1, 1, 17),
        query("SELECT x + ? AS n FROM (SELECT SUM(age) AS x FROM patients) t", 1, 1, 1, 17, null),
        query(
            "SELECT SUM(COALESCE(age, ?)) AS n FROM patients WHERE age BETWEEN ? AND ?",
            1,
            1,
            1,
            17),
        query("SELECT COUNT(*) AS n FROM patients WHERE age IN (?, ?)", 1, 1, 1, 17, null),
        query("SELECT SUM(GREATEST(age, ?)) AS n FROM patients WHERE age + ? > 3", 1, 1, 1, 17),
        query("SELECT UPPER(?) AS v, size FROM towns ORDER BY size", 2, 0, "x", "", null),
        query("SELECT SUM(size) AS n FROM towns WHERE town = ?", 1, 0, "Ulm", null),
        query(
            "SELECT sex, COUNT(*) n FROM patients WHERE age > ? GROUP BY ROLLUP(sex)",
            2,
            1,
            3,
            null),
        query("SELECT town, COUNT(*) n FROM patients WHERE age > ? GROUP BY town", 2, 1, 3, null),
        query("SELECT remaining_epsilon FROM dp.budget", 1, 0),
        query("SELECT id, age FROM patients LIMIT 5", 3, 0),
        query("SELECT 1 AS n", 1, 0),
        query("SELECT 'x' AS a, 2.5 AS b", 2, 0));
  }

  private static List<String> columns(ResultSetMetaData meta) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.add(
          String.join(
              " ",
              meta.getColumnLabel(i),
              meta.getColumnTypeName(i),
              String.valueOf(meta.getColumnType(i)),
              String.valueOf(meta.getPrecision(i)),
              String.valueOf(meta.getScale(i)),
              String.valueOf(meta.isNullable(i))));
    }
    return columns;
  }

  private static List<String> answered(PreparedStatement statement, @Nullable Object value)
      throws SQLException {
    for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
      statement.setObject(i, value);
    }
    try (ResultSet result = statement.executeQuery()) {
      return columns(result.getMetaData());
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void areThoseOfTheAnswer(String sql, int plain, int errors, List<@Nullable Object> tried)
      throws SQLException {
    for (boolean shown : new boolean[] {false, true}) {
      try (Connection connection =
              DriverManager.getConnection(url + ";dp.error_columns=" + shown, "sa", "sa");
          PreparedStatement statement = connection.prepareStatement(sql)) {
        List<String> described = columns(statement.getMetaData());
        assertThat(described).hasSize(shown ? plain + errors : plain);
        for (Object value : tried.isEmpty() ? List.of(BigDecimal.ONE) : tried) {
          assertThat(answered(statement, value)).as("%s with %s", sql, value).isEqualTo(described);
        }
        for (String probe :
            List.of(
                "SELECT * FROM (%s) t WHERE 1=0",
                "SELECT * FROM (%s) t WHERE FALSE",
                "SELECT * FROM (%s) t LIMIT 0",
                "SELECT * FROM (%s) t WHERE 1 <> 1 LIMIT 0")) {
          try (PreparedStatement none = connection.prepareStatement(probe.formatted(sql))) {
            List<String> labels = labels(described);
            assertThat(labels(columns(none.getMetaData()))).as(probe).isEqualTo(labels);
            Object value = tried.isEmpty() ? null : tried.get(0);
            assertThat(labels(answered(none, value))).as(probe).isEqualTo(labels);
          }
        }
      }
    }
  }

  private static List<String> labels(List<String> columns) {
    return columns.stream().map(column -> column.substring(0, column.indexOf(' '))).toList();
  }
}
