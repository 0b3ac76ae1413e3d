package org.dpjdbc.noise;

import java.math.BigDecimal;
import org.apache.commons.numbers.fraction.BigFraction;

/** Decimals as exact rationals. */
final class Rationals {
  private Rationals() {}

  static BigFraction rational(String decimal) {
    return SigmaGrid.fraction(new BigDecimal(decimal));
  }
}
