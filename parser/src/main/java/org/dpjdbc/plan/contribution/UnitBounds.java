package org.dpjdbc.plan.contribution;

import java.math.BigInteger;
import org.apache.calcite.rex.RexNode;

/**
 * Bounds on what one unit contributes to one group, as expressions over its aggregates there. They
 * are written into the pushed SQL and hold whatever the data.
 */
public interface UnitBounds {
  /** One. */
  RexNode one();

  /** One if the count is positive, else zero. */
  RexNode presence(RexNode count);

  /** A count of rows. */
  RexNode count(RexNode count);

  /**
   * A sum.
   *
   * @param lower of a unit's sum in a group; not above 0, unless it is a bound of the policy's own
   * @param upper of a unit's sum in a group
   */
  RexNode sum(RexNode sum, BigInteger lower, BigInteger upper);

  /**
   * A sum of {@code count} values in [lower, upper], scaled like the count: with the bounded count
   * n it lies in [lower · n, upper · n], however a database rounds.
   */
  RexNode scaledSum(RexNode sum, RexNode count, BigInteger lower, BigInteger upper);

  /**
   * A sum of values that are not negative, scaled like the count: no more of it than the part of
   * the {@code count} rows that counts, however a database divides.
   *
   * @param max of a value
   */
  RexNode share(RexNode sum, RexNode count, BigInteger max);
}
