package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RuntimeValues;

/** Group keys between their runtime form and literals of the plan. */
public final class KeyLiterals {
  private KeyLiterals() {}

  /** The runtime form of a literal; empty for types that are no group keys. */
  public static Optional<KeyValue> value(RexLiteral literal) {
    if (literal.isNull()) {
      return Optional.of(KeyValue.NULL);
    }
    RelDataType type = literal.getType();
    if (SqlTypeUtil.isNumeric(type)) {
      BigDecimal number = literal.getValueAs(BigDecimal.class);
      return number == null
          ? Optional.empty()
          : Optional.of(new KeyValue.Of(RuntimeValues.number(number, type)));
    } else if (SqlTypeUtil.inCharFamily(type)) {
      return Optional.of(new KeyValue.Of(String.valueOf(RexLiteral.stringValue(literal))));
    } else if (SqlTypeUtil.isBoolean(type)) {
      return Optional.of(new KeyValue.Of(RexLiteral.booleanValue(literal)));
    }
    return switch (type.getSqlTypeName()) {
      case DATE -> Optional.of(new KeyValue.Of(LocalDate.parse(string(literal, DateString.class))));
      case TIME -> Optional.of(new KeyValue.Of(LocalTime.parse(string(literal, TimeString.class))));
      case TIMESTAMP ->
          Optional.of(
              new KeyValue.Of(
                  LocalDateTime.parse(string(literal, TimestampString.class).replace(' ', 'T'))));
      default -> Optional.empty();
    };
  }

  private static <T> String string(RexLiteral literal, Class<T> form) {
    return String.valueOf(literal.getValueAs(form));
  }

  /** A key as a literal of the given type. */
  public static RexNode literal(KeyValue key, RelDataType type, RexBuilder rex) {
    if (!(key instanceof KeyValue.Of of)) {
      return rex.makeNullLiteral(type);
    }
    Object value = of.value();
    if (value instanceof LocalDate date) {
      return rex.makeDateLiteral(DateString.fromDaysSinceEpoch((int) date.toEpochDay()));
    } else if (value instanceof LocalTime time) {
      return rex.makeTimeLiteral(
          new TimeString(time.getHour(), time.getMinute(), time.getSecond())
              .withNanos(time.getNano()),
          type.getPrecision());
    } else if (value instanceof LocalDateTime at) {
      return rex.makeTimestampLiteral(
          new TimestampString(
                  at.getYear(),
                  at.getMonthValue(),
                  at.getDayOfMonth(),
                  at.getHour(),
                  at.getMinute(),
                  at.getSecond())
              .withNanos(at.getNano()),
          type.getPrecision());
    } else if (value instanceof Number && !(value instanceof BigDecimal)) {
      return rex.makeLiteral(new BigDecimal(value.toString()), type, false);
    }
    return rex.makeLiteral(value, type, false);
  }
}
