package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queries that mean the same are answered alike, or refused for the same reason, also where each of
 * them is written within another one: {@code equal-forms.txt} has the queries, and {@code WRAPPED}
 * how they are written. {@code -Dequal.forms=10000} tries all.
 */
@ParameterizedClass
@MethodSource("databases")
class EqualFormsTest {
  private static final Pattern TABLE =
      Pattern.compile(
          "\\b(FROM|JOIN|,) ([cvt])\\b(?! AS\\b)(?: (?!WHERE|ON|JOIN|LEFT|RIGHT|CROSS|USING|GROUP|UNION"
              + "|EXCEPT|INTERSECT)([a-z])\\b)?");

  private static final List<UnaryOperator<String>> WRAPPED =
      List.of(
          query -> "SELECT * FROM (" + query + ") wrapped",
          query -> "WITH wrapped AS (" + query + ") SELECT * FROM wrapped",
          query -> "/* a tool */ " + query + " -- end",
          query -> tables(query, "(SELECT * FROM %s)"),
          query -> tables(query, "(SELECT * FROM %s WHERE 1 = 1)"),
          query ->
              "WITH cc AS (SELECT * FROM c), vv AS (SELECT * FROM v), tt AS (SELECT * FROM t) "
                  + tables(query, "%1$s%1$s"));

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 100, delta: 1.0e-8}
      budget: {epsilon: 1000000, delta: 0.9}
      answers: {reuse_for: PT0S}
      schemas:
        PUBLIC:
          tables:
            t: {public: true}
            c:
              privacy_unit: id
              columns:
                id: {}
                city: {}
                country: {values: [US, FR, DE, IT]}
                age: {lower: 0, upper: 120}
            v:
              privacy_unit: {column: cust, references: c.id}
              max_rows_contributed: 20
              columns: {cust: {}, code: {}, n: {lower: 0, upper: 10}}
      """;

  private static final String ANSWERED = "answered";
  private static final int DIGITS = 6;
  private static final int SEED = 44;

  @TempDir private Path folder;
  private final TestBackend backend;

  /** MariaDB writes VALUES in another way. */
  static Stream<TestBackend> databases() {
    return TestBackends.all().stream()
        .filter(each -> List.of("H2", "PostgreSQL", "DuckDB").contains(each.product()));
  }

  EqualFormsTest(TestBackend backend) {
    this.backend = backend;
  }

  private record Family(String verdict, List<String> queries) {}

  private static List<Family> families() throws IOException {
    try (InputStream in = EqualFormsTest.class.getResourceAsStream("equal-forms.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split("\n\n"))
          .map(block -> block.strip().lines().filter(line -> !line.startsWith("#")).toList())
          .filter(lines -> !lines.isEmpty())
          .map(lines -> new Family(lines.get(0), lines.subList(1, lines.size())))
          .toList();
    }
  }

  private static String tables(String query, String by) {
    return TABLE
        .matcher(query)
        .replaceAll(
            found -> {
              String table = found.group(2);
              String alias = found.group(3) == null ? table : found.group(3);
              return found.group(1) + " " + by.formatted(table) + " " + alias;
            });
  }

  private static List<String> statements() {
    List<String> all = new ArrayList<>();
    all.add(
        "CREATE TABLE c (id INTEGER PRIMARY KEY, city VARCHAR(9), country VARCHAR(3) NOT NULL, age INTEGER)");
    all.add("CREATE TABLE v (cust INTEGER NOT NULL REFERENCES c (id), code VARCHAR(9), n INTEGER)");
    all.add("CREATE TABLE t (code VARCHAR(9) PRIMARY KEY, chapter VARCHAR(9), lo INTEGER)");
    List<String> countries = List.of("US", "FR", "DE", "IT");
    for (int i = 1; i <= 60; i++) {
      all.add(
          "INSERT INTO c VALUES (%d, 'city%d', '%s', %d)"
              .formatted(i, i % 5, countries.get(i % 4), 10 + i * 7 % 80));
    }
    for (int i = 1; i <= 120; i++) {
      all.add("INSERT INTO v VALUES (%d, 'k%d', %d)".formatted(1 + i * 11 % 40, i * 7 % 13, i % 7));
    }
    for (int i = 0; i < 20; i++) {
      all.add("INSERT INTO t VALUES ('k%d', 'ch%d', %d)".formatted(i, i % 3, i % 9));
    }
    return all;
  }

  /** A query in one of the ways to write it, and that of its family that the database is asked. */
  private record Form(String verdict, String first, String sql) {}

  /** All as they are written, then some of the others. */
  private static List<Form> forms() throws IOException {
    List<Form> plain = new ArrayList<>();
    List<Form> wrapped = new ArrayList<>();
    for (Family family : families()) {
      for (String query : family.queries()) {
        String first = family.queries().get(0);
        plain.add(new Form(family.verdict(), first, query));
        WRAPPED.forEach(by -> wrapped.add(new Form(family.verdict(), first, by.apply(query))));
      }
    }
    Collections.shuffle(wrapped, new Random(SEED));
    return Stream.concat(plain.stream(), wrapped.stream())
        .limit(SuiteCases.EQUAL_FORMS.number("equal.forms"))
        .toList();
  }

  @Test
  void areAnsweredAlike() throws Exception {
    List<Form> forms = forms();
    List<String> wrong = new ArrayList<>();
    try (TestDatabase database = backend.create()) {
      database.load(String.join(";\n", statements()) + ";\n");
      Path policy = Files.writeString(folder.resolve("p.yaml"), database.policy(POLICY));
      try (Connection raw = database.connect();
          Session session = Noiseless.connect(database, policy)) {
        for (int i = 0; i < forms.size(); i++) {
          if (TestBackends.tries(backend, i)) {
            Form form = forms.get(i);
            String expected =
                form.verdict().equals(ANSWERED) ? rows(raw, form.first()) : form.verdict();
            String actual = answer(session, form.sql());
            if (!actual.equals(expected)) {
              wrong.add(form.sql() + "\n   gives " + actual + "\n   not " + expected);
            }
          }
        }
      }
    }
    assertThat(wrong).as("%d of %d", wrong.size(), forms.size()).isEmpty();
  }

  private String answer(Session session, String sql) {
    try {
      Answer answer =
          session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
      return IntStream.range(0, answer.rows().size())
          .mapToObj(i -> Arrays.stream(answer.rows().row(i)).map(EqualFormsTest::shown).toList())
          .map(List::toString)
          .sorted()
          .toList()
          .toString();
    } catch (RefusedException e) {
      return e.code().text();
    }
  }

  private static String rows(Connection raw, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = raw.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(shown(found.getObject(i)));
        }
        rows.add(row.toString());
      }
    }
    return rows.stream().sorted().toList().toString();
  }

  /** Numbers of any type, as far as databases and the driver compute the same digits. */
  private static String shown(@Nullable Object value) {
    return value instanceof Number
        ? new BigDecimal(value.toString())
            .round(new MathContext(DIGITS))
            .stripTrailingZeros()
            .toPlainString()
        : String.valueOf(value);
  }
}
