package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Cells as wide as their distance from 0 needs: those from 2^k to 2^(k+1) have 2^(k - {@code
 * octave}) points, but never less than one nor more than 2^{@code widest}. So no cell is wider than
 * a point, or 1/2^{@code octave} of its values, whichever is more. Below 0 it is the same,
 * mirrored. All numbers are powers of two, so that the database finds a cell by comparisons with
 * constants and a remainder, exactly.
 *
 * @param type in which the database gives the point of a cell that is nearest to 0, in steps
 * @param lower the first point, in steps
 * @param upper the last point, in steps
 * @param octave binary logarithm of the cells that an octave has, where they are not the widest
 * @param widest binary logarithm of the points of the widest cells, at least 1
 */
public record LogLinearCells(
    RelDataType type, BigInteger lower, BigInteger upper, int octave, int widest)
    implements RankGrid {
  /** Checks that there is something to choose. */
  public LogLinearCells {
    if (lower.compareTo(upper) > 0 || octave < 0 || widest < 1) {
      throw new IllegalArgumentException("a grid needs points, and cells that differ");
    }
  }

  /** How many cells there are, which may be more than a histogram can have. */
  public BigInteger count() {
    return place(upper).subtract(place(lower)).add(BigInteger.ONE);
  }

  @Override
  public int cells() {
    return count().intValueExact();
  }

  @Override
  public KeyValue key(int cell) {
    return new KeyValue.Of(RuntimeValues.number(new BigDecimal(inner(place(cell))), type));
  }

  @Override
  public BigInteger first(int cell) {
    BigInteger place = place(cell);
    BigInteger first =
        place.signum() < 0
            ? inner(place.subtract(BigInteger.ONE)).add(BigInteger.ONE)
            : inner(place);
    return first.max(lower).subtract(lower);
  }

  @Override
  public BigInteger size(int cell) {
    BigInteger next =
        cell + 1 < cells() ? first(cell + 1) : upper.subtract(lower).add(BigInteger.ONE);
    return next.subtract(first(cell));
  }

  @Override
  public BigInteger mark(BigInteger point) {
    return inner(place(point));
  }

  /** Binary logarithm of the points of the cells at a number from 0 on. */
  public int logSize(BigInteger magnitude) {
    return Math.max(0, Math.min(widest, magnitude.bitLength() - 1 - octave));
  }

  /**
   * The smallest distance from 0 at which cells have 2^{@code logSize} points, which is positive.
   */
  public BigInteger from(int logSize) {
    return BigInteger.ONE.shiftLeft(octave + logSize);
  }

  /** The number of a cell, 0 for that of 0 and negative below. */
  private BigInteger place(int cell) {
    return place(lower).add(BigInteger.valueOf(cell));
  }

  /**
   * Of the cell of a point. Among those of 2^s points, of which there are 2^octave for each s, the
   * one from m on is the (m / 2^s)th, where all others before it count as such of 2^s points: they
   * are s · 2^octave more than that.
   */
  private BigInteger place(BigInteger point) {
    BigInteger magnitude = point.abs();
    int logSize = logSize(magnitude);
    BigInteger place = magnitude.shiftRight(logSize).add(octaves(logSize));
    return point.signum() < 0 ? place.negate() : place;
  }

  /** The point of a cell that is nearest to 0. */
  private BigInteger inner(BigInteger place) {
    BigInteger magnitude = place.abs();
    int logSize =
        magnitude
            .shiftRight(octave)
            .subtract(BigInteger.ONE)
            .max(BigInteger.ZERO)
            .min(BigInteger.valueOf(widest))
            .intValueExact();
    BigInteger inner = magnitude.subtract(octaves(logSize)).shiftLeft(logSize);
    return place.signum() < 0 ? inner.negate() : inner;
  }

  private BigInteger octaves(int number) {
    return BigInteger.valueOf(number).shiftLeft(octave);
  }

  /** Points of the narrowest cells. */
  public BigInteger minSize() {
    boolean across = lower.signum() < 0 && upper.signum() > 0;
    BigInteger nearest = across ? BigInteger.ZERO : lower.abs().min(upper.abs());
    return BigInteger.ONE.shiftLeft(logSize(nearest));
  }

  /** Points of the widest cells. */
  public BigInteger maxSize() {
    return BigInteger.ONE.shiftLeft(logSize(lower.abs().max(upper.abs())));
  }

  /** As EXPLAIN PRIVACY names it. */
  @Override
  public String toString() {
    return cells() + " cells of " + minSize() + " to " + maxSize() + " points";
  }
}
