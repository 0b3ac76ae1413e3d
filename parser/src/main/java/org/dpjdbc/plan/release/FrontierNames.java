package org.dpjdbc.plan.release;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlUtil;
import org.dpjdbc.plan.model.Summand;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.plan.relation.PerUnit;

/**
 * What EXPLAIN PRIVACY calls the keys and aggregates of a frontier: by the query's names, or as
 * they are computed where it gives none.
 */
record FrontierNames(PerUnit input, Aggregate aggregate) {
  /** A condition as Calcite has it in FILTER. */
  private static final String TRUE = " IS TRUE";

  List<String> keys() {
    List<Integer> keys = aggregate.getGroupSet().asList();
    List<String> labels = aggregate.getRowType().getFieldNames();
    return IntStream.range(0, keys.size())
        .mapToObj(i -> isMadeUp(labels.get(i)) ? column(keys.get(i)) : labels.get(i))
        .toList();
  }

  private static boolean isMadeUp(String label) {
    return label.startsWith("$") || SqlUtil.isGeneratedAlias(label);
  }

  List<String> aggregates() {
    return aggregate.getAggCallList().stream().map(this::name).toList();
  }

  /** The range of what each sum adds up, unless the policy bounds a unit's sum as a whole. */
  List<Optional<Summand>> summands() {
    return aggregate.getAggCallList().stream().map(this::summand).toList();
  }

  private Optional<Summand> summand(AggregateCall call) {
    SqlKind kind = call.getAggregation().getKind();
    if ((kind != SqlKind.SUM && kind != SqlKind.SUM0) || call.isDistinct()) {
      return Optional.empty();
    }
    PerUnit.Column column = input.columns().get(call.getArgList().get(0));
    return column.unitSum().isPresent()
        ? Optional.empty()
        : column
            .facts()
            .range()
            .map(range -> new Summand(column.facts().name(), range.lower(), range.upper()));
  }

  private String name(AggregateCall call) {
    if (call.getAggregation() instanceof DebiasedAggregate debiased) {
      return debiased.aim() + "(" + debiased.what() + ")";
    }
    String of =
        call.getArgList().isEmpty()
            ? "*"
            : call.getArgList().stream().map(this::column).collect(Collectors.joining(", "));
    SqlKind kind = call.getAggregation().getKind();
    return (kind == SqlKind.SUM0 ? "SUM" : call.getAggregation().getName())
        + "("
        + (call.isDistinct() ? "DISTINCT " : "")
        + of
        + ")"
        + (call.hasFilter() ? " FILTER (WHERE " + condition(call.filterArg) + ")" : "");
  }

  private String condition(int column) {
    String text = column(column);
    return text.endsWith(TRUE) ? text.substring(0, text.length() - TRUE.length()) : text;
  }

  private String column(int column) {
    return input.columns().get(column).facts().name();
  }
}
