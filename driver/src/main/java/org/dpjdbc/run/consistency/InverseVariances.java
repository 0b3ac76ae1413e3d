package org.dpjdbc.run.consistency;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Weights of independent estimates of one value. In proportion to the inverses of their variances
 * they give the mean of least variance (Gauss-Markov).
 */
public final class InverseVariances {
  /** Weights are whole parts of this; none is 0. */
  private static final long PARTS = 1L << 30;

  private InverseVariances() {}

  /**
   * Positive weights that add up to 1, exactly.
   *
   * @param variances positive, at least one
   */
  public static List<BigFraction> of(double[] variances) {
    double least = Arrays.stream(variances).min().orElseThrow();
    double sum = Arrays.stream(variances).map(variance -> least / variance).sum();
    int best = 0;
    long rest = PARTS;
    long[] parts = new long[variances.length];
    for (int i = 0; i < parts.length; i++) {
      best = variances[i] < variances[best] ? i : best;
      parts[i] = Math.max(1, Math.round(least / variances[i] / sum * PARTS));
      rest -= parts[i];
    }
    parts[best] += rest;
    List<BigFraction> weights = new ArrayList<>();
    for (long part : parts) {
      weights.add(BigFraction.of(BigInteger.valueOf(part), BigInteger.valueOf(PARTS)));
    }
    return weights;
  }
}
