package org.dpjdbc.run.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.ValueOrder;

/**
 * The facts from the catalog about a column's values. Every value of the column satisfies them;
 * they may be weaker than the catalog's, never stronger.
 *
 * @param lower no value is below
 * @param upper no value is above
 * @param values there are no others
 */
public record CatalogRange(
    Optional<PolicyValue> lower, Optional<PolicyValue> upper, Optional<List<PolicyValue>> values) {
  static final CatalogRange NOTHING =
      new CatalogRange(Optional.empty(), Optional.empty(), Optional.empty());

  static CatalogRange atLeast(PolicyValue lower) {
    return new CatalogRange(Optional.of(lower), Optional.empty(), Optional.empty());
  }

  static CatalogRange atMost(PolicyValue upper) {
    return new CatalogRange(Optional.empty(), Optional.of(upper), Optional.empty());
  }

  static CatalogRange oneOf(List<PolicyValue> values) {
    return new CatalogRange(Optional.empty(), Optional.empty(), Optional.of(List.copyOf(values)));
  }

  /** Both hold. */
  CatalogRange and(CatalogRange other) {
    return new CatalogRange(
        tighter(lower, other.lower, (a, b) -> ValueOrder.compare(a, b) >= 0 ? a : b),
        tighter(upper, other.upper, (a, b) -> ValueOrder.compare(a, b) <= 0 ? a : b),
        values.isPresent() && other.values.isPresent()
            ? values.map(all -> all.stream().filter(other.values.get()::contains).toList())
            : values.or(() -> other.values));
  }

  /** At least one of the two holds: only lists of values can be put together. */
  CatalogRange or(CatalogRange other) {
    if (values.isEmpty() || other.values.isEmpty()) {
      return NOTHING;
    }
    List<PolicyValue> all = new ArrayList<>(values.get());
    other.values.get().stream().filter(value -> !all.contains(value)).forEach(all::add);
    return oneOf(all);
  }

  private static Optional<PolicyValue> tighter(
      Optional<PolicyValue> a, Optional<PolicyValue> b, BinaryOperator<PolicyValue> choice) {
    boolean comparable = a.isPresent() && b.isPresent() && a.get().getClass() == b.get().getClass();
    return comparable ? Optional.of(choice.apply(a.get(), b.get())) : a.or(() -> b);
  }
}
