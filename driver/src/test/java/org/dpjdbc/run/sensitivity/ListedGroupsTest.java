package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.policy.PolicyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys whose values are listed because their columns have bounds: as each database computes them,
 * every row within the bounds is in one of the listed groups, and none is listed twice. A row in no
 * group would be lost, and a group that is listed twice would be released twice.
 */
@Tag("databases")
class ListedGroupsTest {
  private static final int ROWS = 300;

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              "CREATE TABLE T (RID INTEGER, U INTEGER NOT NULL PRIMARY KEY, I INTEGER, S SMALLINT,"
                  + " L BIGINT, D DOUBLE PRECISION, N DECIMAL(6, 2), E DECIMAL(9, 0),"
                  + " W DECIMAL(38, 18), DT DATE, TS TIMESTAMP(6))"),
          List.of("T"),
          """
          version: 1
          defaults: {epsilon: 1, delta: 1.0e-6}
          limits: {max_listed_keys: 1000}
          schemas:
            PUBLIC:
              tables:
                T:
                  privacy_unit: U
                  columns:
                    U: {}
                    I: {lower: -7, upper: 12}
                    S: {lower: -9, upper: 9}
                    L: {lower: -20, upper: 30}
                    D: {lower: -2.5, upper: 3.5}
                    N: {lower: -10.5, upper: 25.25}
                    E: {lower: -35, upper: 47}
                    W: {lower: -12.25, upper: 33.75}
                    DT: {lower: 2020-01-15, upper: 2021-03-10}
                    TS: {lower: 2020-01-15T10:30:00, upper: 2021-03-10T17:45:30}
          """);

  private static final List<String> KEYS =
      List.of(
          "CAST(CAST(I AS DOUBLE PRECISION) / 2 AS INTEGER)",
          "CAST(D AS INTEGER)",
          "I",
          "L",
          "E",
          "DT",
          "I / 3",
          "I / -3",
          "FLOOR(I / 3.0)",
          "MOD(I, -3)",
          "MOD(S, 4)",
          "I - MOD(I, 4)",
          "-3 * (I / 3)",
          "3 * FLOOR(I / 3)",
          "2 * I + 1",
          "I * S",
          "ABS(I)",
          "CAST(I AS DOUBLE PRECISION)",
          "CAST(I AS DECIMAL(9, 0))",
          "FLOOR(D)",
          "FLOOR(-D)",
          "CEIL(D * 0.1)",
          "FLOOR(D * 2)",
          "2 * FLOOR(D / 2)",
          "ROUND(D)",
          "ROUND(D, -1)",
          "TRUNCATE(D, 0)",
          "4 * CAST(D AS INTEGER)",
          "10 * FLOOR(N / 10)",
          "CAST(N AS INTEGER)",
          "CAST(N / 4 AS INTEGER)",
          "CAST(N AS DECIMAL(4, 0))",
          "CAST(W AS INTEGER)",
          "FLOOR(W / 10)",
          "E - MOD(E, 10)",
          "FLOOR(SQRT(ABS(I)))",
          "FLOOR(LN(ABS(I) + 1))",
          "GREATEST(I, S)",
          "COALESCE(I / 3, 99)",
          "CASE WHEN I > 3 THEN I END",
          "CASE WHEN D > 0 THEN FLOOR(D) ELSE I END",
          "EXTRACT(YEAR FROM DT) * 100 + EXTRACT(MONTH FROM DT)",
          "2020 - EXTRACT(YEAR FROM DT)",
          "EXTRACT(QUARTER FROM TS)",
          "EXTRACT(HOUR FROM TS)",
          "TIMESTAMPDIFF(MONTH, DATE '2020-01-01', DT)",
          "TIMESTAMPDIFF(DAY, DATE '2020-01-01', DT) / 7",
          "FLOOR(DT TO MONTH)",
          "FLOOR(DT TO QUARTER)",
          "FLOOR(TS TO DAY)",
          "FLOOR(TS TO YEAR)",
          "CAST(TS AS DATE)",
          "CAST(FLOOR(TS TO MONTH) AS DATE)",
          "FLOOR(CAST(DT AS TIMESTAMP) TO MONTH)",
          "COALESCE(FLOOR(DT TO MONTH), DATE '2020-05-17')");

  @ParameterizedTest
  @MethodSource("org.dpjdbc.backends.TestBackends#all")
  void everyRowWithinItsBoundsIsInAListedGroup(TestBackend backend)
      throws SQLException, PolicyException {
    int listed = 0;
    int asked = 0;
    try (Database database = new Database(backend, SCHEMA, false)) {
      database.load(rows(new Random(5)));
      for (int i = 0; i < KEYS.size(); i++) {
        if (TestBackends.asks(backend, i)) {
          asked++;
          for (String where : List.of("", " WHERE I > 0 AND DT > DATE '2020-06-30' AND D <= 1.5")) {
            listed += isListed(database, KEYS.get(i), where) ? 1 : 0;
          }
        }
      }
    }
    assertThat(listed).as("of %s keys that were asked twice", asked).isGreaterThan(asked);
  }

  /** Not every database computes every key alike: there it is selected instead. */
  private static boolean isListed(Database database, String key, String where)
      throws PolicyException {
    String sql = "SELECT " + key + " AS Q, COUNT(*) FROM T" + where + " GROUP BY " + key;
    Frontier frontier = database.plans(SCHEMA.policy()).of(sql).frontiers().get(0);
    if (!(frontier.domains().get(0) instanceof KeyDomain.Declared declared)) {
      return false;
    }
    Set<KeyValue> groups =
        database.answers().ask(frontier, frontier.queries().get(0)).keySet().stream()
            .map(group -> group.get(0))
            .collect(Collectors.toSet());
    assertThat(declared.values()).as(sql).doesNotHaveDuplicates().containsAll(groups);
    return true;
  }

  /** Many at the ends of the bounds, some at halves, and some NULL. */
  private static Contents rows(Random random) {
    LocalDateTime first = LocalDateTime.of(2020, 1, 15, 10, 30, 0);
    LocalDateTime last = LocalDateTime.of(2021, 3, 10, 17, 45, 30);
    Contents.Builder contents = new Contents.Builder();
    for (int u = 0; u < ROWS; u++) {
      LocalDate date = first.toLocalDate().plusDays(random.nextInt(421));
      List<@Nullable Object> row =
          Arrays.asList(
              u,
              pick(random, -7, 12, random.nextInt(20) - 7),
              (short) (random.nextInt(19) - 9),
              pick(random, -20L, 30L, random.nextInt(51) - 20L),
              pick(random, -2.5, 3.5, -0.0, (random.nextInt(13) - 5) / 2.0),
              pick(random, decimal("-10.50"), decimal("25.25"), decimal("0.50")),
              pick(random, decimal("-35"), decimal("47"), BigDecimal.valueOf(random.nextInt(40))),
              pick(random, decimal("-12.25"), decimal("33.75"), decimal("2.5")),
              pick(random, first.toLocalDate(), last.toLocalDate(), date),
              pick(random, first, last, date.atTime(23, 59, 59, 999_999_000)));
      contents.add("T", row, List.of("unit " + u));
    }
    return contents.build();
  }

  private static BigDecimal decimal(String number) {
    return new BigDecimal(number);
  }

  /** One of them, or NULL; the last one more often. */
  private static @Nullable Object pick(Random random, Object... values) {
    int place = random.nextInt(values.length + 3);
    return place == 0 ? null : values[Math.min(place, values.length) - 1];
  }
}
