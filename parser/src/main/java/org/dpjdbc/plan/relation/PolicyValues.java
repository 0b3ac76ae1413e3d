package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.policy.PolicyValue;

/** Values of the policy in the forms that a plan needs. */
final class PolicyValues {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);

  private PolicyValues() {}

  /** A bound as a number for interval arithmetic. */
  static BigDecimal ordinal(PolicyValue value) {
    if (value instanceof PolicyValue.Number number) {
      return number.value();
    } else if (value instanceof PolicyValue.Date date) {
      return BigDecimal.valueOf(date.value().toEpochDay());
    } else if (value instanceof PolicyValue.Time time) {
      return BigDecimal.valueOf(time.value().toNanoOfDay()).divide(NANOS);
    } else if (value instanceof PolicyValue.Timestamp at) {
      return BigDecimal.valueOf(at.value().toEpochSecond(ZoneOffset.UTC))
          .add(BigDecimal.valueOf(at.value().getNano()).divide(NANOS));
    } else if (value instanceof PolicyValue.Bool bool) {
      return bool.value() ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    throw new IllegalArgumentException("a string is not a bound");
  }

  /** From the smallest to the largest of some numbers, dates or times; empty for others. */
  static Optional<Interval> range(List<PolicyValue> values) {
    return values.stream().allMatch(PolicyValues::isOrdered)
        ? values.stream()
            .map(PolicyValues::ordinal)
            .map(place -> new Interval(place, place))
            .reduce((a, b) -> new Interval(a.lower().min(b.lower()), a.upper().max(b.upper())))
        : Optional.empty();
  }

  private static boolean isOrdered(PolicyValue value) {
    return !(value instanceof PolicyValue.Text || value instanceof PolicyValue.Bool);
  }

  /** The public values of a column in the runtime form of its type. */
  static List<KeyValue> keys(List<PolicyValue> values, RelDataType type) {
    return values.stream().map(value -> key(value, type)).toList();
  }

  private static KeyValue key(PolicyValue value, RelDataType type) {
    if (value instanceof PolicyValue.Number number) {
      return new KeyValue.Of(RuntimeValues.number(number.value(), type));
    } else if (value instanceof PolicyValue.Text text) {
      return new KeyValue.Of(RuntimeValues.text(text.value(), type));
    } else if (value instanceof PolicyValue.Date date) {
      return new KeyValue.Of(date.value());
    } else if (value instanceof PolicyValue.Time time) {
      return new KeyValue.Of(time.value());
    } else if (value instanceof PolicyValue.Timestamp at) {
      return new KeyValue.Of(at.value());
    } else if (value instanceof PolicyValue.Bool bool) {
      return new KeyValue.Of(bool.value());
    }
    throw new IllegalArgumentException("no such value");
  }
}
