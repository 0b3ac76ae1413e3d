package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of generated aggregate queries nearly all are answered, and without noise as the database answers
 * them. {@code -Daggregates=100000} tries so many, {@code -Daggregates.seed=1} others.
 */
@Tag("more")
@ParameterizedClass
@MethodSource("databases")
class AggregateQueriesTest {
  private static final int QUERIES = SuiteCases.AGGREGATE_QUERIES.number("aggregates");
  private static final long SEED = TestBackends.seed("aggregates.seed", 17);
  private static final double ANSWERED = 0.95;
  private static final int SHOWN = 20;

  private static final BigDecimal CLOSE = new BigDecimal("1e-6");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 100, delta: 1.0e-8}
      budget: {epsilon: 1000000, delta: 0.9}
      answers: {reuse_for: PT0S}
      limits: {max_listed_keys: 1}
      schemas:
        PUBLIC:
          tables:
            TAB0:
              privacy_unit: ID
              max_rows_contributed: 144
              columns: &columns
                ID: {}
                COL0: {lower: 0, upper: 99}
                COL1: {lower: 0, upper: 99}
                COL2: {lower: 0, upper: 99}
            TAB1:
              privacy_unit: ID
              max_rows_contributed: 144
              columns: *columns
            TAB2: {public: true}
      """;

  private final TestBackend backend;
  private final Map<AggregateQueries.Form, int[]> forms =
      new EnumMap<>(AggregateQueries.Form.class);
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<String, AggregateQueries.Query> examples = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int answered;
  private int refused;

  /** MariaDB rounds quotients to four decimal places, and goes on computing with those. */
  static Stream<TestBackend> databases() {
    return TestBackends.all().stream().filter(each -> !each.product().equals("MariaDB"));
  }

  AggregateQueriesTest(TestBackend backend) {
    this.backend = backend;
  }

  private static List<String> tables() {
    Random random = new Random(SEED);
    List<String> statements = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      statements.add(
          "CREATE TABLE TAB%d (ID INTEGER PRIMARY KEY, COL0 INTEGER, COL1 INTEGER, COL2 INTEGER)"
              .formatted(t));
      statements.add(
          IntStream.range(0, 12)
              .mapToObj(
                  id ->
                      "(%d, %d, %d, %s)"
                          .formatted(
                              id,
                              random.nextInt(100),
                              random.nextInt(10) * 11,
                              random.nextInt(4) == 0 ? "NULL" : random.nextInt(5) * 20))
              .collect(Collectors.joining(", ", "INSERT INTO TAB" + t + " VALUES ", "")));
    }
    return statements;
  }

  @Test
  void areAnsweredAsTheDatabaseAnswersThem(@TempDir Path folder) throws Exception {
    try (TestDatabase database = backend.create()) {
      database.load(String.join(";\n", tables()) + ";\n");
      Path policy = Files.writeString(folder.resolve("p.yaml"), database.policy(POLICY));
      try (Connection raw = database.connect();
          Session session = Noiseless.connect(database, policy)) {
        AggregateQueries queries =
            new AggregateQueries(SEED, backend.product().equals("DuckDB") ? " % " : " / ");
        for (int i = 0; i < QUERIES; i++) {
          AggregateQueries.Query query = queries.next();
          if (TestBackends.tries(backend, i)) {
            ask(query, session, raw);
          }
        }
      }
    }
    System.out.println(report());
    assertThat(wrong).isEmpty();
    assertThat(answered / (double) (answered + refused)).isGreaterThanOrEqualTo(ANSWERED);
  }

  private void ask(AggregateQueries.Query query, Session session, Connection raw)
      throws SQLException {
    int[] counts = forms.computeIfAbsent(query.form(), form -> new int[2]);
    try (Statement statement = raw.createStatement()) {
      statement.executeQuery(backend.query(query.sql()));
      try {
        Answer answer = answer(session, query.sql());
        answered++;
        counts[0]++;
        compare(answer, query, statement);
      } catch (RefusedException e) {
        refused++;
        counts[1]++;
        String message = e.getMessage().replaceFirst(" at line \\d+, column \\d+", "");
        refusals.merge(message, 1, Integer::sum);
        examples.putIfAbsent(message, query);
      } catch (AssertionError | RuntimeException e) {
        if (wrong.size() < SHOWN) {
          wrong.add(query + "\n" + e.getMessage());
        }
      }
    } catch (SQLException e) {
      return; // the database has no answer
    }
  }

  /**
   * What is known to be of nobody without a look at rows has the database's NULL for a sum, and the
   * only value that a condition leaves for a key is listed even so.
   */
  private void compare(Answer answer, AggregateQueries.Query query, Statement statement)
      throws SQLException {
    List<List<@Nullable BigDecimal>> ours = new ArrayList<>();
    for (int i = 0; i < answer.rows().size(); i++) {
      ours.add(Arrays.stream(answer.rows().row(i)).map(AggregateQueriesTest::number).toList());
    }
    List<List<@Nullable BigDecimal>> raw = rows(query.rawSql(), statement);
    ours = sorted(ours);
    boolean one = query.form().isGrouped() && raw.isEmpty() && ours.size() == 1;
    if (!one && !areClose(ours, raw) && !areClose(ours, rows(query.sql(), statement))) {
      assertThat(ours).isEqualTo(raw);
    }
  }

  private List<List<@Nullable BigDecimal>> rows(String sql, Statement statement)
      throws SQLException {
    List<List<@Nullable BigDecimal>> rows = new ArrayList<>();
    try (ResultSet found = statement.executeQuery(backend.query(sql))) {
      while (found.next()) {
        List<@Nullable BigDecimal> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(number(found.getObject(i)));
        }
        rows.add(row);
      }
    }
    return sorted(rows);
  }

  /** Whatever the type of a number, which on H2 depends on what it finds to be constant. */
  private static @Nullable BigDecimal number(@Nullable Object value) {
    return value == null ? null : new BigDecimal(value.toString());
  }

  private static List<List<@Nullable BigDecimal>> sorted(List<List<@Nullable BigDecimal>> rows) {
    return rows.stream().sorted(Comparator.comparing(AggregateQueriesTest::order)).toList();
  }

  private static String order(List<@Nullable BigDecimal> row) {
    StringBuilder text = new StringBuilder();
    for (@Nullable BigDecimal number : row) {
      text.append(number == null ? "NULL" : number.setScale(2, RoundingMode.FLOOR)).append(' ');
    }
    return text.toString();
  }

  /** Decimals of quotients have more or fewer digits. */
  private static boolean areClose(
      List<List<@Nullable BigDecimal>> ours, List<List<@Nullable BigDecimal>> raw) {
    if (ours.size() != raw.size()) {
      return false;
    }
    for (int i = 0; i < ours.size(); i++) {
      for (int j = 0; j < ours.get(i).size(); j++) {
        if (!isClose(ours.get(i).get(j), raw.get(i).get(j))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isClose(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return a.subtract(b).abs().compareTo(CLOSE.multiply(BigDecimal.ONE.max(b.abs()))) <= 0;
  }

  private Answer answer(Session session, String sql) {
    return session
        .prepare(backend.quoted(sql))
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  private String report() {
    StringBuilder text = new StringBuilder(backend.product()).append('\n');
    forms.forEach(
        (form, counts) ->
            text.append("%-20s %5d answered %5d refused%n".formatted(form, counts[0], counts[1])));
    refusals.forEach(
        (message, count) ->
            text.append("%d %s%n    %s%n".formatted(count, message, examples.get(message))));
    wrong.forEach(each -> text.append("WRONG ").append(each).append('\n'));
    return text.toString();
  }
}
