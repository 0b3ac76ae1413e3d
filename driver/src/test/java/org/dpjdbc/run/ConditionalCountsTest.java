package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without noise, numbers of rows by conditions are what each of them is on its own. */
class ConditionalCountsTest {
  private static final String BACKEND = "jdbc:h2:mem:conditional-counts";

  @TempDir private Path folder;
  private Connection raw;

  @BeforeEach
  void open() throws SQLException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, code CHAR(3), weight DOUBLE PRECISION)");
      statement.execute(
          "INSERT INTO people SELECT x, CASE MOD(x, 2) WHEN 0 THEN 'q' ELSE 'r' END, CASE MOD(x, 5)"
              + " WHEN 0 THEN CAST('NaN' AS DOUBLE PRECISION) WHEN 1 THEN NULL ELSE 70 END"
              + " FROM SYSTEM_RANGE(1, 100)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    raw.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COUNT(*) FILTER (WHERE code = 'q'), COUNT(*) FILTER (WHERE code = 'q ') | 50, 50",
        "COUNT(*) FILTER (WHERE code = 'q'), COUNT(*) FILTER (WHERE code IN ('q  ', 's')) | 50, 50",
        "COUNT(*) FILTER (WHERE code = 'q'), COUNT(*) FILTER (WHERE code = 'r') | 50, 50",
        "COUNT(weight) | 60",
        "COUNT(weight), COUNT(*) | 60, 100",
        "COUNT(weight) FILTER (WHERE code = 'q') | 30",
      })
  void areThoseOfEachCondition(String aggregates, String expected)
      throws SQLException, IOException {
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 50, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, CODE: {}, WEIGHT: {lower: 0, upper: 200}}
        """);
    try (Session session = Noiseless.connect(BACKEND, policy)) {
      Rows rows =
          session
              .prepare("SELECT " + aggregates + " FROM people")
              .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
              .rows();
      assertThat(rows.row(0))
          .isEqualTo(Arrays.stream(expected.split(", ")).map(Long::valueOf).toArray());
    }
  }
}
