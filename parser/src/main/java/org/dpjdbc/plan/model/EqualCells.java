package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Cells that all have the same number of points, but for the last, which may have fewer.
 *
 * @param type in which the database gives the first point of a cell, less {@code lower}
 * @param lower the first point, in steps
 * @param points how many there are, at least 1
 * @param size points of a cell
 */
public record EqualCells(RelDataType type, BigInteger lower, BigInteger points, BigInteger size)
    implements RankGrid {
  /** Checks that there is something to choose. */
  public EqualCells {
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

  @Override
  public BigInteger first(int cell) {
    return size.multiply(BigInteger.valueOf(cell));
  }

  @Override
  public BigInteger size(int cell) {
    return points.subtract(first(cell)).min(size);
  }

  @Override
  public BigInteger mark(BigInteger point) {
    BigInteger above = point.subtract(lower);
    return above.subtract(above.mod(size));
  }

  /** As EXPLAIN PRIVACY names it. */
  @Override
  public String toString() {
    return cells() + " cells of " + size + (size.equals(BigInteger.ONE) ? " point" : " points");
  }
}
