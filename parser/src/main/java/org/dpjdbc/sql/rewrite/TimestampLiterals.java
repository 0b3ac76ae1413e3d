package org.dpjdbc.sql.rewrite;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/** Literals of times and timestamps with more digits than PostgreSQL's microseconds. */
final class TimestampLiterals {
  private static final int MICRO_DIGITS = 6;
  private static final int NANOS_OF_MICRO = 1_000;

  private static final Pattern LONG =
      Pattern.compile("(?:(\\d{4}-\\d{2}-\\d{2}) )?(\\d{2}:\\d{2}:\\d{2})(\\.\\d{7,})");

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, MICRO_DIGITS, MICRO_DIGITS, true)
          .toFormatter(Locale.ROOT);

  private TimestampLiterals() {}

  /**
   * The literal to the nearest microsecond, of two the even one.
   *
   * @return empty if it has no more digits
   * @throws org.dpjdbc.sql.refusal.RefusedException where that is in another year than one of four
   *     digits, or on another day than a time
   */
  static Optional<SqlNode> rounded(SqlLiteral literal) {
    if (!(literal instanceof SqlUnknownLiteral written)
        || !(written.tag.equals("TIMESTAMP") || written.tag.equals("TIME"))) {
      return Optional.empty();
    }
    Matcher parts = LONG.matcher(String.valueOf(written.getValue()).strip());
    if (!parts.matches() || (parts.group(1) == null) != written.tag.equals("TIME")) {
      return Optional.empty();
    }
    int micros =
        new BigDecimal("0" + parts.group(3))
            .movePointRight(MICRO_DIGITS)
            .setScale(0, RoundingMode.HALF_EVEN)
            .intValueExact();
    String date = parts.group(1) == null ? "2000-01-01" : parts.group(1);
    LocalDateTime timestamp =
        LocalDateTime.parse(date + "T" + parts.group(2)).plusNanos((long) micros * NANOS_OF_MICRO);
    boolean fits =
        parts.group(1) == null
            ? timestamp.toLocalDate().toString().equals(date)
            : timestamp.getYear() <= 9999;
    if (!fits) {
      throw ParseMessages.formNotSupported(written.tag, Optional.empty())
          .at(Position.of(literal.getParserPosition()));
    }
    String text =
        (parts.group(1) == null ? "" : timestamp.toLocalDate() + " ") + TIME.format(timestamp);
    return Optional.of(SqlLiteral.createUnknown(written.tag, text, written.getParserPosition()));
  }
}
