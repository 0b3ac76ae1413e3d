package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * A parameter is a literal: with no noise, every operator answers with a parameter in every place
 * what it answers with the literal there, or refuses both; and no value makes the database fail.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class ParametersTest {
  /** Of how many cases one is tried; all with {@code -Dfuzz}. */
  private static final int SPARING = SuiteCases.PARAMETERS_APART.number();

  private static final List<String> NUMBERS =
      List.of(
          "age %% ?",
          "? %% age",
          "MOD(big, ?)",
          "age * ?",
          "x * ?",
          "pay * ?",
          "age + ?",
          "? + x",
          "age - ?",
          "? - pay",
          "age / ?",
          "? / age",
          "x / ?",
          "pay / ?",
          "? / x",
          "? / pay",
          "-(?) + age",
          "ABS(?) + age",
          "CEIL(?) + age",
          "FLOOR(x + ?)",
          "COALESCE(age, ?)",
          "COALESCE(?, x)",
          "GREATEST(age, ?)",
          "GREATEST(?, x)",
          "LEAST(pay, ?)",
          "NULLIF(age, ?)",
          "NULLIF(?, age)",
          "CASE WHEN age > ? THEN ? ELSE age END",
          "EXP(?) * x",
          "LN(?) + age",
          "LOG10(?) + age",
          "SQRT(?) + age",
          "SIGN(?) + age",
          "POWER(x, ?)",
          "POWER(?, x)",
          "ROUND(x, ?)",
          "ROUND(pay, ?)",
          "ROUND(?, 1) + age",
          "TRUNCATE(pay, ?)",
          "CHAR_LENGTH(?) + age",
          "POSITION(? IN name)",
          "POSITION('a' IN ?) + age",
          "EXTRACT(YEAR FROM ?) + age",
          "CAST(? AS INTEGER) + age",
          "CAST(? AS DOUBLE PRECISION)",
          "CASE WHEN ok THEN ? ELSE 0 END",
          "CASE ? WHEN age THEN 1 ELSE 2 END");

  private static final List<String> STRINGS =
      List.of(
          "name || ?",
          "? || name",
          "LEFT(name, ?)",
          "SUBSTRING(name, ?)",
          "SUBSTRING(name FROM ? FOR ?)",
          "SUBSTRING(? FROM age)",
          "SUBSTRING(name FROM age FOR ?)",
          "TRIM(BOTH ? FROM name)",
          "TRIM(?)",
          "UPPER(?) || name",
          "LOWER(?) || name",
          "COALESCE(name, ?)",
          "CASE WHEN age > 3 THEN ? ELSE name END",
          "GREATEST(name, ?)",
          "CAST(? AS VARCHAR(3)) || name",
          "CAST(? AS CHAR(3)) || name",
          "NULLIF(code, ?)");

  private static final List<String> BOOLEANS =
      List.of(
          "name LIKE ?",
          "? LIKE 'a%%'",
          "age < ?",
          "big >= ?",
          "pay <> ?",
          "x = ?",
          "x > ?",
          "code = ?",
          "name >= ?",
          "ok = ?",
          "born < ?",
          "seen >= ?",
          "? IS NULL",
          "age IS NOT DISTINCT FROM ?",
          "name IS DISTINCT FROM ?",
          "? = name",
          "? < pay",
          "age BETWEEN ? AND ?",
          "x NOT IN (?, 3)",
          "age IN (?, ?)",
          "name IN (?, 'a')",
          "born + INTERVAL '1' DAY > ?",
          "? AND ok",
          "NOT ?",
          "(?) IS TRUE",
          "? > 1",
          "? = ?");

  private static final List<@Nullable Object> VALUES =
      Collections.unmodifiableList(
          Arrays.asList(
              null,
              0,
              1,
              -1,
              2,
              7L,
              new BigDecimal("3.70"),
              new BigDecimal("-0.001"),
              new BigDecimal("1e-30"),
              new BigDecimal("1e37"),
              new BigDecimal("1e999"),
              new BigDecimal("1e-999"),
              Integer.MIN_VALUE,
              Long.MAX_VALUE,
              1e300,
              1e-300,
              -0.0,
              2.5,
              "7",
              "a",
              "",
              "b%_ ",
              "O'Hara \\ \u00e4",
              "2020-02-29",
              LocalDate.of(2020, 2, 29),
              LocalDate.of(9999, 12, 31),
              LocalDate.of(1, 1, 1),
              LocalDateTime.of(2020, 2, 29, 23, 59, 59, 999_999_000),
              true));

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(
        """
        CREATE TABLE P (ID INTEGER PRIMARY KEY, AGE INTEGER, BIG BIGINT, PAY DECIMAL(9, 2),
          X DOUBLE PRECISION, NAME VARCHAR(20), CODE CHAR(3), BORN DATE, SEEN TIMESTAMP, OK BOOLEAN);
        INSERT INTO P VALUES (1, 0, 0, 0, 0, '', '', DATE '2020-02-29', TIMESTAMP '2020-02-29 23:59:59', TRUE);
        INSERT INTO P VALUES (2, 5, 9000000000, 12.34, 1.5, 'abc', 'abc', DATE '1900-01-01', TIMESTAMP '1970-01-01 00:00:00', FALSE);
        INSERT INTO P VALUES (3, -1, -7, -0.01, -2.25, 'a%b', 'a', DATE '2030-12-31', TIMESTAMP '2030-12-31 00:00:00', TRUE);
        INSERT INTO P VALUES (4, 2, 1, 100, 0.001, 'O''Hara', 'b', DATE '2000-01-01', TIMESTAMP '2000-01-01 12:00:00', NULL);
        INSERT INTO P VALUES (5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        """);
    Path policy = folder.resolve(backend.product().replace(' ', '_') + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000000, delta: 1.0e-1}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  P:
                    privacy_unit: ID
                    max_rows_contributed: 1
                    columns: {ID: {}, AGE: {lower: -10, upper: 120}, BIG: {lower: -10, upper: 10000000000},
                      PAY: {lower: -100, upper: 500}, X: {lower: -10, upper: 10}, NAME: {}, CODE: {},
                      BORN: {lower: 1900-01-01, upper: 2030-12-31}, SEEN: {}, OK: {}}
            """));
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    database.close();
  }

  /** What was answered, or the code that it was refused with. */
  private Object outcome(String sql, @Nullable Object value) {
    try {
      Query query = session.prepare(sql);
      int count = query.parameters().size();
      query.columns();
      List<@Nullable Object> values = new ArrayList<>(Collections.nCopies(count, value));
      Rows rows = query.run(values, new RunOptions(Duration.ZERO, 0, new Cancellation())).rows();
      List<String> found = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        found.add(Arrays.stream(rows.row(i)).map(ParametersTest::text).toList().toString());
      }
      Collections.sort(found);
      return found;
    } catch (RefusedException e) {
      return e.code();
    }
  }

  /** Without the digits that a described type adds. */
  private static String text(@Nullable Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString())
            .round(new MathContext(12))
            .stripTrailingZeros()
            .toPlainString()
        : String.valueOf(value);
  }

  private static String literal(@Nullable Object value) {
    if (value instanceof String text) {
      return "'" + text.replace("'", "''") + "'";
    } else if (value instanceof BigDecimal number) {
      return number.toPlainString();
    } else if (value instanceof LocalDate date) {
      return "DATE '" + date + "'";
    } else if (value instanceof LocalDateTime time) {
      return "TIMESTAMP '" + time.toString().replace('T', ' ') + "'";
    }
    if (value instanceof Double number) {
      String text = number.toString();
      return text.contains("E") ? text : text + "E0";
    }
    return String.valueOf(value).toUpperCase(Locale.ROOT);
  }

  private static List<String> queries() {
    List<String> queries = new ArrayList<>();
    for (String number : NUMBERS) {
      queries.add("SELECT COUNT(*) FROM p WHERE " + number + " > 1");
      queries.add("SELECT SUM(" + number + ") FROM p");
    }
    for (String text : STRINGS) {
      queries.add("SELECT COUNT(*) FROM p WHERE " + text + " > 'a'");
      queries.add("SELECT k, COUNT(*) FROM (SELECT " + text + " AS k FROM p) t GROUP BY k");
    }
    BOOLEANS.forEach(bool -> queries.add("SELECT COUNT(*) FROM p WHERE " + bool));
    return queries.stream().map(query -> query.replace("%%", "%")).toList();
  }

  @Test
  void areLiterals() {
    boolean all = Integer.getInteger("fuzz", 0) > 0;
    List<String> wrong = new ArrayList<>();
    int at = 0;
    for (String sql : queries()) {
      for (Object value : VALUES) {
        int number = at++;
        if (!all && (number % SPARING != 0 || !TestBackends.tries(backend, number / SPARING))) {
          continue;
        }
        String written = literal(value);
        boolean bare = sql.contains("POSITION(?");
        String said =
            sql.replace("?", bare || !(value instanceof Number) ? written : "(" + written + ")");
        try {
          Object bound = outcome(sql, value);
          Object literal = outcome(said, null);
          if (bound == RefusalCode.BACKEND
              || literal == RefusalCode.BACKEND
              || !bound.equals(literal)) {
            wrong.add(sql + " with " + value + ": " + bound + ", literally " + literal);
          }
        } catch (RuntimeException | Error e) {
          wrong.add(sql + " with " + value + ": " + e);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Of LIMIT and OFFSET: no value fails after the charge. */
  @Test
  void areNumbersOfRows() {
    List<String> wrong = new ArrayList<>();
    for (String rows :
        List.of(
            "SELECT ok, COUNT(*) AS n FROM p GROUP BY ok LIMIT ?",
            "SELECT ok, COUNT(*) AS n FROM p GROUP BY ok ORDER BY n DESC OFFSET ? ROWS",
            "SELECT MAX(n) FROM (SELECT ok, COUNT(*) AS n FROM p GROUP BY ok LIMIT ?) t")) {
      for (Object value : VALUES) {
        Object outcome = outcome(rows, value);
        boolean isCount = value == null || (value instanceof Number n && n.doubleValue() >= 0);
        if (outcome == RefusalCode.BACKEND
            || outcome == RefusalCode.FINISH
            || (outcome instanceof List<?> && !isCount)) {
          wrong.add(rows + " with " + value + ": " + outcome);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
