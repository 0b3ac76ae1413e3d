package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads an unquoted scalar: a number, a boolean, a date, a time of day, a date and time, or a
 * string. Follows YAML 1.2's core schema, as editors do: only {@code true} and {@code false} are
 * booleans.
 */
final class PlainScalar {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,9})?");
  private static final Pattern LEADING_ZERO = Pattern.compile("[-+]?0[0-9].*");
  private static final Pattern HEX_OR_OCTAL = Pattern.compile("0x[0-9a-fA-F]+|0o[0-7]+");
  private static final Pattern NOT_FINITE =
      Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final String CLOCK = "[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?";
  private static final Pattern TIME = Pattern.compile(CLOCK);
  private static final Pattern TIMESTAMP = Pattern.compile(DATE.pattern() + "[Tt ]" + CLOCK);
  private static final Pattern ZONED =
      Pattern.compile(TIMESTAMP.pattern() + " ?([Zz]|[-+][0-9]{1,2}(:?[0-9]{2})?)");

  /** Beyond any number a database column holds; stops 1e999999999 from being written out. */
  private static final int MAX_DIGITS = 400;

  private PlainScalar() {}

  /** A scalar that means nothing, with what to write instead. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
      super(message);
    }
  }

  /**
   * Reads the scalar.
   *
   * @throws UnreadableException if it looks like a value of some kind and is none
   */
  static PolicyValue read(String text) throws UnreadableException {
    if (text.equals("true") || text.equals("True") || text.equals("TRUE")) {
      return new PolicyValue.Bool(true);
    }
    if (text.equals("false") || text.equals("False") || text.equals("FALSE")) {
      return new PolicyValue.Bool(false);
    }
    if (NUMBER.matcher(text).matches()) {
      return new PolicyValue.Number(number(text));
    }
    if (HEX_OR_OCTAL.matcher(text).matches()) {
      throw new UnreadableException("write " + text + " as a decimal number, or quote it");
    }
    if (NOT_FINITE.matcher(text).matches()) {
      throw new UnreadableException(text + " is not a finite number");
    }
    return temporal(text);
  }

  private static BigDecimal number(String text) throws UnreadableException {
    if (LEADING_ZERO.matcher(text).matches()) {
      throw new UnreadableException(
          text + " begins with zero: quote it if it is a string, otherwise omit the zero");
    }
    BigDecimal value = new BigDecimal(text);
    if (value.precision() > MAX_DIGITS || Math.abs((long) value.scale()) > MAX_DIGITS) {
      throw new UnreadableException("a number of more than " + MAX_DIGITS + " digits");
    }
    return value;
  }

  private static PolicyValue temporal(String text) throws UnreadableException {
    try {
      if (DATE.matcher(text).matches()) {
        return new PolicyValue.Date(LocalDate.parse(text));
      }
      if (TIME.matcher(text).matches()) {
        return new PolicyValue.Time(LocalTime.parse(text));
      }
      if (TIMESTAMP.matcher(text).matches()) {
        String iso = text.toUpperCase(Locale.ROOT).replace(' ', 'T');
        return new PolicyValue.Timestamp(LocalDateTime.parse(iso));
      }
    } catch (DateTimeException e) {
      throw new UnreadableException(text + " is not in the calendar");
    }
    if (ZONED.matcher(text).matches()) {
      throw new UnreadableException("write " + text + " without its time zone");
    }
    return new PolicyValue.Text(text);
  }
}
