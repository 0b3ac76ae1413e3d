package org.dpjdbc.sql;

import java.math.BigDecimal;

/**
 * How accurate an answer shall be.
 *
 * @param error each released aggregate is off by at most so much, in its own units; positive
 * @param confidence with this probability; from 0.5 to 0.999
 */
public record ErrorTarget(BigDecimal error, BigDecimal confidence) {
  static final BigDecimal USUAL_CONFIDENCE = new BigDecimal("0.95");
  private static final BigDecimal LEAST = new BigDecimal("0.5");
  private static final BigDecimal MOST = new BigDecimal("0.999");

  /** Checks the ranges. */
  public ErrorTarget {
    if (error.signum() <= 0) {
      throw Messages.optionOutOfRange("error", "above 0");
    }
    if (confidence.compareTo(LEAST) < 0 || confidence.compareTo(MOST) > 0) {
      throw Messages.optionOutOfRange("confidence", "from " + LEAST + " to " + MOST);
    }
  }
}
