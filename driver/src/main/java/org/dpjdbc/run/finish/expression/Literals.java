package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Literals of a plan as runtime values. */
final class Literals {
  private Literals() {}

  /** The literal as an expression, if it is of a type that rows can hold. */
  static Optional<Expression> compile(RexLiteral literal, RelDataTypeSystem system) {
    if (literal.isNull()) {
      return Optional.of(tuple -> null);
    }
    return value(literal, system).map(value -> tuple -> value);
  }

  /** A literal's value: empty if rows cannot hold its type. NULL is not asked for. */
  private static Optional<Object> value(RexLiteral literal, RelDataTypeSystem system) {
    return switch (literal.getType().getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE ->
          NumericType.of(literal.getType(), system)
              .flatMap(type -> Optional.ofNullable(number(literal)).map(type::fit));
      case BOOLEAN -> Optional.ofNullable(literal.getValueAs(Boolean.class));
      case CHAR, VARCHAR ->
          Optional.ofNullable(literal.getValueAs(NlsString.class)).map(NlsString::getValue);
      case BINARY, VARBINARY ->
          Optional.ofNullable(literal.getValueAs(ByteString.class)).map(ByteString::getBytes);
      case DATE ->
          Optional.ofNullable(literal.getValueAs(DateString.class))
              .map(date -> LocalDate.parse(date.toString()));
      case TIME ->
          Optional.ofNullable(literal.getValueAs(TimeString.class))
              .map(time -> LocalTime.parse(time.toString()));
      case TIMESTAMP ->
          Optional.ofNullable(literal.getValueAs(TimestampString.class))
              .map(time -> LocalDateTime.parse(time.toString().replace(' ', 'T')));
      case UUID -> Optional.ofNullable(literal.getValueAs(java.util.UUID.class));
      default ->
          SqlTypeUtil.isInterval(literal.getType())
              ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
                  .map(BigDecimal::longValueExact)
              : Optional.empty();
    };
  }

  private static @Nullable Object number(RexLiteral literal) {
    return literal.getValue() instanceof Double
        ? literal.getValueAs(Double.class)
        : literal.getValueAs(BigDecimal.class);
  }
}
