package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/** Validates the parameters of mechanisms and distributions. */
final class MechanismChecks {
  private MechanismChecks() {}

  /**
   * Returns {@code value} with a positive numerator and denominator.
   *
   * @throws IllegalArgumentException unless {@code value > 0}
   */
  static BigFraction positive(String name, BigFraction value) {
    if (value.signum() <= 0) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
    return BigFraction.of(value.getNumerator().abs(), value.getDenominator().abs());
  }

  /**
   * Returns {@code value} with a positive numerator and denominator.
   *
   * @throws IllegalArgumentException unless {@code 0 < value < 1}
   */
  static BigFraction probability(String name, BigFraction value) {
    BigFraction checked = positive(name, value);
    if (checked.compareTo(BigFraction.ONE) >= 0) {
      throw new IllegalArgumentException(name + " must be below 1, not " + value);
    }
    return checked;
  }

  /**
   * Returns {@code value}.
   *
   * @throws IllegalArgumentException unless {@code value >= 1}
   */
  static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
    return value;
  }

  /**
   * Returns {@code value}.
   *
   * @throws IllegalArgumentException unless {@code value >= 1}
   */
  static BigInteger atLeastOne(String name, BigInteger value) {
    if (value.signum() <= 0) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
    return value;
  }
}
