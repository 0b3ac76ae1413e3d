package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries with several WITH DIFFERENTIAL_PRIVACY clauses, each with an epsilon of its own. */
class ClausesTest {
  private static final String TWO =
      "SELECT a.n, b.s FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) COUNT(*) AS n"
          + " FROM patients) AS a CROSS JOIN (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon ="
          + " 0.4) SUM(age) AS s, COUNT(DISTINCT region) AS r FROM patients) AS b";

  private final Clinic clinic = new Clinic();

  private static BigFraction epsilon(Frontier frontier) {
    return Stream.concat(
            frontier.selection().map(Selection::epsilon).stream(),
            frontier.releases().stream().map(Release::epsilon))
        .reduce(BigFraction.ZERO, BigFraction::add);
  }

  private static BigFraction delta(Frontier frontier) {
    return Stream.concat(
            frontier.selection().map(Selection::delta).stream(),
            frontier.releases().stream().map(Release::delta))
        .reduce(BigFraction.ZERO, BigFraction::add);
  }

  @Test
  void eachSpendsItsOwnEpsilon() {
    PrivatePlan plan = clinic.plan(TWO);
    assertThat(plan.epsilon()).isEqualByComparingTo("0.5");
    assertThat(plan.frontiers()).hasSize(2);
    assertThat(epsilon(plan.frontiers().get(0))).isEqualTo(BigFraction.of(1, 10));
    assertThat(epsilon(plan.frontiers().get(1))).isEqualTo(BigFraction.of(4, 10));
  }

  /** The same question twice is asked twice, once with each epsilon. */
  @Test
  void alikeAggregatesOfTwoClausesAreTwo() {
    PrivatePlan plan =
        clinic.plan(
            "SELECT (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) COUNT(*) FROM"
                + " patients), (SELECT /*+ DP(epsilon=0.2) */ COUNT(*) FROM patients)");
    assertThat(plan.epsilon()).isEqualByComparingTo("0.3");
    assertThat(plan.frontiers()).hasSize(2);
  }

  /** A query of a WITH that is read twice has one clause. */
  @Test
  void aQueryThatIsReadTwiceSpendsItsEpsilonOnce() {
    PrivatePlan plan =
        clinic.plan(
            "WITH t AS (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) COUNT(*) AS n"
                + " FROM patients), u AS (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.3)"
                + " SUM(age) AS s FROM patients) SELECT u.s / a.n, b.n FROM u, t AS a, t AS b");
    assertThat(plan.epsilon()).isEqualByComparingTo("0.4");
    assertThat(plan.frontiers()).hasSize(2);
  }

  /** Its limits, too; and where it names none those of the policy hold. */
  @Test
  void eachHasItsOwnLimits() {
    PrivatePlan plan =
        clinic.plan(
            "SELECT a.icd, a.n, b.m FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1,"
                + " max_groups_contributed = 1, max_rows_contributed = 1) icd, COUNT(*) AS n FROM"
                + " visits GROUP BY icd) AS a JOIN (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS"
                + " (epsilon = 0.4, max_groups_contributed = 3) icd, COUNT(*) AS m FROM visits"
                + " GROUP BY icd) AS b ON a.icd = b.icd");
    Frontier strict = plan.frontiers().get(0);
    Frontier usual = plan.frontiers().get(1);
    assertThat(strict.cut().orElseThrow().groups().orElseThrow().max()).isEqualTo(1);
    assertThat(usual.cut().orElseThrow().groups().orElseThrow().max()).isEqualTo(3);
  }

