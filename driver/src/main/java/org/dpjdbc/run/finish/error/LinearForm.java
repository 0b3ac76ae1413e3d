package org.dpjdbc.run.finish.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A sum of released columns with constant factors, and a number without noise.
 *
 * @param factors of the columns, none of them 0
 */
record LinearForm(Map<LinearErrors.ReleasedColumn, Double> factors) {
  /** Of what has no noise. */
  static final LinearForm ZERO = new LinearForm(Map.of());

  /** Copies the map, in its order. */
  LinearForm {
    factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
  }

  static LinearForm of(LinearErrors.ReleasedColumn column) {
    return new LinearForm(Map.of(column, 1.0));
  }

  LinearForm plus(LinearForm other) {
    Map<LinearErrors.ReleasedColumn, Double> sum = new LinkedHashMap<>(factors);
    other.factors.forEach((column, factor) -> sum.merge(column, factor, Double::sum));
    sum.values().removeIf(factor -> factor == 0);
    return new LinearForm(sum);
  }

  LinearForm times(double factor) {
    Map<LinearErrors.ReleasedColumn, Double> product = new LinkedHashMap<>();
    if (factor != 0) {
      factors.forEach((column, of) -> product.put(column, of * factor));
    }
    return new LinearForm(product);
  }

  Set<String> inputs() {
    return factors.keySet().stream()
        .map(LinearErrors.ReleasedColumn::input)
        .collect(Collectors.toSet());
  }
}
