package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On the secure source; each check raises a false alarm with probability 10^-12. */
class RandomBitsTest {
  private static final double FALSE_ALARM = 1e-12;
  private static final int DRAWS = 200_000;

  private final RandomBits bits = new RandomBits(new BufferedEntropy(new Entropy(), 1024));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 64, 100, 127, 129})
  void integersBelowABoundAreUniform(int bound) {
    assertUniform(bound, () -> BigInteger.valueOf(bits.below((long) bound)));
    assertUniform(bound, () -> bits.below(BigInteger.valueOf(bound)));
  }

  @Test
  void largeIntegersAreUniform() {
    BigInteger bound = BigInteger.TEN.pow(40).multiply(BigInteger.valueOf(17));
    assertUniform(17, () -> bits.below(bound).divide(BigInteger.TEN.pow(40)));
    assertUniform(17, () -> bits.below(bound).mod(BigInteger.valueOf(17)));
  }

  @Property(tries = 300)
  void bothTypesReadTheSameBits(
      @ForAll @LongRange(min = 1, max = 1L << 62) long bound, @ForAll long seed) {
    RandomBits one = new RandomBits(new SplittableRandom(seed)::nextLong);
    RandomBits two = new RandomBits(new SplittableRandom(seed)::nextLong);
    for (int i = 0; i < 20; i++) {
      assertThat(two.below(BigInteger.valueOf(bound)))
          .isEqualTo(BigInteger.valueOf(one.below(bound)));
    }
    assertThat(two.wordsUsed()).isEqualTo(one.wordsUsed());
  }

  /** No bit is used twice and none is lost, wherever requests cross the words. */
  @Property(tries = 300)
  void theStreamIsCutNotMixed(@ForAll @LongRange(min = 1, max = 62) long size, @ForAll long seed) {
    int count = (int) size;
    SplittableRandom words = new SplittableRandom(seed);
    BigInteger stream = BigInteger.ZERO;
    for (int i = 0; i < 62; i++) {
      BigInteger word = new BigInteger(Long.toUnsignedString(words.nextLong()));
      stream = stream.or(word.shiftLeft(64 * i));
    }
    RandomBits cut = new RandomBits(new SplittableRandom(seed)::nextLong);
    for (int i = 0; i < 64; i++) {
      long expected = stream.shiftRight(i * count).longValue() & ((1L << count) - 1);
      assertThat(cut.bits(count)).isEqualTo(expected);
    }
    assertThat(cut.wordsUsed()).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({"0,7", "1,7", "3,7", "7,7", "1,1", "0,1"})
  void expCoinsShowHeadsWithTheirProbability(long numerator, long denominator) {
    double p = Math.exp(-(double) numerator / denominator);
    assertHeads(p, () -> ExpCoin.toss(bits, numerator, denominator));
    assertHeads(p, () -> ExpCoin.toss(bits, coin -> coin.bernoulli(numerator, denominator)));
  }

  @Test
  void theUnitCoinShowsHeadsWithProbabilityOneOverE() {
    assertHeads(Math.exp(-1), () -> ExpCoin.tossUnit(bits));
  }

  @Test
  void headsInARowAreGeometric() {
    BigInteger[] drawn =
        Stream.generate(() -> BigInteger.valueOf(ExpCoin.geometric(bits)))
            .limit(DRAWS)
            .toArray(BigInteger[]::new);
    double p = ChiSquare.pValue(drawn, 40, k -> k < 0 ? 0 : Math.exp(-k));
    assertThat(p).isGreaterThan(FALSE_ALARM);
  }

  private static void assertUniform(int bound, Supplier<BigInteger> draw) {
    BigInteger[] drawn = Stream.generate(draw).limit(DRAWS).toArray(BigInteger[]::new);
    assertThat(drawn).allMatch(k -> k.signum() >= 0 && k.intValueExact() < bound);
    if (bound > 1) {
      double p = ChiSquare.pValue(drawn, bound, k -> k >= 0 && k < bound ? 1 : 0);
      assertThat(p).isGreaterThan(FALSE_ALARM);
    }
  }

  /** 7.2 standard deviations: a false alarm with probability 10^-12. */
  private static void assertHeads(double p, Supplier<Boolean> coin) {
    long heads = Stream.generate(coin).limit(DRAWS).filter(head -> head).count();
    double deviation = Math.sqrt(DRAWS * p * (1 - p));
    assertThat(Math.abs(heads - DRAWS * p)).isLessThanOrEqualTo(7.2 * deviation + 1e-6);
  }
}
