package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.numbers.fraction.BigFraction;

/** The fast samplers and the ones for parameters of any size are the same function of the bits. */
class SamplerPathsTest {
  private static final int DRAWS = 40;

  @Property
  void laplace(
      @ForAll @LongRange(min = 1, max = (1L << 46) - 1) long numerator,
      @ForAll @LongRange(min = 1, max = (1L << 62) - 1) long denominator,
      @ForAll long seed) {
    BigFraction scale = BigFraction.of(numerator, denominator);
    assertThat(LongLaplaceSampler.fits(scale)).isTrue();
    sameDraws(new LongLaplaceSampler(scale), new BigLaplaceSampler(scale), seed);
  }

  @Property
  void gaussian(
      @ForAll @LongRange(min = 1, max = 1L << 45) long numerator,
      @ForAll @LongRange(min = 1, max = 1L << 14) long denominator,
      @ForAll long seed) {
    BigFraction sigmaSquared = BigFraction.of(numerator, denominator);
    assertThat(LongGaussianSampler.fits(sigmaSquared)).isTrue();
    sameDraws(new LongGaussianSampler(sigmaSquared), new BigGaussianSampler(sigmaSquared), seed);
  }

  private static void sameDraws(Sampler fast, Sampler general, long seed) {
    RandomBits first = bits(seed);
    RandomBits second = bits(seed);
    assertThat(fast.plannedBits()).isEqualTo(general.plannedBits());
    for (int i = 0; i < DRAWS; i++) {
      assertThat(fast.draw(first)).isEqualTo(general.draw(second));
    }
    assertThat(first.wordsUsed()).isEqualTo(second.wordsUsed());
  }

  private static RandomBits bits(long seed) {
    return new RandomBits(new SplittableRandom(seed)::nextLong);
  }
}
