package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Releases a measure whose bounds are {@code auto}, in every group of a frontier: chooses a
 * clipping bound privately from a histogram of the units' totals over powers of two, then releases
 * the clipped sum; or releases such a bound alone.
 *
 * <p>The claim: with one unit added or removed, no more than {@code moves} totals come or go, over
 * all groups together; each is in one cell, and adds to that cell's sum no more than the cell's
 * power of two. By what {@link #cell} gives, those above 0 are one histogram, those below another:
 * a total is in one of them, so that of both sums each is released with the whole epsilon.
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param kind what is released
 * @param query index into {@link Frontier#queries()}: the histogram
 * @param exponent no total is farther from 0 than 2 to the power of this
 * @param signed whether totals may be below 0
 * @param moves totals, at least 1
 * @param epsilon share of the query's epsilon, positive
 */
public record AutoBoundRelease(
    String what,
    Kind kind,
    int query,
    int exponent,
    boolean signed,
    BigInteger moves,
    BigFraction epsilon)
    implements Release {
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
      throw new IllegalArgumentException("a bound needs candidates, a sensitivity and an epsilon");
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

  @Override
  public int size() {
    return 1;
  }

  @Override
  public List<Integer> queries() {
    return List.of(query);
  }

  @Override
  public <T> T accept(Visitor<T> visitor) {
    return visitor.autoBound(this);
  }

  /** Without its share. */
  public record Draft(
      String what, Kind kind, int query, int exponent, boolean signed, BigInteger moves)
      implements Release.Draft {
    @Override
    public Draft together(int units) {
      return new Draft(
          what, kind, query, exponent, signed, moves.multiply(BigInteger.valueOf(units)));
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(what, kind, query - 1, exponent, signed, moves);
    }

    @Override
    public AutoBoundRelease complete(Share share) {
      return new AutoBoundRelease(what, kind, query, exponent, signed, moves, share.epsilon());
    }
  }
}
