package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;

/**
 * What the one private aggregate of a query asks, in parts that can be compared with those of
 * another: which rows it reads, which of them count, what groups them and what is computed of each
 * group. Values that are given when the plan is run are open in it.
 *
 * @param rows that are filtered and grouped, with the filters of subselects in them
 * @param rowsForm their form
 * @param conditions that hold for the rows that count, over {@code rows}
 * @param keys of the groups, over {@code rows}, in the order of the frontier's
 * @param measures in the order of the frontier's statistics
 */
public record AskedGroups(
    RelNode rows,
    CanonicalForm rowsForm,
    List<Part> conditions,
    List<Part> keys,
    List<Measure> measures) {

  /**
   * An expression over the rows.
   *
   * @param form equal for expressions that have the same value in every row
   */
  public record Part(RexNode expression, CanonicalForm form) {}

  /**
   * What is computed of each group.
   *
   * @param call the function; the places of its arguments mean nothing
   * @param arguments over the rows
   * @param filter over the rows
   * @param form equal for measures that have the same value in every group
   */
  public record Measure(
      AggregateCall call, List<RexNode> arguments, Optional<RexNode> filter, CanonicalForm form) {}
}
