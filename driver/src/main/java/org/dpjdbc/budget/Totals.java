package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Sums of costs, of any size. */
record Totals(BigInteger epsilonNanos, BigInteger deltaYoctos) {
  static final Totals ZERO = new Totals(BigInteger.ZERO, BigInteger.ZERO);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  static Totals of(BigDecimal epsilonNanos, BigDecimal deltaYoctos) {
    return new Totals(epsilonNanos.toBigIntegerExact(), deltaYoctos.toBigIntegerExact());
  }

  Totals plus(Cost cost) {
    return new Totals(
        epsilonNanos.add(BigInteger.valueOf(cost.epsilonNanos())),
        deltaYoctos.add(cost.deltaYoctos()));
  }

  /** As a cost; an ε beyond its range counts as the greatest. */
  Cost toCost() {
    return new Cost(epsilonNanos.min(MAX_LONG).longValueExact(), deltaYoctos);
  }
}
