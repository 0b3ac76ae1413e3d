package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without noise the driver answers what the database's own driver answers, types included, on a
 * clinic whose values lie within their bounds and whose people stay within their contributions. The
 * queries are in {@code differential/queries.sql}, the clinic in {@code differential/clinic.sql}.
 *
 * <p>What differs by design is written beside the query as its raw form, under {@code -- raw}, or
 * {@code -- raw PostgreSQL} for one database alone: a sum over nobody is 0, public keys are always
 * all listed. {@code DECFLOAT} is {@code DOUBLE PRECISION}.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class ZeroNoiseDifferentialTest {
  private static final int QUERIES = 150;
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2024-02-29T12:34:56.789012Z"), ZoneOffset.UTC);

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Connection raw;
  private Session session;

  /**
   * A question to both drivers.
   *
   * @param number from 0
   * @param sql for the driver
   * @param rawSql for the database; mostly the same, and under a product's name what it alone takes
   * @param parameters of both
   * @param needsConstraints whether what is answered depends on keys, or on columns that are never
   *     NULL
   */
  record Question(
      int number,
      String sql,
      Map<String, String> rawSql,
      List<Object> parameters,
      boolean needsConstraints) {
    @Override
    public String toString() {
      return sql;
    }

    String rawSql(String product) {
      return rawSql.getOrDefault(product, rawSql.getOrDefault("", sql));
    }
  }

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(resource("clinic.sql"));
    raw = database.connect();
    Path policy = folder.resolve(backend.product() + ".yaml");
    String text = resource("clinic.yaml");
    Files.writeString(
        policy, database.policy(backend.hasConstraints() ? text : withoutConstraints(text)));
    session = Noiseless.connect(database, policy, CLOCK);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    raw.close();
    database.close();
  }

  /**
   * Without the table whose rows lead to a person by another table's key, and with a bound where a
   * key would be one.
   */
  private static String withoutConstraints(String policy) {
    return policy
        .replaceFirst("(?ms)^      PRESCRIPTIONS:.*?(?=^      MOODS:)", "")
        .replaceAll(
            "(?m)^( +)privacy_unit: \\w+$",
            "$0\n$1max_rows_contributed: 1\n$1max_groups_contributed: 40");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ZeroNoiseDifferentialTest.class.getResourceAsStream("differential/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Questions stand apart by blank lines; {@code --} is a comment, a parameter or the raw form. */
  static Stream<Question> questions() throws IOException {
    List<Question> questions = new ArrayList<>();
    for (String block : resource("queries.sql").split("\\R{2,}")) {
      List<String> sql = new ArrayList<>();
      Map<String, String> rawSql = new HashMap<>();
      List<Object> parameters = new ArrayList<>();
      Optional<String> rawOf = Optional.empty();
      boolean needsConstraints = false;
      for (String line : block.lines().toList()) {
        if (line.startsWith("-- raw")) {
          String of = line.substring("-- raw".length()).strip();
          rawOf = Optional.of(of.matches("[\\w ]+") ? of : "");
        } else if (line.startsWith("-- with ")) {
          parameters.add(parameter(line.substring("-- with ".length()).strip()));
        } else if (line.equals("-- needs constraints")) {
          needsConstraints = true;
        } else if (!line.startsWith("--")) {
          rawOf.ifPresentOrElse(
              product -> rawSql.merge(product, line, (a, b) -> a + "\n" + b), () -> sql.add(line));
        }
      }
      if (!sql.isEmpty()) {
        questions.add(
            new Question(
                questions.size(), String.join("\n", sql), rawSql, parameters, needsConstraints));
      }
    }
    return questions.stream();
  }

  private static Object parameter(String text) {
    if (text.startsWith("'")) {
      return text.substring(1, text.length() - 1);
    } else if (text.startsWith("date ")) {
      return LocalDate.parse(text.substring("date ".length()));
    } else if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    return text.contains(".") ? new BigDecimal(text) : (Object) Integer.valueOf(text);
  }

  @Test
  void asksEnough() throws IOException {
    assertThat(questions().count()).isGreaterThanOrEqualTo(QUERIES);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void answersWhatTheDatabaseAnswers(Question question) throws SQLException {
    assumeTrue(TestBackends.takes(backend, question.number()), "one of so many");
    assumeTrue(backend.hasConstraints() || !question.needsConstraints(), "constraints tell more");
    List<@Nullable Object> parameters = new ArrayList<>(question.parameters());
    Answer answer =
        session
            .prepare(backend.quoted(question.sql()))
            .run(parameters, new RunOptions(Duration.ZERO, 0, new Cancellation()));
    BackendDialect dialect = BackendDialects.called(backend.product()).orElseThrow();
    String sql = backend.query(question.rawSql(backend.product()));
    Optional<String> written = dialect.written(sql, parameters);
    try (PreparedStatement statement = raw.prepareStatement(written.orElse(sql))) {
      for (int i = 0; written.isEmpty() && i < parameters.size(); i++) {
        statement.setObject(i + 1, parameters.get(i));
      }
      try (ResultSet rows = statement.executeQuery()) {
        ResultSet readable = dialect.returnsTimestampsAsStrings() ? TimestampFormat.of(rows) : rows;
        RawComparison.check(answer, readable, ordered(question.sql()), backend.reportsTypes());
      }
    }
  }

  private static boolean ordered(String sql) {
    String last = sql.substring(sql.lastIndexOf(')') + 1).toUpperCase(Locale.ROOT);
    return last.contains("ORDER BY") || sql.toUpperCase(Locale.ROOT).contains("\nORDER BY");
  }
}
