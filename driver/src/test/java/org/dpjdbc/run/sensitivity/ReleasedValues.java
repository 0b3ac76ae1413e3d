package org.dpjdbc.run.sensitivity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.ReleasedSet;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.query.StageValues;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Values and rows in the place of those that a plan releases first. Adaptive composition asks of
 * what comes later that it holds for each value alike, so that any will do, as long as both
 * neighbours are asked with the same: the likely, the absurd, and NULL; of a set no rows, and
 * several that its query would have one of.
 *
 * @param scalars by name
 * @param sets by name
 */
record ReleasedValues(
    Map<String, Optional<Object>> scalars, Map<String, List<List<Optional<Object>>>> sets) {
  private static final int ROWS = 5;

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

  /** A value for each of the plan's scalars, and rows for each set. */
  static ReleasedValues of(PrivatePlan plan, long seed) {
    Random random = new Random(seed);
    Map<String, Optional<Object>> values = new HashMap<>();
    for (ReleasedScalar scalar : plan.scalars()) {
      RelDataType type = scalar.rel().getRowType().getFieldList().get(0).getType();
      values.put(scalar.name(), orNull(type, random));
    }
    Map<String, List<List<Optional<Object>>>> sets = new HashMap<>();
    for (ReleasedSet set : plan.sets()) {
      List<RelDataTypeField> columns = set.rel().getRowType().getFieldList();
      List<List<Optional<Object>>> rows = new ArrayList<>();
      for (int i = random.nextInt(ROWS); i > 0; i--) {
        rows.add(columns.stream().map(column -> orNull(column.getType(), random)).toList());
      }
      sets.put(set.name(), rows);
    }
    return new ReleasedValues(values, sets);
  }

  private static Optional<Object> orNull(RelDataType type, Random random) {
    return random.nextInt(8) == 0 ? Optional.empty() : Optional.of(value(type, random));
  }

  /** As a statement is asked with them. */
  StageValues bound() {
    StageValues bound = new StageValues(List.of());
    scalars.forEach((name, value) -> bound.put(name, value.orElse(null)));
    sets.forEach((name, rows) -> bound.putSet(name, rows(rows)));
    return bound;
  }

  /** As lists of keys, by their names. */
  Map<String, List<List<KeyValue>>> keys() {
    Map<String, List<List<KeyValue>>> keys = new HashMap<>();
    sets.forEach(
        (name, rows) ->
            keys.put(
                name,
                rows.stream()
                    .map(row -> row.stream().map(v -> AggregateRows.keyValue(v.orElse(null))))
                    .map(Stream::toList)
                    .toList()));
    return keys;
  }

  private static Rows rows(List<List<Optional<Object>>> values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (List<Optional<Object>> row : values) {
      rows.add(row.stream().map(value -> value.orElse(null)).toArray());
    }
    return Rows.of(values.isEmpty() ? 0 : values.get(0).size(), rows);
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
