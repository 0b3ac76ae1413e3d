package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without noise the driver answers what the database's own driver answers, types included, on a
 * clinic whose values lie within their bounds and whose people stay within their contributions. The
 * queries are in {@code differential/queries.sql}, the clinic in {@code differential/clinic.sql}.
 *
 * <p>What differs by design is written beside the query as its raw form: a sum over nobody is 0,
 * public keys are always all listed. {@code DECFLOAT} is {@code DOUBLE PRECISION}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZeroNoiseDifferentialTest {
  private static final String BACKEND = "jdbc:h2:mem:differential";
  private static final int QUERIES = 150;

  private Connection raw;
  private Session session;

  /**
   * A question to both drivers.
   *
   * @param sql for the driver
   * @param rawSql for the database; mostly the same
   * @param parameters of both
   */
  record Question(String sql, String rawSql, List<Object> parameters) {
    @Override
    public String toString() {
      return sql;
    }
  }

  @BeforeAll
  void open(@TempDir Path folder) throws SQLException, IOException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(resource("clinic.sql"));
    }
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(policy, resource("clinic.yaml"));
    session = Noiseless.connect(BACKEND, policy);
  }

  @AfterAll
  void close() throws SQLException {
    session.close();
    raw.close();
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
      List<String> rawSql = new ArrayList<>();
      List<Object> parameters = new ArrayList<>();
      boolean isRaw = false;
      for (String line : block.lines().toList()) {
        if (line.startsWith("-- raw")) {
          isRaw = true;
        } else if (line.startsWith("-- with ")) {
          parameters.add(parameter(line.substring("-- with ".length()).strip()));
        } else if (!line.startsWith("--")) {
          (isRaw ? rawSql : sql).add(line);
        }
      }
      if (!sql.isEmpty()) {
        String text = String.join("\n", sql);
        questions.add(new Question(text, isRaw ? String.join("\n", rawSql) : text, parameters));
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
    List<@Nullable Object> parameters = new ArrayList<>(question.parameters());
    Answer answer =
        session
            .prepare(question.sql())
            .run(parameters, new RunOptions(Duration.ZERO, 0, new Cancellation()));
    try (PreparedStatement statement = raw.prepareStatement(question.rawSql())) {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setObject(i + 1, parameters.get(i));
      }
      try (ResultSet rows = statement.executeQuery()) {
        RawComparison.check(answer, rows, ordered(question.sql()));
      }
    }
  }

  private static boolean ordered(String sql) {
    String last = sql.substring(sql.lastIndexOf(')') + 1).toUpperCase(Locale.ROOT);
    return last.contains("ORDER BY") || sql.toUpperCase(Locale.ROOT).contains("\nORDER BY");
  }
}
