package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The points that a quantile may be, and the cells in which the database counts rows: public, a
 * function of the policy and the query alone. Each cell but the last has the same number of points.
 *
 * @param type in which the database gives the first point of a cell, less {@code lower}
 * @param lower the first point, in steps
 * @param points how many there are, at least 1
 * @param size points of a cell
 */
public record RankGrid(RelDataType type, BigInteger lower, BigInteger points, BigInteger size)
    implements Cells {
  /** Checks that there is something to choose. */
  public RankGrid {
    if (points.signum() <= 0 || size.signum() <= 0) {
      throw new IllegalArgumentException("a grid needs points");
    }
  }

  @Override
  public int cells() {
    return points.add(size).subtract(BigInteger.ONE).divide(size).intValueExact();
  }

  @Override
  public KeyValue key(int cell) {
    return new KeyValue.Of(RuntimeValues.number(new BigDecimal(first(cell)), type));
  }

  /** The first point of a cell, counted from {@code lower}. */
  public BigInteger first(int cell) {
    return size.multiply(BigInteger.valueOf(cell));
  }

  /** The points of a cell. */
  public BigInteger size(int cell) {
    return points.subtract(first(cell)).min(size);
  }

  /** As EXPLAIN PRIVACY names it. */
  @Override
  public String toString() {
    return cells() + " cells of " + size + (size.equals(BigInteger.ONE) ? " point" : " points");
  }
}
