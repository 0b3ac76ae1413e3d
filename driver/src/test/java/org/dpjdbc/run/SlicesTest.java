package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every dashboard over three columns: all sets of keys, each with all filters on the others. There
 * is no noise, so each answer must be what the database itself says, and only what no question
 * before it had to release is charged.
 */
@Tag("databases")
class SlicesTest {
  private static final List<String> KEYS = List.of("sex", "kind", "fit");

  /** Of each key, conditions that select one of its values. */
  private static final List<List<String>> SLICES =
      List.of(
          List.of("sex = 'F'", "'M' = sex"),
          List.of("kind = 1", "kind IN (2)", "NOT (kind <> 3)"),
          List.of("fit", "NOT fit", "fit = TRUE", "fit IS TRUE"));

  private static final List<String> MEASURES =
      List.of("COUNT(*) AS n", "COUNT(pay) AS c, SUM(pay) AS s, AVG(pay) AS a");

  private static final String TABLES =
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex VARCHAR(1), kind INTEGER,
        fit BOOLEAN, town VARCHAR(9), pay INTEGER);
      CREATE TABLE visits (person INTEGER, ward INTEGER, cost INTEGER);
      """;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000000, delta: 0.9}
      answers: {reuse_for: PT1H}
      schemas:
        PUBLIC:
          tables:
            PEOPLE:
              privacy_unit: ID
              columns:
                ID: {}
                AGE: {lower: 0, upper: 120}
                SEX: {values: [F, M]}
                KIND: {values: [1, 2, 3]}
                FIT: {}
                TOWN: {values: [Bonn, Kiel]}
                PAY: {lower: 0, upper: 500}
            VISITS:
              privacy_unit: {column: PERSON, references: PEOPLE.ID}
              max_rows_contributed: 3
              columns:
                PERSON: {}
                WARD: {values: [1, 2]}
                COST: {lower: 0, upper: 100}
      """;

  /** Of each combination of values there are ten. */
  private static String people() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 360; i++) {
      rows.append(
          "INSERT INTO people VALUES (%d, %d, %s, %s, %s, '%s', %s);\n"
              .formatted(
                  i,
                  i * 7 % 100,
                  List.of("'F'", "'M'", "NULL").get(i % 3),
                  List.of("1", "2", "3", "NULL").get(i / 3 % 4),
                  List.of("TRUE", "FALSE", "NULL").get(i / 12 % 3),
                  List.of("Bonn", "Kiel", "Rom").get(i % 7 % 3),
                  i % 17 == 0 ? "NULL" : String.valueOf(i * 11 % 500)));
    }
    return rows.toString();
  }

  private static String visits() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 360; i++) {
      for (int v = 0; v < i % 4; v++) {
        rows.append(
            "INSERT INTO visits VALUES (%d, %d, %d);\n".formatted(i, v % 2 + 1, (i + v) % 90));
      }
    }
    return rows.toString();
  }

  /** What the database itself says, and whether it was charged. */
  private record Asked(DpSession session, Connection raw, boolean exact) {
    boolean check(String sql) throws Exception {
      int before = session.ledger().spending("analyst").size();
      Answer answer =
          session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
      try (Statement statement = raw.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        RawComparison.check(answer, rows, false, exact);
      } catch (AssertionError e) {
        throw new AssertionError(sql, e);
      }
      return session.ledger().spending("analyst").size() > before;
    }
  }

  /** A filter for some of the keys that a query does not group by, and those keys. */
  private record Slice(Set<String> columns, List<String> conditions) {}

  private static List<Slice> slices(int from, Set<String> keys) {
    if (from == KEYS.size()) {
      return List.of(new Slice(Set.of(), List.of()));
    }
    List<Slice> all = new ArrayList<>();
    for (Slice rest : slices(from + 1, keys)) {
      all.add(rest);
      if (!keys.contains(KEYS.get(from))) {
        for (String condition : SLICES.get(from)) {
          Set<String> columns = new TreeSet<>(rest.columns());
          columns.add(KEYS.get(from));
          all.add(
              new Slice(
                  columns,
                  Stream.concat(rest.conditions().stream(), Stream.of(condition)).toList()));
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("org.dpjdbc.backends.TestBackends#all")
  void slicesAreFree(TestBackend backend, @TempDir Path folder) throws Exception {
    try (TestDatabase database = backend.create()) {
      database.load(TABLES + people() + visits());
      Path policy = Files.writeString(folder.resolve("people.yaml"), database.policy(POLICY));
      try (DpSession session = (DpSession) Noiseless.connect(database, policy);
          Connection raw = database.connect()) {
        Asked asked = new Asked(session, raw, backend.reportsTypes());
        Set<List<Object>> released = new HashSet<>();
        for (int subset = 0; subset < 1 << KEYS.size(); subset++) {
          Set<String> keys = new TreeSet<>();
          for (int k = 0; k < KEYS.size(); k++) {
            if ((subset >> k & 1) == 1) {
              keys.add(KEYS.get(k));
            }
          }
          for (Slice slice : slices(0, keys)) {
            Set<String> groups = new TreeSet<>(keys);
            groups.addAll(slice.columns());
            for (String measures : MEASURES) {
              String sql = query(keys, measures, slice.conditions());
              boolean isNew = released.add(List.of(groups, measures));
              assertThat(asked.check(sql)).as(sql).isEqualTo(isNew);
            }
          }
        }
        assertThat(released).hasSize((1 << KEYS.size()) * MEASURES.size());
        otherQuestions(asked);
      }
    }
  }

  private static String query(Set<String> keys, String measures, List<String> conditions) {
    String columns = String.join(", ", keys);
    return "SELECT "
        + (keys.isEmpty() ? "" : columns + ", ")
        + measures
        + " FROM people WHERE "
        + String.join(" AND ", Stream.concat(conditions.stream(), Stream.of("age > 9")).toList())
        + (keys.isEmpty() ? "" : " GROUP BY " + columns);
  }

  /** What no release before has answered; what is written twice is free the second time. */
  private static void otherQuestions(Asked asked) throws Exception {
    for (String sql :
        List.of(
            "SELECT COUNT(*) AS n FROM people WHERE town = 'Rom'",
            "SELECT COUNT(*) AS n FROM people WHERE town <> 'Bonn'",
            "SELECT COUNT(*) AS n FROM people WHERE town IN ('Bonn', 'Kiel')",
            "SELECT COUNT(*) AS n FROM people WHERE town = 'Bonn' AND age > 50",
            "SELECT COUNT(*) AS n FROM people WHERE town = 'Bonn'",
            "SELECT SUM(pay) AS s FROM people WHERE town = 'Kiel' AND pay > 100",
            "SELECT COUNT(*) AS n FROM visits WHERE ward = 1",
            "SELECT COUNT(*) AS n FROM visits WHERE ward = 2",
            "SELECT SUM(v.cost) AS s FROM visits v JOIN people p ON p.id = v.person WHERE p.sex = 'F'",
            "SELECT COUNT(DISTINCT age) AS n FROM people WHERE sex = 'F'",
            "SELECT COUNT(*) AS n FROM people WHERE sex = 'F' AND 'M' = sex",
            "SELECT COUNT(*) AS n FROM people WHERE kind = 1 AND kind > 1",
            "SELECT kind, COUNT(*) AS n FROM people WHERE fit = fit GROUP BY kind")) {
      assertThat(asked.check(sql)).as(sql).isTrue();
      assertThat(asked.check(sql)).as(sql).isFalse();
    }
    for (String sql :
        List.of(
            "SELECT COUNT(*) AS n FROM people WHERE town = 'Kiel'",
            "SELECT SUM(pay) AS s FROM people WHERE town = 'Bonn' AND pay > 100",
            "SELECT SUM(v.cost) AS s FROM visits v JOIN people p ON p.id = v.person WHERE p.sex = 'M'",
            "SELECT SUM(n) AS n FROM (SELECT COUNT(*) AS n FROM people WHERE town = 'Kiel') AS k")) {
      assertThat(asked.check(sql)).as(sql).isFalse();
    }
  }
}
