package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Sums of what was charged, of any size.
 *
 * @param epsilonNanos of the costs
 * @param deltaYoctos of the costs
 * @param loss by the account's theorem, as in {@link Spend}
 * @param headroom the largest of all, by the account's theorem, as in {@link Spend}
 * @param failureYoctos by the account's theorem, as in {@link Spend}
 */
record Totals(
    BigInteger epsilonNanos,
    BigInteger deltaYoctos,
    BigInteger loss,
    BigInteger headroom,
    BigInteger failureYoctos) {
  static final Totals ZERO =
      new Totals(
          BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  static Totals of(BigDecimal epsilonNanos, BigDecimal deltaYoctos) {
    return of(epsilonNanos, deltaYoctos, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);
  }

  static Totals of(
      BigDecimal epsilonNanos,
      BigDecimal deltaYoctos,
      BigDecimal loss,
      BigDecimal headroom,
      BigDecimal failureYoctos) {
    return new Totals(
        epsilonNanos.toBigIntegerExact(),
        deltaYoctos.toBigIntegerExact(),
        loss.toBigIntegerExact(),
        headroom.toBigIntegerExact(),
        failureYoctos.toBigIntegerExact());
  }

  Totals plus(Spend spend) {
    return new Totals(
        epsilonNanos.add(BigInteger.valueOf(spend.cost().epsilonNanos())),
        deltaYoctos.add(spend.cost().deltaYoctos()),
        loss.add(spend.loss()),
        headroom.max(spend.headroom()),
        failureYoctos.add(spend.failure()));
  }

  Totals plus(Totals later) {
    return new Totals(
        epsilonNanos.add(later.epsilonNanos),
        deltaYoctos.add(later.deltaYoctos),
        loss.add(later.loss),
        headroom.max(later.headroom),
        failureYoctos.add(later.failureYoctos));
  }

  /** So many times as much. */
  Totals times(int count) {
    BigInteger times = BigInteger.valueOf(count);
    return new Totals(
        epsilonNanos.multiply(times),
        deltaYoctos.multiply(times),
        loss.multiply(times),
        headroom,
        failureYoctos.multiply(times));
  }

  /** As a cost; an ε beyond its range counts as the largest. */
  Cost toCost() {
    return new Cost(epsilonNanos.min(MAX_LONG).longValueExact(), deltaYoctos);
  }
}
