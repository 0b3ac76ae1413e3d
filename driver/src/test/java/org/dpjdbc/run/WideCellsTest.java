package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Numbers that no floating-point number tells apart, up to the ends of what is counted in steps,
 * are counted in the cells of a quantile that they are in: each database takes the remainder
 * exactly. A value of its own in each group, or no point of its cell would be chosen.
 */
@Tag("databases")
class WideCellsTest {
  private static final BigInteger LAST_DECIMAL = BigInteger.TEN.pow(23).subtract(BigInteger.ONE);
  private static final BigInteger LAST_LONG = BigInteger.ONE.shiftLeft(62).subtract(BigInteger.ONE);

  /** Ends of octaves, and what is beside them. */
  private static final List<BigInteger> VALUES =
      IntStream.of(40, 52, 53, 54, 60, 61, 62, 64, 70, 76)
          .boxed()
          .flatMap(power -> IntStream.of(-1, 0, 1).mapToObj(next -> near(power, next)))
          .flatMap(value -> Stream.of(value, value.negate()))
          .toList();

  private static BigInteger near(int power, int next) {
    return BigInteger.ONE.shiftLeft(power).add(BigInteger.valueOf(next)).min(LAST_DECIMAL);
  }

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1000, delta: 1e-6}
      limits: {max_epsilon_per_query: 1000}
      budget: {epsilon: 1000000, delta: 1e-1}
      schemas:
        PUBLIC:
          tables:
            FAR:
              privacy_unit: ID
              columns:
                ID: {}
                K: {values: [%s]}
                N: {lower: -%s, upper: %s}
                L: {lower: -%s, upper: %s}
                M: {lower: -9223372036854775808, upper: 9223372036854775807}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("org.dpjdbc.backends.TestBackends#all")
  void everyDistantValueIsInItsCell(TestBackend backend) throws SQLException, IOException {
    try (TestDatabase database = backend.create()) {
      database.load(
          "CREATE TABLE FAR (ID INTEGER NOT NULL PRIMARY KEY, K INTEGER NOT NULL, N NUMERIC(38, 0),"
              + " L BIGINT, M BIGINT);\nINSERT INTO FAR VALUES "
              + numbers().mapToObj(WideCellsTest::row).collect(Collectors.joining(", "))
              + ";\n");
      Path policy = folder.resolve("far.yaml");
      String keys = numbers().mapToObj(String::valueOf).collect(Collectors.joining(", "));
      Files.writeString(
          policy,
          database.policy(
              POLICY.formatted(keys, LAST_DECIMAL, LAST_DECIMAL, LAST_LONG, LAST_LONG)));
      try (Session session = Noiseless.connect(database, policy)) {
        for (String column : List.of("n", "l", "m")) {
          check(column, ask(session, "SELECT k, MEDIAN(%1$s) AS q, SUM(%1$s) AS x", column));
        }
      }
    }
  }

  private static IntStream numbers() {
    return IntStream.range(0, VALUES.size());
  }

  private static String row(int id) {
    BigInteger value = VALUES.get(id);
    BigInteger bounded = value.min(LAST_LONG).max(LAST_LONG.negate());
    return "(%d, %d, %s, %s, %s)".formatted(id, id, value, bounded, bounded);
  }

  private static Rows ask(Session session, String select, String column) {
    return session
        .prepare(select.formatted(column) + " FROM far GROUP BY k")
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  /** In groups there are at least 8 cells an octave. */
  private static void check(String column, Rows rows) {
    assertThat(rows.size()).isEqualTo(VALUES.size());
    for (int r = 0; r < rows.size(); r++) {
      double exact = number(rows.get(r, 2));
      assertThat(number(rows.get(r, 1)))
          .as("%s of %s", column, exact)
          .isCloseTo(exact, Offset.offset(Math.abs(exact) / 8));
    }
  }

  private static double number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }
}
