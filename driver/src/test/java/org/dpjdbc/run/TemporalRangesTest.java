package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conditions on units of time leave the rows that the database leaves, at every boundary: each
 * unit, operator and type, and values outside of all years.
 */
class TemporalRangesTest {
  private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

  private static final List<String> MOMENTS =
      List.of(
          "0001-01-01 00:00:00",
          "0009-12-31 23:59:59.999999",
          "0010-01-01 00:00:00",
          "0100-12-31 12:00:00",
          "0101-01-01 00:00:00",
          "1000-12-31 23:59:59.999999",
          "1582-10-10 11:00:00",
          "1900-02-28 23:59:59.999999",
          "1969-12-31 23:59:59.999999",
          "1970-01-01 00:00:00",
          "1999-12-31 23:59:59.5",
          "2000-01-01 00:00:00",
          "2000-12-31 23:59:59.999999",
          "2001-01-01 00:00:00",
          "2024-02-29 00:00:00",
          "2024-02-29 12:34:56",
          "2024-02-29 12:34:56.000001",
          "2024-03-01 00:00:00",
          "2024-03-31 23:59:59.999999",
          "2024-04-01 00:00:00",
          "2024-12-30 00:00:00",
          "9999-01-01 00:00:00",
          "9999-12-31 23:59:59.999999");

