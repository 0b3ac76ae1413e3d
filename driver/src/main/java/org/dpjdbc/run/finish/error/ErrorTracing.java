package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.run.finish.PlanCopy;

/** Carries the deviations of released columns upwards through relational operators. */
final class ErrorTracing {
  private final DoubleMath math;
  private final Map<String, NoisyInput> inputs;
  private final LinearErrors known;

  ErrorTracing(DoubleMath math, List<NoisyInput> inputs, LinearErrors known) {
    this.math = math;
    this.known = known;
    this.inputs = inputs.stream().collect(Collectors.toMap(NoisyInput::name, input -> input));
  }

  /** The relation with its deviations. */
  RelationWithErrors trace(RelNode rel) {
    if (rel instanceof FinishInput input) {
      return input(input);
    }
    if (rel instanceof Project project) {
      return project(project);
    }
    if (rel instanceof Filter filter) {
      RelationWithErrors below = trace(filter.getInput());
      return below.over(LogicalFilter.create(below.rel(), filter.getCondition()));
    }
    if (rel instanceof Sort sort) {
      RelationWithErrors below = trace(sort.getInput());
      return below.over(
          LogicalSort.create(below.rel(), sort.getCollation(), sort.offset, sort.fetch));
    }
    if (rel instanceof Join join) {
      return join(join);
    }
    if (rel instanceof Aggregate aggregate) {
      return new AggregateErrors(math, known).of(aggregate, trace(aggregate.getInput()));
    }
    if (rel instanceof SetOp set) {
      return set(set);
    }
    if (rel instanceof Values) {
      return without(rel);
    }
    return opaque(rel);
  }

  private static RelationWithErrors without(RelNode rel) {
    return new RelationWithErrors(
        rel, rel.getRowType().getFieldList().stream().map(field -> Deviation.NONE).toList());
  }

  private RelationWithErrors input(FinishInput input) {
    NoisyInput noisy = inputs.get(input.name());
    if (noisy == null) {
      return without(input);
    }
    RelDataTypeFactory.Builder wide = input.getCluster().getTypeFactory().builder();
    wide.addAll(input.getRowType().getFieldList());
    int visible = input.getRowType().getFieldCount();
    Map<Set<Integer>, Draw> draws = new HashMap<>();
    Map<Integer, Deviation> deviations = new HashMap<>();
    for (NoisyInput.Column column : noisy.columns()) {
      int hidden = wide.getFieldCount();
      wide.add("error$" + hidden, math.type());
      Draw draw =
          column.releases().size() == 1
              ? draws.computeIfAbsent(column.releases(), releases -> draw(releases, noisy))
              : draw(column.releases(), noisy);
      Deviation part = new Deviation(Map.of(draw, new RexInputRef(hidden, math.type())));
      deviations.merge(column.index(), part, (known, more) -> known.plus(more, math));
    }
    List<Deviation> columns = new ArrayList<>();
    for (int i = 0; i < visible; i++) {
      Deviation deviation = deviations.get(i);
      columns.add(
          deviation == null
              ? Deviation.NONE
              : deviation.with(LinearForm.of(new LinearErrors.ReleasedColumn(input.name(), i))));
    }
    return new RelationWithErrors(
        new FinishInput(input.getCluster(), input.kind(), input.name(), wide.build()), columns);
  }

  private static Draw draw(Set<Integer> releases, NoisyInput noisy) {
    return new Draw(
        releases.stream().map(release -> "#" + release).collect(Collectors.toSet()),
        /* oncePerRow= */ noisy.independentRows());
  }

  private RelationWithErrors project(Project project) {
    RelationWithErrors below = trace(project.getInput());
    ErrorPropagation propagation = new ErrorPropagation(math, below.deviations(), known);
    return RelationWithErrors.project(
        below.rel(),
        project.getProjects(),
        project.getProjects().stream().map(propagation::of).toList(),
        project.getRowType().getFieldNames());
  }

  private RelationWithErrors join(Join join) {
    RelationWithErrors left = trace(join.getLeft());
    RelationWithErrors right = trace(join.getRight());
    RexNode condition = shifted(join.getCondition(), left.visible(), left.hidden());
    RelNode joined =
        LogicalJoin.create(
            left.rel(),
            right.rel(),
            join.getHints(),
            condition,
            join.getVariablesSet(),
            join.getJoinType());
    if (!join.getJoinType().projectsRight()) {
      return left.over(joined);
    }
    List<RexNode> columns = new ArrayList<>();
    List<Deviation> deviations = new ArrayList<>();
    int leftWidth = left.rel().getRowType().getFieldCount();
    for (int i = 0; i < left.visible() + right.visible(); i++) {
      boolean ofLeft = i < left.visible();
      columns.add(RexInputRef.of(ofLeft ? i : i + left.hidden(), joined.getRowType()));
    }
    boolean apart = Collections.disjoint(inputsOf(left), inputsOf(right));
    for (Deviation deviation : repeated(left, right.rel())) {
      deviations.add(apart ? deviation : deviation.with(null));
    }
    for (Deviation deviation : repeated(right, left.rel())) {
      Deviation moved = deviation.times(1, part -> shifted(part, 0, leftWidth));
      deviations.add(apart ? moved : moved.with(null));
    }
    return RelationWithErrors.project(
        joined, columns, deviations, join.getRowType().getFieldNames());
  }

