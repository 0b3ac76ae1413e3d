package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.List;
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
 * @param query index into {@link Frontier#queries()}: the histogram
 * @param l1 in parts of a row, at least 1
 * @param parts into how many parts a row is divided in the counts
 * @param epsilon share of the query's epsilon, positive
 */
public record ModeRelease(String what, int query, BigInteger l1, int parts, BigFraction epsilon)
    implements Release {

  /** Checks the parameters. */
  public ModeRelease {
    if (l1.signum() <= 0 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a release needs a sensitivity and a positive epsilon");
    }
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
    return visitor.mode(this);
  }

  /** Without its share. */
  public record Draft(String what, int query, BigInteger l1, int parts) implements Release.Draft {
    @Override
    public Draft together(int units) {
      return new Draft(what, query, l1.multiply(BigInteger.valueOf(units)), parts);
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(what, query - 1, l1, parts);
    }

    @Override
    public ModeRelease complete(Share share) {
      return new ModeRelease(what, query, l1, parts, share.epsilon());
    }
  }
}
