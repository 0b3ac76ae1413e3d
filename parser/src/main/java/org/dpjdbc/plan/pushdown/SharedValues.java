package org.dpjdbc.plan.pushdown;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.algebra.SubSelect;
import org.jspecify.annotations.Nullable;

/**
 * Computes a value that several aggregates read once for a row, on databases that compute an
 * expression wherever it stands ({@link
 * org.dpjdbc.sql.dialect.common.BackendDialect#computesEachUse()}). The values of a row, which are
 * mostly clamped columns, become columns of a subselect, which {@code OFFSET 0} keeps apart from
 * the query around it. Every expression is total, so that it may be computed for each row, whatever
 * condition stands before its use.
 */
final class SharedValues {
  /** Operators and operands that are computed in vain for each row. */
  private static final int MIN_SAVED = 40;

  private SharedValues() {}

  static RelNode of(RelNode rel) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Aggregate aggregate
                    && aggregate.getInput() instanceof Project project
                ? aggregate.copy(aggregate.getTraitSet(), List.of(shared(project)))
                : visited;
          }
        });
  }

  private static Project shared(Project project) {
    if (project.containsOver() || !project.getVariablesSet().isEmpty()) {
      return project;
    }
    Map<RexNode, Integer> uses = new LinkedHashMap<>();
    project.getProjects().forEach(column -> count(column, uses));
    uses.values().removeIf(number -> number == 1);
    List<RexNode> values = read(project, uses.keySet());
    int saved =
        uses.entrySet().stream()
            .filter(use -> values.contains(use.getKey()))
            .mapToInt(use -> (use.getValue() - 1) * size(use.getKey()))
            .sum();
    return saved < MIN_SAVED ? computedBelow(project) : apart(project, values);
  }

  /** The projection over a subselect that stands already, kept apart if that saves as much. */
  private static Project computedBelow(Project project) {
    if (!(project.getInput() instanceof SubSelect below
        && below.getInput() instanceof Project row
        && !row.containsOver())) {
      return project;
    }
    int[] saved = {0};
    project
        .getProjects()
        .forEach(
            column ->
                column.accept(
                    new RexVisitorImpl<Void>(true) {
                      @Override
                      public @Nullable Void visitInputRef(RexInputRef ref) {
                        RexNode value = row.getProjects().get(ref.getIndex());
                        saved[0] += value instanceof RexCall ? size(value) : 0;
                        return null;
                      }
                    }));
    row.getProjects().stream()
        .filter(RexCall.class::isInstance)
        .forEach(value -> saved[0] -= size(value));
    return saved[0] < MIN_SAVED ? project : over(project, row, project.getProjects());
  }

  private static int size(RexNode value) {
    return RexUtil.nodeCount(List.of(value));
  }

  private static Project over(Project project, Project row, List<RexNode> columns) {
    RexNode none = project.getCluster().getRexBuilder().makeExactLiteral(BigDecimal.ZERO);
    return project.copy(
        project.getTraitSet(),
        SubSelect.of(LogicalSort.create(row, RelCollations.EMPTY, none, null)),
        columns,
        project.getRowType());
  }

  /** How often each CASE stands in an expression. */
  private static void count(RexNode expression, Map<RexNode, Integer> uses) {
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            if (call.getKind() == SqlKind.CASE) {
              uses.merge(call, 1, Integer::sum);
            }
            return super.visitCall(call);
          }
        });
  }

  /** Of the values that stand several times those that do not stand in others alone. */
  private static List<RexNode> read(Project project, Set<RexNode> several) {
    List<RexNode> read = new ArrayList<>();
    RexShuttle outermost =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (!several.contains(call)) {
              return super.visitCall(call);
            }
            if (!read.contains(call)) {
              read.add(call);
            }
            return call;
          }
        };
    project.getProjects().forEach(column -> column.accept(outermost));
    return read;
  }

  private static Project apart(Project project, List<RexNode> values) {
    List<String> namesBelow = project.getInput().getRowType().getFieldNames();
    List<RexNode> columns = new ArrayList<>(values);
    List<String> names =
        new ArrayList<>(IntStream.range(0, values.size()).mapToObj(i -> "v" + i).toList());
    RexShuttle places =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return values.contains(call) ? place(call) : super.visitCall(call);
          }

          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            if (!columns.contains(ref)) {
              columns.add(ref);
              names.add(namesBelow.get(ref.getIndex()));
            }
            return place(ref);
          }

          private RexNode place(RexNode column) {
            return new RexInputRef(columns.indexOf(column), column.getType());
          }
        };
    List<RexNode> read = places.apply(project.getProjects());
    return over(
        project,
        LogicalProject.create(project.getInput(), List.of(), columns, names, Set.of()),
        read);
  }
}
