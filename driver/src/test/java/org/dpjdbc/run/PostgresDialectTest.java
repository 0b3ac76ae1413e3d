package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * With {@code dp.dialect=PostgreSQL} a question means over any database what it means to PostgreSQL
 * over the same rows: without noise the answers are the same, or it is refused. {@code
 * dialect/questions.txt} says where each must be answered.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class PostgresDialectTest {
  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private TestDatabase postgres;
  private Connection raw;
  private Session session;

  /** A question, and the databases that must answer it. */
  private record Question(List<String> answers, String sql) {
    /**
     * Without those of which the driver's own reading of PostgreSQL's SQL is another, and those of
     * texts that are filled up, which DuckDB has none of, and of single precision, which is read as
     * double precision from MariaDB.
     */
    boolean isAskedOn(String product) {
      return !(answers.contains("foreign") && product.equals("PostgreSQL"))
          && !(answers.contains("padded") && product.equals("DuckDB"))
          && !(answers.contains("single") && product.equals("MariaDB"));
    }

    boolean isAnsweredOn(String product) {
      return answers.contains("all") || answers.contains(product.split(" ", 2)[0]);
    }
  }

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(resource("dialect/tables.sql"));
    postgres = TestBackends.called("PostgreSQL").create();
    postgres.load(resource("dialect/tables.sql"));
    raw = postgres.connect();
    // The driver compares texts by bytes on every database.
    try (Statement owner = postgres.owner().createStatement()) {
      for (String column :
          List.of(
              "events ALTER COLUMN page",
              "days ALTER COLUMN page",
              "edge_events ALTER COLUMN word",
              "edge_days ALTER COLUMN word",
              "cities ALTER COLUMN name")) {
        owner.execute("ALTER TABLE " + column + " TYPE VARCHAR(20) COLLATE \"C\"");
      }
      for (String table : List.of("edge_events", "edge_days")) {
        owner.execute("ALTER TABLE " + table + " ALTER COLUMN code TYPE CHAR(6) COLLATE \"C\"");
      }
    }
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(resource("dialect/policy.yaml")));
    session = Noiseless.reading("PostgreSQL", database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    raw.close();
    postgres.close();
    database.close();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(PostgresDialectTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Stream<Question> questions() throws IOException {
    boolean all = TestBackends.isThorough() || !System.getProperty("backends", "").isEmpty();
    return Stream.concat(
        read("dialect/questions.txt"),
        // What PostgreSQL has of every database's words, over the same columns.
        read("rewrite/questions.txt")
            .filter(question -> all && question.answers().contains("PostgreSQL"))
            .map(question -> new Question(List.of("PostgreSQL"), question.sql())));
  }

  private static Stream<Question> read(String name) throws IOException {
    return resource(name)
        .lines()
        .filter(line -> line.startsWith("@"))
        .map(line -> line.split(" ", 2))
        .map(parts -> new Question(List.of(parts[0].substring(1).split(",")), parts[1]));
  }

  @Test
  void thereAreEnough() throws IOException {
    assertThat(questions()).hasSizeGreaterThan(60);
  }

  /** What has no name is called alike, and an asterisk's columns as PostgreSQL folds them. */
  @Test
  void callsColumnsAsPostgresDoes() throws SQLException {
    for (String items :
        List.of(
            "*",
            "ID, Name AS Label, people AS \"Number\"",
            "COUNT(*), sum(People), AVG(people) AS A, MAX(people) + 1",
            "name, ROUND(people / 2.0), people::bigint, 7::text, CAST(7 AS NUMERIC)",
            "CASE WHEN people > 1 THEN 1 END, CASE WHEN people > 1 THEN 1 ELSE people END",
            "COALESCE(people, 1), GREATEST(people, 1), NULLIF(people, 1), -people, people IS NULL",
            "EXTRACT(YEAR FROM DATE '2024-01-31'), DATE '2024-01-31', TRUE, 'x', 1.5",
            "date_trunc('month', TIMESTAMP '2024-01-31 10:00:00'), UPPER(name), name || 'x'",
            "COUNT(*) FILTER (WHERE people > 1), RANK() OVER (ORDER BY id), (SELECT 1)")) {
      boolean grouped = items.contains("COUNT") || items.contains("RANK");
      String sql =
          "SELECT "
              + items
              + " FROM cities"
              + (grouped && !items.contains("*), sum") ? " GROUP BY id, people" : "");
      try (Statement statement = raw.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          labels.add(rows.getMetaData().getColumnLabel(i));
        }
        assertThat(session.prepare(sql).columns().stream().map(AnswerColumn::label))
            .as(sql)
            .containsExactlyElementsOf(labels);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> meansWhatPostgresMeans() throws IOException {
    List<Question> all = questions().toList();
    return IntStream.range(0, all.size())
        .boxed()
        .filter(number -> all.get(number).isAskedOn(backend.product()))
        .flatMap(
            number ->
                tables(number)
                    .map(
                        table ->
                            DynamicTest.dynamicTest(
                                table + ": " + all.get(number).sql(),
                                () ->
                                    compare(
                                        all.get(number),
                                        all.get(number)
                                            .sql()
                                            .replaceAll("\\bT\\b", table)
                                            .replaceAll("\\bU\\b", "edge_" + table)))));
  }

  /** In the ordinary build the first database is asked all, and others some. */
  private Stream<String> tables(int number) {
    boolean all = TestBackends.isThorough() || !System.getProperty("backends", "").isEmpty();
    boolean first = backend.product().equals("H2");
    boolean some = TestBackends.asks(backend, number) && !backend.product().equals("PostgreSQL");
    return Stream.of("events", "days")
        .filter(
            table ->
                all
                    || first
                    || (some && table.equals("events") == (number % 8 < 4))
                    || number % 8 == 0);
  }

  private void compare(Question question, String sql) throws SQLException {
    Answer answer;
    try {
      answer = answer(sql);
    } catch (RefusedException e) {
      if (question.isAnsweredOn(backend.product())) {
        throw e;
      }
      assertThat(e.position()).as(e.getMessage()).isPresent();
      return;
    }
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      RawComparison.check(answer, rows, sql.matches(".*\\bORDER BY [^()]*"), true);
    }
  }

  private Answer answer(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }
}
