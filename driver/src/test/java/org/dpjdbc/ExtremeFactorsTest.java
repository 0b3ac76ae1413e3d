package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums with factors whose errors, or their squares, no double holds are answered all the same. */
class ExtremeFactorsTest {
  @TempDir private Path folder;
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    String backend = "h2:mem:factors" + UUID.randomUUID();
    raw = DriverManager.getConnection("jdbc:" + backend);
    try (Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex INTEGER)");
      statement.execute("INSERT INTO people SELECT x, 40, MOD(x, 2) FROM SYSTEM_RANGE(1, 1000)");
    }
    Path policy = folder.resolve("factors.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 1000, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [0, 1]}}
        """);
    connection =
        DriverManager.getConnection(
            "jdbc:dp:"
                + backend
                + ";dp.policy="
                + policy
                + ";dp.analyst=ann;dp.error_columns=true");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    raw.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1E308 * COUNT(*) | 1E308",
        "1E300 * (1E300 * COUNT(*)) | 1E308",
        "1E308 * COUNT(*) + 1E308 * SUM(age) | 1E308",
        "1E200 * COUNT(*) + SUM(age) | 1E200",
        "1E150 * COUNT(*) - 1E-150 * SUM(age) | 1E150",
        "1E99 * COUNT(*) - 1E-99 * SUM(age) | 1E99",
        "1E-99 * COUNT(*) - 1E-99 * SUM(age) | 1E-99",
      })
  void areAnsweredWithAnError(String value, double lowest) throws SQLException {
    double error = error("SELECT " + value + " AS v FROM people");
    assertThat(error).isGreaterThan(lowest);
  }

  @ParameterizedTest
  @CsvSource({"SUM,1E308", "AVG,1E308", "SUM,1E200", "AVG,1E99"})
  void soAreSumsOverRows(String function, String factor) throws SQLException {
    double error =
        error(
            "SELECT %s(v) AS v FROM (SELECT sex, %s * COUNT(*) + SUM(age) AS v FROM people GROUP BY sex)"
                .formatted(function, factor));
    assertThat(error).isGreaterThan(Double.parseDouble(factor));
  }

  /** The error beside a column v. */
  private double error(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject("v")).isNotNull();
      return rows.getDouble("v_error95");
    }
  }
}
