package org.dpjdbc.gateway.text;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.UUID;
import org.dpjdbc.gateway.value.ArrayValue;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of parameters into a statement, for where a parameter cannot stand: the unit of
 * {@code date_trunc($1, x)}. What comes out is read by the driver like anything that an analyst
 * writes.
 */
public final class Literals {
  private static final DateTimeFormatter TIMESTAMP_FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.SSSSSS]", Locale.ROOT);

  /** A short parameter may stand at many places; the driver takes no longer statement. */
  static final int LONGEST = 1_000_000;

  private Literals() {}

  /**
   * Writes them.
   *
   * @return empty if a value has no literal
   */
  public static Optional<String> in(Placeholders text, List<@Nullable Object> values) {
    StringBuilder written = new StringBuilder();
    int from = 0;
    int at = 0;
    for (int place : text.places()) {
      Optional<String> literal = of(values.get(text.numbers().get(at) - 1));
      if (literal.isEmpty()
          || written.length() + (place - from) + literal.get().length() > LONGEST) {
        return Optional.empty();
      }
      written.append(text.sql(), from, place).append(' ').append(literal.get());
      from = place + 1;
      at++;
    }
    return Optional.of(written.append(text.sql(), from, text.sql().length()).toString());
  }

  private static Optional<String> of(@Nullable Object value) {
    if (value == null) {
      return Optional.of("NULL");
    }
    if (value instanceof ArrayValue array) {
      return of(array);
    }
    if (value instanceof Boolean bool) {
      return Optional.of(bool ? "TRUE" : "FALSE");
    }
    if (value instanceof BigDecimal number) {
      return Optional.of("(" + number.toPlainString() + ")");
    }
    if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number)
          ? Optional.of("(" + scientific(number) + ")")
          : Optional.empty();
    }
    if (value instanceof Number) {
      return Optional.of("(" + value + ")");
    }
    if (value instanceof LocalDate date) {
      boolean isWritten = date.getYear() >= 1 && date.getYear() <= 9999;
      return isWritten ? Optional.of("DATE '" + date + "'") : Optional.empty();
    }
    if (value instanceof LocalDateTime timestamp) {
      boolean isWritten = timestamp.getYear() >= 1 && timestamp.getYear() <= 9999;
      return isWritten
          ? Optional.of("TIMESTAMP '" + TIMESTAMP_FORMAT.format(timestamp) + "'")
          : Optional.empty();
    }
    if (value instanceof LocalTime time) {
      return Optional.of("TIME '" + DateTimeFormatter.ISO_LOCAL_TIME.format(time) + "'");
    }
    return value instanceof String || value instanceof UUID
        ? Optional.of("'" + value.toString().replace("'", "''") + "'")
        : Optional.empty();
  }

  /** An array without elements has no literal: nothing says of what type they are. */
  private static Optional<String> of(ArrayValue array) {
    StringJoiner elements = new StringJoiner(", ", "ARRAY[", "]");
    for (Object element : array.elements()) {
      Optional<String> literal = of(element);
      if (literal.isEmpty() || elements.length() > LONGEST) {
        return Optional.empty();
      }
      elements.add(literal.get());
    }
    return array.elements().isEmpty() ? Optional.empty() : Optional.of(elements.toString());
  }

  private static String scientific(double number) {
    String text = Double.toString(number);
    return text.contains("E") ? text : text + "E0";
  }
}
