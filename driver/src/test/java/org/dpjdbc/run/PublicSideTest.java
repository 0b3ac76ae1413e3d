package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public rows beside private ones: what is computed of them, and values that are read first. */
@OnEachDatabase
class PublicSideTest {
  @TempDir private Path folder;
  private final TestBackend backend;
  private TestDatabase database;
  private DpSession session;

  PublicSideTest(TestBackend backend) {
    this.backend = backend;
  }

  @BeforeEach
  void open() throws Exception {
    database = backend.create();
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, icd VARCHAR(5))");
    database.run("INSERT INTO people VALUES (1, 20, 'A'), (2, 30, 'B'), (3, 40, 'C')");
    database.run(
        "CREATE TABLE tariffs (code VARCHAR(5) PRIMARY KEY, rate INTEGER, name VARCHAR(9))");
    database.run(
        "INSERT INTO tariffs VALUES ('A', 2, 'one'), ('B', 4, 'two'), ('C', 3, 'three'),"
            + " ('D', 25, 'two')");
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000, delta: 1.0e-3}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  people:
                    privacy_unit: id
                    columns: {id: {}, age: {lower: 0, upper: 120}, icd: {}}
                  tariffs: {public: true}
            """));
    session = (DpSession) Noiseless.connect(database, policy);
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private Rows run(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private long ask(String sql) {
    return ((Number) run(sql).row(0)[0]).longValue();
  }

  @Test
  void milliseconds() {
    String shifted = "TIMESTAMPADD(MILLISECOND, rate, TIMESTAMP '2020-01-01 00:00:00')";
    String after = shifted + " > TIMESTAMP '2020-01-01 00:00:00.003'";
    assertThat(ask("SELECT COUNT(*) FROM tariffs WHERE " + after)).isEqualTo(2);
    assertThat(ask("SELECT COUNT(*) FROM people JOIN tariffs ON icd = code WHERE " + after))
        .isEqualTo(1);
  }

  /** Whether a division by zero is computed would tell whether the third person is 40. */
  @Test
  void whatIsComputedOfThemFailsForNoRow() {
    for (int age : new int[] {40, 41}) {
      for (String hostile :
          List.of(
              "(SELECT code, 1 / (rate - 3) AS x FROM tariffs)",
              "(SELECT code, rate AS x FROM tariffs WHERE 1 / (rate - 3) > -5)",
              "(SELECT code, MAX(1 / (rate - 3)) AS x FROM tariffs GROUP BY code)")) {
        String sql =
            "SELECT COUNT(*) FROM people p JOIN "
                + hostile
                + " t ON t.code = p.icd WHERE t.x <> 77 AND p.age = "
                + age;
        assertThat(ask(sql)).as(sql).isZero();
      }
    }
  }

  @Test
  void oneValueIsReadFirst() throws Exception {
    assertThat(
            ask(
                "SELECT COUNT(*) FROM people WHERE icd = (SELECT code FROM tariffs WHERE name = 'one')"))
        .isEqualTo(1);
    assertThat(
            ask(
                "SELECT COUNT(*) FROM people WHERE age > (SELECT rate FROM tariffs WHERE code = 'D')"))
        .isEqualTo(2);
    assertThat(
            ask(
                "SELECT COUNT(*) FROM people WHERE age > 2 * (SELECT STDDEV_POP(rate) FROM tariffs)"))
        .isEqualTo(3);
    assertThat(
            ask(
                "SELECT COUNT(*) FROM people p WHERE age > (SELECT rate * 8 FROM tariffs t WHERE t.code = p.icd)"))
        .isEqualTo(2);
    assertThat(
            ask(
                "SELECT COUNT(*) FROM people WHERE (icd = (SELECT code FROM tariffs WHERE name = 'none')) IS NULL"))
        .isEqualTo(3);
    assertThat(session.ledger().spending("analyst")).hasSize(5);
  }

  /**
   * The range is that of the session's first question, and what lies beyond it later is clamped.
   */
  @Test
  void whatTheyAreBetweenIsAskedOfThem() throws Exception {
    String sum = "SELECT SUM(t.rate) FROM people p JOIN tariffs t ON t.code = p.icd";
    assertThat(ask(sum)).isEqualTo(9);
    database.run("UPDATE tariffs SET rate = 100 WHERE code = 'A'");
    assertThat(ask(sum)).isEqualTo(32);
    assertThatThrownBy(() -> ask(sum.replace("t.rate", "p.id"))).hasMessageContaining("NO-BOUNDS");
    session.close();
    session = (DpSession) Noiseless.connect(database, folder.resolve("people.yaml"));
    assertThat(ask(sum)).isEqualTo(107);
  }

  @Test
  void severalRowsAreRefusedBeforeTheCharge() throws Exception {
    assertThatThrownBy(
            () ->
                ask(
                    "SELECT COUNT(*) FROM people WHERE icd = (SELECT code FROM tariffs WHERE name = 'two')"))
        .hasMessageContaining("DP-MANY-ROWS");
    assertThat(session.ledger().spending("analyst")).isEmpty();
  }

  @Test
  void keysAreListedWithoutWhatIsReleasedLater() {
    Rows rows =
        run(
            "SELECT t.code, COUNT(*) FROM people p JOIN tariffs t ON t.code = p.icd"
                + " WHERE t.rate > (SELECT COUNT(*) FROM people) - 1 + 1 GROUP BY t.code ORDER BY 1");
    assertThat(rows.size()).isEqualTo(4);
    Rows powered =
        run(
            "SELECT t.code, COUNT(*) FROM people p JOIN tariffs t ON t.code = p.icd"
                + " WHERE t.code > CAST((SELECT COUNT(*) FROM people) AS VARCHAR(5)) GROUP BY t.code");
    assertThat(powered.size()).isEqualTo(4);
  }

  @Test
  void notBetween() {
    assertThat(ask("SELECT COUNT(*) FROM people WHERE age NOT BETWEEN 25 AND 35")).isEqualTo(2);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE age NOT BETWEEN SYMMETRIC 35 AND 25"))
        .isEqualTo(2);
    assertThat(
            ask("SELECT n FROM (SELECT COUNT(*) AS n FROM people) t WHERE n NOT BETWEEN 4 AND 5"))
        .isEqualTo(3);
    assertThat(run("SELECT code FROM tariffs WHERE rate NOT BETWEEN 3 AND 30").size()).isEqualTo(1);
  }

  /** The driver computes them, of rows as they are stored. */
  @Test
  void whatNoDatabaseHasInThisForm() {
    Rows rows =
        run(
            "SELECT TIMESTAMPADD(WEEK, rate, DATE '2020-01-01'), TIMESTAMPADD(QUARTER, 1, DATE"
                + " '2020-01-01'), {fn LOCATE('w', name, 2)}, TIMESTAMPDIFF(DAY, DATE '2020-01-01',"
                + " DATE '2020-01-31') FROM tariffs WHERE {fn LOCATE('n', name, 2)} = 2");
    assertThat(rows.size()).isEqualTo(1);
    assertThat(String.valueOf(rows.row(0)[0])).isEqualTo("2020-01-15");
    assertThat(String.valueOf(rows.row(0)[1])).isEqualTo("2020-04-01");
    assertThat(((Number) rows.row(0)[2]).intValue()).isZero();
    assertThat(((Number) rows.row(0)[3]).intValue()).isEqualTo(30);
  }
}
