package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.model.KeyValue;

/**
 * The values of a key whose range the policy bounds: all numbers or dates of its kind from one end
 * to the other. They are public: the policy and the query alone determine them, so it reveals
 * nothing that they are groups. What rows have beyond the bounds is no such value, and is counted
 * in no group, as what {@code values} does not list; which rows have it makes no other difference.
 */
public final class RangeValues {
  private RangeValues() {}

  /**
   * The values of a column, NULL last where rows may have it.
   *
   * @param type that the key is read in
   * @param max how many may be listed
   * @return empty if the column's range is not known, or too wide
   */
  public static Optional<List<KeyValue>> of(
      PlanContext context, PerUnit rows, int column, RelDataType type, int max) {
    PerUnit.Column key = rows.columns().get(column);
    Optional<Interval> range = key.facts().range();
    if (!(key.origin() instanceof Origin.Regular regular) || range.isEmpty() || key.autoBounded()) {
      return Optional.empty();
    }
    return regular
        .steps()
        .within(range.get(), type, max)
        .map(
            found -> {
              List<KeyValue> values = new ArrayList<>(passing(context, rows, column, found));
              if (regular.nullable() && KeyShape.mayBeNull(rows, column)) {
                values.add(KeyValue.NULL);
              }
              return List.copyOf(values);
            });
  }

  /** Those that the filters on the column alone let through: {@code WHERE age IN (20, 30)}. */
  private static List<KeyValue> passing(
      PlanContext context, PerUnit rows, int column, List<KeyValue> values) {
    RelDataType type = rows.rel().getRowType().getFieldList().get(column).getType();
    List<KeyValue> left = values;
    for (RexNode condition : PassedConditions.on(rows.rel(), column)) {
      int there = RelOptUtil.InputFinder.bits(condition).nth(0);
      left = Origins.passing(left, there, condition, type, context.rex());
    }
    return left;
  }
}
