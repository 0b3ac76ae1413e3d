package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The blanks of a CHAR(n) of H2 do not count where it is compared, beside whatever it stands. */
class PaddedColumnsTest {
  private static final String BACKEND = "jdbc:h2:mem:padded_columns";
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            CODES: {public: true}
            PEOPLE: {privacy_unit: ID, columns: {ID: {}, ONE: {}, FOUR: {}, FIVE: {}, ANY_LENGTH: {}}}
      """;
  private static final List<String> ALIKE =
      List.of(
          "SELECT COUNT(*) FROM codes WHERE k = 'a'",
          "SELECT COUNT(*) FROM codes WHERE k <> 'a'",
          "SELECT COUNT(*) FROM codes WHERE k = 'a  '",
          "SELECT COUNT(*) FROM codes WHERE k BETWEEN 'a' AND 'b'",
          "SELECT COUNT(*) FROM codes c JOIN codes d ON c.k = d.text",
          "SELECT COUNT(*) FROM people JOIN codes ON k = one",
          "SELECT COUNT(*) FROM people JOIN codes ON k = five",
          "SELECT COUNT(*) FROM people JOIN codes ON k = any_length",
          "SELECT COUNT(*) FROM people JOIN codes ON any_length = k AND one <> 'b'",
          "SELECT COUNT(*) FROM people LEFT JOIN codes ON k = any_length",
          "SELECT COUNT(*) FROM people WHERE any_length IN (SELECT k FROM codes)",
          "SELECT COUNT(*) FROM people WHERE any_length NOT IN (SELECT k FROM codes)",
          "SELECT COUNT(*) FROM people WHERE five IN (SELECT k FROM codes)",
          "SELECT COUNT(*) FROM people p WHERE p.four IN (SELECT text FROM codes)",
          "SELECT COUNT(*) FILTER (WHERE any_length IN (SELECT k FROM codes)) FROM people",
          "SELECT COUNT(*) FROM codes WHERE text IN (SELECT k FROM codes WHERE label <> 'x')",
          "SELECT COUNT((SELECT MAX(label) FROM codes WHERE k = any_length)) FROM people",
          "SELECT COUNT(*) FROM people p JOIN (SELECT k FROM codes GROUP BY k) c ON c.k ="
              + " p.any_length",
          "SELECT COUNT(*) FROM people WHERE five = 'a'",
          "SELECT COUNT(*) FROM people WHERE five = any_length",
          "SELECT label, COUNT(*) FROM people JOIN codes ON k = one GROUP BY label HAVING COUNT(*)"
              + " > 0 ORDER BY label",
          "SELECT label, COUNT(id) FROM codes LEFT JOIN people ON k = any_length"
              + " GROUP BY label ORDER BY label");

  /** Several strings of a unique column are equal to one CHAR(n): a person would meet them all. */
  private static final List<String> SEVERAL =
      List.of(
          "SELECT COUNT(*) FROM people JOIN codes ON text = five",
          "SELECT COUNT(*) FROM people p, codes c WHERE c.text IS NOT DISTINCT FROM p.five",
          "SELECT COUNT(*) FROM people p, codes c WHERE c.text IS NOT DISTINCT FROM p.four",
          "SELECT COUNT(*) FROM people p, codes c WHERE c.text = p.four",
          "SELECT COUNT(*) FROM (SELECT id, four FROM people GROUP BY id, four) p, codes c"
              + " WHERE c.text = p.four",
          "SELECT COUNT(*) FROM (SELECT DISTINCT id, four FROM people) p, codes c"
              + " WHERE c.text = p.four",
          "SELECT COUNT(*) FROM (SELECT id, MAX(four) AS four FROM people GROUP BY id) p, codes c"
              + " WHERE c.text = p.four",
          "SELECT COUNT(*) FROM (SELECT id, COALESCE(four, four) AS four FROM people) p, codes c"
              + " WHERE c.text = p.four",
          "SELECT COUNT(*) FROM (SELECT id, NULLIF(four, 'x') AS four FROM people) p, codes c"
              + " WHERE c.text = p.four",
          "SELECT COUNT(*) FROM people p, (SELECT DISTINCT CASE WHEN k = 'a' THEN 'a' ELSE 'a ' END"
              + " AS text FROM codes) c WHERE c.text IS NOT DISTINCT FROM p.four");

  @Test
  void areComparedWithoutBlanks(@TempDir Path folder) throws SQLException, IOException {
    Path policy = Files.writeString(folder.resolve("padded.yaml"), POLICY);
    try (Connection raw = DriverManager.getConnection(BACKEND);
        Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE codes (k CHAR(3) PRIMARY KEY, text VARCHAR(4) UNIQUE, label VARCHAR(9))");
      statement.execute(
          "INSERT INTO codes VALUES ('a', 'a', 'x'), ('b', 'a ', 'y'), ('c', 'c', 'z')");
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, one CHAR(1), four CHAR(4), five CHAR(5),"
              + " any_length VARCHAR)");
      statement.execute(
          "INSERT INTO people VALUES (1, 'a', 'a', 'a', 'a'), (2, 'b', 'b', 'bc', 'a '), (3, 'b',"
              + " 'b', 'b', 'b'), (4, NULL, NULL, NULL, NULL)");
      try (Session session = Noiseless.connect(BACKEND, policy)) {
        for (String sql : ALIKE) {
          try (ResultSet rows = statement.executeQuery(sql)) {
            RawComparison.check(
                session
                    .prepare(sql)
                    .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation())),
                rows,
                true,
                false);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(sql, e);
          }
        }
        for (String sql : SEVERAL) {
          isRefused(session, sql, "the query may repeat rows of");
        }
      }
      try (Session session =
          new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC())
              .connect(postgres(policy))) {
        for (String sql : SEVERAL) {
          isRefused(session, sql, "DP-");
        }
      }
    }
  }

  private static Settings postgres(Path policy) {
    return new Settings(
        BACKEND,
        Map.of(),
        Optional.empty(),
        policy.toString(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "analyst",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        /* errorColumns= */ false,
        /* pool= */ 0,
        /* fetchSize= */ 0,
        /* analystNamed= */ true,
        Optional.of("PostgreSQL"),
        Optional.empty(),
        /* reuseSeconds= */ 0);
  }

  private static void isRefused(Session session, String sql, String why) {
    assertThatThrownBy(
            () ->
                session
                    .prepare(sql)
                    .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation())))
        .as(sql)
        .hasMessageContaining(why);
  }
}
