package org.dpjdbc.plan.derive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.sql.parse.GivenValue;

/**
 * The groups of one query with the measures of another beside its own: of the same releases, if the
 * plans of both are alike in them.
 */
public final class AddedMeasures {
  private AddedMeasures() {}

  /**
   * The aggregate with all measures.
   *
   * @param kept the groups and some of the measures
   * @param asked whose measures are added
   * @return empty if a measure that is to be added has open values
   */
  public static Optional<RelNode> of(
      AskedGroups kept, List<GivenValue> keptGiven, AskedGroups asked, List<GivenValue> given) {
    List<String> known =
        kept.measures().stream().map(measure -> measure.form().with(keptGiven)).toList();
    List<AskedGroups.Measure> added =
        asked.measures().stream()
            .filter(measure -> !known.contains(measure.form().with(given)))
            .toList();
    boolean open =
        added.stream()
            .flatMap(m -> Stream.concat(m.arguments().stream(), m.filter().stream()))
            .anyMatch(KeyFunctions::isOpen);
    return open
        ? Optional.empty()
        : Optional.of(
            aggregate(kept, Stream.concat(kept.measures().stream(), added.stream()).toList()));
  }

  private static RelNode aggregate(AskedGroups groups, List<AskedGroups.Measure> measures) {
    RelNode rows = groups.rows();
    if (!groups.conditions().isEmpty()) {
      rows =
          LogicalFilter.create(
              rows,
              Conditions.and(
                  rows.getCluster().getRexBuilder(),
                  groups.conditions().stream().map(AskedGroups.Part::expression).toList()));
    }
    List<RexNode> columns = new ArrayList<>();
    groups.keys().forEach(key -> columns.add(key.expression()));
    Map<RexNode, Integer> places = new LinkedHashMap<>();
    for (AskedGroups.Measure measure : measures) {
      Stream.concat(measure.arguments().stream(), measure.filter().stream())
          .forEach(
              argument ->
                  places.computeIfAbsent(
                      argument,
                      column -> {
                        columns.add(column);
                        return columns.size() - 1;
                      }));
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      names.add("c" + i);
    }
    RelNode input =
        columns.isEmpty() ? rows : LogicalProject.create(rows, List.of(), columns, names, Set.of());
    int keys = groups.keys().size();
    List<AggregateCall> calls = new ArrayList<>();
    for (AskedGroups.Measure measure : measures) {
      AggregateCall call = measure.call();
      calls.add(
          AggregateCall.create(
              call.getParserPosition(),
              call.getAggregation(),
              call.isDistinct(),
              call.isApproximate(),
              call.ignoreNulls(),
              List.of(),
              measure.arguments().stream().map(column -> place(places, column)).toList(),
              measure.filter().map(column -> place(places, column)).orElse(-1),
              null,
              call.getCollation(),
              keys,
              input,
              null,
              "m" + calls.size()));
    }
    return LogicalAggregate.create(input, List.of(), ImmutableBitSet.range(keys), null, calls);
  }

  private static int place(Map<RexNode, Integer> places, RexNode column) {
    return Objects.requireNonNull(places.get(column));
  }
}
