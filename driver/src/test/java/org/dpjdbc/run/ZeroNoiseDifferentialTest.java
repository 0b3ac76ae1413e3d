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
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.noise.TestNoise;
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
  private static final double CLOSE = 1e-9;

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
    Settings settings =
        new Settings(
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
            false);
    session = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC()).connect(settings);
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
        compareColumns(answer.columns(), rows.getMetaData());
        compareRows(answer, rows, ordered(question.sql()));
      }
    }
  }

  private static boolean ordered(String sql) {
    String last = sql.substring(sql.lastIndexOf(')') + 1).toUpperCase(Locale.ROOT);
    return last.contains("ORDER BY") || sql.toUpperCase(Locale.ROOT).contains("\nORDER BY");
  }

  private static void compareColumns(List<AnswerColumn> columns, ResultSetMetaData expected)
      throws SQLException {
    List<String> ours = new ArrayList<>();
    List<String> theirs = new ArrayList<>();
    assertThat(columns).hasSize(expected.getColumnCount());
    for (int i = 0; i < columns.size(); i++) {
      AnswerColumn column = columns.get(i);
      boolean named = !column.label().startsWith("EXPR$");
      boolean decfloat = expected.getColumnTypeName(i + 1).equals("DECFLOAT");
      ours.add((named ? column.label() : "") + " " + column.jdbcType() + " " + column.typeName());
      theirs.add(
          (named ? expected.getColumnLabel(i + 1) : "")
              + " "
              + (decfloat ? Types.DOUBLE : expected.getColumnType(i + 1))
              + " "
              + (decfloat ? "DOUBLE PRECISION" : expected.getColumnTypeName(i + 1)));
    }
    assertThat(ours).isEqualTo(theirs);
  }

  private static void compareRows(Answer answer, ResultSet rows, boolean ordered)
      throws SQLException {
    List<List<@Nullable Object>> expected = new ArrayList<>();
    int width = answer.columns().size();
    while (rows.next()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 1; i <= width; i++) {
        row.add(read(rows, i, answer.columns().get(i - 1)));
      }
      expected.add(row);
    }
    List<List<@Nullable Object>> actual = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (@Nullable Object value : answer.rows().row(r)) {
        row.add(value);
      }
      actual.add(row);
    }
    if (!ordered) {
      Comparator<List<@Nullable Object>> byText =
          Comparator.comparing(ZeroNoiseDifferentialTest::text);
      expected.sort(byText);
      actual.sort(byText);
    }
    assertThat(actual).hasSameSizeAs(expected);
    for (int r = 0; r < actual.size(); r++) {
      for (int c = 0; c < width; c++) {
        if (!same(actual.get(r).get(c), expected.get(r).get(c))) {
          assertThat(actual).as("row %s, column %s", r, c).isEqualTo(expected);
        }
      }
    }
  }

  /** What rows are sorted by: their numbers to a few digits. */
  private static String text(List<@Nullable Object> row) {
    StringBuilder text = new StringBuilder();
    for (@Nullable Object value : row) {
      text.append(
          value instanceof Number number
              ? String.format(Locale.ROOT, "%.4f|", number.doubleValue())
              : value + "|");
    }
    return text.toString();
  }

  private static @Nullable Object read(ResultSet rows, int column, AnswerColumn type)
      throws SQLException {
    Object value =
        switch (type.jdbcType()) {
          case Types.DATE -> rows.getObject(column, LocalDate.class);
          case Types.TIME -> rows.getObject(column, LocalTime.class);
          case Types.TIMESTAMP -> rows.getObject(column, LocalDateTime.class);
          case Types.TINYINT -> rows.getByte(column);
          case Types.SMALLINT -> rows.getShort(column);
          case Types.DOUBLE -> rows.getDouble(column);
          case Types.CHAR, Types.VARCHAR -> rows.getString(column);
          default -> rows.getObject(column);
        };
    return rows.wasNull() ? null : value;
  }

  /** Equal and of one class; fractions as near as the mean of doubles can be told. */
  private static boolean same(@Nullable Object actual, @Nullable Object expected) {
    if (actual == null || expected == null) {
      return actual == expected;
    }
    if (!actual.getClass().equals(expected.getClass())) {
      return false;
    }
    if (actual instanceof Double || actual instanceof Float || actual instanceof BigDecimal) {
      double a = ((Number) actual).doubleValue();
      double b = ((Number) expected).doubleValue();
      return Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(b));
    }
    return actual.equals(expected);
  }
}
