package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Pearson's test of draws against a probability mass function on the integers. */
final class ChiSquare {
  private static final int MIN_EXPECTED_PER_BIN = 40;

  private ChiSquare() {}

  /**
   * The probability of a statistic at least as large if the draws do have the mass function.
   *
   * @param reach the mass function is 0, or not told apart, beyond ±reach
   */
  static double pValue(BigInteger[] draws, int reach, IntToDoubleFunction weight) {
    double total = IntStream.rangeClosed(-reach, reach).mapToDouble(weight).sum();
    long[] observed = new long[2 * reach + 1];
    for (BigInteger draw : draws) {
      int k = draw.max(BigInteger.valueOf(-reach)).min(BigInteger.valueOf(reach)).intValue();
      observed[k + reach]++;
    }
    double statistic = 0;
    int bins = 0;
    double expectedInBin = 0;
    long observedInBin = 0;
    double expectedLeft = draws.length;
    for (int k = -reach; k <= reach; k++) {
      double expected = draws.length * weight.applyAsDouble(k) / total;
      expectedInBin += expected;
      expectedLeft -= expected;
      observedInBin += observed[k + reach];
      boolean full = expectedInBin >= binSize(draws.length) && expectedLeft >= MIN_EXPECTED_PER_BIN;
      if (full || k == reach) {
        double difference = observedInBin - expectedInBin;
        statistic += difference * difference / expectedInBin;
        bins++;
        expectedInBin = 0;
        observedInBin = 0;
      }
    }
    return upperGamma((bins - 1) / 2.0, statistic / 2);
  }

  /** At most 200 bins. */
  private static double binSize(int draws) {
    return Math.max(MIN_EXPECTED_PER_BIN, draws / 200.0);
  }

  /** Q(a, x), the regularised upper incomplete gamma function. */
  private static double upperGamma(double a, double x) {
    if (x < a + 1) {
      double term = 1 / a;
      double sum = term;
      for (int n = 1; n < 10_000; n++) {
        term *= x / (a + n);
        sum += term;
      }
      return 1 - sum * Math.exp(-x + a * Math.log(x) - logGamma(a));
    }
    // Lentz's continued fraction
    double b = x + 1 - a;
    double c = 1e300;
    double d = 1 / b;
    double h = d;
    for (int i = 1; i < 10_000; i++) {
      double an = -i * (i - a);
      b += 2;
      d = 1 / (an * d + b);
      c = b + an / c;
      h *= d * c;
    }
    return Math.exp(-x + a * Math.log(x) - logGamma(a)) * h;
  }

  /** log Γ(a) for half-integers a, by recurrence. */
  private static double logGamma(double a) {
    double log = 0;
    double rest = a;
    while (rest > 1) {
      rest -= 1;
      log += Math.log(rest);
    }
    return rest == 0.5 ? log + Math.log(Math.PI) / 2 : log;
  }
}
