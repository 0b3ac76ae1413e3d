package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How far one person moves a count of rows that are joined with rows of which the query says how
 * many.
 */
class ValuesRowsTest {
  private final Clinic clinic = new Clinic();

  private NoisyVector vector(String sql) {
    return clinic.plan(sql).frontiers().get(0).releases(NoisyVector.class).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | patients p JOIN (VALUES ('A', 1), ('B', 2)) AS v (k, x) ON v.k = p.region
          1 | patients p JOIN (VALUES (0, 29), (30, 120)) AS v (lo, hi) ON p.age BETWEEN v.lo AND v.hi
          1 | patients p JOIN (VALUES (0, 30), (30, 120)) AS v (lo, hi) ON p.age >= v.lo AND p.age < v.hi
          2 | patients p JOIN (VALUES (0, 30), (30, 120)) AS v (lo, hi) ON p.age BETWEEN v.lo AND v.hi
          2 | patients p JOIN (VALUES ('A', 1), ('A', 2)) AS v (k, x) ON v.k = p.region
          2 | patients p JOIN (VALUES ('A'), ('B')) AS v (k) ON v.k < p.region
          3 | patients p CROSS JOIN (VALUES (1), (2), (3)) AS v (x)
          3 | patients p LEFT JOIN (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3) AS v ON v.x < p.age
          6 | patients p CROSS JOIN (VALUES (1), (2), (3)) AS v (x) CROSS JOIN (VALUES (1), (2)) AS w (y)
          4 | patients p JOIN (SELECT code FROM diseases ORDER BY code LIMIT 4) d ON d.code < p.region
          2 | events e CROSS JOIN (VALUES (1), (2)) AS v (x)
          """)
  void aPersonMovesACountBySoManyRows(int rows, String from) {
    NoisyVector vector = vector("SELECT COUNT(*) FROM " + from);
    assertThat(vector.l1()).isEqualTo(BigFraction.of(rows));
    assertThat(vector.l2Squared()).isEqualTo(BigFraction.of((long) rows * rows));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "patients p JOIN diseases d ON d.code < p.region",
        "patients p LEFT JOIN (SELECT code FROM diseases ORDER BY code LIMIT 101) d ON d.code < p.region",
        "patients p JOIN (SELECT chapter FROM diseases GROUP BY chapter) d ON d.chapter < p.region"
      })
  void moreRowsThanAreKnownNeedALimit(String from) {
    assertThatThrownBy(() -> clinic.plan("SELECT COUNT(*) FROM " + from))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(RefusalCode.NO_BOUNDS))
        .hasMessageContaining("may repeat rows of PATIENTS");
  }

  /** Where one row at most fits, nothing is joined: the statement has no list to repeat rows. */
  @Test
  void rowsThatExcludeEachOtherAreACase() {
    String sql =
        clinic
            .plan(
                "SELECT v.x, COUNT(*) FROM patients p JOIN (VALUES ('A', 1), ('B', 2)) AS v (k, x)"
                    + " ON v.k = p.region GROUP BY v.x")
            .frontiers()
            .get(0)
            .queries()
            .get(0)
            .sql();
    assertThat(sql).contains("CASE").doesNotContain("VALUES").doesNotContain("JOIN");
  }
}
