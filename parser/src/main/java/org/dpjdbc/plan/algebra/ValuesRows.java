package org.dpjdbc.plan.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Rows that the query itself writes: {@code VALUES}, and {@code SELECT 1 UNION ALL SELECT 2}. */
public final class ValuesRows {
  private ValuesRows() {}

  /**
   * The rows, each a constant expression for each column; empty if they are not written.
   *
   * @param max rows to write at most
   */
  public static Optional<List<List<RexNode>>> of(RelNode rel, int max) {
    if (atMost(rel).orElse(Long.MAX_VALUE) > max) {
      return Optional.empty();
    } else if (rel instanceof Values values) {
      return Optional.of(
          values.tuples.stream().map(tuple -> typed(rel, List.<RexNode>copyOf(tuple))).toList());
    } else if (rel instanceof Project project
        && project.getProjects().stream().allMatch(ValuesRows::isPlain)) {
      return of(project.getInput(), max)
          .map(rows -> rows.stream().map(row -> projected(project, row)).toList());
    } else if (rel instanceof Union union && union.all) {
      List<List<RexNode>> rows = new ArrayList<>();
      for (RelNode input : union.getInputs()) {
        Optional<List<List<RexNode>>> more = of(input, max);
        if (more.isEmpty()) {
          return Optional.empty();
        }
        more.get().forEach(row -> rows.add(typed(rel, row)));
      }
      return Optional.of(rows);
    }
    return Optional.empty();
  }

  private static boolean isPlain(RexNode column) {
    return RexUtil.isDeterministic(column) && !RexUtil.containsCorrelation(column);
  }

  private static List<RexNode> projected(Project project, List<RexNode> row) {
    return typed(
        project,
        project.getProjects().stream()
            .map(column -> InputRefs.replaced(column, ref -> row.get(ref.getIndex())))
            .toList());
  }

  /** In the types of the columns, which several rows have in common. */
  private static List<RexNode> typed(RelNode rel, List<RexNode> row) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    List<RexNode> typed = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      RelDataType type = rel.getRowType().getFieldList().get(i).getType();
      RexNode value = row.get(i);
      typed.add(
          value instanceof RexLiteral literal
              ? rex.makeLiteral(literal.getValue(), type, true, false)
              : rex.ensureType(type, value, false));
    }
    return typed;
  }

  /** How many rows there are at most, if the query alone says so. */
  public static OptionalLong atMost(RelNode rel) {
    if (rel instanceof Values values) {
      return OptionalLong.of(values.tuples.size());
    } else if (rel instanceof Aggregate aggregate
        && aggregate.getGroupCount() == 0
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return OptionalLong.of(1);
    } else if (rel instanceof Sort sort && sort.fetch instanceof RexLiteral fetch) {
      long rows = RexLiteral.longValue(fetch);
      return OptionalLong.of(Math.min(rows, atMost(sort.getInput()).orElse(rows)));
    } else if (rel instanceof Filter
        || rel instanceof Project
        || rel instanceof Sort
        || rel instanceof Aggregate
        || rel instanceof SubSelect) {
      return rel instanceof Aggregate sets && sets.getGroupType() != Aggregate.Group.SIMPLE
          ? OptionalLong.empty()
          : atMost(rel.getInput(0));
    } else if (rel instanceof Union) {
      return rel.getInputs().stream()
          .map(ValuesRows::atMost)
          .reduce(OptionalLong.of(0), (a, b) -> both(a, b, false));
    } else if (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER) {
      return both(atMost(join.getLeft()), atMost(join.getRight()), true);
    }
    return OptionalLong.empty();
  }

  private static OptionalLong both(OptionalLong a, OptionalLong b, boolean times) {
    if (a.isEmpty() || b.isEmpty()) {
      return OptionalLong.empty();
    }
    long one = Math.min(a.getAsLong(), Integer.MAX_VALUE);
    long other = Math.min(b.getAsLong(), Integer.MAX_VALUE);
    return OptionalLong.of(times ? one * other : one + other);
  }
}
