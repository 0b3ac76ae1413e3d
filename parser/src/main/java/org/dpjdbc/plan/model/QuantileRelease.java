package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Quantiles of one measure, in every group of a frontier, chosen of the points of a grid by how far
 * their rank is from the wanted one.
 *
 * <p>The claim: with one unit added or removed, the counts of the histogram, over all its cells in
 * all groups together, move by at most {@code l1} in L1. By what the exponential mechanism gives
 * each group for what moves in it, all of them are epsilon-differentially private together.
 *
 * @param what the aggregates it serves, as EXPLAIN PRIVACY names them
 * @param query index into {@link Frontier#queries()}: the histogram
 * @param fractions ascending, each from 0 to 1; 0 (MIN) and 1 (MAX) stand alone
 * @param l1 in parts of a row, at least 1
 * @param parts into how many parts a row is divided in the counts
 * @param epsilon share of the query's epsilon, positive: that of each level, times their number
 */
public record QuantileRelease(
    String what,
    int query,
    List<BigFraction> fractions,
    BigInteger l1,
    int parts,
    BigFraction epsilon)
    implements Release {

  /** Checks the parameters. */
  public QuantileRelease {
    fractions = List.copyOf(fractions);
    boolean ends = fractions.stream().anyMatch(QuantileRelease::isEnd);
    if (fractions.isEmpty() || (ends && fractions.size() > 1)) {
      throw new IllegalArgumentException("quantiles are asked for one end alone, or between");
    }
    if (l1.signum() <= 0 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a release needs a sensitivity and a positive epsilon");
    }
  }

  /** Whether it is the smallest or the largest value. */
  public static boolean isEnd(BigFraction fraction) {
    return fraction.signum() == 0 || fraction.equals(BigFraction.ONE);
  }

  /**
   * How many levels the quantiles have: the middle one is chosen first, then, of the rows on either
   * side of it, those of that side. A row is on one side only, so that a level costs what one
   * quantile does.
   */
  public int levels() {
    return levels(fractions.size());
  }

  static int levels(int quantiles) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(quantiles);
  }

  @Override
  public int size() {
    return fractions.size();
  }

  @Override
  public List<Integer> queries() {
    return List.of(query);
  }

  @Override
  public <T> T accept(Visitor<T> visitor) {
    return visitor.quantiles(this);
  }

  /** Without their share. */
  public record Draft(String what, int query, List<BigFraction> fractions, BigInteger l1, int parts)
      implements Release.Draft {
    /** Each level costs as much as another release. */
    @Override
    public int shares() {
      return levels(fractions.size());
    }

    @Override
    public Draft together(int units) {
      return new Draft(what, query, fractions, l1.multiply(BigInteger.valueOf(units)), parts);
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(what, query - 1, fractions, l1, parts);
    }

    @Override
    public QuantileRelease complete(Share share) {
      return new QuantileRelease(what, query, fractions, l1, parts, share.epsilon());
    }
  }
}