  private static final List<String> COMPARED =
      List.of(
          "0001-01-01 00:00:00",
          "0010-01-01 00:00:00",
          "1970-01-01 00:00:00",
          "2000-01-01 00:00:00",
          "2024-02-29 00:00:00",
          "2024-02-29 12:00:00",
          "2024-02-29 12:34:56",
          "2024-03-01 00:00:00",
          "9999-01-01 00:00:00",
          "9999-12-31 00:00:00",
          "9999-12-31 23:59:59");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000000, delta: 0.5}
      schemas:
        PUBLIC:
          tables:
            events: {privacy_unit: id, columns: {id: {}, d: {}, m: {}}}
      """;

  @TempDir private Path folder;

  private static List<String> functions() {
    List<String> functions = new ArrayList<>();
    for (String unit : List.of("DECADE", "YEAR", "QUARTER", "MONTH", "WEEK", "DAY")) {
      functions.add("DATE_TRUNC('" + unit + "', d)");
      functions.add("DATE_TRUNC('" + unit + "', m)");
    }
    for (String unit : List.of("HOUR", "MINUTE", "SECOND")) {
      functions.add("DATE_TRUNC('" + unit + "', m)");
    }
    functions.add("CAST(m AS DATE)");
    functions.add("CAST(d AS TIMESTAMP)");
    functions.add("CAST(DATE_TRUNC('HOUR', m) AS DATE)");
    functions.add("CAST(DATE_TRUNC('MONTH', d) AS DATE)");
    functions.add("DATE_TRUNC('YEAR', CAST(m AS DATE))");
    functions.add("DATE_TRUNC('MONTH', DATE_TRUNC('YEAR', m))");
    functions.add("d");
    functions.add("m");
    return functions;
  }

  private static List<String> conditions() {
    List<String> conditions = new ArrayList<>();
    for (String function : functions()) {
      for (String at : COMPARED) {
        for (String operator : OPERATORS) {
          conditions.add(function + " " + operator + " TIMESTAMP '" + at + "'");
        }
        conditions.add("DATE '" + at.substring(0, 10) + "' <= " + function);
        conditions.add("NOT (" + function + " < DATE '" + at.substring(0, 10) + "')");
        conditions.add("(" + function + " > DATE '" + at.substring(0, 10) + "') IS NOT TRUE");
      }
    }
    for (String unit : List.of("YEAR", "ISOYEAR", "DECADE", "CENTURY", "MILLENNIUM", "MONTH")) {
      for (String column : List.of("d", "m", "CAST(m AS DATE)", "DATE_TRUNC('MONTH', d)")) {
        String part = "EXTRACT(" + unit + " FROM " + column + ")";
        for (String value :
            List.of(
                "-1",
                "0",
                "1",
                "2",
                "10",
                "20",
                "21",
                "197",
                "202",
                "1999",
                "2000",
                "2024",
                "9999",
                "10000",
                "2147483647",
                "2000.5")) {
          for (String operator : OPERATORS) {
            conditions.add(part + " " + operator + " " + value);
          }
        }
        conditions.add(part + " IN (1, 20, 1970, 2024)");
        conditions.add(part + " NOT IN (1, 20, 1970, 2024)");
        conditions.add(part + " BETWEEN 1970 AND 2024");
        conditions.add(part + " = 2024 OR " + part + " <= 1999 AND m IS NOT NULL OR d IS NULL");
      }
    }
    return conditions;
  }

  @ParameterizedTest
  @ValueSource(strings = {"H2", "PostgreSQL", "DuckDB"})
  void areTheDatabases(String product) throws Exception {
    assumeTrue(TestBackends.runsOn(product), "without it");
    boolean thorough = Boolean.getBoolean("thorough");
    try (TestDatabase database = TestBackends.called(product).create();
        Statement owner = database.owner().createStatement()) {
      fill(owner, product);
      Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY));
      List<String> conditions = conditions();
      try (Session session = Noiseless.connect(database, policy)) {
        for (int i = 0; i < conditions.size(); i += thorough ? 7 : 37) {
          String condition = conditions.get(i) + wholeWeeks(conditions.get(i));
          String sql = "SELECT COUNT(*) FROM events WHERE ";
          Object answer =
              session
                  .prepare(sql + condition)
                  .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                  .rows()
                  .row(0)[0];
          // What no other type holds is NULL for the driver, and so are its parts.
          assertThat(answer)
              .as(condition)
              .isEqualTo(count(owner, sql + ordinary(condition, product)));
        }
      }
    }
  }

  /** Without the first and the last week of time, of which not all is a date. */
  private static String wholeWeeks(String condition) {
    return Stream.of("d", "m")
        .filter(column -> condition.contains("'WEEK', " + column))
        .map(column -> " AND " + column + " BETWEEN DATE '0002-01-01' AND DATE '9999-12-01'")
        .collect(Collectors.joining());
  }

  /** The condition over columns that are NULL where their functions would be of no type. */
  private static String ordinary(String condition, String product) {
    boolean computed = condition.matches(".*(EXTRACT|DATE_TRUNC|CAST).*|.*\\bd\\b.*TIMESTAMP.*");
    boolean weeks = condition.contains("WEEK");
    return product.equals("H2") || !computed || weeks
        ? condition
        : condition
            .replaceAll(
                "\\bd\\b(?! IS )", "(CASE WHEN d BETWEEN '0001-01-01' AND '9999-12-31' THEN d END)")
            .replaceAll(
                "\\bm\\b(?! IS )",
                "(CASE WHEN m BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999999' THEN m END)");
  }

  private static void fill(Statement owner, String product) throws SQLException {
    owner.execute("CREATE TABLE events (id INT PRIMARY KEY, d DATE, m TIMESTAMP(6))");
    List<String> rows =
        MOMENTS.stream()
            .map(at -> "DATE '" + at.substring(0, 10) + "', TIMESTAMP '" + at + "'")
            .collect(Collectors.toCollection(ArrayList::new));
    rows.add("NULL, NULL");
    rows.addAll(
        product.equals("H2")
            ? List.of("DATE '-0044-03-15', TIMESTAMP '-0044-03-15 12:00:00'")
            : List.of(
                "DATE 'infinity', TIMESTAMP 'infinity'",
                "DATE '-infinity', TIMESTAMP '-infinity'"));
    for (int i = 0; i < rows.size(); i++) {
      owner.execute("INSERT INTO events VALUES (" + i + ", " + rows.get(i) + ")");
    }
    owner.execute(
        "INSERT INTO events SELECT id + 100, d, NULL FROM events"
            + Stream.of(200, 300)
                .map(more -> " UNION ALL SELECT id + " + more + ", NULL, m FROM events")
                .collect(Collectors.joining()));
  }

  private static long count(Statement owner, String sql) throws SQLException {
    try (ResultSet result = owner.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}
