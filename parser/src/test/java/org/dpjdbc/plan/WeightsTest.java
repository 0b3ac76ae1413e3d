package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a query's epsilon is divided among its releases. */
class WeightsTest {
  private static final int ROUNDS = 40;

  private final Clinic clinic = new Clinic();

  private List<Release> releases(String sql) {
    return clinic.plan(sql).frontiers().stream()
        .flatMap(frontier -> frontier.releases().stream())
        .toList();
  }

  private List<BigFraction> epsilons(String sql) {
    return releases(sql).stream().map(Release::epsilon).toList();
  }

  /** In parts of the whole epsilon, which is 1. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // One column from each.
        "SUM(cost) AS s, COUNT(DISTINCT patient_id) AS n | 1/2, 1/2",
        "AVG(cost) AS a, MEDIAN(cost) AS m | 1/2, 1/2",
        // Three columns from one, and one from another: √3 and 1.
        "SUM(cost) AS s, AVG(cost) AS a, COUNT(*) AS n, MEDIAN(cost) AS m | 173/273, 100/273",
        // Three quantiles have two levels, and a median one: √(3·2) and 1.
        "MEDIAN(cost) AS a, QUANTILE(cost, 0.2) AS b, QUANTILE(cost, 0.9) AS c, COUNT(*) AS n"
            + " | 100/344, 244/344",
        // One aggregate is one however often it is asked for.
        "AVG(cost) AS a, AVG(cost) AS b, AVG(cost) * 2 AS c, MEDIAN(cost) AS m | 1/2, 1/2",
      })
  void whatFeedsSeveralColumnsHasMore(String columns, String expected) {
    assertThat(epsilons("SELECT " + columns + " FROM visits")).isEqualTo(fractions(expected));
  }

  /** Three quantiles, of two levels, that only the condition of a count reads: √2 and 1. */
  @Test
  void whatOnlyALaterQuestionReadsWeighsOnce() {
    assertThat(
            epsilons(
                "SELECT COUNT(*) AS n FROM visits, (SELECT QUANTILE(cost, 0.2) AS a,"
                    + " QUANTILE(cost, 0.5) AS b, QUANTILE(cost, 0.9) AS c FROM visits) AS t"
                    + " WHERE (cost > a AND cost < b) OR cost > c"))
        .isEqualTo(fractions("141/241, 100/241"));
  }

