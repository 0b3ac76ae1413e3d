package org.dpjdbc.plan.model;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * What is found of totals that nobody knows a bound of, in every group of a frontier, from a
 * histogram of them over powers of two: their sum, for which a clamp is found first, or such a
 * clamp.
 *
 * <p>The claim: with one unit added or removed, no more than {@code moves} totals come or go, over
 * all groups together; each is in one cell, and adds to that cell's sum no more than the cell's
 * power of two. By what {@link #cell} gives, those above 0 are one histogram, those below another:
 * a total is in one of them, so that of both sums each is released with the whole epsilon.
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param kind what is released
 * @param ask index into {@link Frontier#asks()}: the histogram
 * @param exponent no total is farther from 0 than 2 to the power of this
 * @param signed whether totals may be below 0
 * @param moves totals, at least 1
 * @param epsilon share of the query's epsilon, positive
 */
public record AutoBoundRelease(
    String what,
    Kind kind,
    int ask,
    int exponent,
    boolean signed,
    BigInteger moves,
    BigFraction epsilon) {
  /** What is released. */
  public enum Kind {
    /** The sum of all totals, clamped. */
    SUM,
    /** A power of two that few totals are above. */
    GREATEST,
    /** Minus a power of two that few totals are below. */
    LEAST
  }

  /** Checks the parameters. */
  public AutoBoundRelease {
    if (exponent < 1 || moves.signum() <= 0 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a clamp needs candidates, a sensitivity and an epsilon");
    }
  }

  /** Cells of the totals on one side of 0. */
  public int side() {
    return exponent + 1;
  }

  /**
   * The cell of totals that are at most 2 to the power of {@code power}, and above the power before
   * that. Cell 0 is that of totals that are 0.
   *
   * @param below whether they are below 0: then of their distance to it
   */
  public int cell(int power, boolean below) {
    return cell(power, below, exponent);
  }

  public static int cell(int power, boolean below, int exponent) {
    return 1 + power + (below ? exponent + 1 : 0);
  }

  /** How many cells there are. */
  public static int cells(int exponent, boolean signed) {
    return 1 + (exponent + 1) * (signed ? 2 : 1);
  }
}
