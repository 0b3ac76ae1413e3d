package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Statements that are too long, too deep or too wide, or stand for something that is: refused in a
 * moment by a clear message, before anything is charged, whatever the stack; what is small enough
 * is answered, and the connection works on.
 */
@Tag("thorough")
class HugeSqlTest {
  /** However much of the statement it repeats. */
  private static final int MAX_MESSAGE = 1_200;

  private static final long SMALL_STACK = 512 * 1024;

  @TempDir private static Path folder;
  private static Clinic clinic;
  private static Connection connection;

  @BeforeAll
  static void connect() throws Exception {
    clinic = Clinic.open(folder, "huge");
    connection = clinic.connect();
  }

  @AfterAll
  static void disconnect() throws SQLException {
    if (clinic != null) {
      connection.close();
      clinic.close();
    }
  }

  private static Arguments refused(String name, String sql) {
    return Arguments.of(name, sql);
  }

  private static String counting(String condition) {
    return Clinic.COUNT + " WHERE " + condition;
  }

  private static String list(int n, IntFunction<String> element) {
    return IntStream.range(0, n).mapToObj(element).collect(Collectors.joining(", "));
  }

  /** Common table expressions, each made of the one before. */
  private static String steps(int n, String first, String step, String last) {
    return "WITH a0 AS ("
        + first
        + IntStream.range(1, n)
            .mapToObj(i -> "), a" + i + " AS (" + step.replace("#", "a" + (i - 1)))
            .collect(Collectors.joining())
        + ") "
        + last.replace("#", "a" + (n - 1));
  }

