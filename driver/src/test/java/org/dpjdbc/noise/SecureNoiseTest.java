package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecureNoiseTest {
  static Stream<NoiseDistribution> distributions() {
    return Stream.of(
        new DiscreteLaplace(rational("0.2")),
        new DiscreteLaplace(rational("1")),
        new DiscreteLaplace(rational("16666.6666667")),
        new DiscreteLaplace(rational("1e30")),
        new DiscreteGaussian(rational("0.3")),
        new DiscreteGaussian(rational("2.25")),
        new DiscreteGaussian(rational("18.123")),
        new DiscreteGaussian(rational("1e12")),
        new DiscreteGaussian(rational("1e26")),
        new TruncatedLaplace(rational("3"), BigInteger.valueOf(40)));
  }

  /**
   * 20,000 single draws, repeatable. Within a block the words consumed are those planned, give or
   * take what the last surplus draw takes; and they do not follow the size of the noise.
   */
  @ParameterizedTest
  @MethodSource("distributions")
  void theWorkOfADrawDoesNotTellItsSize(NoiseDistribution distribution) {
    int blocks = 20_000;
    SplittableRandom random = new SplittableRandom(42);
    Sampler sampler = Sampler.of(distribution);
    long plan = SecureNoise.plannedWords(sampler, 1);
    double[] sizes = new double[blocks];
    double[] work = new double[blocks];
    for (int i = 0; i < blocks; i++) {
      RandomBits bits = new RandomBits(random::nextLong);
      sizes[i] = SecureNoise.draw(sampler, 1, plan, bits)[0].abs().doubleValue();
      work[i] = bits.wordsUsed();
    }
    assertThat(Arrays.stream(work).min().orElseThrow()).isGreaterThanOrEqualTo((double) plan);
    assertThat(Arrays.stream(work).max().orElseThrow()).isLessThanOrEqualTo(plan * 1.8 + 2);
    assertThat(Math.abs(correlation(sizes, work))).isLessThan(0.04);
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void thePlanIsAboveTheMeanAndBelowThreeTimesIt(NoiseDistribution distribution) {
    SplittableRandom random = new SplittableRandom(43);
    RandomBits bits = new RandomBits(random::nextLong);
    Sampler sampler = Sampler.of(distribution);
    int draws = 20_000;
    SecureNoise.draw(sampler, draws, 0, bits);
    double mean = 64.0 * bits.wordsUsed() / draws;
    assertThat((double) sampler.plannedBits()).isBetween(mean, 3 * mean);
  }

  @Test
  void aTapeGoesOnPastWhatWasDrawnAhead() {
    NoiseTape tape = NoiseSource.secure().tape(new DiscreteLaplace(rational("1e12")), 3);
    Set<BigInteger> drawn = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      drawn.add(tape.next());
    }
    assertThat(drawn).hasSizeGreaterThan(990); // ten equal among 1,000: below 10^-50
  }

  @Test
  void twoSourcesDoNotRepeatEachOther() {
    DiscreteLaplace wide = new DiscreteLaplace(rational("1e40"));
    BigInteger one = NoiseSource.secure().tape(wide, 1).next();
    BigInteger other = NoiseSource.secure().tape(wide, 1).next();
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void usedWordsAreOverwritten() {
    BufferedEntropy words = new BufferedEntropy(new Entropy(), 2);
    assertThat(words.nextWord()).isNotEqualTo(words.nextWord());
    assertThat(words.held()).containsOnly(0);
    words.nextWord();
    words.wipe();
    assertThat(words.held()).containsOnly(0);
  }

  @Test
  void drawsAheadAreNotNegative() {
    assertThatThrownBy(() -> TestNoise.zero().tape(new DiscreteLaplace(rational("1")), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double correlation(double[] x, double[] y) {
    double mx = Arrays.stream(x).average().orElseThrow();
    double my = Arrays.stream(y).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < x.length; i++) {
      xy += (x[i] - mx) * (y[i] - my);
      xx += (x[i] - mx) * (x[i] - mx);
      yy += (y[i] - my) * (y[i] - my);
    }
    return yy == 0 ? 0 : xy / Math.sqrt(xx * yy);
  }
}
