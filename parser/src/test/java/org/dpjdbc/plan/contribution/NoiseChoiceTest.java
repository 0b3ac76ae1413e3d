package org.dpjdbc.plan.contribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.Clinic;
import org.dpjdbc.plan.contribution.NoiseChoice.Sensitivity;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.NoiseKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseChoiceTest {
  /**
   * One unit counts once in each of k groups. The standard deviation is about k√2/ε with Laplace
   * noise and σ√k with Gaussian noise. At ε = 1, σ is 4.2 for δ = 1e-6 and 5.9 for δ = 1e-10 (Balle
   * and Wang 2018), so Gaussian noise wins from about 10 and about 18 groups on.
   */
  @ParameterizedTest
  @CsvSource({
    "BASIC, 1, 1e-6, 1, LAPLACE",
    "BASIC, 1, 1e-6, 9, LAPLACE",
    "BASIC, 1, 1e-6, 12, GAUSSIAN",
    "BASIC, 1, 1e-10, 17, LAPLACE",
    "BASIC, 1, 1e-10, 21, GAUSSIAN",
    "BASIC, 0.1, 1e-6, 5, LAPLACE",
    "BASIC, 0.1, 1e-6, 9, GAUSSIAN",
    "BASIC, 1, 0, 1000, LAPLACE",
    "ZCDP, 1, 1e-6, 1, GAUSSIAN",
    "PLD, 0.01, 1e-6, 1, GAUSSIAN",
    "ZCDP, 2, 1e-6, 1, GAUSSIAN",
    "ZCDP, 4, 1e-6, 1, LAPLACE",
    "PLD, 1, 0, 1, LAPLACE"
  })
  void takesTheSmallerNoise(
      Composition composition, double epsilon, double delta, int groups, NoiseKind expected) {
    assertThat(NoiseChoice.best(composition, epsilon, delta, groups, groups)).isEqualTo(expected);
  }

  /** At epsilon 1 and delta 1e-6 several releases have less noise as one vector from 11 on. */
  @ParameterizedTest
  @CsvSource({"1, LAPLACE", "10, LAPLACE", "11, GAUSSIAN", "40, GAUSSIAN"})
  void manyReleasesAreOneVector(int count, NoiseKind expected) {
    assertThat(
            NoiseChoice.joint(
                1.0 / count, 1e-6, 0, 0, Collections.nCopies(count, new Sensitivity(1, 1))))
        .hasSize(count)
        .containsOnly(expected);
  }

  @Test
  void eachVectorHasTheNoiseThatSuitsIt() {
    List<Sensitivity> vectors =
        List.of(new Sensitivity(1, 1), new Sensitivity(400, 400), new Sensitivity(400, 400));
    assertThat(NoiseChoice.joint(1.0 / 3, 1e-6, 0, 0, vectors))
        .containsExactly(NoiseKind.LAPLACE, NoiseKind.GAUSSIAN, NoiseKind.GAUSSIAN);
    assertThat(NoiseChoice.joint(1.0 / 3, 0, 0, 0, vectors)).containsOnly(NoiseKind.LAPLACE);
  }

  /** Of all frontiers together, with what each is charged. */
  @Test
  void theGaussianVectorsOfAQueryAreOne() {
    PrivatePlan plan =
        new Clinic()
            .plan(
                "SELECT /*+ DP(noise=gaussian) */ SUM(cost), COUNT(*), (SELECT COUNT(*) FROM"
                    + " patients) FROM visits");
    List<NoisyVector> vectors =
        plan.frontiers().stream().flatMap(f -> f.releases(NoisyVector.class).stream()).toList();
    assertThat(vectors)
        .extracting(NoisyVector::part)
        .containsExactly(BigFraction.of(158, 258), BigFraction.of(100, 258));
    assertThat(
            vectors.stream().map(NoisyVector::epsilon).reduce(BigFraction.ZERO, BigFraction::add))
        .isEqualTo(BigFraction.ONE);
  }

  /** The kind of noise of the count that selects; nothing if none does. */
  private static List<NoiseKind> selecting(String sql) {
    return new Clinic()
        .plan(sql).frontiers().get(0).releases(ThresholdedCount.class).stream()
            .map(ThresholdedCount::noise)
            .toList();
  }

  @Test
  void aGaussianCountSelectsGroups() {
    PrivatePlan plan =
        new Clinic()
            .plan(
                "SELECT /*+ DP(noise=gaussian) */ region, COUNT(*) FROM patients GROUP BY region");
    ThresholdedCount count = plan.frontiers().get(0).releases(ThresholdedCount.class).get(0);
    assertThat(count.noise()).isEqualTo(NoiseKind.GAUSSIAN);
    assertThat(count.epsilon()).isEqualTo(BigFraction.ONE);
    assertThat(count.part()).isEqualTo(BigFraction.ONE);
    assertThat(count.delta().doubleValue()).isEqualTo(plan.delta().doubleValue());
    assertThat(count.gaussianPart().orElseThrow().delta().add(count.failure()))
        .isEqualTo(count.delta());
    assertThat(plan.frontiers().get(0).selection()).isEmpty();
  }

  /** With few groups per person Laplace noise shows more, with many Gaussian noise. */
  @Test
  void theBestCountSelects() {
    String distinct =
        "SELECT /*+ DP(noise=best, max_groups_contributed=%d) */ icd, COUNT(DISTINCT patient_id)"
            + " FROM visits GROUP BY icd";
    assertThat(selecting(distinct.formatted(2))).containsExactly(NoiseKind.LAPLACE);
    ThresholdChoice choice = new ThresholdChoice(1, 1e-6, 1, 1);
    assertThat(choice.gaussian(1, 2, 1).isBetter(choice.laplace(1, 2))).isFalse();
    assertThat(choice.gaussian(1, 100, 1).isBetter(choice.laplace(1, 100))).isTrue();
    // Where one unit is in 10 groups, 83 people are enough: GaussianSelectionTest.
    assertThat(choice.gaussian(1, 10, 1).needed()).isBetween(78.0, 84.0);
    // Truncated Laplace noise at a tenth of ε and δ: 1 + ln((e^0.1 - 1) / 2e-7) / 0.1 people.
    assertThat(choice.laplace(1, 10).needed()).isBetween(130.0, 134.0);
  }

  /** So many rows a person hide what a number of people shows. */
  @Test
  void aCountOfManyRowsSelectsNothing() {
    String counted =
        "SELECT /*+ DP(noise=gaussian, max_rows_contributed=%d, max_groups_contributed=1) */ icd,"
            + " COUNT(*) FROM visits GROUP BY icd";
    assertThat(selecting(counted.formatted(1))).containsExactly(NoiseKind.GAUSSIAN);
    assertThat(selecting(counted.formatted(20))).isEmpty();
  }

  @Test
  void aPlanHasItsKindsAndNoDeltaThatNobodyNeeds() {
    PrivatePlan plan = new Clinic().plan("SELECT /*+ DP(noise=best) */ COUNT(*) FROM visits");
    assertThat(plan.frontiers().get(0).releases(NoisyVector.class))
        .extracting(NoisyVector::noise)
        .containsExactly(NoiseKind.LAPLACE);
    assertThat(plan.delta()).isZero();
  }

  /** A row of several people has Laplace noise: no other rule is proved for it. */
  @Test
  void severalUnitsHaveLaplaceNoise() {
    PrivatePlan plan =
        new Clinic().plan("SELECT /*+ DP(noise=best, epsilon=0.001) */ COUNT(*) FROM deals");
    assertThat(plan.frontiers().get(0).releases(NoisyVector.class))
        .extracting(NoisyVector::noise)
        .containsExactly(NoiseKind.LAPLACE);
  }
}
