package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ages are compared with intervals as the database compares them, also at the ends of months. */
class AgeComparisonsTest {
  private static final List<String> TO =
      List.of(
          "DATE '2003-02-28'",
          "DATE '2003-03-15'",
          "TIMESTAMP '2003-03-30 00:00:00'",
          "DATE '2004-03-31'");

  private static final List<String> INTERVALS =
      List.of("0 days", "29 days", "1 month", "59 days", "2 months", "1 year");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      schemas:
        PUBLIC:
          tables:
            people:
              privacy_unit: id
              columns: {id: {}, born: {}, moment: {}}
      """;

  @TempDir private Path folder;

  private static List<String> conditions(String to) {
    List<String> conditions = new ArrayList<>();
    String age = "AGE(" + to + ", moment)";
    for (String interval : INTERVALS) {
      String written = "INTERVAL '" + interval + "'";
      conditions.add(age + " > " + written);
      conditions.add(written + " <= " + age);
      conditions.add("AGE(" + to + ", born) >= " + written);
    }
    conditions.add(age + " < INTERVAL '1 month'");
    conditions.add("AGE(" + to + ", born) <= INTERVAL '2 months'");
    conditions.add(age + " BETWEEN INTERVAL '29 days' AND INTERVAL '60 days'");
    conditions.add(age + " NOT BETWEEN INTERVAL '29 days' AND INTERVAL '60 days'");
    return conditions;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PostgreSQL", "DuckDB"})
  void areTheDatabases(String product) throws Exception {
    assumeTrue(TestBackends.runsOn(product), "without it");
    try (TestDatabase database = TestBackends.called(product).create();
        Statement owner = database.owner().createStatement()) {
      owner.execute("CREATE TABLE people (id INT PRIMARY KEY, born DATE, moment TIMESTAMP)");
      owner.execute(
          "INSERT INTO people SELECT n, CAST(DATE '2001-12-25' + n / 2 * INTERVAL '1 day' AS DATE),"
              + " DATE '2001-12-25' + n / 2 * INTERVAL '1 day' + n % 2 * INTERVAL '10 hours'"
              + " FROM (SELECT CAST(i AS INT) AS n FROM generate_series(0, 1999) g(i)) x");
      Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        for (String to : TO) {
          List<String> conditions = conditions(to);
          String sql =
              conditions.stream()
                  .map(condition -> "COUNT(*) FILTER (WHERE " + condition + ")")
                  .collect(Collectors.joining(", ", "SELECT ", " FROM people"));
          Rows rows =
              session
                  .prepare(sql)
                  .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                  .rows();
          try (ResultSet expected = owner.executeQuery(sql)) {
            expected.next();
            for (int i = 0; i < conditions.size(); i++) {
              assertThat(rows.row(0)[i]).as(conditions.get(i)).isEqualTo(expected.getLong(i + 1));
            }
          }
        }
      }
    }
  }
}
