package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.LogLinearCells;
import org.dpjdbc.plan.model.RankGrid;

/**
 * Chooses the cells by which a quantile is found, from the bounds of the measure alone.
 *
 * <p>A cell as wide as some share of how far its values are from each other holds that share of
 * them, and a quantile is off by as much. That distance is not known in advance: values are taken
 * to be as far from each other as from 0, and to be half as many in each octave as in the one above
 * it, up to the bounds. Of all grids that do not have too many cells, the one is taken whose mean
 * square of that share is smallest. Equal cells are good where values fill the bounds, and useless
 * where they are all in the first cell; log-linear ones are hardly worse there, and as good
 * anywhere.
 */
final class RankGrids {
  private RankGrids() {}

  /** As few points to a cell as there may be cells, all alike. */
  static EqualCells equal(Measure value, RelDataType type, int max) {
    BigInteger points = value.upper().subtract(value.lower()).add(BigInteger.ONE);
    BigInteger size =
        new BigDecimal(points)
            .divide(BigDecimal.valueOf(max), 0, RoundingMode.CEILING)
            .toBigInteger();
    return new EqualCells(type, value.lower(), points, size);
  }

  /**
   * The best one.
   *
   * @param type in which the database gives the number of a cell
   * @param max how many cells there may be
   */
  static RankGrid best(Measure value, RelDataType type, int max) {
    EqualCells equal = equal(value, type, max);
    if (equal.size().equals(BigInteger.ONE)) {
      return equal;
    }
    RankGrid best = equal;
    double minimum = meanSquare(value, magnitude -> equal.size());
    int bits = equal.points().bitLength();
    for (int widest = 1; widest < bits; widest++) {
      LogLinearCells cells = widestFitting(value, type, max, widest);
      double square =
          cells.count().compareTo(BigInteger.valueOf(max)) > 0
              ? Double.POSITIVE_INFINITY
              : meanSquare(value, magnitude -> BigInteger.ONE.shiftLeft(cells.logSize(magnitude)));
      if (square < minimum) {
        best = cells;
        minimum = square;
      }
    }
    return best;
  }

  /** With as many cells an octave as there may be, or one where there would be too many. */
  private static LogLinearCells widestFitting(
      Measure value, RelDataType type, int max, int widest) {
    int octave = Integer.SIZE - Integer.numberOfLeadingZeros(max);
    LogLinearCells cells;
    do {
      octave--;
      cells = new LogLinearCells(type, value.lower(), value.upper(), octave, widest);
    } while (octave > 0 && cells.count().compareTo(BigInteger.valueOf(max)) > 0);
    return cells;
  }

  /**
   * The mean square of the share of the values that share a cell. A point of its own is exact.
   *
   * @param sizes the points of the cell at a distance from 0
   */
  private static double meanSquare(Measure value, Function<BigInteger, BigInteger> sizes) {
    BigInteger low = value.lower().abs();
    BigInteger high = value.upper().abs();
    boolean across = value.lower().signum() <= 0 && value.upper().signum() >= 0;
    int first = across ? 0 : Math.max(0, low.min(high).bitLength() - 1);
    double sum = 0;
    double weight = 1;
    for (int octave = low.max(high).bitLength() - 1; octave >= first; octave--) {
      BigInteger magnitude = BigInteger.ONE.shiftLeft(octave);
      double others = sizes.apply(magnitude).subtract(BigInteger.ONE).doubleValue();
      double share = Math.min(1, others / magnitude.doubleValue());
      sum += weight * share * share;
      weight /= 2;
    }
    return sum;
  }
}
