package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Casts of literals, evaluated while planning: a literal that does not fit is an error in the
 * query, reported before anything is charged, and never a database error.
 */
final class Constants {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d{1,60}(\\.\\d{0,60})?|\\.\\d{1,60})([eE][+-]?\\d{1,3})?");

  private Constants() {}

  /** A literal as a number: numbers, booleans, dates and times. */
  static Optional<BigDecimal> number(RexLiteral literal) {
    if (RexLiteral.isNullLiteral(literal)) {
      return Optional.empty();
    }
    return switch (ComparisonFamily.of(literal.getType())) {
      case EXACT -> Optional.ofNullable(literal.getValueAs(BigDecimal.class));
      case APPROXIMATE ->
          Optional.ofNullable(literal.getValueAs(Double.class))
              .filter(Double::isFinite)
              .map(BigDecimal::valueOf)
              .map(
                  value ->
                      literal.getType().getSqlTypeName() == SqlTypeName.REAL
                          ? inSingle(value)
                          : value);
      case BOOLEAN ->
          Optional.of(RexLiteral.booleanValue(literal) ? BigDecimal.ONE : BigDecimal.ZERO);
      case DATE, TIME, TIMESTAMP -> TemporalNumbers.number(literal);
      case TEXT, UUID, OTHER -> Optional.empty();
    };
  }

  /** The value in single precision, with the digits that double precision needs for it. */
  static BigDecimal inSingle(BigDecimal value) {
    float single = value.floatValue();
    return Float.isFinite(single) ? BigDecimal.valueOf((double) single) : value;
  }

  /** The value of a string literal. */
  static Optional<String> text(RexNode node) {
    if (node instanceof RexLiteral literal
        && !RexLiteral.isNullLiteral(literal)
        && ComparisonFamily.of(literal.getType()) == ComparisonFamily.TEXT) {
      return Optional.ofNullable(literal.getValueAs(NlsString.class)).map(NlsString::getValue);
    }
    return Optional.empty();
  }

  /** The integer of a literal. */
  static Optional<Integer> integer(RexNode node) {
    if (!(node instanceof RexLiteral literal)
        || ComparisonFamily.of(node.getType()) != ComparisonFamily.EXACT) {
      return Optional.empty();
    }
    BigDecimal limit = BigDecimal.valueOf(Integer.MAX_VALUE);
    return number(literal)
        .filter(value -> Interval.within(limit).contains(value))
        .filter(value -> value.stripTrailingZeros().scale() <= 0)
        .map(BigDecimal::intValueExact);
  }

  /** The number of a numeric literal that may stand behind a minus sign. */
  static Optional<BigDecimal> signed(RexNode node) {
    if (node.getKind() == SqlKind.MINUS_PREFIX && node instanceof RexCall call) {
      return signed(call.getOperands().get(0)).map(BigDecimal::negate);
    }
    return node instanceof RexLiteral literal && ComparisonFamily.of(node.getType()).isNumeric()
        ? number(literal)
        : Optional.empty();
  }

  /** A string literal read as a literal of another type. */
  static RexNode read(RexBuilder rex, String text, RelDataType type) {
    try {
      return parse(rex, text.strip(), type)
          .orElseThrow(() -> ExpressionMessages.badLiteral(text, type.getSqlTypeName().getName()));
    } catch (DateTimeException | ArithmeticException e) {
      throw ExpressionMessages.badLiteral(text, type.getSqlTypeName().getName());
    }
  }

  private static Optional<RexNode> parse(RexBuilder rex, String text, RelDataType type) {
    return switch (ComparisonFamily.of(type)) {
      case EXACT, APPROXIMATE ->
          NUMBER.matcher(text).matches()
              ? number(rex, new BigDecimal(text), type)
              : Optional.empty();
      case BOOLEAN ->
          switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(rex.makeLiteral(true));
            case "false" -> Optional.of(rex.makeLiteral(false));
            default -> Optional.empty();
          };
      case DATE ->
          day(text.length() > 10 ? timestamp(text).toLocalDate() : LocalDate.parse(text))
              .map(date -> TemporalNumbers.literal(rex, date));
      case TIME -> Optional.of(TemporalNumbers.literal(rex, LocalTime.parse(text), type));
      case TIMESTAMP -> {
        LocalDateTime timestamp = timestamp(text);
        yield day(timestamp.toLocalDate())
            .map(date -> TemporalNumbers.literal(rex, timestamp, type));
      }
      case UUID -> text.length() == 36 ? uuid(text).map(rex::makeUuidLiteral) : Optional.empty();
      case TEXT, OTHER -> Optional.empty();
    };
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<LocalDate> day(LocalDate date) {
    return Optional.of(date)
        .filter(
            d -> !d.isBefore(TemporalNumbers.FIRST_DAY) && !d.isAfter(TemporalNumbers.LAST_DAY));
  }

  private static LocalDateTime timestamp(String text) {
    return text.length() <= 10
        ? LocalDate.parse(text).atStartOfDay()
        : LocalDateTime.parse(text.replace(' ', 'T'));
  }

  /** A number as a literal of a numeric type; empty if it does not fit. */
  static Optional<RexNode> number(RexBuilder rex, BigDecimal value, RelDataType type) {
    if (ComparisonFamily.of(type) == ComparisonFamily.APPROXIMATE) {
      return value.abs().compareTo(Intervals.FLOATING_LIMIT) <= 0
          ? Optional.of(rex.makeApproxLiteral(value.doubleValue(), type))
          : Optional.empty();
    }
    BigDecimal rounded = value.setScale(ComparisonFamily.scale(type), RoundingMode.HALF_UP);
    return ComparisonFamily.typeRange(type)
        .filter(range -> range.contains(rounded))
        .map(range -> rex.makeExactLiteral(rounded, type));
  }
}
