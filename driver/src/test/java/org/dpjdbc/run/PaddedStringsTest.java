package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A CHAR(n) is compared as its database compares it, beside whatever it stands: each form is asked
 * of the driver and of the database. In the ordinary build each is tried on one column.
 */
class PaddedStringsTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            CODES: {public: true}
            PEOPLE: {privacy_unit: ID, columns: {ID: {}, C1: {}, C3: {}, C5: {}, V: {}, W: {}}}
      """;

  private static final String TABLES =
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, c1 CHAR(1), c3 CHAR(3), c5 CHAR(5), v VARCHAR(5), w VARCHAR(5));
      INSERT INTO people VALUES (1, 'a', 'a', 'a', 'a', 'a'), (2, 'a', 'a', 'a', 'a ', 'a  '),
        (3, 'b', 'b', 'b ', 'b', 'b'), (4, 'b', 'b', 'b', 'a', 'c'), (5, NULL, NULL, NULL, NULL, 'a'),
        (6, 'c', 'c', 'abc', 'abc', 'abc'), (7, 'a', 'abc', 'abcde', 'ab', 'ab '),
        (8, 'a', 'a b', 'a b', 'a b', 'a b'), (9, '', '', '', '', ' ');
      CREATE TABLE codes (k CHAR(3) PRIMARY KEY, k5 CHAR(5) NOT NULL UNIQUE, t VARCHAR(5) NOT NULL UNIQUE, label VARCHAR(9));
      INSERT INTO codes VALUES ('a', 'a', 'a', 'x'), ('b', 'b', 'a ', 'y'), ('c', 'c', 'c', 'z'),
        ('abc', 'abcde', 'abc', 'w'), ('', '', 'b', 'n');
      """;

  /** Conditions over a column X of type CHAR(n). */
  private static final List<String> CONDITIONS =
      List.of(
          "X = 'a '",
          "X <> 'a  '",
          "'b ' = X",
          "X < 'a '",
          "X >= 'b '",
          "X = v",
          "X <> w",
          "X < w",
          "X = c3",
          "X BETWEEN 'a ' AND 'ab '",
          "X BETWEEN v AND w",
          "v BETWEEN X AND X",
          "X IS NOT DISTINCT FROM v",
          "X IS DISTINCT FROM 'a '",
          "X IN (w, 'b ')",
          "v IN (X, 'z')",
          "w NOT IN (X, 'b ')",
          "(X, v) = ('a ', 'a')",
          "CASE X WHEN 'a ' THEN 1 ELSE 0 END = 1",
          "CASE v WHEN X THEN 1 ELSE 0 END = 1",
          "NULLIF(X, 'a ') IS NULL",
          "NULLIF(v, X) IS NULL",
          "NULLIF(X, 'b') = w",
          "COALESCE(X, 'a') = 'a '",
          "COALESCE(X, v) = w",
          "COALESCE(v, X) = 'a '",
          "CASE WHEN id > 3 THEN X ELSE v END = w",
          "CASE WHEN id > 3 THEN X ELSE X END = w",
          "CASE WHEN id > 3 THEN X ELSE 'a ' END = w",
          "CASE WHEN id > 3 THEN X END = 'a '",
          "X LIKE 'a%'",
          "X LIKE 'a'",
          "X LIKE 'a %'",
          "X NOT LIKE '%a'",
          "X || 'x' = 'ax'",
          "UPPER(X) = UPPER(v)",
          "TRIM(X) = v",
          "CHAR_LENGTH(X) = 1",
          "CAST(v AS CHAR(3)) = w",
          "CAST(v AS CHAR(4)) = X",
          "CAST(X AS CHAR(2)) = v",
          "X IN (SELECT k FROM codes)",
          "X IN (SELECT t FROM codes)",
          "X NOT IN (SELECT t FROM codes)",
          "X = ANY (SELECT t FROM codes WHERE t <> 'b')",
          "w IN (SELECT k FROM codes)",
          "w NOT IN (SELECT k FROM codes)",
          "v || '' IN (SELECT k FROM codes)",
          "(X, v) IN (SELECT k, t FROM codes)",
          "EXISTS (SELECT 1 FROM codes WHERE codes.k = people.X)",
          "NOT EXISTS (SELECT 1 FROM codes WHERE codes.k = people.w)",
          "X = (SELECT MAX(t) FROM codes)",
          "v = (SELECT MAX(k) FROM codes WHERE k < 'b')");

  /** Queries of which some have a column X of type CHAR(n). */
  private static final List<String> QUERIES =
      List.of(
          "SELECT X, COUNT(*) FROM people GROUP BY X",
          "SELECT COALESCE(X, v) AS g, COUNT(*) FROM people GROUP BY COALESCE(X, v)",
          "SELECT NULLIF(X, 'a ') AS g, COUNT(*) FROM people GROUP BY NULLIF(X, 'a ')",
          "SELECT COUNT(DISTINCT X) FROM people",
          "SELECT label, COUNT(*) FROM people JOIN codes ON k = w GROUP BY label",
          "SELECT label, COUNT(v) FROM codes LEFT JOIN people ON k = v GROUP BY label",
          "SELECT COUNT(*) FROM people p JOIN people q ON p.id = q.id AND p.X = q.v",
          "SELECT COUNT(*) FROM (SELECT id, MAX(X) AS m FROM people GROUP BY id) d WHERE m = 'a '",
          "SELECT COUNT(*) FROM (SELECT id, COALESCE(X, v) AS m FROM people) d WHERE m = 'a '",
          "SELECT g, COUNT(*) FROM (SELECT X AS g FROM people UNION ALL SELECT v FROM people) d"
              + " GROUP BY g",
          "SELECT COUNT(*) FROM (SELECT X FROM people UNION SELECT v FROM people) d",
          "SELECT COUNT(*) FROM (SELECT X FROM people UNION SELECT c3 FROM people) d",
          "SELECT COUNT(*) FROM (SELECT X FROM people EXCEPT SELECT w FROM people) d",
          "SELECT COUNT(*) FROM (SELECT id, X FROM people INTERSECT SELECT id, v FROM people) d",
          "SELECT COUNT(*) FROM (SELECT id, w FROM people EXCEPT SELECT id, X FROM people) d",
          "SELECT COUNT(*) FROM (SELECT t FROM codes INTERSECT SELECT X FROM people) d",
          "SELECT COUNT(*) FROM (SELECT k FROM codes INTERSECT SELECT X FROM people) d",
          "SELECT COALESCE(k, t), NULLIF(k, t) FROM codes",
          "SELECT CASE WHEN label = 'x' THEN k ELSE k5 END FROM codes",
          "SELECT k FROM codes UNION SELECT t FROM codes",
          "SELECT k FROM codes UNION ALL SELECT k5 FROM codes",
          "SELECT k FROM codes INTERSECT SELECT k5 FROM codes",
          "SELECT k FROM codes EXCEPT SELECT k5 FROM codes",
          "SELECT t FROM codes EXCEPT SELECT k FROM codes",
          "SELECT k FROM codes EXCEPT SELECT 'a '",
          "SELECT c.label, d.label FROM codes c JOIN codes d ON c.k = d.t",
          "SELECT label FROM codes WHERE k IN (SELECT t FROM codes)",
          "SELECT label FROM codes WHERE t NOT IN (SELECT k FROM codes)",
          "SELECT label FROM codes WHERE k = t",
          "SELECT k < t, k = t, k > t FROM codes");

  /** What is refused, and no wrong number: of several lengths, or a row may have several others. */
  private static final Set<String> REFUSALS = Set.of("DP-UNSUPPORTED", "DP-NO-BOUNDS");

  private static final int FEWEST = 70;

  @TempDir private Path folder;

  static Stream<TestBackend> databases() {
    return TestBackends.all().stream()
        .filter(each -> Set.of("H2", "PostgreSQL").contains(each.product()));
  }

  @ParameterizedTest
  @MethodSource("databases")
  void areComparedAsTheDatabaseDoes(TestBackend backend) throws Exception {
    List<String> forms =
        Stream.concat(
                CONDITIONS.stream().map("SELECT COUNT(*) FROM people WHERE %s"::formatted),
                QUERIES.stream())
            .toList();
    List<String> columns = List.of("c3", "c5", "c1");
    List<String> wrong = new ArrayList<>();
    int answered = 0;
    try (TestDatabase database = backend.create()) {
      database.load(TABLES);
      Path policy = Files.writeString(folder.resolve("padded.yaml"), database.policy(POLICY));
      try (Connection raw = database.connect();
          Session session = Noiseless.connect(database, policy)) {
        for (int i = 0; i < forms.size(); i++) {
          int some = TestBackends.isThorough() ? columns.size() : 1;
          for (int c = 0; c < some; c++) {
            String sql = forms.get(i).replaceAll("\\bX\\b", columns.get((i + c) % columns.size()));
            String expected = rows(raw, sql);
            String actual = answer(session, sql);
            answered += actual.startsWith("DP-") ? 0 : 1;
            if (!actual.equals(expected) && !REFUSALS.contains(actual)) {
              wrong.add(sql + "\n   gives " + actual + "\n   not " + expected);
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(answered).isGreaterThan(FEWEST);
  }

  private static String answer(Session session, String sql) {
    try {
      Answer answer =
          session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
      return IntStream.range(0, answer.rows().size())
          .mapToObj(i -> Arrays.stream(answer.rows().row(i)).map(PaddedStringsTest::shown).toList())
          .map(List::toString)
          .sorted()
          .toList()
          .toString();
    } catch (RefusedException e) {
      return e.code().text();
    }
  }

  private static String rows(Connection raw, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = raw.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(shown(found.getObject(i)));
        }
        rows.add(row.toString());
      }
    }
    return rows.stream().sorted().toList().toString();
  }

  /** Without its padding: the driver returns a CHAR(n) of PostgreSQL so. */
  private static String shown(@Nullable Object value) {
    return String.valueOf(value).replaceAll(" +$", "");
  }
}
