package org.dpjdbc.noise;

/**
 * Coins that show heads with probability exp(-x), exactly, without computing an exponential.
 *
 * <p>Source: C. Canonne, G. Kamath, T. Steinke, "The Discrete Gaussian for Differential Privacy",
 * NeurIPS 2020, Algorithm 1. For 0 &le; x &le; 1, toss coins of probability x/1, x/2, x/3, … until
 * one shows tails; the number of tosses is odd with probability 1 - x + x²/2! - … = exp(-x). A coin
 * of probability x/k is here two independent coins, of 1/k and of x: so no product is ever formed
 * and nothing can overflow, whatever k becomes.
 */
final class ExpCoin {
  private ExpCoin() {}

  /** A coin of fixed probability. */
  @FunctionalInterface
  interface Coin {
    boolean toss(RandomBits bits);
  }

  /** Heads with probability exp(-x), where {@code x} is the coin of probability x. */
  static boolean toss(RandomBits bits, Coin x) {
    long k = 1;
    while (bits.oneIn(k) && x.toss(bits)) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** Heads with probability exp(-numerator/denominator); 0 &le; numerator &le; denominator. */
  static boolean toss(RandomBits bits, long numerator, long denominator) {
    long k = 1;
    while (bits.oneIn(k) && bits.bernoulli(numerator, denominator)) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** Heads with probability exp(-1). */
  static boolean tossUnit(RandomBits bits) {
    long k = 1;
    while (bits.oneIn(k)) {
      k++;
    }
    return (k & 1) == 1;
  }

  /**
   * The number of heads of probability exp(-1) before the first tails: P(v) = (1 - 1/e) exp(-v).
   *
   * @throws ArithmeticException after 2^31 heads, which has probability exp(-2^31)
   */
  static int geometric(RandomBits bits) {
    int heads = 0;
    while (tossUnit(bits)) {
      heads = Math.incrementExact(heads);
    }
    return heads;
  }
}
