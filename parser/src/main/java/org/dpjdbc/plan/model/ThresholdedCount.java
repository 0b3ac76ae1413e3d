package org.dpjdbc.plan.model;

import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * A noisy count by private keys that also decides which of them are released: a group is shown just
 * if its noisy count is above a threshold, and that noisy count is what is released of it.
 *
 * <p>The claim: one unit moves the counts of at most {@code maxGroups} groups, each by at most
 * {@code maxMove}, or those of any number of groups by at most {@code maxMove} · {@code maxGroups}
 * in all and none by more than {@code maxMove}. Noise that is bounded by the threshold then makes
 * all counts together (epsilon, delta)-differentially private, those of groups that do not exist
 * among them, whose count is 0 and never shown.
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param cell the count
 * @param maxMove how far one unit, or all that are protected together, move one group's count, at
 *     least 1
 * @param maxGroups at least 1
 * @param parts into how many parts a row is divided in it
 * @param epsilon share of the query's epsilon, positive
 * @param delta share of the query's delta, positive
 */
public record ThresholdedCount(
    String what,
    AggregateQuery.Cell cell,
    int maxMove,
    int maxGroups,
    int parts,
    BigFraction epsilon,
    BigFraction delta)
    implements Release {

  /** Checks that no count goes without noise. */
  public ThresholdedCount {
    if (maxMove < 1 || maxGroups < 1 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a count needs a positive sensitivity and epsilon");
    }
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public List<Integer> queries() {
    return List.of(cell.query());
  }

  @Override
  public <T> T accept(Visitor<T> visitor) {
    return visitor.thresholdedCount(this);
  }

  /** A thresholded count without its share. */
  public record Draft(String what, AggregateQuery.Cell cell, int maxMove, int maxGroups, int parts)
      implements Release.Draft {
    @Override
    public boolean needsDelta() {
      return true;
    }

    /** So many units move a count so many times as far, and all counts together as well. */
    @Override
    public Draft together(int units) {
      return new Draft(what, cell, Math.multiplyExact(maxMove, units), maxGroups, parts);
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(what, cell.withoutFirstQuery(), maxMove, maxGroups, parts);
    }

    @Override
    public ThresholdedCount complete(Share share) {
      return new ThresholdedCount(
          what, cell, maxMove, maxGroups, parts, share.epsilon(), share.delta());
    }
  }
}
