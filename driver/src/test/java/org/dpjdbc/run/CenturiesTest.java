package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decades, centuries and millennia are those of the database, as values and as keys. */
class CenturiesTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 1.0e-3}
      schemas:
        PUBLIC:
          tables:
            people:
              privacy_unit: id
              columns:
                id: {}
                born: {lower: 1890-01-01, upper: 2110-12-31}
                moment: {lower: 1890-01-01T00:00:00, upper: 2110-12-31T00:00:00}
            days: {public: true}
      """;

  private static final String DATES =
      " VALUES (1, DATE '1899-12-31'), (2, DATE '1900-01-01'), (3, DATE '1900-12-31'), (4, DATE"
          + " '1901-01-01'), (5, DATE '1999-12-31'), (6, DATE '2000-01-01'), (7, DATE"
          + " '2000-12-31'), (8, DATE '2001-01-01'), (9, DATE '2009-12-31'), (10, DATE"
          + " '2010-01-01'), (11, DATE '2100-12-31'), (12, DATE '2101-01-01')";

  /** How many there are between the bounds. */
  private static final Map<String, Integer> GROUPS =
      Map.of("DECADE", 23, "CENTURY", 4, "MILLENNIUM", 2);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"H2", "PostgreSQL", "DuckDB"})
  void areTheDatabases(String product) throws Exception {
    assumeTrue(TestBackends.runsOn(product), "without it");
    try (TestDatabase database = TestBackends.called(product).create();
        Statement owner = database.owner().createStatement()) {
      owner.execute(
          "CREATE TABLE people (id INT PRIMARY KEY, born DATE NOT NULL, moment TIMESTAMP NOT"
              + " NULL)");
      owner.execute("CREATE TABLE days (id INT PRIMARY KEY, d DATE)");
      owner.execute("INSERT INTO days" + DATES);
      owner.execute("INSERT INTO people SELECT id, d, d FROM days");
      owner.execute("INSERT INTO days VALUES (13, DATE '0001-01-01'), (14, DATE '0100-12-31')");
      Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        for (String unit : GROUPS.keySet()) {
          String part = "EXTRACT(" + unit + " FROM born)";
          String ofTimestamp = "EXTRACT(" + unit + " FROM moment)";
          String grouped = "SELECT %s AS k, COUNT(*) AS n FROM people GROUP BY %s";
          Map<Long, Long> groups = groups(run(session, grouped.formatted(part, part)));
          assertThat(groups).as(unit).hasSize(GROUPS.get(unit));
          groups.values().removeIf(n -> n == 0);
          assertThat(groups).isEqualTo(groups(owner, grouped.formatted(part, part)));
          Map<Long, Long> byTimestamp = groups(run(session, grouped.formatted(ofTimestamp, "1")));
          byTimestamp.values().removeIf(n -> n == 0);
          assertThat(byTimestamp).isEqualTo(groups);
          for (String sql :
              List.of(
                  "SELECT SUM(" + part + "), SUM(" + ofTimestamp + ") FROM people",
                  "SELECT COUNT(*), 0 FROM people WHERE " + part + " = 20",
                  "SELECT SUM(EXTRACT(" + unit + " FROM d)), COUNT(*) FROM days",
                  "SELECT SUM(k), SUM(k * n) FROM (SELECT EXTRACT("
                      + unit
                      + " FROM y) AS k, SUM(n) AS n FROM (SELECT CAST(DATE_TRUNC('year', born) AS"
                      + " DATE) AS y, COUNT(*) AS n FROM people GROUP BY"
                      + " CAST(DATE_TRUNC('year', born) AS DATE) HAVING COUNT(*) > 0) AS t GROUP BY"
                      + " EXTRACT("
                      + unit
                      + " FROM y)) AS u")) {
            Rows rows = run(session, sql);
            try (ResultSet expected = owner.executeQuery(sql)) {
              expected.next();
              for (int i = 0; i < 2; i++) {
                assertThat(((Number) rows.row(0)[i]).longValue())
                    .as(sql)
                    .isEqualTo(expected.getLong(i + 1));
              }
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"H2", "PostgreSQL", "DuckDB"})
  void decadesBegin(String product) throws Exception {
    assumeTrue(TestBackends.runsOn(product), "without it");
    try (TestDatabase database = TestBackends.called(product).create();
        Statement owner = database.owner().createStatement()) {
      owner.execute(
          "CREATE TABLE people (id INT PRIMARY KEY, born DATE NOT NULL, moment TIMESTAMP NOT"
              + " NULL)");
      owner.execute("CREATE TABLE days (id INT PRIMARY KEY, d DATE)");
      owner.execute("INSERT INTO days" + DATES);
      owner.execute("INSERT INTO people SELECT id, d, d FROM days");
      Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        for (String column : List.of("born", "moment")) {
          String start = "EXTRACT(YEAR FROM DATE_TRUNC('decade', " + column + "))";
          String sql = "SELECT %s AS k, COUNT(*) AS n FROM people GROUP BY %s";
          String key = "DATE_TRUNC('decade', " + column + ")";
          Map<Long, Long> groups =
              groups(
                  run(
                      session,
                      "SELECT EXTRACT(YEAR FROM k), n FROM (SELECT "
                          + key
                          + " AS k, COUNT(*) AS n FROM people GROUP BY 1) AS t"));
          assertThat(groups).containsKeys(1890L, 2110L).hasSize(23);
          groups.values().removeIf(n -> n == 0);
          assertThat(groups).isEqualTo(groups(owner, sql.formatted(start, start)));
          assertThat(
                  run(
                          session,
                          "SELECT "
                              + key
                              + ", EXTRACT(CENTURY FROM "
                              + column
                              + "), COUNT(*) FROM people GROUP BY 1, 2")
                      .size())
              .as("decades with their centuries, those of 1900, 2000 and 2100 with two")
              .isEqualTo(26);
        }
        assertThat(
                groups(
                    run(
                        session,
                        "SELECT EXTRACT(YEAR FROM DATE_TRUNC('decade', y)), SUM(n) FROM (SELECT"
                            + " DATE_TRUNC('year', born) AS y, COUNT(*) AS n FROM people GROUP BY 1"
                            + " HAVING COUNT(*) > 0) AS t GROUP BY 1")))
            .isEqualTo(Map.of(1890L, 1L, 1900L, 3L, 1990L, 1L, 2000L, 4L, 2010L, 1L, 2100L, 2L));
      }
    }
  }

  private static Rows run(Session session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private static Map<Long, Long> groups(Rows rows) {
    Map<Long, Long> groups = new TreeMap<>();
    for (int i = 0; i < rows.size(); i++) {
      groups.put(((Number) rows.row(i)[0]).longValue(), ((Number) rows.row(i)[1]).longValue());
    }
    return groups;
  }

  private static Map<Long, Long> groups(Statement owner, String sql) throws SQLException {
    Map<Long, Long> groups = new TreeMap<>();
    try (ResultSet rows = owner.executeQuery(sql)) {
      while (rows.next()) {
        groups.put(rows.getLong(1), rows.getLong(2));
      }
    }
    return groups;
  }
}
