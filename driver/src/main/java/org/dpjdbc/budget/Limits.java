package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * What one account may spend in a window. A charge is within it if its failures are, and either its
 * loss, or its epsilon in an account of nothing but pure mechanisms; see {@link Accounting}.
 *
 * @param accounting the theorem
 * @param cost as the policy says it
 * @param loss the maximum of the sum of losses plus the largest headroom; negative: losses are
 *     ignored
 * @param failure the maximum sum of the failures, in yocto-δ; the conversion of the loss has the
 *     same δ
 */
record Limits(Accounting accounting, Cost cost, BigInteger loss, BigInteger failure) {
  private static final BigInteger NEVER = BigInteger.ONE.negate();
  private static final BigInteger YOCTO = BigInteger.TEN.pow(24);

  /** Beyond this an ε is not worth computing. */
  private static final BigInteger ABSURD = BigInteger.TEN.pow(25);

  static Limits of(Accounting accounting, Cost cost) {
    BigInteger half = cost.deltaYoctos().shiftRight(1);
    if (accounting == Accounting.BASIC || half.signum() == 0) {
      return new Limits(accounting, cost, NEVER, BigInteger.ZERO);
    }
    BigFraction epsilon = BigFraction.of(cost.epsilonNanos()).divide(1_000_000_000L);
    BigFraction max = accounting.maxAmount(epsilon, BigFraction.of(half, YOCTO));
    return new Limits(accounting, cost, Spend.limit(max), half);
  }

  /** The maximum sum of all deltas if epsilons are compared. */
  BigInteger delta(Spend spend) {
    return accounting == Accounting.BASIC ? cost.deltaYoctos() : spend.failure();
  }

  /** Whether a sum of charges is within the limits, as {@link AccountTable#ADD} says it in SQL. */
  boolean allow(Totals spent) {
    BigInteger plainDelta = accounting == Accounting.BASIC ? cost.deltaYoctos() : BigInteger.ZERO;
    boolean byLoss = spent.loss().add(spent.headroom()).compareTo(loss) <= 0;
    boolean byEpsilon =
        spent.epsilonNanos().compareTo(BigInteger.valueOf(cost.epsilonNanos())) <= 0
            && spent.deltaYoctos().compareTo(spent.failureYoctos().add(plainDelta)) <= 0;
    return spent.failureYoctos().compareTo(failure) <= 0 && (byLoss || byEpsilon);
  }

  /**
   * An (ε, δ) that holds for what was spent, of several the one with the smaller ε within the
   * limit's δ.
   */
  Cost spent(Totals spent) {
    Cost plain = spent.toCost();
    if (loss.signum() < 0 || spent.loss().compareTo(ABSURD) > 0) {
      return plain;
    }
    BigInteger delta =
        spent.loss().signum() == 0 ? spent.failureYoctos() : spent.failureYoctos().add(failure);
    BigDecimal epsilon =
        accounting.epsilon(Spend.amount(spent.loss()), BigFraction.of(failure, YOCTO));
    boolean plainIsBetter =
        plain.deltaYoctos().compareTo(cost.deltaYoctos()) <= 0
            && plain.epsilon().compareTo(epsilon) <= 0;
    return plainIsBetter
        ? plain
        : new Cost(Cost.of(epsilon, BigDecimal.ZERO).epsilonNanos(), delta);
  }

  /**
   * What a query may cost that is certain to be within the limit: its ε if it is pure, and the δ of
   * what it selects. With Gaussian noise more may be.
   */
  Cost remaining(Totals spent) {
    if (accounting == Accounting.BASIC) {
      return cost.minus(spent.toCost());
    }
    BigInteger failureLeft = failure.subtract(spent.failureYoctos());
    if (failureLeft.signum() < 0) {
      return Cost.FREE;
    }
    boolean pure = spent.deltaYoctos().equals(spent.failureYoctos());
    long left = pure ? cost.minus(spent.toCost()).epsilonNanos() : 0;
    return new Cost(Math.max(left, byLoss(spent)), failureLeft);
  }

  /** The largest ε of a pure mechanism for which there is room. */
  private long byLoss(Totals spent) {
    BigInteger room = loss.subtract(spent.loss());
    long fits = 0;
    long more = cost.epsilonNanos();
    while (room.signum() > 0 && more > fits) {
      long middle = fits + (more - fits + 1) / 2;
      Spend next = Spend.of(accounting, new Cost(middle, BigInteger.ZERO), "");
      BigInteger needed = next.loss().add(next.headroom().max(spent.headroom()));
      if (needed.compareTo(room) <= 0) {
        fits = middle;
      } else {
        more = middle - 1;
      }
    }
    return fits;
  }
}
