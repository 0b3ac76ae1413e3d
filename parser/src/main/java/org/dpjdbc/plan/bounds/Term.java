package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * An expression over one row in total form, with the facts about its non-null values.
 *
 * @param node raises no error for any row, whatever the data. The type of an integer node is never
 *     wider than the type that the database computes it in
 * @param hard holds for any data; empty for what may be NaN, infinite or any date
 * @param soft holds for data within the columns' ranges
 * @param grid what soft values are multiples of, as declared or by type; empty if not known
 */
record Term(
    RexNode node, Optional<Interval> hard, Optional<Interval> soft, Optional<BigDecimal> grid) {

  /** Something that is not a number. */
  static Term of(RexNode node) {
    return new Term(node, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** A boolean. */
  static Term bool(RexNode node) {
    Optional<Interval> bit = Optional.of(Interval.of(0, 1));
    return new Term(node, bit, bit, Optional.of(BigDecimal.ONE));
  }

  /** The same range for any data. */
  static Term ranged(RexNode node, Interval range, Optional<BigDecimal> grid) {
    return new Term(node, Optional.of(range), Optional.of(range), grid);
  }

  ComparisonFamily family() {
    return ComparisonFamily.of(node.getType());
  }

  boolean isNull() {
    return RexLiteral.isNullLiteral(node);
  }

  boolean isLiteral() {
    return node instanceof RexLiteral;
  }

  /** The smallest distance from zero of a non-zero value; empty if it may be closer. */
  Optional<BigDecimal> unit() {
    return family() == ComparisonFamily.EXACT && grid.isPresent()
        ? Optional.of(Grids.decimals(ComparisonFamily.scale(node.getType())))
        : Optional.empty();
  }

  /** Another form of the same values. */
  Term as(RexNode other) {
    return new Term(other, hard, soft, grid);
  }
}
