package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.NumericType;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * PERCENTILE_CONT, which interpolates between the two values around its position, and
 * PERCENTILE_DISC, which takes the first value whose share of the rows reaches the fraction
 * (ISO/IEC 9075-2, inverse distribution functions). Its arguments are the fraction and the value.
 */
final class Percentile implements Accumulator {
  private final Optional<NumericType> interpolated;
  private final boolean descending;
  private final List<Object> values = new ArrayList<>();
  private BigDecimal fraction = BigDecimal.ZERO;

  private Percentile(Optional<NumericType> interpolated, boolean descending) {
    this.interpolated = interpolated;
    this.descending = descending;
  }

  /** Makes accumulators, if the function is one of these. */
  static Optional<Supplier<Accumulator>> of(
      SqlKind kind, Optional<NumericType> type, boolean descending) {
    return switch (kind) {
      case PERCENTILE_CONT ->
          type.map(number -> () -> new Percentile(Optional.of(number), descending));
      case PERCENTILE_DISC -> Optional.of(() -> new Percentile(Optional.empty(), descending));
      default -> Optional.empty();
    };
  }

  @Override
  public void add(List<Object> arguments) {
    fraction = Numbers.toDecimal(arguments.get(0));
    if (fraction.signum() < 0 || fraction.compareTo(BigDecimal.ONE) > 0) {
      throw RunMessages.badArgument("a percentile");
    }
    values.add(arguments.get(1));
  }

  @Override
  public @Nullable Object result() {
    if (values.isEmpty()) {
      return null;
    }
    values.sort((a, b) -> descending ? Values.compare(b, a) : Values.compare(a, b));
    return interpolated.isPresent() ? between(interpolated.get()) : discrete();
  }

  private Object discrete() {
    BigDecimal place = fraction.multiply(BigDecimal.valueOf(values.size()));
    int reached = place.setScale(0, RoundingMode.CEILING).intValueExact();
    return values.get(Math.max(0, reached - 1));
  }

  private Object between(NumericType type) {
    BigDecimal place = fraction.multiply(BigDecimal.valueOf(values.size() - 1L));
    int below = place.setScale(0, RoundingMode.FLOOR).intValueExact();
    BigDecimal share = place.subtract(BigDecimal.valueOf(below));
    Object low = values.get(below);
    if (share.signum() == 0) {
      return type.fit(low);
    }
    Object high = values.get(below + 1);
    if (Numbers.isApproximate(low)) {
      double from = Numbers.toDouble(low);
      return type.fit(from + (Numbers.toDouble(high) - from) * share.doubleValue());
    }
    BigDecimal from = Numbers.toDecimal(low);
    return type.fit(from.add(Numbers.toDecimal(high).subtract(from).multiply(share)));
  }
}
