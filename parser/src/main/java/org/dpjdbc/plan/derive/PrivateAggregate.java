package org.dpjdbc.plan.derive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.canonical.CanonicalQuery;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.CanonicalForm;
import org.dpjdbc.plan.pushdown.CanonicalForms;

/** Takes the one aggregate over private rows of a query apart. */
public final class PrivateAggregate {
  private PrivateAggregate() {}

  /**
   * What it asks; empty if the query has another aggregate over private rows, of which one may be
   * of each person, or if more than its arguments decide what a function is.
   *
   * @param query in canonical form
   */
  public static Optional<AskedGroups> of(RelNode query) {
    List<Aggregate> all = new ArrayList<>();
    addAll(query, all);
    return all.size() == 1 && isPlain(all.get(0))
        ? Optional.of(parts(all.get(0)))
        : Optional.empty();
  }

  private static void addAll(RelNode rel, List<Aggregate> all) {
    if (rel instanceof Aggregate aggregate && CanonicalQuery.readsPrivate(rel)) {
      all.add(aggregate);
    }
    rel.getInputs().forEach(input -> addAll(input, all));
  }

  private static boolean isPlain(Aggregate aggregate) {
    return aggregate.getGroupType() == Aggregate.Group.SIMPLE
        && !aggregate.getAggCallList().isEmpty()
        && aggregate.getAggCallList().stream()
            .allMatch(
                call ->
                    call.getCollation().getFieldCollations().isEmpty()
                        && call.distinctKeys == null
                        && call.rexList.isEmpty());
  }

  private static AskedGroups parts(Aggregate aggregate) {
    RelNode below = aggregate.getInput();
    List<RexNode> columns;
    if (below instanceof Project project
        && !project.containsOver()
        && project.getVariablesSet().isEmpty()) {
      columns = project.getProjects();
      below = project.getInput();
    } else {
      RelNode input = below;
      columns =
          IntStream.range(0, input.getRowType().getFieldCount())
              .<RexNode>mapToObj(i -> input.getCluster().getRexBuilder().makeInputRef(input, i))
              .toList();
    }
    List<RexNode> conditions = new ArrayList<>();
    while (below instanceof Filter filter
        && !filter.containsOver()
        && filter.getVariablesSet().isEmpty()) {
      conditions.addAll(Conditions.operands(SqlKind.AND, filter.getCondition()));
      below = filter.getInput();
    }
    RelNode rows = below;
    return new AskedGroups(
        rows,
        CanonicalForms.of(rows),
        conditions.stream()
            .filter(condition -> !CanonicalForms.isTautology(condition))
            .map(condition -> part(condition, rows))
            .toList(),
        aggregate.getGroupSet().asList().stream().map(key -> part(columns.get(key), rows)).toList(),
        aggregate.getAggCallList().stream().map(call -> measure(call, columns, rows)).toList());
  }

  private static AskedGroups.Part part(RexNode expression, RelNode rows) {
    return new AskedGroups.Part(expression, CanonicalForms.of(expression, rows));
  }

  private static AskedGroups.Measure measure(
      AggregateCall call, List<RexNode> columns, RelNode rows) {
    List<RexNode> arguments = call.getArgList().stream().map(columns::get).toList();
    Optional<RexNode> filter =
        call.hasFilter() ? Optional.of(columns.get(call.filterArg)) : Optional.empty();
    List<CanonicalForm> forms = new ArrayList<>();
    arguments.forEach(argument -> forms.add(CanonicalForms.of(argument, rows)));
    filter.ifPresent(condition -> forms.add(CanonicalForms.of(condition, rows)));
    return new AskedGroups.Measure(
        call, arguments, filter, new CanonicalForm.Ordered(function(call), forms));
  }

  private static String function(AggregateCall call) {
    return call.getAggregation().getName()
        + " "
        + call.getAggregation().getKind()
        + (call.isDistinct() ? " DISTINCT " : " ")
        + (call.isApproximate() ? "APPROXIMATE " : "")
        + (call.ignoreNulls() ? "IGNORE NULLS " : "")
        + (call.hasFilter() ? "FILTER " : "")
        + call.getType(); // whether it may be NULL depends on the keys
  }
}