  private static List<BigFraction> fractions(String text) {
    return List.of(text.split(", ")).stream().map(BigFraction::parse).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n = 1 | SUM(cost) AS s, MEDIAN(cost) AS n | 1/2, 1/2",
        "N=4 | SUM(cost) AS s, MEDIAN(cost) AS n | 1/3, 2/3",
        "s = 9, n = 4 | SUM(cost) AS s, MEDIAN(cost) AS n | 3/5, 2/5",
        "\"s\" = 0.01 | SUM(cost) AS s, MEDIAN(cost) AS n | 1/11, 10/11",
        "SUM(cost) = 4 | SUM(cost), MEDIAN(cost) AS n | 2/3, 1/3",
        // Of expressions; the largest of several that read one aggregate.
        "q = 4 | SUM(cost) / 2 AS q, MEDIAN(cost) AS n | 2/3, 1/3",
        "q = 0.25 | SUM(cost) / 2 AS q, SUM(cost) AS s, MEDIAN(cost) AS n | 1/2, 1/2",
        "q = 9 | SUM(cost) / 2 AS q, SUM(cost) AS s, MEDIAN(cost) AS n | 3/4, 1/4",
        "a = 2.25 | AVG(cost) AS a, SUM(cost) AS s, MEDIAN(cost) AS n | 180/280, 100/280",
        // A quotient of two moves with both.
        "q = 4, m = 1 | SUM(cost) / MEDIAN(cost) AS q, MODE(EXTRACT(YEAR FROM at)) AS m | 2/5, 2/5, 1/5",
      })
  void aColumnCountsForWhatItIsComputedFrom(String weights, String columns, String expected) {
    assertThat(epsilons("SELECT /*+ DP(weights='" + weights + "') */ " + columns + " FROM visits"))
        .isEqualTo(fractions(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s, m FROM (SELECT SUM(cost) AS s, MEDIAN(cost) AS m FROM visits) q WHERE m > 2",
        "SUM(cost) AS s, MEDIAN(cost) AS m FROM visits HAVING COUNT(cost) > 5 AND SUM(cost) > 3",
        "s, m FROM (SELECT SUM(cost) AS s, MEDIAN(cost) AS m FROM visits UNION ALL"
            + " SELECT 1, 2 FROM diseases) AS u",
        "MAX(s) AS s, MIN(m) AS m FROM (SELECT SUM(cost) AS s, MEDIAN(cost) AS m FROM visits"
            + " GROUP BY EXTRACT(MONTH FROM at)) AS g",
        "a.s, b.m FROM (SELECT SUM(cost) AS s FROM visits) AS a CROSS JOIN (SELECT MEDIAN(cost)"
            + " AS m FROM visits) AS b",
        "SUM(SUM(cost)) OVER () AS s, MEDIAN(cost) AS m FROM visits ORDER BY 1 LIMIT 3",
      })
  void columnsAreFollowedThroughWhatStandsAbove(String query) {
    List<BigFraction> shares = epsilons("SELECT /*+ DP(weights='s = 16') */ " + query);
    List<BigFraction> plain = epsilons("SELECT " + query);
    assertThat(shares).hasSameSizeAs(plain);
    List<Release> releases = releases("SELECT " + query);
    for (int i = 0; i < shares.size(); i++) {
      boolean sum = releases.get(i).what().contains("SUM") || releases.get(i).size() > 1;
      assertThat(shares.get(i).compareTo(plain.get(i)))
          .as(releases.get(i).what())
          .isEqualTo(sum ? 1 : -1);
    }
  }

  @Test
  void gaussianReleasesArePartsByTheCubeRootOfTheSquare() {
    String sql =
        "SELECT /*+ DP(noise=gaussian%s) */ SUM(cost) AS s, COUNT(*) AS n, COUNT(DISTINCT"
            + " patient_id) AS p, MEDIAN(cost) AS m FROM visits";
    List<NoisyVector> vectors = vectors(sql.formatted(", weights='p = 8'"));
    assertThat(vectors)
        .extracting(NoisyVector::part)
        .containsExactlyElementsOf(fractions("158/558, 400/558"));
    // √2 and √8 together, and 1 for the median.
    BigFraction vector = BigFraction.of(141 + 282, 141 + 282 + 100);
    assertThat(vectors.get(0).epsilon()).isEqualTo(vector.multiply(vectors.get(0).part()));
    assertThat(vectors.get(1).epsilon()).isEqualTo(vector.multiply(vectors.get(1).part()));
    BigFraction delta = vectors.get(0).delta().add(vectors.get(1).delta());
    assertThat(vectors.get(0).delta()).isEqualTo(delta.multiply(vectors.get(0).part()));
  }

  private List<NoisyVector> vectors(String sql) {
    return releases(sql).stream()
        .filter(NoisyVector.class::isInstance)
        .map(NoisyVector.class::cast)
        .toList();
  }

  /** Groups that are not shown have no columns: what shows them keeps its share. */
  @Test
  void whatSelectsTheGroupsKeepsAnEqualShare() {
    String sql =
        "SELECT /*+ DP(weights='n = 0.01') */ region, COUNT(*) AS n, AVG(age) AS a,"
            + " SUM(age) AS s, VAR_POP(age) AS v, MEDIAN(age) AS m FROM patients GROUP BY region";
    List<Release> releases = releases(sql);
    assertThat(releases.get(0)).isInstanceOf(ThresholdedCount.class);
    assertThat(releases.get(0).epsilon()).isEqualTo(BigFraction.of(1, 3));
    assertThat(releases.get(1).epsilon())
        .isEqualTo(BigFraction.of(2, 3).multiply(BigFraction.of(173, 273)));
    Selection own =
        clinic
            .plan("SELECT region, AVG(age), SUM(age), MEDIAN(age) FROM patients GROUP BY region")
            .frontiers()
            .get(0)
            .selection()
            .orElseThrow();
    assertThat(own.epsilon()).isEqualTo(BigFraction.of(1, 3));
    List<Release> more = releases(sql.replace("n = 0.01", "n = 100"));
    assertThat(more.get(0).epsilon()).isGreaterThan(BigFraction.of(1, 2));
  }

  /** Tools probe for the columns of a query, whose weights are of nothing then. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (%s) AS q WHERE 1 = 0",
        "SELECT * FROM (%s) AS q LIMIT 0",
        "SELECT * FROM (%s) AS q WHERE 1 <> 1 LIMIT 0",
        "%s WHERE FALSE",
      })
  void aProbeHasNoErrors(String probe) {
    String sql = "SELECT /*+ DP(weights='s = 4') */ SUM(cost) AS s, COUNT(*) AS n FROM visits";
    PrivatePlan plan = clinic.plan(probe.formatted(sql));
    assertThat(plan.isFree()).isTrue();
    assertThat(plan.epsilon().signum()).isZero();
  }

  /** Where each error has a limit the number of columns is nothing to it. */
  @Test
  void anErrorThatIsAskedForIsThatOfEachColumn() {
    String sql =
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5%%%s) SUM(cost) AS s, AVG(cost)"
            + " AS a, COUNT(*) AS n, COUNT(DISTINCT patient_id) AS p FROM visits";
    List<BigFraction> shares = epsilons(sql.formatted(""));
    assertThat(shares).hasSize(2);
    assertThat(shares.get(0)).isEqualTo(shares.get(1));
    List<BigFraction> weighed = epsilons(sql.formatted(", weights = 'p = 4'"));
    assertThat(weighed.get(0)).isEqualTo(weighed.get(1).multiply(2));
  }

  /** A plan with other weights is another question; weights of 1 are none. */
  @Test
  void otherWeightsAreAnotherQuestion() {
    String sql = "SELECT %s SUM(cost) AS s, COUNT(DISTINCT patient_id) AS p FROM visits";
    for (String noise : List.of("laplace", "gaussian", "best")) {
      String hint = "/*+ DP(noise=" + noise + "%s) */";
      String none = clinic.plan(sql.formatted(hint.formatted(""))).fingerprint();
      String ones =
          clinic.plan(sql.formatted(hint.formatted(", weights='s = 1, p = 1.0'"))).fingerprint();
      String others = clinic.plan(sql.formatted(hint.formatted(", weights='s = 4'"))).fingerprint();
      assertThat(ones).isEqualTo(none);
      assertThat(others).isNotEqualTo(none);
    }
  }

  /** Whatever the weights, everything together spends exactly what the query costs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SUM(cost) AS a, MEDIAN(cost) AS b, COUNT(*) AS c FROM visits",
        "SUM(cost) AS a, VAR_POP(cost) AS b, COUNT(DISTINCT patient_id) AS c FROM visits GROUP BY"
            + " icd",
        "COUNT(*) AS a, AVG(age) AS b, MAX(weight) AS c FROM patients GROUP BY region",
        "COUNT(*) AS a, QUANTILE(age, 0.2) AS b, QUANTILE(age, 0.7) AS c FROM patients GROUP BY"
            + " ROLLUP (sex, region)",
        "SUM(amount) AS a, COUNT(*) AS b, AVG(balance) AS c FROM bills GROUP BY icd",
        "COUNT(*) AS a, SUM(price) AS b, SUM(price) FILTER (WHERE price > 3) AS c FROM deals"
      })
  void nothingIsSpentBeyondTheWhole(String query) {
    Random random = new Random(query.length());
    for (int round = 0; round < ROUNDS; round++) {
      String weights =
          IntStream.range(0, 3)
              .filter(i -> random.nextBoolean())
              .mapToObj(i -> (char) ('a' + i) + " = " + weight(random))
              .collect(Collectors.joining(", "));
      String noise =
          query.contains("deals") ? "best" : List.of("laplace", "gaussian", "best").get(round % 3);
      PrivatePlan plan =
          clinic.plan(
              "SELECT /*+ DP(noise="
                  + noise
                  + ", epsilon=0.7"
                  + (weights.isEmpty() ? "" : ", weights='" + weights + "'")
                  + ") */ "
                  + query);
      int units = query.contains("deals") ? 2 : 1;
      BigFraction epsilon = BigFraction.ZERO;
      BigFraction delta = BigFraction.ZERO;
      BigFraction parts = BigFraction.ZERO;
      for (Frontier frontier : plan.frontiers()) {
        epsilon =
            epsilon.add(frontier.selection().map(Selection::epsilon).orElse(BigFraction.ZERO));
        delta = delta.add(frontier.selection().map(Selection::delta).orElse(BigFraction.ZERO));
        for (Release release : frontier.releases()) {
          assertThat(release.epsilon().signum()).isPositive();
          epsilon = epsilon.add(release.epsilon());
          delta = delta.add(release.delta());
          parts =
              parts.add(release.gaussianPart().map(part -> part.part()).orElse(BigFraction.ZERO));
        }
      }
      assertThat(epsilon.multiply(units)).as(weights).isEqualTo(BigFraction.of(7, 10));
      assertThat(delta).isEqualTo(exact(plan));
      assertThat(parts).isIn(BigFraction.ZERO, BigFraction.ONE);
    }
  }

  private static BigFraction exact(PrivatePlan plan) {
    return BigFraction.of(plan.delta().unscaledValue())
        .multiply(BigFraction.of(10).pow(-plan.delta().scale()));
  }

  private static String weight(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> "0.01";
      case 1 -> "100";
      default -> BigDecimal.valueOf(1 + random.nextInt(10_000), 2).toPlainString();
    };
  }

  /** Shares of quantiles are those of all their levels. */
  @Test
  void levelsShareWhatTheirReleaseHas() {
    List<Release> releases = releases("SELECT QUANTILE(cost, 0.2), MEDIAN(cost) FROM visits");
    assertThat(releases).hasSize(1);
    assertThat(((QuantileRelease) releases.get(0)).levels()).isEqualTo(2);
    assertThat(releases.get(0).epsilon()).isEqualTo(BigFraction.ONE);
  }
}
