package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The groups of the best scores, and nothing of the scores themselves: the only release of its
 * frontier, whose rows are the keys of those groups.
 *
 * <p>The claim: with one unit added or removed, the integer of every group moves by at most {@code
 * moves}, in however many groups it does; a score is that integer times a public key, or itself.
 *
 * @param what the score, as EXPLAIN PRIVACY names it
 * @param cell the integer
 * @param factor the key that it is multiplied by, as index into {@link Frontier#keys()}
 * @param descending whether the largest scores are the best
 * @param count how many groups, at least 1
 * @param moves at least 1
 * @param step what 1 of the integers stands for in a score
 * @param monotone whether a unit that is added moves no integer down, or none up
 * @param epsilon share of the query's epsilon, positive
 */
public record TopRelease(
    String what,
    AggregateQuery.Cell cell,
    OptionalInt factor,
    boolean descending,
    int count,
    BigInteger moves,
    BigDecimal step,
    boolean monotone,
    BigFraction epsilon)
    implements Release {

  /** Checks the parameters. */
  public TopRelease {
    if (count < 1 || moves.signum() <= 0 || epsilon.signum() <= 0) {
      throw new IllegalArgumentException("a choice needs a sensitivity and a positive epsilon");
    }
  }

  /** Of a group nothing is released but that it is chosen. */
  @Override
  public int size() {
    return 0;
  }

  @Override
  public List<Integer> queries() {
    return List.of(cell.query());
  }

  @Override
  public <T> T accept(Visitor<T> visitor) {
    return visitor.top(this);
  }

  /** Without its share. */
  public record Draft(
      String what,
      AggregateQuery.Cell cell,
      OptionalInt factor,
      boolean descending,
      int count,
      BigInteger moves,
      BigDecimal step,
      boolean monotone)
      implements Release.Draft {
    @Override
    public Draft together(int units) {
      BigInteger all = moves.multiply(BigInteger.valueOf(units));
      return new Draft(what, cell, factor, descending, count, all, step, monotone);
    }

    @Override
    public Draft withoutFirstQuery() {
      AggregateQuery.Cell there = cell.withoutFirstQuery();
      return new Draft(what, there, factor, descending, count, moves, step, monotone);
    }

    @Override
    public TopRelease complete(Share share) {
      return new TopRelease(
          what, cell, factor, descending, count, moves, step, monotone, share.epsilon());
    }
  }
}
