package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The evaluator and Calcite's own engine, given the same plan and rows, answer alike; where they do
 * not, H2 sides with the evaluator ({@link H2AgreementTest}), and the list says why.
 */
class CalciteAgreementTest {
  private static final Released RELEASED = World.released();

  /** Where Calcite 1.42 answers otherwise than H2: a part of the query, and the reason. */
  private enum Deviation {
    MICROSECONDS("u FROM r|CAST(u AS|u + INTERVAL", "times are kept in milliseconds"),
    ROUNDING("CAST(s AS INTEGER)", "a DOUBLE is cut, not rounded, on its way to an INTEGER"),
    DECIMAL_TEXT("CAST(d AS VARCHAR", "0.50 is written .50"),
    DOUBLE_TEXT("CAST(s AS VARCHAR", "0.0 is written 0E0"),
    PADDING("c = 'ab'", "CHAR is compared with its filling blanks"),
    MEAN("AVG(i), AVG(s)", "the mean of integers is computed to ten digits"),
    SQUARES("REGR_SXX", "the mean in between is that of an integer column, rounded"),
    NO_SUCH_AGGREGATE("PERCENTILE_", "no code for PERCENTILE_CONT and PERCENTILE_DISC"),
    NO_SUCH_WINDOW("PERCENT_RANK", "no code for PERCENT_RANK and CUME_DIST"),
    RANGE_NULL("RANGE BETWEEN", "a NULL order key fails"),
    LAG("LAG(i, 1, 99)", "a default of another type fails"),
    NTH("NTH_VALUE", "the frame is not looked at"),
    EXCLUDE("EXCLUDE TIES", "the exclusion is not looked at");

    private final String parts;
    private final String reason;

    Deviation(String parts, String reason) {
      this.parts = parts;
      this.reason = reason;
    }

    static Optional<Deviation> of(String sql) {
      return Stream.of(values())
          .filter(deviation -> Stream.of(deviation.parts.split("\\|")).anyMatch(sql::contains))
          .findFirst();
    }
  }

  static Stream<String> queries() {
    return Stream.concat(
        Queries.all().stream(),
        Stream.of(
            "SELECT k, b, SUM(n) FROM r GROUP BY ROLLUP (k, b)",
            "SELECT k, b, COUNT(*), GROUPING(k), GROUPING(b) FROM r GROUP BY CUBE (k, b)",
            "SELECT k, b, COUNT(*) FROM r GROUP BY GROUPING SETS ((k), (b), ())",
            "SELECT k FROM r INTERSECT ALL SELECT k FROM p",
            "SELECT k FROM r EXCEPT ALL SELECT k FROM p",
            "SELECT r.id, p.z FROM r FULL JOIN p ON r.k = p.k",
            "SELECT id, FLOOR(t TO MONTH), FLOOR(t TO YEAR), FLOOR(t TO QUARTER) FROM r",
            "SELECT id, EXTRACT(QUARTER FROM t), EXTRACT(DOY FROM t), EXTRACT(WEEK FROM t) FROM r",
            "SELECT id, TIMESTAMPDIFF(DAY, t, DATE '2024-12-31') FROM r",
            "SELECT id, k LIKE '!%%' ESCAPE '!', INITCAP(k) FROM r"));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void agrees(String sql) {
    List<String> ours = H2AgreementTest.normal(RELEASED.rows(sql), sql);
    Optional<Deviation> deviation = Deviation.of(sql);
    if (deviation.isPresent()) {
      assertThat(byCalcite(sql)).as(deviation.get().reason).isNotEqualTo(ours);
    } else {
      assertThat(byCalcite(sql)).isEqualTo(ours);
    }
  }

  private static List<String> byCalcite(String sql) {
    try {
      return H2AgreementTest.normal(RELEASED.rowsByCalcite(sql), sql);
    } catch (RefusedException refusal) {
      return List.of(refusal.getMessage());
    }
  }
}
