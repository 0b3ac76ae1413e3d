package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.model.KeyValue;

/** Keeps the rows whose key is one of the public values. */
public final class KeyFilter {
  /** More values are not compared with one after another. */
  private static final int MAX_COMPARED = 31;

  private KeyFilter() {}

  /**
   * The rows that are left.
   *
   * @param whole whether there are no values in between
   */
  public static RelNode apply(
      PlanContext context, RelNode rel, int column, List<KeyValue> values, boolean whole) {
    RexBuilder rex = context.rex();
    RexNode key = rex.makeInputRef(rel, column);
    RelDataType type = key.getType();
    List<KeyValue> given = new ArrayList<>(values);
    List<RexNode> matches = new ArrayList<>();
    if (isRun(given, type) || (whole && isOrdered(given))) {
      boolean orNull = given.remove(KeyValue.NULL);
      matches.add(within(rex, key, given));
      given.clear();
      if (orNull) {
        given.add(KeyValue.NULL);
      }
    }
    for (KeyValue value : given) {
      matches.add(
          value.equals(KeyValue.NULL)
              ? rex.makeCall(SqlStdOperatorTable.IS_NULL, key)
              : rex.makeCall(
                  SqlStdOperatorTable.EQUALS, key, KeyLiterals.literal(value, type, rex)));
    }
    return LogicalFilter.create(rel, RexUtil.composeDisjunction(rex, matches));
  }

  /** Whether the values, NULL aside, are integers in a row. */
  private static boolean isRun(List<KeyValue> values, RelDataType type) {
    if (!SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())) {
      return false;
    }
    long[] numbers =
        values.stream()
            .filter(KeyValue.Of.class::isInstance)
            .mapToLong(value -> ((Number) ((KeyValue.Of) value).value()).longValue())
            .toArray();
    return numbers.length > 2
        && IntStream.range(1, numbers.length).allMatch(i -> numbers[i] == numbers[0] + i);
  }

  /** Whether the values, NULL aside, are numbers or dates, from the first to the last. */
  private static boolean isOrdered(List<KeyValue> values) {
    List<BigDecimal> places = new ArrayList<>();
    for (KeyValue value : values) {
      if (value instanceof KeyValue.Of of) {
        Optional<BigDecimal> place = place(of.value());
        if (place.isEmpty()) {
          return false;
        }
        places.add(place.get());
      }
    }
    return places.size() > MAX_COMPARED
        && IntStream.range(1, places.size())
            .allMatch(i -> places.get(i - 1).compareTo(places.get(i)) < 0);
  }

  private static Optional<BigDecimal> place(Object value) {
    if (value instanceof Number number) {
      return Optional.of(new BigDecimal(number.toString()));
    } else if (value instanceof LocalDate date) {
      return Optional.of(BigDecimal.valueOf(date.toEpochDay()));
    }
    return value instanceof LocalDateTime timestamp
        ? Optional.of(BigDecimal.valueOf(timestamp.toEpochSecond(ZoneOffset.UTC)))
        : Optional.empty();
  }

  private static RexNode within(RexBuilder rex, RexNode key, List<KeyValue> run) {
    RelDataType type = key.getType();
    return rex.makeCall(
        SqlStdOperatorTable.AND,
        rex.makeCall(
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
            key,
            KeyLiterals.literal(run.get(0), type, rex)),
        rex.makeCall(
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            key,
            KeyLiterals.literal(run.get(run.size() - 1), type, rex)));
  }
}
