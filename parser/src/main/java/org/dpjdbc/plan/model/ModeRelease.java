package org.dpjdbc.plan.model;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The most common value of a measure, in every group of a frontier: one of the cells of a
 * histogram, chosen by their counts, of which nothing else is released.
 *
 * <p>The claim: with one unit added, no count of the histogram falls; and what the count of one
 * cell rises by in each group, whichever it rises most in, adds up to at most {@code l1} over all
 * groups. Permute-and-flip at the rate epsilon / l1 loses no more than the rate times that rise in
 * each group, so that all groups are epsilon-differentially private together (composition).
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param ask index into {@link Frontier#asks()}: the histogram
 * @param l1 in parts of a row, at least 1
 * @param parts into how many parts a row is divided in the counts
 * @param epsilon share of the query's epsilon, positive
 */
public record ModeRelease(String what, int ask, BigInteger l1, int parts, BigFraction epsilon) {

  /** Checks the parameters. */
  public ModeRelease {
    if (l1.signum() <= 0 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a release needs a sensitivity and a positive epsilon");
    }
  }
}