  static Stream<Arguments> longStrings() {
    String megabyte = "x".repeat(999_000);
    String digits = "1".repeat(999_000);
    return Stream.of(
        refused("comment", Clinic.COUNT + " --" + "x".repeat(1_000_000)),
        refused("text literal", counting("region = '" + megabyte + "'")),
        refused("text of quotes", counting("region = '" + "''".repeat(490_000) + "'")),
        refused("number", counting("age = " + digits)),
        refused("bytes", counting("region = x'" + "0a".repeat(490_000) + "'")),
        refused("interval", counting("born = DATE '2000-01-01' + INTERVAL '" + digits + "' DAY")),
        refused("date", counting("born = DATE '" + digits + "'")),
        refused("constant", "SELECT " + digits),
        refused("exponent", counting("age > 1e-99999999")),
        refused("table", "SELECT COUNT(*) FROM " + megabyte),
        refused("quoted table", "SELECT COUNT(*) FROM \"" + megabyte + "\""),
        refused("alias", "SELECT COUNT(*) AS " + megabyte + " FROM patients"),
        refused("function", "SELECT " + megabyte + "(1)"),
        refused("pattern", counting("region LIKE '" + megabyte + "'")),
        refused("brackets", "(".repeat(1_000_000)),
        refused("escapes", "{oj ".repeat(250_000)),
        refused("hint", "SELECT /*+ DP(epsilon=" + digits + ") */ COUNT(*) FROM patients"),
        refused("small epsilon", "SELECT /*+ DP(epsilon='1e-999999999') */ 1 FROM patients"),
        refused(
            "option",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = " + digits + ") 1 FROM patients"));
  }

  static Stream<Arguments> deepStrings() {
    int n = 10_000;
    String close = ")".repeat(n);
    return Stream.of(
        refused("brackets", "SELECT " + "(".repeat(n) + "1" + close),
        refused("condition", counting("(".repeat(n) + "age = 1" + close)),
        refused("sub-query", "SELECT 1 FROM " + "(SELECT * FROM ".repeat(n) + "patients" + close),
        refused("scalar sub-query", "SELECT " + "(SELECT ".repeat(n) + "1" + close),
        refused("IN", counting("icd IN (SELECT code FROM diseases WHERE code ".repeat(n) + close)),
        refused("CASE", "SELECT SUM(" + "CASE WHEN age>3 THEN ".repeat(n) + "1" + " END".repeat(n)),
        refused("NOT", counting("NOT (".repeat(n) + "smoker" + close)),
        refused("minus", "SELECT SUM(" + "- ".repeat(n) + "age) FROM patients"),
        refused("OR", counting("age = 1" + " OR age = 2".repeat(n))),
        refused("AND", counting("age = 1" + " AND age = 2".repeat(n))),
        refused("plus", "SELECT SUM(age" + " + age".repeat(n) + ") FROM patients"),
        refused("concatenation", counting("region = 'a'" + " || 'b'".repeat(n))),
        refused("UNION ALL", Clinic.COUNT + (" UNION ALL " + Clinic.COUNT).repeat(n)),
        refused("JOIN", "SELECT COUNT(*) FROM visits" + " JOIN diseases ON icd=code".repeat(n)));
  }

  static Stream<Arguments> wideStrings() {
    int n = 50_000;
    return Stream.of(
        refused("IN", counting("age IN (" + list(n, i -> "" + i) + ")")),
        refused("NOT IN", counting("age NOT IN (" + list(20_000, i -> "" + i) + ")")),
        refused("IN of texts", counting("region IN (" + list(20_000, i -> "'" + i + "'") + ")")),
        refused("columns", "SELECT " + list(n, i -> "COUNT(*)") + " FROM patients"),
        refused(
            "aggregates",
            "SELECT "
                + list(1_000, i -> "AVG(age) FILTER (WHERE age = " + i + ")")
                + " FROM patients"),
        refused("keys", "SELECT 1 FROM visits GROUP BY " + list(400, i -> "cost + " + i)),
        refused("VALUES", "SELECT * FROM (VALUES " + list(n, i -> "(1)") + ")"));
  }

  /** Short texts that stand for something enormous. */
  static Stream<Arguments> bombs() {
    return Stream.of(
        refused(
            "united twice each",
            steps(
                30,
                "SELECT * FROM patients",
                "SELECT * FROM # UNION ALL SELECT * FROM #",
                "SELECT COUNT(*) FROM #")),
        refused(
            "joined twice each",
            steps(30, Clinic.COUNT + " AS x", "SELECT a.* FROM # a, # b", "SELECT * FROM #")),
        refused(
            "unions in unions",
            "SELECT COUNT(*) FROM "
                + "(SELECT age + 1 AS age FROM ".repeat(20)
                + "patients"
                + " UNION ALL SELECT age FROM patients)".repeat(20)),
        refused(
            "public unions in unions",
            "SELECT COUNT(*) FROM "
                + "(SELECT UPPER(code) AS code FROM ".repeat(20)
                + "diseases"
                + " UNION ALL SELECT code FROM diseases)".repeat(20)),
        refused(
            "joins",
            "SELECT COUNT(*) FROM visits "
                + IntStream.range(0, 40)
                    .mapToObj(i -> "JOIN diseases d" + i + " ON icd = d" + i + ".code")
                    .collect(Collectors.joining(" "))),
        refused(
            "a cube of 30",
            "SELECT COUNT(*) FROM visits GROUP BY CUBE (" + list(30, i -> "cost + " + i) + ")"),
        refused(
            "cubes times cubes",
            "SELECT COUNT(*) FROM visits GROUP BY " + list(10, i -> "CUBE (icd, cost)")),
        refused(
            "IN in IN",
            "SELECT COUNT(*) FROM visits WHERE icd IN "
                + "(SELECT code FROM diseases WHERE code IN ".repeat(9)
                + "('A')"
                + ")".repeat(9)),
        refused(
            "a private text doubled",
            steps(
                26,
                "SELECT region AS s FROM patients",
                "SELECT s || s AS s FROM #",
                "SELECT COUNT(*) FROM # WHERE s = 'x'")),
        refused(
            "a private number doubled",
            steps(
                26,
                "SELECT age AS s FROM patients",
                "SELECT s + s AS s FROM #",
                "SELECT SUM(s) FROM #")));
  }

  static Stream<Arguments> strings() {
    return Stream.of(longStrings(), deepStrings(), wideStrings(), bombs())
        .flatMap(stream -> stream);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("strings")
  void isRefusedSoonAndCostsNothing(String name, String sql) throws Exception {
    String before = Clinic.spent(connection).toPlainString();
    for (long stack : new long[] {0, SMALL_STACK}) {
      Optional<Refusal> refusal = Refusal.of(name, stack, () -> execute(sql));
      assertThat(refusal).as(name).isPresent();
      assertThat(refusal.get().type()).isEqualTo("SQLSyntaxErrorException");
      assertThat(refusal.get().state()).startsWith("42");
      assertThat(refusal.get().message()).startsWith("DP-").hasSizeLessThan(MAX_MESSAGE);
    }
    assertThat(Clinic.spent(connection)).isEqualTo(before);
  }

  static Stream<Arguments> largeButAnswered() {
    return Stream.of(
        Arguments.of("brackets", "SELECT " + "(".repeat(90) + "1" + ")".repeat(90)),
        Arguments.of(
            "sub-queries",
            "SELECT COUNT(*) FROM " + "(SELECT * FROM ".repeat(60) + "patients" + ")".repeat(60)),
        Arguments.of(
            "UNION ALL",
            "SELECT COUNT(*) FROM (SELECT age FROM patients"
                + " UNION ALL SELECT age FROM patients".repeat(100)
                + ")"),
        Arguments.of("OR", counting("age = 1" + " OR age = 2".repeat(200))),
        Arguments.of("IN", counting("age IN (" + list(1_000, i -> "" + i) + ")")),
        Arguments.of("NOT IN", counting("age NOT IN (" + list(1_000, i -> "" + i) + ")")),
        Arguments.of("one value often", counting("age IN (1" + ",2".repeat(20_000) + ")")),
        Arguments.of("LIMIT", Clinic.COUNT + " LIMIT 99999999999999999999"),
        Arguments.of("OFFSET", Clinic.COUNT + " OFFSET 99999999999999999999 ROWS"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("largeButAnswered")
  void isAnswered(String name, String sql) throws Exception {
    assertThat(Refusal.of(name, () -> execute(sql))).isEmpty();
  }

  /** Above the aggregates too: a text that doubles, rows that multiply. */
  @Test
  void growthOfReleasedValuesIsRefused() throws Exception {
    String text =
        steps(26, "SELECT 'xxxxxxxx' AS s", "SELECT s || s AS s FROM #", "SELECT s FROM #");
    String rows = "SELECT COUNT(*) FROM " + list(12, i -> "(VALUES 1,2,3,4,5,6,7,8,9) v" + i);
    for (String sql : new String[] {text, rows}) {
      assertThat(Refusal.required(sql, () -> execute(sql)).message())
          .matches("(?s)DP-(FINISH|LIMIT): .*");
    }
  }

  @Test
  void hugeParametersAreRefused() throws Exception {
    try (PreparedStatement statement =
        connection.prepareStatement(counting("region = ? OR age > ?"))) {
      statement.setInt(2, 1);
      statement.setString(1, "x".repeat(1_000_000));
      assertThat(Refusal.required("text", statement::executeQuery).message())
          .startsWith("DP-SYNTAX")
          .contains("parameter 1 has more than");
      statement.setString(1, "x");
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  private static boolean execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next();
    }
  }
}
