package org.dpjdbc.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value as a person reads it: {@code 12345} with {@code 17} beside it. A fraction is shown as
 * finely as the two leading digits of its error; an error is rounded up.
 *
 * @param text of the value
 * @param error of it, or nothing
 * @param number the value, if it is a number
 * @param halfWidth the error, if there is one
 */
record ShownValue(
    String text, String error, Optional<BigDecimal> number, Optional<BigDecimal> halfWidth) {
  /** What moves a terminal's cursor or changes its colours is shown and not done. */
  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}|\\p{Cf}");

  private static final Pattern CONTROL_IN_LINES =
      Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\r\\t]]|\\r(?!\\n)");

  private static final MathContext LEADING = new MathContext(2, RoundingMode.UP);

  /** Digits of a fraction without an error. */
  private static final MathContext PLAIN = new MathContext(12);

  /** A message or a statement with nothing that moves a terminal's cursor but its line ends. */
  static String lines(String text) {
    return CONTROL_IN_LINES.matcher(text).replaceAll("\uFFFD");
  }

  static ShownValue of(@Nullable String text) {
    String shown = text == null ? "NULL" : CONTROL.matcher(text).replaceAll("\uFFFD");
    return new ShownValue(shown, "", Optional.empty(), Optional.empty());
  }

  static ShownValue of(Optional<BigDecimal> value, Optional<BigDecimal> error) {
    if (value.isEmpty()) {
      return of((String) null);
    }
    Optional<BigDecimal> width = error.filter(e -> e.signum() > 0).map(e -> e.round(LEADING));
    BigDecimal number = value.get();
    BigDecimal shown = number;
    if (number.scale() > 0) {
      shown =
          width.isPresent()
              ? number.setScale(Math.max(width.get().scale(), 0), RoundingMode.HALF_EVEN)
              : number.round(PLAIN).stripTrailingZeros();
    }
    return new ShownValue(
        shown.toPlainString(), error.map(e -> plain(e, width)).orElse(""), value, error);
  }

  private static String plain(BigDecimal error, Optional<BigDecimal> rounded) {
    return rounded.orElse(error.signum() == 0 ? BigDecimal.ZERO : error).toPlainString();
  }
}
