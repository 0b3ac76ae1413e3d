package org.dpjdbc.run.sensitivity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.RuntimeValues;

/**
 * Values in the place of those that a plan releases first. Adaptive composition asks of what comes
 * later that it holds for each value alike, so that any will do, as long as both neighbours are
 * asked with the same: the likely, the absurd, and NULL.
 */
final class ReleasedValues {
  private static final List<BigDecimal> NUMBERS =
      List.of(
          BigDecimal.ZERO,
          BigDecimal.ONE,
          BigDecimal.valueOf(-1),
          BigDecimal.valueOf(2),
          new BigDecimal("4.5"),
          BigDecimal.valueOf(9),
          BigDecimal.valueOf(50),
          BigDecimal.valueOf(-1_000_000),
          BigDecimal.valueOf(1_000_000_000_000L));

  private static final List<Double> DOUBLES =
      List.of(0.0, 1.0, -1.0, 0.5, 4.5, 9.0, 50.0, -1e300, 1e300, Double.NaN, -0.0);

  private ReleasedValues() {}

  /** A value for each of the plan's scalars, by name. */
  static Map<String, Optional<Object>> of(PrivatePlan plan, long seed) {
    Random random = new Random(seed);
    Map<String, Optional<Object>> values = new HashMap<>();
    for (ReleasedScalar scalar : plan.scalars()) {
      RelDataType type = scalar.rel().getRowType().getFieldList().get(0).getType();
      values.put(
          scalar.name(),
          random.nextInt(8) == 0 ? Optional.empty() : Optional.of(value(type, random)));
    }
    return values;
  }

  private static Object value(RelDataType type, Random random) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> random.nextBoolean();
      case CHAR, VARCHAR -> pick(random, List.of("", "a", "A", "B", "x", "N", "a'; --"));
      case DATE -> pick(random, List.of(LocalDate.EPOCH, LocalDate.of(2020, 1, 1)));
      case TIMESTAMP ->
          pick(random, List.of(LocalDateTime.MIN.withYear(1), LocalDateTime.of(2020, 1, 1, 0, 0)));
      case FLOAT, DOUBLE -> pick(random, DOUBLES);
      case DECIMAL ->
          pick(random, NUMBERS.subList(0, 7))
              .min(
                  BigDecimal.TEN
                      .pow(type.getPrecision() - type.getScale())
                      .subtract(BigDecimal.ONE))
              .setScale(type.getScale(), RoundingMode.HALF_UP);
      default -> RuntimeValues.number(pick(random, NUMBERS), type);
    };
  }

  private static <T> T pick(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
