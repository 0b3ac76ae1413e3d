package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.sql.Messages;

/**
 * UNION ALL of per-unit relations over the same private table is per-unit: a unit's rows are those
 * it has on every side, so a bound on its rows is the sum of theirs. A side that provably has no
 * rows is left out.
 */
final class SetOpRule {
  private final PlanContext context;

  SetOpRule(PlanContext context) {
    this.context = context;
  }

  PerUnit apply(SetOp setOp, List<Relation> inputs) {
    if (!(setOp instanceof Union union) || !union.all) {
      throw Messages.setOperation(
          setOp.getClass().getSimpleName().replace("Logical", "").toUpperCase(Locale.ROOT));
    }
    List<PerUnit> sides = new ArrayList<>();
    for (Relation input : inputs) {
      if (input instanceof PerUnit side) {
        sides.add(side);
      } else if (!addsNothing(input)) {
        throw Messages.mixedUnion();
      }
    }
    if (sides.stream().map(PerUnit::table).distinct().count() > 1) {
      throw Messages.privateUnion();
    }
    return sides.size() == 1 ? sides.get(0) : union(sides, union.getRowType());
  }

  private static boolean addsNothing(Relation side) {
    return side instanceof Relation.Public given && EmptyRelations.isEmpty(given.rel());
  }

  private PerUnit union(List<PerUnit> sides, RelDataType visible) {
    int width = visible.getFieldCount();
    boolean keyed = sides.get(0).unit().isPresent();
    List<RelNode> rels = sides.stream().map(side -> aligned(side, width)).toList();
    List<PerUnit.Column> columns = new ArrayList<>();
    for (int i = 0; i < width + (keyed ? 1 : 0); i++) {
      int at = i;
      columns.add(
          merge(
              sides.stream()
                  .map(side -> side.columns().get(at < width ? at : side.unit().orElseThrow()))
                  .toList()));
    }
    return new PerUnit(
        LogicalUnion.create(rels, true),
        width,
        columns,
        keyed ? OptionalInt.of(width) : OptionalInt.empty(),
        sides.get(0).kind(),
        rows(sides),
        sides.get(0).table());
  }

  /** The visible columns, then the unit key. */
  private RelNode aligned(PerUnit side, int width) {
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    IntStream.range(0, width)
        .forEach(
            i -> {
              projects.add(context.rex().makeInputRef(side.rel(), i));
              names.add("c" + i);
            });
    side.unit()
        .ifPresent(
            unit -> {
              projects.add(context.rex().makeInputRef(side.rel(), unit));
              names.add("unit");
            });
    return LogicalProject.create(side.rel(), List.of(), projects, names, Set.of());
  }

  private static OptionalInt rows(List<PerUnit> sides) {
    return sides.stream().allMatch(side -> side.rowsPerUnit().isPresent())
        ? OptionalInt.of(sides.stream().mapToInt(s -> s.rowsPerUnit().getAsInt()).sum())
        : OptionalInt.empty();
  }

  private static PerUnit.Column merge(List<PerUnit.Column> sides) {
    PerUnit.Column first = sides.get(0);
    Optional<Interval> range = first.facts().range();
    boolean sameStep = true;
    Set<KeyValue> values = new LinkedHashSet<>();
    boolean allValues = true;
    String name = first.facts().name();
    for (PerUnit.Column side : sides) {
      if (range.isPresent() && side.facts().range().isEmpty()) {
        name = side.facts().name();
      }
      Optional<Interval> other = side.facts().range();
      range = range.flatMap(a -> other.map(b -> hull(a, b)));
      sameStep &= side.facts().step().equals(first.facts().step());
      allValues &= side.origin() instanceof Origin.Values;
      if (side.origin() instanceof Origin.Values v) {
        values.addAll(v.values());
      }
    }
    return new PerUnit.Column(
        new ColumnFacts(name, range, sameStep ? first.facts().step() : Optional.empty()),
        allValues ? new Origin.Values(List.copyOf(values)) : new Origin.Private(),
        sides.stream().map(PerUnit.Column::identifies).distinct().count() == 1
            ? first.identifies()
            : Optional.empty(),
        false,
        false);
  }

  private static Interval hull(Interval a, Interval b) {
    return new Interval(a.lower().min(b.lower()), a.upper().max(b.upper()));
  }
}
