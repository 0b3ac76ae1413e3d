package org.dpjdbc.sql.rewrite;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/**
 * Dates and timestamps written as a constant string in a constant format become literals. A string
 * that is not a date remains, to be refused.
 */
final class TemporalConstants {
  private static final int MICROSECONDS = 6;

  private static final Map<String, String> TO_CHAR =
      Map.of(
          "YYYY", "uuuu", "MM", "MM", "DD", "dd", "HH24", "HH", "MI", "mm", "SS", "ss", "US",
          "SSSSSS", "MS", "SSS");

  private static final Map<String, String> PERCENT =
      Map.of(
          "%Y", "uuuu", "%m", "MM", "%d", "dd", "%H", "HH", "%M", "mm", "%S", "ss", "%f", "SSSSSS");

  private static final Map<String, String> DATE_FORMAT =
      Map.of(
          "%Y",
          "uuuu", "%m", "MM", "%d", "dd", "%H", "HH", "%i", "mm", "%s", "ss", "%S", "ss", "%f",
          "SSSSSS");

  private TemporalConstants() {}

  /** {@code TO_TIMESTAMP('2024-01-31 10:30', 'YYYY-MM-DD HH24:MI')}. */
  static Optional<SqlNode> toTimestamp(SqlCall call) {
    return read(call, TO_CHAR).map(timestamp -> literal(timestamp, call.getParserPosition()));
  }

  /** {@code TO_DATE('2024-01-31', 'YYYY-MM-DD')}. */
  static Optional<SqlNode> toDate(SqlCall call) {
    return read(call, TO_CHAR)
        .map(timestamp -> literal(timestamp.toLocalDate(), call.getParserPosition()));
  }

  /** {@code STRPTIME('2024-01-31', '%Y-%m-%d')}, always a timestamp. */
  static Optional<SqlNode> strptime(SqlCall call) {
    return read(call, PERCENT).map(timestamp -> literal(timestamp, call.getParserPosition()));
  }

  /** {@code STR_TO_DATE('2024-01-31', '%Y-%m-%d')}, a timestamp if the format has a time of day. */
  static Optional<SqlNode> strToDate(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return read(call, DATE_FORMAT)
        .map(
            timestamp ->
                SqlNodes.constant(call.operand(1))
                        .filter(f -> f.matches("(?s).*%[HiSsf].*"))
                        .isPresent()
                    ? literal(timestamp, pos)
                    : literal(timestamp.toLocalDate(), pos));
  }

  /** {@code MAKE_DATE(2024, 1, 31)}. */
  static Optional<SqlNode> makeDate(SqlCall call) {
    if (call.operandCount() != 3
        || !call.getOperandList().stream().allMatch(SqlNumericLiteral.class::isInstance)) {
      return Optional.empty();
    }
    try {
      LocalDate date = LocalDate.of(number(call, 0), number(call, 1), number(call, 2));
      return isOfFourDigits(date)
          ? Optional.of(literal(date, call.getParserPosition()))
          : Optional.empty();
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static int number(SqlCall call, int operand) {
    return ((SqlNumericLiteral) call.operand(operand)).bigDecimalValue().intValueExact();
  }

  private static Optional<LocalDateTime> read(SqlCall call, Map<String, String> fields) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    return SqlNodes.constant(call.operand(0))
        .flatMap(
            text ->
                SqlNodes.constant(call.operand(1))
                    .flatMap(format -> pattern(format, fields))
                    .flatMap(pattern -> parsed(text, pattern)))
        .filter(timestamp -> isOfFourDigits(timestamp.toLocalDate()));
  }

  static boolean isOfFourDigits(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }

  private static Optional<String> pattern(String format, Map<String, String> fields) {
    StringBuilder pattern = new StringBuilder();
    for (int at = 0; at < format.length(); ) {
      String rest = format.substring(at);
      Optional<String> name =
          fields.keySet().stream()
              .filter(rest::startsWith)
              .max(Comparator.comparingInt(String::length));
      if (name.isPresent()) {
        pattern.append(fields.get(name.get()));
        at += name.get().length();
      } else if (" -/.:".indexOf(format.charAt(at)) >= 0) {
        pattern.append('\'').append(format.charAt(at)).append('\'');
        at++;
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(pattern.toString());
  }

  private static Optional<LocalDateTime> parsed(String text, String pattern) {
    try {
      DateTimeFormatter formatter =
          DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
      return Optional.of(
          pattern.contains("HH")
              ? LocalDateTime.parse(text, formatter)
              : LocalDate.parse(text, formatter).atStartOfDay());
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }

  static SqlNode literal(LocalDateTime timestamp, SqlParserPos pos) {
    TimestampString value =
        new TimestampString(
                timestamp.getYear(),
                timestamp.getMonthValue(),
                timestamp.getDayOfMonth(),
                timestamp.getHour(),
                timestamp.getMinute(),
                timestamp.getSecond())
            .withNanos(timestamp.getNano());
    return SqlLiteral.createTimestamp(SqlTypeName.TIMESTAMP, value, MICROSECONDS, pos);
  }

  private static SqlNode literal(LocalDate date, SqlParserPos pos) {
    return SqlLiteral.createDate(
        new DateString(date.getYear(), date.getMonthValue(), date.getDayOfMonth()), pos);
  }
}
