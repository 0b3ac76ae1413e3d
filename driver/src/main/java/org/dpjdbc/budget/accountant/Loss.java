package org.dpjdbc.budget.accountant;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The share of a budget that mechanisms spend under a theorem of composition. Amounts and failures
 * add up.
 *
 * @param amount ρ or μ²
 * @param headroom how much of the budget must remain from then on
 * @param failure the probability set aside for the event outside which the amount holds
 */
public record Loss(BigFraction amount, BigFraction headroom, BigFraction failure) {
  /** Nothing. */
  public static final Loss NONE = of(BigFraction.ZERO);

  static Loss of(BigFraction amount) {
    return new Loss(amount, BigFraction.ZERO, BigFraction.ZERO);
  }

  /** The same outside an event of that probability. */
  public Loss withFailure(BigFraction probability) {
    return new Loss(amount, headroom, probability);
  }

  /** The sum of two losses: the headroom is the greater of the two. */
  public Loss plus(Loss next) {
    return new Loss(
        amount.add(next.amount),
        headroom.compareTo(next.headroom) >= 0 ? headroom : next.headroom,
        failure.add(next.failure));
  }

  /** As often. */
  public Loss times(int count) {
    return new Loss(amount.multiply(count), headroom, failure.multiply(count));
  }
}
