package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.backends.SuiteCases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The samplers against their closed-form probabilities, on the secure source. Each check raises a
 * false alarm with probability 10^-12, all of them together with less than 10^-9; and each rejects
 * a scale (a standard deviation) that is 10 % off.
 */
@Tag("more")
class SamplerDistributionTest {
  private static final double FALSE_ALARM = 1e-12;
  private static final int DRAWS = 300_000;

  /** With whose scales many others show. */
  private static final int FEWER = SuiteCases.SAMPLER_DISTRIBUTION.number();

  private final NoiseSource secure = NoiseSource.secure();

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "1", "0.9", "1.428571", "10", "33.3333333", "123.456", "500"})
  void laplace(String scale) {
    check(new DiscreteLaplace(rational(scale)), Double.parseDouble(scale), this::laplaceWeight);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.3", "1", "2.25", "17.9", "100", "333.333", "10000"})
  void gaussian(String sigmaSquared) {
    check(
        new DiscreteGaussian(rational(sigmaSquared)),
        Math.sqrt(Double.parseDouble(sigmaSquared)),
        this::gaussianWeight);
  }

  @Test
  void laplaceWithParametersBeyondLong() {
    BigFraction huge = rational("1.000000000000000000000000000001").multiply(7);
    assertThat(Sampler.of(new DiscreteLaplace(huge))).isInstanceOf(BigLaplaceSampler.class);
    check(new DiscreteLaplace(huge), 7, this::laplaceWeight);
  }

  @Test
  void gaussianWithParametersBeyondLong() {
    BigFraction huge = rational("1.000000000000000000000000000001").multiply(9);
    assertThat(Sampler.of(new DiscreteGaussian(huge))).isInstanceOf(BigGaussianSampler.class);
    check(new DiscreteGaussian(huge), 3, this::gaussianWeight);
  }

  static Stream<TruncatedLaplace> truncated() {
    return Stream.of(
        new TruncatedLaplace(rational("1"), BigInteger.valueOf(11)),
        new TruncatedLaplace(rational("2"), BigInteger.valueOf(6)),
        new TruncatedLaplace(rational("0.5"), BigInteger.ONE),
        new TruncatedLaplace(rational("9.5"), BigInteger.valueOf(9)),
        new TruncatedLaplace(rational("9"), BigInteger.valueOf(9)),
        new TruncatedLaplace(rational("8.5"), BigInteger.valueOf(9)));
  }

  @ParameterizedTest
  @MethodSource
  void truncated(TruncatedLaplace noise) {
    BigInteger[] draws = draws(noise, DRAWS);
    int bound = noise.bound().intValueExact();
    double scale = noise.scale().doubleValue();
    assertThat(draws).allMatch(draw -> draw.abs().compareTo(noise.bound()) <= 0);
    assertThat(ChiSquare.pValue(draws, bound, laplaceWeight(scale))).isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(draws, bound, laplaceWeight(scale * 1.1))).isLessThan(FALSE_ALARM);
  }

  private interface Weights {
    IntToDoubleFunction of(double spread);
  }

  private void check(NoiseDistribution noise, double spread, Weights weights) {
    BigInteger[] draws = draws(noise, FEWER);
    int reach = (int) Math.ceil(30 * spread) + 2;
    assertThat(ChiSquare.pValue(draws, reach, weights.of(spread))).isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(draws, reach, weights.of(spread * 1.1))).isLessThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(draws, reach, weights.of(spread * 0.9))).isLessThan(FALSE_ALARM);
  }

  private BigInteger[] draws(NoiseDistribution noise, int number) {
    NoiseTape tape = secure.tape(noise, number);
    return Stream.generate(tape::next).limit(number).toArray(BigInteger[]::new);
  }

  private IntToDoubleFunction laplaceWeight(double scale) {
    return k -> Math.exp(-Math.abs(k) / scale);
  }

  private IntToDoubleFunction gaussianWeight(double sigma) {
    return k -> Math.exp(-(double) k * k / (2 * sigma * sigma));
  }
}
