package org.dpjdbc.sql.parse;

import java.math.BigDecimal;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * The required accuracy of an answer.
 *
 * @param error the maximum error of each released aggregate, in its own unit or as a share of the
 *     exact value; positive, a share below 1
 * @param relative whether it is a share
 * @param confidence with this probability; from 0.5 to 0.999
 */
public record ErrorTarget(BigDecimal error, boolean relative, BigDecimal confidence) {
  static final BigDecimal USUAL_CONFIDENCE = new BigDecimal("0.95");
  private static final BigDecimal LEAST = new BigDecimal("0.5");
  private static final BigDecimal MOST = new BigDecimal("0.999");

  /** Checks the ranges. */
  public ErrorTarget {
    if (error.signum() <= 0) {
      throw ParseMessages.optionOutOfRange("error", "above 0");
    }
    if (relative && error.compareTo(BigDecimal.ONE) >= 0) {
      throw ParseMessages.optionOutOfRange("error", "below 100%");
    }
    if (confidence.compareTo(LEAST) < 0 || confidence.compareTo(MOST) > 0) {
      throw ParseMessages.optionOutOfRange("confidence", "from " + LEAST + " to " + MOST);
    }
  }

  /**
   * What is written as in a query, with the usual confidence.
   *
   * @param written a number, or one and a percent sign
   * @throws NumberFormatException if it is neither
   */
  public static ErrorTarget of(String written) {
    boolean relative = written.endsWith("%");
    String number = relative ? written.substring(0, written.length() - 1) : written;
    BigDecimal error = new BigDecimal(number.strip());
    return new ErrorTarget(relative ? error.movePointLeft(2) : error, relative, USUAL_CONFIDENCE);
  }

  /** A share of a value, in its unit. */
  public ErrorTarget of(BigDecimal value) {
    return new ErrorTarget(
        error.multiply(value).stripTrailingZeros(), /* relative= */ false, confidence);
  }

  /** As the query wrote it: a number, or per cent. */
  @Override
  public String toString() {
    return relative
        ? error.movePointRight(2).stripTrailingZeros().toPlainString() + "%"
        : error.toPlainString();
  }
}
