package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;

/**
 * What a draw takes is bounded by the lengths of the parameters, from the finest epsilon and delta
 * to sensitivities of 30 digits: counted in random words, from one seed, never in time.
 */
class SamplerWorkTest {
  private static final int DRAWS = 200;

  /**
   * A fresh draw of 64 kB would be out of all proportion; the longest numbers here have 300 bits.
   */
  private static final long WORDS = 400;

  private static final String[] EPSILONS = {"1e-22", "1e-14", "1e-9", "1e-4", "0.1", "1", "50"};
  private static final String[] DELTAS = {"1e-30", "1e-18", "1e-8", "1e-3", "0.5"};
  private static final String[] SENSITIVITIES = {"1", "12345", "1e30"};

  @Test
  void partitionSelectionEndsWhateverItsParameters() {
    for (String epsilon : EPSILONS) {
      for (String delta : DELTAS) {
        for (int groups : new int[] {1, 1000, Integer.MAX_VALUE}) {
          PartitionSelection selection =
              PartitionSelection.of(rational(epsilon), rational(delta), groups);
          check(selection.noise(), epsilon + ", " + delta + ", " + groups);
        }
      }
    }
  }

  @Test
  void additiveNoiseEndsWhateverItsParameters() {
    for (String epsilon : EPSILONS) {
      for (String sensitivity : SENSITIVITIES) {
        BigFraction scale = rational(sensitivity).divide(rational(epsilon));
        check(new DiscreteLaplace(scale), "Laplace " + scale);
        check(new DiscreteGaussian(scale.multiply(scale)), "Gaussian " + scale);
      }
    }
  }

  private static void check(NoiseDistribution distribution, String what) {
    Sampler sampler = Sampler.of(distribution);
    SplittableRandom random = new SplittableRandom(1);
    long[] left = {WORDS * DRAWS};
    RandomBits bits =
        new RandomBits(
            () -> {
              assertThat(left[0]--).as(what).isPositive();
              return random.nextLong();
            });
    for (int i = 0; i < DRAWS; i++) {
      sampler.draw(bits);
    }
    assertThat(bits.wordsUsed() * Long.SIZE).as(what).isLessThan(3 * sampler.plannedBits() * DRAWS);
  }

  private static BigFraction rational(String text) {
    BigDecimal value = new BigDecimal(text);
    return BigFraction.of(value.unscaledValue())
        .multiply(BigFraction.of(BigInteger.TEN).pow(-value.scale()));
  }
}