  /**
   * The inputs of whose columns there are sums: two rows of the same input cannot be distinguished
   * in a sum.
   */
  private static Set<String> inputsOf(RelationWithErrors side) {
    return side.deviations().stream()
        .map(Deviation::linear)
        .filter(Objects::nonNull)
        .flatMap(form -> form.inputs().stream())
        .collect(Collectors.toSet());
  }

  /** References from a column on, moved by a number of columns. */
  private static RexNode shifted(RexNode node, int from, int by) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return ref.getIndex() < from
                ? ref
                : new RexInputRef(ref.getIndex() + by, ref.getType());
          }
        });
  }

  /** The deviations of a side of a join, whose rows the other side may repeat. */
  private static List<Deviation> repeated(RelationWithErrors side, RelNode other) {
    if (SingleRow.isAtMostOne(other)) {
      return side.deviations();
    }
    Map<Draw, Draw> repeated = new HashMap<>();
    List<Deviation> deviations = new ArrayList<>();
    for (Deviation deviation : side.deviations()) {
      Map<Draw, RexNode> parts = new LinkedHashMap<>();
      deviation
          .parts()
          .forEach(
              (draw, part) ->
                  parts.put(
                      repeated.computeIfAbsent(
                          draw, d -> new Draw(d.origins(), /* oncePerRow= */ false)),
                      part));
      deviations.add(new Deviation(parts, deviation.linear()));
    }
    return deviations;
  }

  private RelationWithErrors set(SetOp set) {
    List<RelationWithErrors> sides = set.getInputs().stream().map(this::trace).toList();
    if (!(set instanceof Union)) {
      RelNode bare =
          PlanCopy.withInputs(set, sides.stream().map(RelationWithErrors::bare).toList());
      return unknownWhere(bare, sides);
    }
    List<RelNode> branches = new ArrayList<>();
    for (RelationWithErrors side : sides) {
      List<RexNode> columns = new ArrayList<>(side.columns());
      for (int i = 0; i < side.visible(); i++) {
        if (isNoisy(sides, i)) {
          columns.add(side.deviations().get(i).total(math));
        }
      }
      branches.add(
          org.apache.calcite.rel.logical.LogicalProject.create(
              side.rel(), List.of(), columns, (List<String>) null, Set.of()));
    }
    RelationWithErrors all =
        new RelationWithErrors(LogicalUnion.create(branches, true), merged(sides));
    return set.all
        ? all
        : new AggregateErrors(math, known).distinct(all, set.getRowType().getFieldNames());
  }

  private static boolean isNoisy(List<RelationWithErrors> sides, int column) {
    return sides.stream().anyMatch(side -> !side.deviations().get(column).isNone());
  }

  /** One draw per column that is noisy on a side; the hidden columns follow in that order. */
  private List<Deviation> merged(List<RelationWithErrors> sides) {
    Set<String> seen = new java.util.HashSet<>();
    boolean oncePerRow = true;
    for (RelationWithErrors side : sides) {
      List<Draw> draws =
          side.deviations().stream()
              .flatMap(deviation -> deviation.parts().keySet().stream())
              .toList();
      Set<String> origins = Draw.originsOf(draws);
      oncePerRow &=
          draws.stream().allMatch(Draw::oncePerRow)
              && java.util.Collections.disjoint(seen, origins);
      seen.addAll(origins);
    }
    List<Deviation> deviations = new ArrayList<>();
    int hidden = sides.get(0).visible();
    for (int i = 0; i < sides.get(0).visible(); i++) {
      deviations.add(
          isNoisy(sides, i)
              ? new Deviation(
                  Map.of(new Draw(seen, oncePerRow), new RexInputRef(hidden++, math.type())))
              : Deviation.NONE);
    }
    return deviations;
  }

  /** Columns that are noisy on a side are so in the result, by an unknown amount. */
  private RelationWithErrors unknownWhere(RelNode bare, List<RelationWithErrors> sides) {
    List<Deviation> deviations = new ArrayList<>();
    for (int i = 0; i < sides.get(0).visible(); i++) {
      deviations.add(isNoisy(sides, i) ? unknown() : Deviation.NONE);
    }
    return new RelationWithErrors(bare, deviations);
  }

  private Deviation unknown() {
    return new Deviation(Map.of(new Draw(Set.of(), false), math.unknown()));
  }

  /** An operator that is not looked into: its numbers deviate by an unknown amount. */
  private RelationWithErrors opaque(RelNode rel) {
    boolean[] noisy = {false};
    RelNode bare = bare(rel, noisy);
    List<Deviation> deviations = new ArrayList<>();
    for (RelDataTypeField field : bare.getRowType().getFieldList()) {
      deviations.add(
          noisy[0] && SqlTypeUtil.isNumeric(field.getType()) ? unknown() : Deviation.NONE);
    }
    return new RelationWithErrors(bare, deviations);
  }

  private RelNode bare(RelNode rel, boolean[] noisy) {
    if (rel instanceof FinishInput input) {
      RelationWithErrors known = input(input);
      noisy[0] |= known.hidden() > 0;
      return known.bare();
    }
    if (rel instanceof Values) {
      return rel;
    }
    List<RelNode> below = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      below.add(bare(input, noisy));
    }
    return PlanCopy.withInputs(rel, below);
  }
}
