package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The policy of one column.
 *
 * @param name the backend's name, exactly as the live schema spells it
 * @param readable false for {@code access: none}: the column may not be named in any query
 * @param bounds {@code lower} and {@code upper}
 * @param step the grid on which values are summed; positive
 * @param values the public values of the column, in the order of the policy; empty when not
 *     declared
 * @param unlisted what all other values are read as; of strings, and none of {@code values}
 * @param randomizedResponse probability with which a bit was flipped at collection, in (0, 0.5)
 * @param sumPerUnit bounds on the sum of one unit's values in a group; numbers
 * @param description what analysts are told of the column, in the place of the database's comment
 * @param location where in the file
 */
public record ColumnPolicy(
    String name,
    boolean readable,
    Optional<Bounds> bounds,
    Optional<BigDecimal> step,
    Optional<List<PolicyValue>> values,
    Optional<String> unlisted,
    Optional<BigDecimal> randomizedResponse,
    Optional<Bounds> sumPerUnit,
    Optional<String> description,
    Location location) {

  /** The same column with other bounds. */
  public ColumnPolicy withBounds(Optional<Bounds> newBounds) {
    return new ColumnPolicy(
        name,
        readable,
        newBounds,
        step,
        values,
        unlisted,
        randomizedResponse,
        sumPerUnit,
        description,
        location);
  }

  /**
   * The declared range of a column; both ends belong to it.
   *
   * @param lower least value
   * @param upper greatest value, not below {@code lower}, of the same kind
   * @param lowerAuto whether the lower one is {@code auto}: it is then far out, and the clipping
   *     bound is chosen privately when values are asked for
   * @param upperAuto the same of the upper one
   */
  public record Bounds(PolicyValue lower, PolicyValue upper, boolean lowerAuto, boolean upperAuto) {
    /** Bounds that the policy gives. */
    public Bounds(PolicyValue lower, PolicyValue upper) {
      this(lower, upper, false, false);
    }

    /** Whether an end is left to be found. */
    public boolean auto() {
      return lowerAuto || upperAuto;
    }
  }
}
