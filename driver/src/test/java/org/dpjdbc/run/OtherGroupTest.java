package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The group of the keys that are not shown, without noise: keys of more than some thirty people are
 * shown, of fewer are not.
 */
class OtherGroupTest {
  private static final String BACKEND = "jdbc:h2:mem:others";
  private static final String OTHERS =
      "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (other_group = true) ";

  @TempDir private Path folder;
  private Connection raw;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, town VARCHAR(9), job VARCHAR(9),"
              + " sex VARCHAR(1) NOT NULL, code VARCHAR(3) NOT NULL, age INTEGER)");
      insert(statement, 1, 500, "'Rome'", "'cook'");
      insert(statement, 501, 503, "'Nola'", "'cook'");
      insert(statement, 504, 505, "'Bari'", "NULL");
      insert(statement, 506, 605, "NULL", "NULL");
      insert(statement, 606, 805, "NULL", "'cook'");
      statement.execute("CREATE TABLE visits (person INTEGER, town VARCHAR(9))");
    }
    Path policy = Files.createTempFile(folder, "people", ".yaml");
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
                columns:
                  {ID: {}, TOWN: {}, JOB: {}, CODE: {}, SEX: {values: [F, M]}, AGE: {lower: 0, upper: 120}}
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 2
                max_groups_contributed: 3
                columns: {PERSON: {}, TOWN: {}}
        """);
    session =
        (DpSession)
            new Engine(TestNoise.zero(), Clock.systemUTC())
                .connect(
                    new Settings(
                        BACKEND,
                        Map.of(),
                        Optional.empty(),
                        policy.toString(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "ann",
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        0,
                        0));
  }

  private static void insert(Statement statement, int from, int to, String town, String job)
      throws SQLException {
    statement.execute(
        "INSERT INTO people SELECT x, "
            + town
            + ", "
            + job
            + ", CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END, 'x', 40 FROM SYSTEM_RANGE("
            + from
            + ", "
            + to
            + ")");
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    raw.close();
  }

  private List<List<@Nullable Object>> run(String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      all.add(Arrays.asList(rows.row(row)));
    }
    return all;
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  @Test
  void isNotThereUnlessItIsAskedFor() {
    assertThat(run("SELECT town, COUNT(*) FROM people GROUP BY town"))
        .containsExactlyInAnyOrder(row("Rome", 500L), row(null, 300L));
  }

  /** Those without a town are always in it, so that NULL means one thing. */
  @Test
  void holdsAllThatIsNotShown() {
    assertThat(
            run(OTHERS + "COALESCE(town, 'other'), COUNT(*), AVG(age) FROM people GROUP BY town"))
        .extracting(values -> values.subList(0, 2))
        .containsExactlyInAnyOrder(row("Rome", 500L), row("other", 305L));
  }

  @Test
  void isThereForEachPublicKey() {
    assertThat(run(OTHERS + "sex, town, COUNT(*) FROM people GROUP BY sex, town"))
        .containsExactlyInAnyOrder(
            row("F", "Rome", 250L),
            row("M", "Rome", 250L),
            row("F", null, 152L),
            row("M", null, 153L));
  }

  @Test
  void isOneForAllPrivateKeysTogether() {
    assertThat(run(OTHERS + "town, job, COUNT(*) FROM people GROUP BY town, job"))
        .containsExactlyInAnyOrder(
            row("Rome", "cook", 500L), row(null, "cook", 200L), row(null, null, 105L));
  }

  @Test
  void isThereWithoutAnyRows() {
    assertThat(run(OTHERS + "town, COUNT(*) FROM people WHERE age > 100 GROUP BY town"))
        .containsExactly(row(null, 0L));
  }

  @Test
  void isExplained() {
    assertThat(run("EXPLAIN PRIVACY FOR " + OTHERS + "town, COUNT(*) FROM people GROUP BY town"))
        .anySatisfy(
            values ->
                assertThat(String.valueOf(values.get(7)))
                    .isEqualTo("TOWN: partition selection, the rest in one group"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "town, COUNT(DISTINCT age) FROM people GROUP BY town | cannot be added",
        "code, COUNT(*) FROM people GROUP BY code | a NULLIF or a CASE of it"
      })
  void isRefusedWhereItHasNoMeaning(String query, String reason) {
    assertThatThrownBy(() -> run(OTHERS + query))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void isRefusedWhereNormsAreClippedForGaussianNoise() {
    assertThatThrownBy(
            () ->
                run(
                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (other_group = true, contribution ="
                        + " 'clip', noise = 'gaussian') town, COUNT(*) FROM visits GROUP BY town"))
        .hasMessageContaining("limit_groups");
  }
}
