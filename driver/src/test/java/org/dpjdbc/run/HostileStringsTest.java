package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One person has a very long text. Whatever is computed with it, there is an answer with that
 * person and without; what could take long for such a row is refused whether anybody has one or
 * not, before the database is asked.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class HostileStringsTest {
  private static final int LENGTH = 200_000;

  /** Of a text so many characters are computed with. */
  private static final int CUT = 65_535;

  /** A column of what EXPLAIN PRIVACY tells. */
  private static final int PUSHED_SQL = 9;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      answers: {reuse_for: PT0S}
      schemas:
        PUBLIC:
          tables:
            p: {privacy_unit: id, columns: {id: {}, v: {}, note: {}}}
      """;

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    boolean bounded = backend.product().equals("MariaDB");
    execute(
        "CREATE TABLE p (id INTEGER PRIMARY KEY, v BOOLEAN, note %s)"
            .formatted(bounded ? "TEXT" : "VARCHAR"));
    execute("INSERT INTO p VALUES (1, FALSE, 'a b'), (2, FALSE, ''), (3, FALSE, NULL)");
    execute("INSERT INTO p VALUES (4, TRUE, REPEAT('a', %d))".formatted(bounded ? CUT : LENGTH));
    Path policy = folder.resolve(backend.product() + ".yaml");
    String text = database.policy(POLICY);
    Files.writeString(
        policy,
        backend.product().equals("H2")
            ? text.replaceAll(
                "(?m)^ +p: .*", "      P: {privacy_unit: ID, columns: {ID: {}, V: {}, NOTE: {}}}")
            : text);
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(sql);
    }
  }

  private long count(String condition) {
    return (Long)
        Objects.requireNonNull(run("SELECT COUNT(*) FROM p WHERE " + condition).get(0, 0));
  }

  /** The statement for the database. */
  private String pushed(String condition) {
    Rows rows = run("EXPLAIN PRIVACY FOR SELECT COUNT(*) FROM p WHERE " + condition);
    return (String) Objects.requireNonNull(rows.get(rows.size() - 3, PUSHED_SQL));
  }

  private Rows run(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private static String joined(int times, String expression) {
    return "(" + String.join(" || ", Collections.nCopies(times, expression)) + ")";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POSITION('b' IN note) > 0",
        "note LIKE '%b'",
        "note LIKE '%b%'",
        "note LIKE 'a%b'",
        "note LIKE '%a%b%'",
        "UPPER(LOWER(note)) LIKE '%B%'",
        "TRIM(BOTH 'a' FROM note) = ' b'",
        "TRIM(BOTH 'é' FROM 'éé' || note || 'é') = 'a b'",
        "TRIM(TRAILING 'é' FROM 'é' || note || 'éé') = 'éa b'",
        "TRIM(LEADING 'é' FROM 'éé' || note || 'é') = 'a bé'",
        "POSITION(' b' IN note || COALESCE(note, 'x') || CASE WHEN v THEN note ELSE 'b' END) > 0",
        "SUBSTRING(note FROM 2) = ' b'",
        "LEFT(note, 3) || 'x' = 'a bx'",
        "note LIKE 'a b'",
        "note LIKE '_ b%'",
        "note > 'a ' AND note < 'a c'",
        "note >= 'a b' AND note <= 'a b'",
        "note > '' AND NOT note > 'a b'",
        "UPPER(note) || note = 'A Ba b'"
      })
  void answersWhatOneRowHolds(String condition) {
    long without = count("NOT v AND " + condition);
    assertThat(without).isEqualTo(1);
    assertThat(count(condition)).isBetween(without, without + 1);
  }

  @Test
  void computesWithNoMoreThanAPrefix() {
    assertThat(count("CHAR_LENGTH(note) = " + CUT)).isEqualTo(1);
    assertThat(count("CHAR_LENGTH(note || note) = " + 2 * CUT))
        .isEqualTo(backend.product().equals("MariaDB") ? 0 : 1);
    assertThat(count("note = note")).isEqualTo(3);
  }

  @Test
  void concatenatingStringsHasALimit() {
    assertThat(count("POSITION('b' IN " + joined(16, "note") + ") > 0")).isEqualTo(1);
    for (String text :
        List.of(joined(17, "note"), joined(50, "CASE WHEN v THEN note ELSE '' END"))) {
      assertRefused("POSITION('b' IN " + text + ") > 0", "LEFT(");
      assertRefused(text + " LIKE 'b%'", "LEFT(");
    }
  }

  /** A letter can become three; H2 maps no more than the beginning of a text. */
  @Test
  void mappingTheCaseOfStringsHasALimit() {
    boolean mapsBeginnings = backend.product().equals("H2");
    for (String text :
        List.of(
            "(" + joined(9, "note") + " || " + joined(mapsBeginnings ? 2 : 5, "UPPER(note)") + ")",
            "UPPER(" + joined(6, "note") + ")")) {
      if (mapsBeginnings) {
        assertThat(count("POSITION('xyz' IN " + text + ") > 0")).isZero();
      } else {
        assertRefused("POSITION('b' IN " + text + ") > 0", "LEFT(");
        assertRefused(text + " LIKE 'b%'", "LEFT(");
      }
    }
    assertThat(count("CHAR_LENGTH(LOWER(note)) = " + (mapsBeginnings ? 4096 : CUT))).isEqualTo(1);
    String nine =
        String.join(
            " OR ", IntStream.range(0, 9).mapToObj(i -> "UPPER(note) = 'X" + i + "'").toList());
    if (mapsBeginnings) {
      assertRefused(nine, "LEFT(");
    } else {
      assertThat(count(nine)).isZero();
    }
  }

  /** MariaDB moves what follows at each piece that it replaces. */
  @Test
  void replacingPiecesHasALimit() {
    boolean replacesBeginnings = backend.product().equals("MariaDB");
    int replaced = replacesBeginnings ? 4096 : CUT;
    assertThat(count("CHAR_LENGTH(REPLACE(note, 'a', 'bb')) = " + 2 * replaced)).isEqualTo(1);
    String nine =
        String.join(
            " OR ",
            IntStream.range(0, 9).mapToObj(i -> "REPLACE(note, 'a', '') = '" + i + "'").toList());
    if (replacesBeginnings) {
      assertRefused(nine, "LEFT(");
    } else {
      assertThat(count(nine)).isZero();
    }
  }

  @Test
  void searchingStringsHasALimit() {
    assertRefused("POSITION('" + "x".repeat(257) + "' IN note) > 0", "at most 256 characters");
    String searches =
        String.join(
            " OR ",
            IntStream.range(0, 20)
                .mapToObj(i -> "note LIKE '%" + "x".repeat(200) + i + "%'")
                .toList());
    assertRefused(searches, "LEFT(");
    assertThat(count(searches.replace("note LIKE '%", "note LIKE '"))).isZero();
    assertThat(count(searches.replace("note", "LEFT(note, 100)"))).isZero();
    String accents = "note LIKE '%" + "é".repeat(40) + "%'";
    assertThat(count(accents)).isZero();
    assertRefused(accents.replace("%é", "%_é"), "LEFT(");
  }

  /** PostgreSQL would read the whole of a long text anew, where its beginning is enough. */
  @Test
  void searchesForAPrefixInAPrefix() {
    boolean readsAnew = backend.product().equals("PostgreSQL");
    for (String pattern : List.of("ab%", "a_%", "ab")) {
      assertThat(pushed("note LIKE '" + pattern + "'").contains("SUBSTRING(")).isEqualTo(readsAnew);
    }
  }

  /** The characters before a part are counted, too. */
  @Test
  void takingPartsHasALimit() {
    String parts =
        String.join(
            " OR ",
            IntStream.range(0, 150)
                .mapToObj(i -> "SUBSTRING(note, 60000, 2) = 'x" + i + "'")
                .toList());
    assertThat(count(parts)).isZero();
    String left = "(LEFT(LEFT(LEFT(note, 65003), 65002), 65001)";
    assertRefused(parts.replace("(note", left), "LEFT(");
  }

  private void assertRefused(String condition, String rewrite) {
    assertThatThrownBy(() -> count(condition))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-UNSUPPORTED at line 1, column ")
        .hasMessageContaining(rewrite);
  }
}
