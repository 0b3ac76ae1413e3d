package org.dpjdbc.budget;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.Loss;
import org.dpjdbc.budget.accountant.MechanismJson;

/**
 * What one charge adds to an account, in whole units rounded up. A function of the charge alone, so
 * that it can be computed again from the history.
 *
 * @param cost by sequential composition
 * @param loss ρ or μ² in units of 10<sup>−21</sup>; 0 where costs add up by themselves
 * @param headroom how much of the limit of the loss must remain from then on
 * @param failure in yocto-δ; 0 where costs add up by themselves
 */
record Spend(Cost cost, BigInteger loss, BigInteger headroom, BigInteger failure) {
  private static final int LOSS_DIGITS = 21;

  /** No budget allows so much, and the sum of 10<sup>7</sup> of it still has 38 digits. */
  private static final BigInteger MOST = BigInteger.TEN.pow(31);

  private static final BigInteger NANO = BigInteger.TEN.pow(9);
  private static final BigInteger YOCTO = BigInteger.TEN.pow(24);

  /**
   * @param cost what is charged
   * @param mechanisms as they are stored with it. If they are not recorded, or do not add up to the
   *     cost, the cost alone counts: the loss of any mechanism of that (ε, δ)
   */
  static Spend of(Accounting accounting, Cost cost, String mechanisms) {
    if (accounting == Accounting.BASIC) {
      return new Spend(cost, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO);
    }
    Loss loss = loss(accounting, cost, mechanisms);
    return new Spend(
        cost,
        units(loss.amount()),
        units(loss.headroom()),
        ceiling(loss.failure().multiply(YOCTO)));
  }

  /** The same before it is rounded. */
  static Loss loss(Accounting accounting, Cost cost, String mechanisms) {
    return exact(mechanisms, cost)
        .flatMap(all -> sum(accounting, all))
        .orElseGet(() -> unknown(accounting, cost));
  }

  /** The mechanisms, if they are recorded and add up to the cost. */
  static Optional<List<MechanismJson.Counted>> exact(String mechanisms, Cost cost) {
    return MechanismJson.read(mechanisms).filter(all -> isCost(all, cost));
  }

  private static boolean isCost(List<MechanismJson.Counted> mechanisms, Cost cost) {
    BigFraction epsilon = BigFraction.ZERO;
    BigFraction delta = BigFraction.ZERO;
    for (MechanismJson.Counted counted : mechanisms) {
      epsilon = epsilon.add(counted.mechanism().epsilon().multiply(counted.count()));
      delta = delta.add(counted.mechanism().delta().multiply(counted.count()));
    }
    return ceiling(epsilon.multiply(NANO)).equals(BigInteger.valueOf(cost.epsilonNanos()))
        && ceiling(delta.multiply(YOCTO)).equals(cost.deltaYoctos());
  }

  private static Optional<Loss> sum(Accounting accounting, List<MechanismJson.Counted> mechanisms) {
    return mechanisms.stream()
        .map(counted -> accounting.of(counted.mechanism()).times(counted.count()))
        .reduce(Loss::plus);
  }

  private static Loss unknown(Accounting accounting, Cost cost) {
    return pure(accounting, cost.epsilonNanos())
        .plus(Loss.NONE.withFailure(BigFraction.of(cost.deltaYoctos(), YOCTO)));
  }

  /** What any mechanism of that ε takes. */
  static Loss pure(Accounting accounting, long epsilonNanos) {
    return epsilonNanos == 0
        ? Loss.NONE
        : accounting.ofPure(BigFraction.of(BigInteger.valueOf(epsilonNanos), NANO));
  }

  /** An amount in whole units, rounded up. */
  static BigInteger units(BigFraction amount) {
    return ceiling(amount.multiply(BigInteger.TEN.pow(LOSS_DIGITS))).min(MOST);
  }

  /** A limit in whole units, rounded down; below what is cut off above. */
  static BigInteger limit(BigFraction amount) {
    BigFraction scaled = amount.multiply(BigInteger.TEN.pow(LOSS_DIGITS));
    return scaled.getNumerator().divide(scaled.getDenominator()).min(MOST.subtract(BigInteger.ONE));
  }

  /** Whole units as an amount. */
  static BigFraction amount(BigInteger units) {
    return BigFraction.of(units, BigInteger.TEN.pow(LOSS_DIGITS));
  }

  private static BigInteger ceiling(BigFraction value) {
    BigInteger[] parts = value.getNumerator().divideAndRemainder(value.getDenominator());
    return parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
  }
}
