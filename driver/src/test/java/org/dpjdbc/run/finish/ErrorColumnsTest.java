package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.finish.Released.Column;
import org.dpjdbc.run.finish.error.ErrorColumns;
import org.dpjdbc.run.finish.error.LinearErrors;
import org.dpjdbc.run.finish.error.NoisyInput;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Error columns against sums done by hand, and against small changes of the released values. */
class ErrorColumnsTest {
  /**
   * Released groups: N and S are independent releases, A and Z share a release, and so do S and A.
   */
  private static final Released GROUPS =
      new Released()
          .table(
              "G",
              List.of(
                  Column.of("K", SqlTypeName.VARCHAR).of(10).notNull(),
                  Column.of("N", SqlTypeName.BIGINT).notNull(),
                  Column.of("S", SqlTypeName.DOUBLE),
                  Column.of("A", SqlTypeName.DOUBLE),
                  Column.of("Z", SqlTypeName.DECIMAL).of(12, 3)),
              List.of(
                  row("a", 40L, 100.0, 2.5, new BigDecimal("7.125")),
                  row("b", 10L, -30.0, -3.0, new BigDecimal("-1.500")),
                  row("c", 25L, 64.0, 0.5, new BigDecimal("11.000"))))
          .table(
              "P",
              List.of(
                  Column.of("K", SqlTypeName.VARCHAR).of(10), Column.of("W", SqlTypeName.INTEGER)),
              List.of(row("a", 2), row("b", 3), row("b", 5)));

  private static final double[][] ERRORS = {
    {3, 8, 0.5, 0.25}, {3, 8, 1.5, 0.5}, {3, 8, 0.75, 0.125},
  };

