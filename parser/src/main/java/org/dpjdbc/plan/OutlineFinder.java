package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.fun.SqlAbstractGroupFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.rule.RecursionRule;
import org.dpjdbc.plan.rule.ScanRule;
import org.dpjdbc.sql.refusal.AnalysisSteps;

/**
 * Finds the frontier of a query by its form alone: the lowest aggregates that do not group by the
 * unit. This class refuses nothing and decides only the columns of the answer, so that a query can
 * be described before the values of its parameters are known.
 */
final class OutlineFinder {
  private final PlanContext context;
  private final Map<String, List<Integer>> noisy = new HashMap<>();

  OutlineFinder(PlanContext context) {
    this.context = context;
  }

  /**
   * A relation of the query.
   *
   * @param rel over {@link FinishInput}s, unless it is personal
   * @param personal whether its rows belong to people
   * @param owners columns that identify the unit of a row, alone or together
   */
  private record Found(RelNode rel, boolean personal, Set<ImmutableBitSet> owners) {
    Found(RelNode rel) {
      this(rel, false, Set.of());
    }
  }

  Outline outline(RelNode rel) {
    Found found = find(rel);
    return found.personal()
        ? new Outline(input(FinishInput.Kind.PUBLIC, rel.getRowType()), Map.of())
        : new Outline(found.rel(), noisy);
  }

  private Found find(RelNode rel) {
    AnalysisSteps.step();
    if (rel instanceof TableScan scan) {
      return scan(scan);
    }
    List<Found> inputs = rel.getInputs().stream().map(this::find).toList();
    if (inputs.stream().noneMatch(Found::personal)) {
      return inputs.isEmpty()
          ? new Found(rel)
          : new Found(rel.copy(rel.getTraitSet(), inputs.stream().map(Found::rel).toList()));
    }
    return rel instanceof Aggregate aggregate
        ? aggregate(aggregate, inputs.get(0))
        : new Found(rel, true, owners(rel, inputs));
  }

  private Found scan(TableScan scan) {
    Optional<RelNode> working = RecursionRule.working(scan);
    if (working.isPresent()) {
      return new Found(working.get());
    }
    Relation relation = new ScanRule(context).apply(scan, List.of());
    if (relation instanceof PerUnit rows) {
      return new Found(scan, true, Set.copyOf(rows.identifying()));
    }
    return new Found(input(FinishInput.Kind.PUBLIC, scan.getRowType()));
  }

  private FinishInput input(FinishInput.Kind kind, RelDataType rowType) {
    return new FinishInput(context.cluster(), kind, kind.name(), rowType);
  }

  private Found aggregate(Aggregate aggregate, Found input) {
    List<Integer> keys = aggregate.getGroupSet().asList();
    Set<ImmutableBitSet> owners = moved(input.owners(), keys);
    if (!owners.isEmpty() && aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return new Found(aggregate, true, owners);
    }
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      boolean level =
          aggregate.getAggCallList().get(i).getAggregation() instanceof SqlAbstractGroupFunction;
      int column = keys.size() + i;
      RelDataType type = aggregate.getRowType().getFieldList().get(column).getType();
      if (!level && SqlTypeUtil.isNumeric(type)) {
        columns.add(column);
      }
    }
    String name = PlanContext.name(noisy.size());
    noisy.put(name, List.copyOf(columns));
    return new Found(
        new FinishInput(
            context.cluster(), FinishInput.Kind.RELEASED, name, aggregate.getRowType()));
  }

  /**
   * Where columns that identify the unit stand among others; those are left out of which one is
   * not.
   *
   * @param columns what stands in each place, or a negative number
   */
  private static Set<ImmutableBitSet> moved(Set<ImmutableBitSet> owners, List<Integer> columns) {
    Set<ImmutableBitSet> moved = new TreeSet<>();
    for (ImmutableBitSet owner : owners) {
      if (columns.containsAll(owner.asList())) {
        moved.add(ImmutableBitSet.of(owner.asList().stream().map(columns::indexOf).toList()));
      }
    }
    return moved;
  }

  private static Set<ImmutableBitSet> owners(RelNode rel, List<Found> inputs) {
    Set<ImmutableBitSet> owners = new TreeSet<>();
    if (rel instanceof Filter || rel instanceof Sort) {
      owners.addAll(inputs.get(0).owners());
    } else if (rel instanceof Project project) {
      List<Integer> columns =
          project.getProjects().stream()
              .map(column -> column instanceof RexInputRef ref ? ref.getIndex() : -1)
              .toList();
      owners.addAll(moved(inputs.get(0).owners(), columns));
    } else if (rel instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      if (!join.getJoinType().generatesNullsOnLeft()) {
        owners.addAll(inputs.get(0).owners());
      }
      if (join.getJoinType().projectsRight() && !join.getJoinType().generatesNullsOnRight()) {
        inputs.get(1).owners().forEach(columns -> owners.add(columns.shift(left)));
      }
    } else if (rel instanceof SetOp) {
      owners.addAll(inputs.get(0).owners());
      inputs.forEach(input -> owners.retainAll(input.owners()));
    }
    return owners;
  }
}
