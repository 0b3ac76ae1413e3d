package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Determines the grid of an expression: the number of which all its values are multiples. */
final class Grids {
  private static final BigDecimal TEN = BigDecimal.TEN;

  private Grids() {}

  /** A power of ten, not above 1. */
  static BigDecimal ofLiteral(BigDecimal value) {
    return decimals(Intervals.plain(value).scale());
  }

  /** 10 to the power of −{@code scale}. */
  static BigDecimal decimals(int scale) {
    return Intervals.plain(BigDecimal.ONE.scaleByPowerOfTen(-scale));
  }

  /** A grid that both are on. */
  static BigDecimal common(BigDecimal a, BigDecimal b) {
    BigDecimal small = a.min(b);
    if (isMultiple(a.max(b), small)) {
      return small;
    }
    return decimals(Math.max(Intervals.plain(a).scale(), Intervals.plain(b).scale()));
  }

  static Optional<BigDecimal> common(Optional<BigDecimal> a, Optional<BigDecimal> b) {
    return a.flatMap(left -> b.map(right -> common(left, right)));
  }

  static Optional<BigDecimal> product(Optional<BigDecimal> a, Optional<BigDecimal> b) {
    return a.flatMap(left -> b.map(left::multiply));
  }

  /** A grid that all branches are on; constants fit themselves to the grid of the others. */
  static Optional<BigDecimal> common(List<Term> branches) {
    Optional<BigDecimal> grid = Optional.empty();
    boolean first = true;
    for (Term branch : branches) {
      if (!branch.isLiteral()) {
        grid = first ? branch.grid() : common(grid, branch.grid());
        first = false;
      }
    }
    for (Term branch : branches) {
      if (branch.isLiteral() && !branch.isNull()) {
        grid = first ? branch.grid() : withConstant(grid, branch);
        first = false;
      }
    }
    return first ? Optional.of(BigDecimal.ONE) : grid;
  }

  private static Optional<BigDecimal> withConstant(Optional<BigDecimal> grid, Term constant) {
    boolean fits =
        grid.isPresent()
            && constant.soft().isPresent()
            && isMultiple(constant.soft().get().lower(), grid.get());
    return fits ? grid : common(grid, constant.grid());
  }

  static boolean isMultiple(BigDecimal value, BigDecimal unit) {
    return value.remainder(unit).signum() == 0;
  }

  /** The smallest power of ten, at least {@code limit}. */
  static BigDecimal powerOfTenFrom(BigDecimal limit) {
    BigDecimal power = powerOfTenUpTo(limit);
    return power.compareTo(limit) < 0 ? Intervals.plain(power.multiply(TEN)) : power;
  }

  /** The largest power of ten, at most {@code limit}. */
  static BigDecimal powerOfTenUpTo(BigDecimal limit) {
    return decimals(limit.scale() - limit.precision() + 1);
  }
}
