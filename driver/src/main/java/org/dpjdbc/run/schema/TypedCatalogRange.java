package org.dpjdbc.run.schema;

import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.TypeFamily;
import org.dpjdbc.policy.ValueOrder;

/** Converts the facts about a column to its type, and leaves out those of another type. */
final class TypedCatalogRange {
  private TypedCatalogRange() {}

  static CatalogRange fit(CatalogRange known, Column column) {
    Optional<TypeFamily> type = TypeFamily.of(column);
    if (type.isEmpty()) {
      return CatalogRange.NOTHING;
    }
    TypeFamily family = type.get();
    Optional<List<PolicyValue>> values = known.values().flatMap(all -> values(all, family));
    Optional<PolicyValue> lower =
        known.lower().flatMap(v -> fit(v, family, RoundingMode.CEILING)).or(() -> min(values));
    Optional<PolicyValue> upper =
        known.upper().flatMap(v -> fit(v, family, RoundingMode.FLOOR)).or(() -> maximum(values));
    boolean empty =
        lower.isPresent() && upper.isPresent() && ValueOrder.compare(lower.get(), upper.get()) > 0;
    return empty || !family.isOrdered()
        ? new CatalogRange(Optional.empty(), Optional.empty(), values)
        : new CatalogRange(lower, upper, values);
  }

  private static Optional<List<PolicyValue>> values(List<PolicyValue> all, TypeFamily family) {
    List<PolicyValue> fitted =
        all.stream().flatMap(v -> fit(v, family, RoundingMode.UNNECESSARY).stream()).toList();
    boolean offered = family != TypeFamily.FLOATING && family != TypeFamily.UUID;
    return offered && !fitted.isEmpty() && fitted.size() == all.size()
        ? Optional.of(fitted)
        : Optional.empty();
  }

  private static Optional<PolicyValue> fit(
      PolicyValue value, TypeFamily family, RoundingMode rounding) {
    return switch (family) {
      case BOOLEAN -> Optional.of(value).filter(PolicyValue.Bool.class::isInstance);
      case INTEGER -> value instanceof PolicyValue.Number n ? whole(n, rounding) : Optional.empty();
      case DECIMAL, FLOATING -> Optional.of(value).filter(PolicyValue.Number.class::isInstance);
      case TEXT, UUID -> Optional.of(value).filter(PolicyValue.Text.class::isInstance);
      case DATE, TIME, TIMESTAMP -> temporal(value, family);
    };
  }

  /** PostgreSQL writes the constants of all these types as strings with a cast. */
  private static Optional<PolicyValue> temporal(PolicyValue value, TypeFamily family) {
    String text = ValueOrder.text(value).replace(' ', 'T');
    try {
      return switch (family) {
        case DATE -> Optional.of(new PolicyValue.Date(LocalDate.parse(text)));
        case TIME -> Optional.of(new PolicyValue.Time(LocalTime.parse(text)));
        case TIMESTAMP -> Optional.of(new PolicyValue.Timestamp(timestamp(text)));
        default -> Optional.empty();
      };
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalDateTime timestamp(String text) {
    return text.contains("T") ? LocalDateTime.parse(text) : LocalDate.parse(text).atStartOfDay();
  }

  private static Optional<PolicyValue> whole(PolicyValue.Number number, RoundingMode rounding) {
    boolean isIntegral = number.value().stripTrailingZeros().scale() <= 0;
    return isIntegral || rounding != RoundingMode.UNNECESSARY
        ? Optional.of(new PolicyValue.Number(number.value().setScale(0, rounding)))
        : Optional.empty();
  }

  private static Optional<PolicyValue> min(Optional<List<PolicyValue>> values) {
    return ordered(values).flatMap(all -> all.stream().min(ValueOrder::compare));
  }

  private static Optional<PolicyValue> maximum(Optional<List<PolicyValue>> values) {
    return ordered(values).flatMap(all -> all.stream().max(ValueOrder::compare));
  }

  private static Optional<List<PolicyValue>> ordered(Optional<List<PolicyValue>> values) {
    return values.filter(all -> all.stream().allMatch(ValueOrder::isOrdered));
  }
}
