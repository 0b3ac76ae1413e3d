package org.dpjdbc.noise;

import java.math.BigInteger;

/**
 * Exact uniform integers and biased coins from a stream of uniform words, integer arithmetic only.
 *
 * <p>For bounds that fit both types, the {@code long} and the {@code BigInteger} methods consume
 * the same bits and give the same value. Not thread-safe.
 */
final class RandomBits {
  /** Most bits that one call takes: the exclusive bounds of the {@code long} methods fit in it. */
  static final int MAX_BITS = 62;

  private final WordSource source;
  private long reservoir;
  private int available;
  private long wordsUsed;

  RandomBits(WordSource source) {
    this.source = source;
  }

  /** How many words were taken from the source so far: the unit in which work is measured. */
  long wordsUsed() {
    return wordsUsed;
  }

  /** A uniform integer of {@code count} bits, 0 to {@value #MAX_BITS}. */
  long bits(int count) {
    if (count <= available) {
      long value = reservoir & mask(count);
      reservoir >>>= count;
      available -= count;
      return value;
    }
    long word = source.nextWord();
    wordsUsed++;
    int missing = count - available; // 1 to 62, so no shift below is by 64
    long value = reservoir | (word & mask(missing)) << available;
    reservoir = word >>> missing;
    available = Long.SIZE - missing;
    return value;
  }

  boolean flip() {
    return bits(1) == 1;
  }

  /** A uniform integer in [0, bound), by rejection; {@code 1 <= bound <= 2^62}. */
  long below(long bound) {
    int count = Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
    long value = bits(count);
    while (value >= bound) {
      value = bits(count);
    }
    return value;
  }

  /** A uniform integer in [0, bound), by rejection; {@code bound >= 1}. */
  BigInteger below(BigInteger bound) {
    int count = bound.subtract(BigInteger.ONE).bitLength();
    BigInteger value = bigBits(count);
    while (value.compareTo(bound) >= 0) {
      value = bigBits(count);
    }
    return value;
  }

  /** True with probability {@code numerator / denominator}, which is in [0, 1]. */
  boolean bernoulli(long numerator, long denominator) {
    return below(denominator) < numerator;
  }

  /** True with probability {@code numerator / denominator}, which is in [0, 1]. */
  boolean bernoulli(BigInteger numerator, BigInteger denominator) {
    return below(denominator).compareTo(numerator) < 0;
  }

  /** True with probability {@code 1 / k}, {@code k >= 1}. */
  boolean oneIn(long k) {
    return below(k) == 0;
  }

  private BigInteger bigBits(int count) {
    int rest = count;
    int first = Math.min(rest, MAX_BITS);
    BigInteger value = BigInteger.valueOf(bits(first));
    for (rest -= first; rest > 0; ) {
      int next = Math.min(rest, MAX_BITS);
      value = value.shiftLeft(next).or(BigInteger.valueOf(bits(next)));
      rest -= next;
    }
    return value;
  }

  private static long mask(int count) {
    return (1L << count) - 1;
  }
}
