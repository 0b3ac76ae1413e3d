package org.dpjdbc.budget.accountant;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.GaussianPrivacy;
import org.junit.jupiter.api.Test;

/** The inequality that the cost of pure mechanisms rests on, and what follows from it. */
class GaussianLossTest {
  private static final double PURE = GaussianLoss.PURE.doubleValue();
  private static final double HEADROOM = GaussianLoss.HEADROOM.doubleValue();

  /** From ε = 10^-4 on in steps of 0.1 %, both sides subtracted from 1. */
  @Test
  void totalVariationIsDominatedAtEveryEpsilon() {
    for (double epsilon = 1e-4; epsilon < 20; epsilon *= 1.001) {
      double root = Math.sqrt(HEADROOM) * epsilon;
      double missing =
          2
              / (1 + Math.exp(epsilon))
              * (Brute.upperTail(root / 2 - epsilon / root)
                  + Math.exp(epsilon) * Brute.upperTail(root / 2 + epsilon / root));
      double left = 2 * Brute.upperTail(Math.sqrt(HEADROOM + PURE) * epsilon / 2);
      assertThat(left / missing).as("at %s", epsilon).isLessThan(1 - 2e-5 * Math.min(epsilon, 1));
    }
  }

  /** As ε → 0 both sides are proportional to ε. */
  @Test
  void totalVariationIsDominatedInTheLimit() {
    double root = Math.sqrt(HEADROOM);
    double overshoot = root * (Brute.density(0.5) - 0.5 * Brute.upperTail(0.5));
    double needed = 0.5 + overshoot;
    double given = Math.sqrt(HEADROOM + PURE) / Math.sqrt(2 * Math.PI);
    assertThat(given).isBetween(needed + 2e-5, needed + 2e-4);
  }

  /** Not only the total variation: every hockey-stick divergence, as the proof says. */
  @Test
  void everyDivergenceIsDominated() {
    for (double epsilon : new double[] {0.001, 0.03, 0.3, 1, 3}) {
      double s = HEADROOM * epsilon * epsilon;
      double c = PURE * epsilon * epsilon;
      for (double x = 0; x < 12 * epsilon; x += epsilon / 50) {
        double up = 1 / (1 + Math.exp(-epsilon));
        double needed =
            up * Brute.gaussianDelta(s, x - epsilon)
                + (1 - up) * Brute.gaussianDelta(s, x + epsilon);
        assertThat(Brute.gaussianDelta(s + c, x)).isGreaterThan(needed - 1e-15);
      }
    }
  }

  /** A smaller share would not do: the constant has no slack to speak of. */
  @Test
  void aSmallerShareIsNotEnough() {
    double epsilon = 0.01;
    double s = HEADROOM * epsilon * epsilon;
    double needed =
        Math.tanh(epsilon / 2) + 2 / (1 + Math.exp(epsilon)) * Brute.gaussianDelta(s, epsilon);
    assertThat(Brute.gaussianDelta(s + 1.039 * epsilon * epsilon, 0)).isLessThan(needed);
  }

  /** The discrete Gaussian at every ε, against the Gaussian that it is charged as. */
  @Test
  void discreteGaussianIsDominated() {
    for (int sigmaSquared : new int[] {9, 12, 20, 100, 1_000}) {
      for (int shift : new int[] {1, 2, 5}) {
        ChargedMechanism.Gaussian mechanism =
            new ChargedMechanism.Gaussian(
                BigFraction.ONE,
                BigFraction.of(1, 1_000),
                BigFraction.of(shift * shift),
                BigFraction.of(sigmaSquared),
                BigFraction.of(sigmaSquared));
        Loss loss = GaussianLoss.of(mechanism);
        assertThat(loss.failure()).isEqualTo(BigFraction.ZERO);
        double mu = loss.amount().doubleValue();
        for (double epsilon = 0; epsilon < 3; epsilon += 0.05) {
          double bound =
              GaussianPrivacy.upperDelta(BigDecimal.valueOf(mu), BigDecimal.valueOf(epsilon))
                  .doubleValue();
          assertThat(bound)
              .isGreaterThanOrEqualTo(
                  Brute.discreteGaussianDelta(sigmaSquared, shift, epsilon) - 1e-14);
        }
      }
    }
  }

  @Test
  void narrowNoiseCountsAsItsEpsilonAndDelta() {
    Loss loss =
        GaussianLoss.of(
            new ChargedMechanism.Gaussian(
                BigFraction.of(2),
                BigFraction.of(1, 1_000),
                BigFraction.ONE,
                BigFraction.of(8),
                BigFraction.of(8)));
    assertThat(loss.failure()).isEqualTo(BigFraction.of(1, 1_000));
    assertThat(loss.amount()).isEqualTo(GaussianLoss.PURE.multiply(4));
    assertThat(loss.headroom()).isEqualTo(BigFraction.of(16));
  }
}
