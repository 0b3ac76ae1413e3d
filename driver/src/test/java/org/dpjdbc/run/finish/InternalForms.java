package org.dpjdbc.run.finish;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.dpjdbc.run.finish.expression.ArithmeticFunctions.Unary;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.NumericType;

/**
 * Run-time values and the forms that Calcite's generated code computes with: days and milliseconds
 * for dates and times, {@link ByteString} for bytes; numbers, texts and booleans are alike.
 */
final class InternalForms {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private InternalForms() {}

  /** From the runtime to Calcite; empty for types that generated code cannot hold. */
  static Optional<Unary> inward(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DECIMAL,
          REAL,
          FLOAT,
          DOUBLE,
          CHAR,
          VARCHAR,
          NULL,
          UUID ->
          Optional.of(value -> value);
      case DATE -> Optional.of(value -> (int) ((LocalDate) value).toEpochDay());
      case TIME ->
          Optional.of(value -> (int) (((LocalTime) value).toNanoOfDay() / NANOS_PER_MILLI));
      case TIMESTAMP ->
          Optional.of(value -> ((LocalDateTime) value).toInstant(ZoneOffset.UTC).toEpochMilli());
      case BINARY, VARBINARY -> Optional.of(value -> new ByteString((byte[]) value));
      default -> Optional.empty();
    };
  }

  /** From Calcite to the runtime; empty for types that rows cannot hold. */
  static Optional<Unary> outward(RelDataType type, RelDataTypeSystem system) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN, CHAR, VARCHAR, NULL, UUID -> Optional.of(value -> value);
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE ->
          NumericType.of(type, system).map(number -> number::fit);
      case DATE -> Optional.of(value -> LocalDate.ofEpochDay(Numbers.toLong(value)));
      case TIME ->
          Optional.of(value -> LocalTime.ofNanoOfDay(Numbers.toLong(value) * NANOS_PER_MILLI));
      case TIMESTAMP -> Optional.of(value -> timestamp(Numbers.toLong(value)));
      case BINARY, VARBINARY -> Optional.of(value -> ((ByteString) value).getBytes());
      default -> Optional.empty();
    };
  }

  private static LocalDateTime timestamp(long millis) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millis, 1000L),
        (int) (Math.floorMod(millis, 1000L) * NANOS_PER_MILLI),
        ZoneOffset.UTC);
  }
}
