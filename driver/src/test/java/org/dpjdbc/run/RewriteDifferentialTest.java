package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.backend.TimestampFormat;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * A word of the database's own means here what it means there: without noise the answers are the
 * same, on private rows and on public ones. {@code spelling/questions.txt} says which database has
 * which word; on the others each is answered alike or refused, never answered otherwise.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class RewriteDifferentialTest {
  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Connection raw;
  private Session session;

  private record Question(List<String> products, String sql) {}

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(resource("tables.sql"));
    raw = database.connect();
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(resource("policy.yaml")));
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    raw.close();
    database.close();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            RewriteDifferentialTest.class.getResourceAsStream("rewrite/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Stream<Question> questions() throws IOException {
    return resource("questions.txt")
        .lines()
        .filter(line -> line.startsWith("@"))
        .map(line -> line.split(" ", 2))
        .map(parts -> new Question(List.of(parts[0].substring(1).split(",")), parts[1]));
  }

  @Test
  void thereAreEnough() throws IOException {
    assertThat(questions()).hasSizeGreaterThan(35);
  }

  @TestFactory
  Stream<DynamicTest> meansWhatTheDatabaseMeans() throws IOException {
    boolean withKeys = BackendDialects.called(backend.product()).orElseThrow().enforcesKeys();
    List<Question> all = questions().toList();
    return IntStream.range(0, all.size())
        .boxed()
        // Those databases take a second for each.
        .filter(number -> withKeys || isOwn(all.get(number)))
        .flatMap(
            number ->
                // Without a key a person may have many events.
                Stream.of("events", "days")
                    .filter(
                        table ->
                            withKeys
                                ? isAsked(all.get(number), number, table)
                                : table.equals("days"))
                    .map(
                        table ->
                            DynamicTest.dynamicTest(
                                table + ": " + all.get(number).sql(),
                                () ->
                                    compare(
                                        all.get(number).sql().replaceAll("\\bT\\b", table),
                                        isOwn(all.get(number))))));
  }

  /**
   * The ordinary build asks every database that has a word for it, of one of the tables, and one of
   * those that have it not; so does the thorough one where what is slow is spared.
   */
  private boolean isAsked(Question question, int number, String table) {
    boolean isHere = isOwn(question) || TestBackends.takes(backend, number);
    int place = number + Math.max(0, question.products().indexOf(word()));
    return (TestBackends.triesAll() && !TestBackends.isSpared(backend))
        || (isHere && table.equals("events") == (place % 2 == 0));
  }

  private boolean isOwn(Question question) {
    return question.products().contains(word());
  }

  private void compare(String sql, boolean answered) throws SQLException {
    String here = backend.quoted(sql);
    if (!answered) {
      try {
        answer(here);
      } catch (RefusedException e) {
        assertThat(e.position()).as(e.getMessage()).isPresent();
        return;
      }
      if (!isTaken(sql)) {
        return;
      }
    }
    BackendDialect dialect = BackendDialects.called(backend.product()).orElseThrow();
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(backend.query(sql))) {
      ResultSet readable = dialect.returnsTimestampsAsStrings() ? TimestampFormat.of(rows) : rows;
      RawComparison.check(answer(here), readable, false, backend.reportsTypes());
    }
  }

  /** The database's name without what is behind a blank. */
  private String word() {
    return backend.product().split(" ", 2)[0];
  }

  private boolean isTaken(String sql) {
    try (Statement statement = raw.createStatement()) {
      return statement.execute(backend.query(sql));
    } catch (SQLException e) {
      return false;
    }
  }

  @Test
  void refusesWhatGrowsWithoutLimit() {
    String format =
        switch (backend.product()) {
          case "H2" -> "FORMATDATETIME(%s, 'yyyy-MM-dd HH:mm:ss')";
          case "PostgreSQL" -> "to_char(%s, 'YYYY-MM-DD HH24:MI:SS')";
          case "Spark SQL" -> "DATE_FORMAT(%s, 'yyyy-MM-dd HH:mm:ss')";
          case "DuckDB" -> "strftime(%s, '%%Y-%%m-%%d %%H:%%M:%%S')";
          default -> "DATE_FORMAT(%s, '%%Y-%%m-%%d %%H:%%i:%%s')";
        };
    String text = "moment";
    for (int i = 0; i < 12; i++) {
      text = format.formatted(text);
    }
    String sql = "SELECT COUNT(" + text + ") FROM events";
    assertThatThrownBy(() -> answer(backend.quoted(sql)))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.position()).isPresent())
        .hasMessageContaining("too large");
  }

  private Answer answer(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }
}