  private static final NoisyInput NOISY =
      new NoisyInput(
          "G",
          List.of(
              new NoisyInput.Column(1, Set.of(0)),
              new NoisyInput.Column(2, Set.of(1)),
              new NoisyInput.Column(3, Set.of(1, 2)),
              new NoisyInput.Column(4, Set.of(2))),
          true);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "NULL",
      value = {
        "n                            | 3",
        "-n                           | 3",
        "n + 5                        | 3",
        "2 * n                        | 6",
        "n - n                        | 0",
        "n + n                        | 6",
        // independent: in squares
        "n + s                        | 8.544003745",
        "3 * n - s / 2                | 9.848857802",
        // sharing a release: plainly
        "s + a                        | 8.5",
        "s - a                        | 8.5",
        "a + z                        | 0.75",
        // n apart from the shared ones
        "n + s + a                    | 9.013878189",
        "s * a                        | 70",
        "s / n                        | 0.274146402",
        "100.0 * s / n                | 27.41464025",
        // of integers, and so are the errors
        "n / 4                        | 1",
        "n / 4e0                      | 0.75",
        "ROUND(s, 1)                  | 8",
        "CAST(s AS INTEGER)           | 8",
        "CAST(n AS DECIMAL(20, 4))    | 3",
        // what is rounded may be a whole step away
        "n / 7                        | 1",
        "CAST(a / 10 AS INTEGER)      | 1",
        "CAST(a / 10 AS DECIMAL(9, 1))| 0.1",
        "CAST(a / 10 AS DECIMAL(9, 3))| 0.05",
        "ROUND(a)                     | 1",
        "ROUND(s / 7, 1)              | 1.2",
        "ROUND(s, -1)                 | 10",
        "TRUNCATE(z, 1)               | 0.3",
        "FLOOR(z)                     | 1",
        "ROUND(n, 2)                  | 3",
        "ROUND(a, 300)                | 0.5",
        "ROUND(a, -300)               | NULL",
        "ROUND(a, CAST(n AS INTEGER)) | NULL",
        "FLOOR(s) + CEIL(a)           | 9",
        "FLOOR(s) - s                 | 16",
        "FLOOR(FLOOR(FLOOR(FLOOR(FLOOR(FLOOR(FLOOR(FLOOR(FLOOR(FLOOR(a)))))))))) | 1",
        "ABS(-s) + s                  | 16",
        "ABS(s) - s                   | 0",
        "SQRT(s)                      | 0.4",
        "POWER(s, 2)                  | 1600",
        "EXP(a)                       | 6.09124698",
        "LN(n)                        | 0.075",
        "CASE WHEN s > 0 THEN n ELSE a END   | 3",
        "CASE WHEN s < 0 THEN n ELSE a END   | 0.5",
        "COALESCE(s, 0.0)             | 8",
        "COALESCE(NULLIF(n, 40), 7)   | 0",
        "GREATEST(n, s)               | 8",
        "LEAST(n, s)                  | 3",
        "MOD(n, 7)                    | NULL",
        "POWER(s, n)                  | NULL",
      })
  void propagates(String expression, @Nullable Double expected) {
    List<List<@Nullable Object>> rows = run("SELECT " + expression + " AS x FROM g WHERE k = 'a'");
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).hasSize(2);
    if (expected == null) {
      assertThat(rows.get(0).get(1)).isNull();
    } else {
      Double error = (Double) rows.get(0).get(1);
      assertThat(error).isCloseTo(expected, within(1e-6));
      assertThat(Math.copySign(1, error)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "k",
        "CHAR_LENGTH(k)",
        "n > 5",
        "CAST(n AS VARCHAR(20))",
        "CASE WHEN n > 5 THEN 1 ELSE 0 END",
        "RANK() OVER (ORDER BY n)",
        "7",
      })
  void columnsWithoutNoiseHaveNone(String expression) {
    assertThat(labels("SELECT " + expression + " AS x FROM g")).containsExactly("X");
  }

  @Test
  void errorsFollowTheirColumns() {
    assertThat(labels("SELECT s, k, n AS total FROM g"))
        .containsExactly("S", "S_error95", "K", "TOTAL", "TOTAL_error95");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "NULL",
      value = {
        // nested aggregates: three independent rows
        "SELECT SUM(n) FROM g                           | 5",
        "SELECT SUM(n * 1e0) FROM g                     | 5.196152423",
        "SELECT AVG(n) FROM g                           | 1.732050808",
        "SELECT SUM(s + a) FROM g                       | 15.461646096",
        "SELECT SUM(n) FILTER (WHERE k <> 'a') FROM g   | 4",
        "SELECT SUM(n) - SUM(s) FROM g                  | 14.798648586",
        "SELECT SUM(s) + SUM(a) FROM g                  | 15.606406461",
        "SELECT MIN(n) FROM g                           | NULL",
        "SELECT STDDEV_POP(s) FROM g                    | NULL",
        "SELECT SUM(DISTINCT n) FROM g                  | NULL",
        // the same row twice: plainly
        "SELECT SUM(g.n) FROM g JOIN p ON g.k = p.k WHERE g.k = 'b'   | 6",
        "SELECT SUM(g.n * p.w) FROM g JOIN p ON g.k = p.k WHERE g.k = 'b'   | 24",
        "SELECT SUM(x) FROM (SELECT n AS x FROM g UNION ALL SELECT n FROM g) AS u WHERE x = 40 | 6",
        // a scalar subquery repeats nothing on the left
        "SELECT SUM(n) FROM g CROSS JOIN (SELECT MAX(w) AS m FROM p) AS q | 5",
        "SELECT n - (SELECT SUM(s) FROM g) FROM g WHERE k = 'a'       | 14.177446878",
        "SELECT a.n - b.n FROM g a JOIN g b ON a.k < b.k WHERE a.k = 'a' AND b.k = 'b' | 6",
        "SELECT DISTINCT n FROM g WHERE k = 'a'         | 3",
        "SELECT n FROM g WHERE k = 'a' UNION SELECT n FROM g WHERE k = 'a' | 3",
        "SELECT n FROM g WHERE k = 'a' EXCEPT SELECT n FROM g WHERE k = 'b' | NULL",
        "SELECT n FROM g ORDER BY n DESC FETCH FIRST 1 ROW ONLY        | 3",
        // windows
        "SELECT SUM(n) OVER () FROM g FETCH FIRST 1 ROW ONLY           | 5",
        "SELECT AVG(n) OVER () FROM g FETCH FIRST 1 ROW ONLY           | 1.732050808",
        "SELECT MAX(n) OVER () FROM g FETCH FIRST 1 ROW ONLY           | NULL",
        "SELECT LAG(a) OVER (ORDER BY k) FROM g ORDER BY k DESC FETCH FIRST 1 ROW ONLY | 1.5",
        "SELECT SUM(x) FROM (SELECT SUM(n) OVER () AS x FROM g) AS q   | 16",
      })
  void goesThroughRelations(String sql, @Nullable Double expected) {
    List<List<@Nullable Object>> rows = run(sql);
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).hasSize(2);
    if (expected == null) {
      assertThat(rows.get(0).get(1)).isNull();
    } else {
      assertThat((Double) rows.get(0).get(1)).isCloseTo(expected, within(1e-6));
    }
  }

  /** What the noise alone tells goes for sums of one row with constant factors, and no others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT n + s FROM g WHERE k = 'a'                                   | 2",
        "SELECT 3 * n - s + 7 - n FROM g WHERE k = 'a'                       | 3",
        "SELECT x - s FROM (SELECT k, s, 2 * n AS x FROM g) AS q WHERE k = 'a' | 3",
        "SELECT -n FROM g WHERE k = 'a'                                      | 1",
        "SELECT a.n + a.s FROM g a JOIN p ON a.k = p.k WHERE a.k = 'a'       | 2",
        "SELECT n * s / s + s FROM g WHERE k = 'a'                           | 8.5440037",
        "SELECT n + FLOOR(s) FROM g WHERE k = 'a'                            | 8.5440037",
        // two rows of one input, and of its rows
        "SELECT a.s + b.n FROM g a JOIN g b ON a.k < b.k WHERE a.k = 'a' AND b.k = 'b' | 8.5440037",
        "SELECT SUM(n + s) FROM g                                            | 3.4641016",
      })
  void whatTheNoiseAloneTells(String sql, double expected) {
    LinearErrors linear =
        new LinearErrors() {
          @Override
          public OptionalDouble halfWidth(Map<ReleasedColumn, Double> factors, boolean whole) {
            return sum(factors);
          }

          @Override
          public OptionalDouble addend(Map<ReleasedColumn, Double> factors) {
            return sum(factors);
          }

          private OptionalDouble sum(Map<ReleasedColumn, Double> factors) {
            return OptionalDouble.of(factors.values().stream().mapToDouble(Math::abs).sum());
          }
        };
    List<List<@Nullable Object>> rows = run(sql, Map.of(), 1.0, linear);
    assertThat((Double) rows.get(0).get(1)).isCloseTo(expected, within(1e-6));
  }

  @Test
  void anErrorThatIsNotKnownMakesTheSumsUnknown() {
    assertThat(run("SELECT SUM(n) FROM g", noErrorInRow(1), 1.0).get(0).get(1)).isNull();
    assertThat(run("SELECT n FROM g ORDER BY k", noErrorInRow(1), 1.0))
        .extracting(row -> row.get(1))
        .containsExactly(3.0, null, 3.0);
  }

  @Test
  void valuesAreThoseWithoutErrorColumns() {
    String sql =
        "SELECT p.w, SUM(g.n), AVG(g.s / g.n), COUNT(*) FROM g LEFT JOIN p ON g.k = p.k"
            + " GROUP BY p.w HAVING SUM(g.n) > 5 ORDER BY 2 DESC, 1 NULLS FIRST";
    assertThat(run(sql))
        .extracting(row -> Arrays.asList(row.get(0), row.get(1), row.get(3), row.get(5)))
        .isEqualTo(GROUPS.rows(sql));
  }

  /**
   * N moves with two draws, up by 3 with the first and up by 4 with the second; S up by 8 with the
   * first and down by 6 with the second.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n                  | 5",
        "s                  | 10",
        "n + s              | 11.180339887",
        "2 * s - 4 * n      | 28.284271247",
        // 8 / 40 - 100 * 3 / 1600, and -6 / 40 - 100 * 4 / 1600
        "s / n              | 0.400195263",
      })
  void whatTwoColumnsHaveInCommonIsSetOff(String expression, double expected) {
    Released base = plain(0, 0);
    RelNode plan =
        add(
            base.plan("SELECT " + expression + " AS x FROM h WHERE k = 'a'"),
            List.of(
                new NoisyInput(
                    "H",
                    List.of(
                        new NoisyInput.Column(1, Set.of(10)),
                        new NoisyInput.Column(1, Set.of(11)),
                        new NoisyInput.Column(2, Set.of(10)),
                        new NoisyInput.Column(2, Set.of(11))),
                    true)));
    List<@Nullable Object[]> wide = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      @Nullable Object[] row = Arrays.copyOf(base.inputs().get("H").row(i), 7);
      row[3] = 3.0;
      row[4] = 4.0;
      row[5] = 8.0;
      row[6] = -6.0;
      wide.add(row);
    }
    Rows rows =
        base.finisher()
            .run(base.finisher().compile(plan), Map.of("H", Rows.of(7, wide)), new Cancellation());
    assertThat((Double) rows.get(0, 1)).isCloseTo(expected, within(1e-6));
  }

  /** For independent columns: the root of the summed squares of what each draw changes alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "n * s",
        "s / n",
        "100 * n / (n + s)",
        "(s - n) / (s + n)",
        "s * s - n * n",
        "SQRT(n * n + s * s)",
        "LN(n) * EXP(s / 100)",
        "LOG10(ABS(s)) / n",
        "LOG2(ABS(s)) + n",
        "CBRT(s) * n",
        "1e0 / (1 + EXP(-s / 50))",
        "CASE WHEN n > 20 THEN s / n ELSE n * s END",
        "GREATEST(n * 2, s) - LEAST(n, s)",
      })
  void agreesWithSmallChanges(String expression) {
    String sql = "SELECT k, CAST(" + expression + " AS DOUBLE) AS x FROM h ORDER BY k";
    double step = 1e-5;
    List<List<@Nullable Object>> before = plain(0, 0).rows(sql);
    List<List<@Nullable Object>> byN = plain(step, 0).rows(sql);
    List<List<@Nullable Object>> byS = plain(0, step).rows(sql);
    Rows rows = withErrors(sql, step, step);
    for (int i = 0; i < 3; i++) {
      double x = (Double) before.get(i).get(1);
      double dn = (Double) byN.get(i).get(1) - x;
      double ds = (Double) byS.get(i).get(1) - x;
      double expected = Math.hypot(dn, ds);
      assertThat((Double) rows.get(i, 2)).isCloseTo(expected, within(1e-3 * expected + 1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ROUND(s / 7)",
        "ROUND(s / 7, 1)",
        "ROUND(s * 3, -1)",
        "TRUNCATE(s / 3, 1)",
        "FLOOR(s / 8)",
        "CEIL(s / 3) * 2",
        "CAST(s / 3 AS INTEGER)",
        "CAST(s / 7 AS DECIMAL(10, 2))",
        "CAST(s AS INTEGER) / 7",
        "FLOOR(ROUND(s, 1) / 3)",
        "ROUND(s) - FLOOR(s / 2)",
      })
  void whatIsRoundedMovesNoFurtherThanItsError(String expression) {
    String sql = "SELECT k, CAST(" + expression + " AS DOUBLE) AS x FROM h ORDER BY k";
    List<List<@Nullable Object>> before = plain(0, 0).rows(sql);
    for (double error : new double[] {0.004, 0.05, 0.3, 0.5, 0.97, 1, 3.3, 12}) {
      Rows rows = withErrors(sql, 0, error);
      for (double moved : new double[] {-error, -error / 2, error / 2, error}) {
        List<List<@Nullable Object>> after = plain(0, moved).rows(sql);
        for (int i = 0; i < 3; i++) {
          double by = (Double) after.get(i).get(1) - (Double) before.get(i).get(1);
          assertThat((Double) rows.get(i, 2)).isGreaterThanOrEqualTo(Math.abs(by) - 1e-9);
        }
      }
    }
  }

  /** The answer with its error columns, where N and S are independent and have these errors. */
  private static Rows withErrors(String sql, double errorOfN, double errorOfS) {
    Released base = plain(0, 0);
    RelNode plan =
        add(
            base.plan(sql),
            List.of(
                new NoisyInput(
                    "H",
                    List.of(
                        new NoisyInput.Column(1, Set.of(10)), new NoisyInput.Column(2, Set.of(11))),
                    true)));
    List<@Nullable Object[]> wide = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      @Nullable Object[] row = Arrays.copyOf(base.inputs().get("H").row(i), 5);
      row[3] = errorOfN;
      row[4] = errorOfS;
      wide.add(row);
    }
    return base.finisher()
        .run(base.finisher().compile(plan), Map.of("H", Rows.of(5, wide)), new Cancellation());
  }

  private static Released plain(double moveN, double moveS) {
    return new Released()
        .table(
            "H",
            List.of(
                Column.of("K", SqlTypeName.VARCHAR).of(10),
                Column.of("N", SqlTypeName.DOUBLE),
                Column.of("S", SqlTypeName.DOUBLE)),
            List.of(
                row("a", 40.0 + moveN, 100.0 + moveS),
                row("b", 10.0 + moveN, -30.0 + moveS),
                row("c", 25.0 + moveN, 64.0 + moveS)));
  }

  private static List<List<@Nullable Object>> run(String sql) {
    return run(sql, Map.of(), 1.0);
  }

  private static Map<Integer, Boolean> noErrorInRow(int row) {
    return Map.of(row, true);
  }

  private static List<List<@Nullable Object>> run(
      String sql, Map<Integer, Boolean> withoutError, double scale) {
    return run(sql, withoutError, scale, LinearErrors.UNKNOWN);
  }

  private static List<List<@Nullable Object>> run(
      String sql, Map<Integer, Boolean> withoutError, double scale, LinearErrors linear) {
    RelNode finish = add(GROUPS.plan(sql), List.of(NOISY), linear);
    Rows plain = GROUPS.inputs().get("G");
    List<@Nullable Object[]> wide = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      @Nullable Object[] row = Arrays.copyOf(plain.row(i), 9);
      for (int j = 0; j < 4; j++) {
        row[5 + j] = withoutError.containsKey(i) ? null : (Object) (ERRORS[i][j] * scale);
      }
      wide.add(row);
    }
    Map<String, Rows> inputs = new HashMap<>(GROUPS.inputs());
    inputs.put("G", Rows.of(9, wide));
    Finisher finisher = GROUPS.finisher();
    return Released.list(finisher.run(finisher.compile(finish), inputs, new Cancellation()));
  }

  private static RelNode plan(String sql) {
    RelNode plan = GROUPS.plan(sql);
    return add(plan, List.of(NOISY));
  }

  private static RelNode add(RelNode plan, List<NoisyInput> inputs) {
    return add(plan, inputs, LinearErrors.UNKNOWN);
  }

  private static RelNode add(RelNode plan, List<NoisyInput> inputs, LinearErrors linear) {
    return ErrorColumns.add(plan, inputs, ErrorColumns.noisy(plan, inputs), linear);
  }

  private static List<String> labels(String sql) {
    return plan(sql).getRowType().getFieldNames();
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }
}
