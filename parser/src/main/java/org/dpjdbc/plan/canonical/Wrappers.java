package org.dpjdbc.plan.canonical;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.algebra.InputRefs;

/**
 * Removes subselects that only pass columns on. A filter moves below a projection if it reads no
 * column that is computed there: what narrows the range of a computed column stays above it. Two
 * projections become one if no expression is computed twice.
 */
final class Wrappers {
  private Wrappers() {}

  /** The rows of an aggregate without them. */
  static RelNode removed(RelNode rel) {
    if (rel instanceof Project project && isPlain(project)) {
      return projected(project, removed(project.getInput()));
    } else if (rel instanceof Filter filter
        && !filter.containsOver()
        && filter.getVariablesSet().isEmpty()) {
      return filtered(plain(filter.getCondition()), removed(filter.getInput()));
    } else if (rel instanceof Join join && join.getVariablesSet().isEmpty()) {
      return join.copy(
          join.getTraitSet(),
          plain(join.getCondition()),
          side(join.getLeft()),
          side(join.getRight()),
          join.getJoinType(),
          join.isSemiJoinDone());
    }
    return rel;
  }

  private static boolean isPlain(Project project) {
    return !project.containsOver() && project.getVariablesSet().isEmpty();
  }

  private static RelNode side(RelNode written) {
    RelNode rel = removed(written);
    return rel instanceof Project project
            && RexUtil.isIdentity(project.getProjects(), project.getInput().getRowType())
            && project
                .getRowType()
                .getFieldNames()
                .equals(project.getInput().getRowType().getFieldNames())
        ? project.getInput()
        : rel;
  }

  private static RelNode projected(Project project, RelNode input) {
    List<RexNode> columns = project.getProjects().stream().map(Wrappers::plain).toList();
    List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
    if (!(input instanceof Project below && isPlain(below) && computesOnce(columns, below))) {
      return columns.equals(project.getProjects()) && input.equals(project.getInput())
          ? project
          : LogicalProject.create(input, project.getHints(), columns, names, Set.of());
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) instanceof RexInputRef ref && names.get(i).startsWith("$f")) {
        names.set(i, below.getRowType().getFieldNames().get(ref.getIndex()));
      }
    }
    return projected(
        (Project)
            LogicalProject.create(
                below.getInput(),
                project.getHints(),
                InputRefs.past(columns, below),
                SqlValidatorUtil.uniquify(names, true),
                Set.of()),
        below.getInput());
  }

  /** Whether what is computed below is read by itself, and once. */
  private static boolean computesOnce(List<RexNode> columns, Project below) {
    List<Integer> computed = new ArrayList<>();
    for (RexNode column : columns) {
      for (int read : RelOptUtil.InputFinder.bits(column)) {
        if (!(below.getProjects().get(read) instanceof RexInputRef)) {
          if (!(column instanceof RexInputRef) || computed.contains(read)) {
            return false;
          }
          computed.add(read);
        }
      }
    }
    return true;
  }

  private static RelNode filtered(RexNode condition, RelNode input) {
    RexBuilder rex = input.getCluster().getRexBuilder();
    if (input instanceof Filter below
        && !below.containsOver()
        && below.getVariablesSet().isEmpty()) {
      return LogicalFilter.create(
          below.getInput(),
          Conditions.and(
              rex,
              Stream.of(below.getCondition(), condition)
                  .flatMap(both -> Conditions.operands(SqlKind.AND, both).stream())
                  .toList()));
    }
    return input instanceof Project project && isPlain(project)
        ? filtered(condition, project)
        : LogicalFilter.create(input, condition);
  }

  private static RelNode filtered(RexNode condition, Project project) {
    RexBuilder rex = project.getCluster().getRexBuilder();
    List<RexNode> moved = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>();
    for (RexNode conjunct : Conditions.operands(SqlKind.AND, condition)) {
      boolean passedOn =
          RelOptUtil.InputFinder.bits(conjunct).asList().stream()
              .allMatch(read -> project.getProjects().get(read) instanceof RexInputRef);
      if (passedOn) {
        moved.add(InputRefs.past(conjunct, project));
      } else {
        kept.add(conjunct);
      }
    }
    RelNode below =
        moved.isEmpty()
            ? project.getInput()
            : filtered(Conditions.and(rex, moved), project.getInput());
    RelNode columns =
        moved.isEmpty() ? project : project.copy(project.getTraitSet(), List.of(below));
    return kept.isEmpty() ? columns : LogicalFilter.create(columns, Conditions.and(rex, kept));
  }

  /** Without casts to the type that an expression has. */
  private static RexNode plain(RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode visited = super.visitCall(call);
            return visited instanceof RexCall cast
                    && cast.getKind() == SqlKind.CAST
                    && cast.getType().equals(cast.getOperands().get(0).getType())
                ? cast.getOperands().get(0)
                : visited;
          }
        });
  }
}