  /** Those who name none share what is left, by how many mechanisms need one. */
  @Test
  void deltaIsThatOfTheClauseOrAShareOfTheRest() {
    String select =
        "SELECT * FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1%s) icd, COUNT(*)"
            + " AS n FROM visits GROUP BY icd) AS a, (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS"
            + " (epsilon = 0.4%s) icd, COUNT(*) AS n FROM visits GROUP BY icd) AS b, (SELECT WITH"
            + " DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.2) COUNT(*) AS n FROM patients) AS c";
    BigDecimal usual = new BigDecimal("1e-8");
    BigFraction all = BigFraction.of(1, 100_000_000);

    PrivatePlan none = clinic.plan(select.formatted("", ""));
    assertThat(none.delta()).isEqualByComparingTo(usual);
    assertThat(delta(none.frontiers().get(0))).isEqualTo(all.divide(2));
    assertThat(delta(none.frontiers().get(1))).isEqualTo(all.divide(2));

    PrivatePlan one = clinic.plan(select.formatted(", delta = 1e-9", ""));
    BigFraction named = BigFraction.of(1, 1_000_000_000);
    assertThat(one.delta()).isEqualByComparingTo(usual);
    assertThat(delta(one.frontiers().get(0))).isEqualTo(named);
    assertThat(delta(one.frontiers().get(1))).isEqualTo(all.subtract(named));

    PrivatePlan both = clinic.plan(select.formatted(", delta = 1e-9", ", delta = 2e-9"));
    assertThat(both.delta()).isEqualByComparingTo("3e-9");
  }

  /** What is released first for a clause's own condition spends of that clause. */
  @Test
  void aSetBelowAClauseIsOfThatClause() {
    PrivatePlan plan =
        clinic.plan(
            "SELECT a.n, b.s FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1)"
                + " COUNT(*) AS n FROM visits WHERE icd IN (SELECT icd FROM visits GROUP BY icd"
                + " ORDER BY COUNT(*) DESC LIMIT 2)) AS a CROSS JOIN (SELECT WITH"
                + " DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.4) SUM(age) AS s FROM patients) AS"
                + " b");
    assertThat(plan.epsilon()).isEqualByComparingTo("0.5");
    assertThat(plan.frontiers())
        .extracting(Frontier::clause)
        .containsExactly(OptionalInt.of(0), OptionalInt.of(0), OptionalInt.of(1));
    assertThat(epsilon(plan.frontiers().get(0)).add(epsilon(plan.frontiers().get(1))))
        .isEqualTo(BigFraction.of(1, 10));
  }

