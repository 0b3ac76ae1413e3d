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
    DECIMAL_STRING("CAST(d AS VARCHAR", "0.50 is written .50"),
    DOUBLE_STRING("CAST(s AS VARCHAR", "0.0 is written 0E0"),
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
            "SELECT id, k LIKE '!%%' ESCAPE '!' FROM r",
            "SELECT id, ASCII(k), ASCII(c), POSITION('o' IN k FROM 3), POSITION('' IN k FROM 6) FROM r",
            "SELECT id, COT(s + 1.5e0) FROM r",
            "SELECT id, TIMESTAMPDIFF(MONTH, t, DATE '2024-02-29'), TIMESTAMPDIFF(YEAR, t, DATE '2024-03-31') FROM r",
            "SELECT id, TIMESTAMPDIFF(MONTH, CAST(t AS TIMESTAMP), TIMESTAMP '2024-02-29 12:00:00'), TIMESTAMPDIFF(QUARTER, t, DATE '2020-03-31') FROM r",
            "SELECT id, (t - DATE '2020-01-31') MONTH > INTERVAL '3' MONTH FROM r",
            "SELECT id, INTERVAL '1' DAY < INTERVAL '25' HOUR, INTERVAL '1' YEAR = INTERVAL '12' MONTH FROM r",
            "SELECT id, TIMESTAMPADD(HOUR, 1, t), TIMESTAMPADD(HOUR, -30, t) FROM r",
            "SELECT id, EXTRACT(EPOCH FROM t), EXTRACT(ISOYEAR FROM t), EXTRACT(HOUR FROM t) FROM r",
            "SELECT id, EXTRACT(MILLISECOND FROM CAST(t AS TIMESTAMP)), EXTRACT(MICROSECOND FROM CAST(t AS TIMESTAMP)) FROM r",
            "SELECT id, EXTRACT(DAY FROM (t - DATE '2020-01-01') DAY TO SECOND), EXTRACT(HOUR FROM INTERVAL '1 02:03:04' DAY TO SECOND) FROM r",
            "SELECT id, EXTRACT(MINUTE FROM INTERVAL '1 02:03:04' DAY TO SECOND), EXTRACT(SECOND FROM INTERVAL '1 02:03:04' DAY TO SECOND) FROM r",
            "SELECT EXTRACT(MONTH FROM INTERVAL '5-3' YEAR TO MONTH), EXTRACT(YEAR FROM INTERVAL '5-3' YEAR TO MONTH)",
            "SELECT id, CEIL(t TO MONTH), CEIL(t TO YEAR), CEIL(t TO QUARTER), CEIL(t TO DAY), CEIL(t TO DECADE) FROM r",
            "SELECT id, FLOOR(t TO CENTURY), FLOOR(t TO MILLENNIUM), CEIL(t TO CENTURY), CEIL(t TO MILLENNIUM) FROM r",
            "SELECT id, CEIL(u TO HOUR), CEIL(u TO MINUTE), CEIL(u TO SECOND), CEIL(u TO DAY), FLOOR(u TO MILLISECOND) FROM r WHERE id <> 3",
            "SELECT FLOOR(x TO HOUR), FLOOR(x TO MINUTE), CEIL(x TO HOUR), CEIL(x TO SECOND) FROM (VALUES (TIME '10:20:30'), (TIME '11:00:00')) AS v (x)",
            "SELECT id, CAST('123e4567-e89b-12d3-a456-42661417400' || id AS UUID) FROM r",
            "SELECT r.id, x.y FROM r, LATERAL (SELECT r.n + 1 AS y UNION ALL SELECT r.n) AS x",
            "SELECT r.id, x.z FROM r LEFT JOIN LATERAL (SELECT p.z FROM p WHERE p.z > r.i UNION SELECT p.z + r.id FROM p WHERE p.k = r.k) AS x ON TRUE"));
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
