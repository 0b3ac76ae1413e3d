package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import org.dpjdbc.policy.ColumnPolicy.Bounds;
import org.dpjdbc.policy.LiveSchema.Column;

/** Bounds in the terms of a column's type. */
final class BoundsFit {
  private static final int NANO_DIGITS = 9;
  private static final int MAX_NANO = 999_999_999;

  private BoundsFit() {}

  /** The bounds, or nothing if they are of the wrong kind. */
  static Optional<Bounds> fit(Bounds bounds, TypeFamily family, Column column) {
    PolicyValue lower = bounds.lower();
    return switch (family) {
      case INTEGER -> keep(bounds, isIntegral(lower) && isIntegral(bounds.upper()));
      case DECIMAL, FLOATING -> keep(bounds, lower instanceof PolicyValue.Number);
      case DATE -> keep(bounds, lower instanceof PolicyValue.Date);
      case TIME -> keep(bounds, lower instanceof PolicyValue.Time);
      case TIMESTAMP ->
          lower instanceof PolicyValue.Date from && bounds.upper() instanceof PolicyValue.Date to
              ? Optional.of(timestamps(from.value(), to.value(), column.scale()))
              : keep(bounds, lower instanceof PolicyValue.Timestamp);
      case BOOLEAN, TEXT, UUID -> Optional.empty();
    };
  }

  /** What the bounds of a family must be. */
  static String expected(TypeFamily family) {
    return switch (family) {
      case INTEGER -> "integers";
      case DECIMAL, FLOATING -> "numbers";
      case DATE -> "dates, such as 2000-01-31 without quotes";
      case TIME -> "times, such as 08:30:00 without quotes";
      case TIMESTAMP -> "dates or timestamps, such as 2000-01-31 08:30:00 without quotes";
      case BOOLEAN, TEXT, UUID -> "removed";
    };
  }

  private static Optional<Bounds> keep(Bounds bounds, boolean fits) {
    return fits ? Optional.of(bounds) : Optional.empty();
  }

  private static boolean isIntegral(PolicyValue value) {
    return value instanceof PolicyValue.Number number
        && number.value().stripTrailingZeros().scale() <= 0;
  }

  /**
   * From the first timestamp of one day to the last timestamp of another that the column can hold.
   */
  private static Bounds timestamps(LocalDate from, LocalDate to, int fractionDigits) {
    int digits = Math.max(0, Math.min(NANO_DIGITS, fractionDigits));
    int unit = BigDecimal.ONE.movePointRight(NANO_DIGITS - digits).intValueExact();
    int nanos = MAX_NANO / unit * unit;
    LocalDateTime last = to.atTime(LocalTime.MAX.withNano(nanos));
    return new Bounds(
        new PolicyValue.Timestamp(from.atStartOfDay()), new PolicyValue.Timestamp(last));
  }
}