  /** Each clause's Gaussian vectors are one, apart from those of the other. */
  @Test
  void gaussianVectorsAreOneInEachClause() {
    PrivatePlan plan =
        clinic.plan(
            "SELECT a.n, b.s, b.m FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1,"
                + " noise = gaussian) COUNT(*) AS n FROM visits) AS a, (SELECT WITH"
                + " DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.4, noise = gaussian) SUM(cost) AS s,"
                + " COUNT(DISTINCT patient_id) AS m FROM visits) AS b");
    assertThat(plan.frontiers()).hasSize(2);
    for (Frontier frontier : plan.frontiers()) {
      assertThat(
              frontier.releases().stream()
                  .map(Release::gaussianPart)
                  .flatMap(Optional::stream)
                  .map(part -> part.part())
                  .reduce(BigFraction.ZERO, BigFraction::add))
          .isEqualTo(BigFraction.ONE);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "epsilon = 1 | epsilon = 1.1 | add up to 2.1; the policy allows at most 2",
        "epsilon = 0.1 | delta = 0 | each of several WITH DIFFERENTIAL_PRIVACY clauses must set epsilon",
        "epsilon = 0.1 | epsilon = 0.1, error = 5% | error applies to the whole query",
        "epsilon = 0.1 | epsilon = 0.1, weights = 'n = 2' | weights applies to the whole query",
        "epsilon = 0.1, delta = 6e-9 | epsilon = 0.1, delta = 6e-9 | delta exceeds the policy's limit",
      })
  void whatOneSaysMayRuleOutAnother(String one, String other, String message) {
    String query =
        "SELECT a.n, b.n FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (%s) COUNT(*) AS n FROM"
            + " patients) AS a, (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (%s) COUNT(*) AS n FROM"
            + " visits) AS b";
    assertThatThrownBy(() -> clinic.plan(query.formatted(one, other)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(message);
  }

  @Test
  void anAggregateWithoutAClauseIsRefused() {
    assertThatThrownBy(
            () ->
                clinic.plan(
                    "SELECT (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) COUNT(*) FROM"
                        + " patients), (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1)"
                        + " COUNT(*) FROM visits), (SELECT SUM(age) FROM patients)"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("this SELECT aggregates private rows without a");
  }

  @Test
  void aClauseOfRowsIsRefused() {
    assertThatThrownBy(
            () ->
                clinic.plan(
                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) SUM(x.age) FROM"
                        + " (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) age FROM"
                        + " patients) AS x"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("but no aggregates, GROUP BY or DISTINCT");
  }

  /** Subqueries of other rows become joins, whose aggregates are still those of their clauses. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT d.code, (SELECT /*+ DP(epsilon=0.1) */ COUNT(*) FROM visits v WHERE v.icd ="
            + " d.code), (SELECT /*+ DP(epsilon=0.2) */ COUNT(*) FROM patients) FROM diseases d |"
            + " 0.3",
        "SELECT /*+ DP(epsilon=0.1) */ COUNT(*) FROM patients v WHERE age > (SELECT"
            + " /*+ DP(epsilon=0.2) */ AVG(age) FROM patients w WHERE w.sex = v.sex) | 0.3",
      })
  void correlatedSubQueriesKeepTheirClauses(String query, String epsilon) {
    PrivatePlan plan = clinic.plan(query);
    assertThat(plan.epsilon()).isEqualByComparingTo(epsilon);
    assertThat(plan.frontiers())
        .extracting(frontier -> frontier.clause().isPresent())
        .containsExactly(true, true);
  }

  /** Bounds as GoogleSQL writes them stand in each, and are taken for granted in that one alone. */
  @Test
  void boundsAreThoseOfTheirClause() {
    PrivatePlan plan =
        clinic.plan(
            "SELECT a.n, b.s, c.c FROM (SELECT WITH ANONYMIZATION OPTIONS (epsilon = 0.1)"
                + " ANON_COUNT(* CLAMPED BETWEEN 0 AND 1) AS n FROM patients) AS a, (SELECT WITH"
                + " ANONYMIZATION OPTIONS (epsilon = 0.1) ANON_SUM(age CLAMPED BETWEEN 0 AND 50) AS"
                + " s FROM patients) AS b, (SELECT WITH ANONYMIZATION OPTIONS (epsilon = 0.2)"
                + " SUM(cost) AS c FROM visits) AS c");
    assertThat(plan.epsilon()).isEqualByComparingTo("0.4");
  }

  /** What the others leave is what a clause without a delta of its own has. */
  @Test
  void aClauseMayLeaveNoDelta() {
    String query =
        "SELECT a.n, b.n FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1) icd,"
            + " COUNT(*) AS n FROM visits GROUP BY icd) AS a, (SELECT WITH DIFFERENTIAL_PRIVACY"
            + " OPTIONS (epsilon = 0.1, delta = %s) icd, COUNT(*) AS n FROM visits GROUP BY icd)"
            + " AS b";
    assertThat(clinic.plan(query.formatted("9e-9")).delta()).isEqualByComparingTo("1e-8");
    assertThatThrownBy(() -> clinic.plan(query.formatted("1e-8")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("needs a delta above 0");
    assertThatThrownBy(() -> clinic.plan(query.formatted("9.9999999999999999e-9")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("needs a delta above 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT /*+ DP(epsilon=0.3) */ AVG(n) FROM (SELECT /*+ DP(epsilon=0.1) */ patient_id,"
            + " COUNT(*) AS n FROM visits GROUP BY patient_id) AS x | groups by the person",
        "SELECT /*+ DP(epsilon=0.1), DP(epsilon=0.2) */ COUNT(*) FROM patients | takes one set",
        "SELECT /*+ DP(epsilon=0.1) */ (SELECT /*+ DP(epsilon=0.2) */ COUNT(*) FROM patients)"
            + " | but no aggregates, GROUP BY or DISTINCT",
      })
  void aClauseThatReleasesNothingIsRefused(String query, String message) {
    assertThatThrownBy(() -> clinic.plan(query))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(message);
  }
}
