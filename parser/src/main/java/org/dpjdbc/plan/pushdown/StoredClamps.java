package org.dpjdbc.plan.pushdown;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * Clamps columns as they are stored, where they are read otherwise. A database that puts what is
 * read into each place that names it would compute it three times for a clamp in each row. What is
 * stored is compared instead: within the bounds it is what is read, and what would be read as NULL
 * is beyond the upper one, where {@link BackendDialect#isNumber} tells it.
 */
final class StoredClamps {
  private final RexBuilder rex;
  private final BackendDialect dialect;

  private StoredClamps(RexBuilder rex, BackendDialect dialect) {
    this.rex = rex;
    this.dialect = dialect;
  }

  static RelNode of(RelNode rel, BackendDialect dialect) {
    StoredClamps clamps = new StoredClamps(rel.getCluster().getRexBuilder(), dialect);
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof LogicalProject project ? clamps.moved(project) : visited;
          }
        });
  }

  private RelNode moved(Project project) {
    RelNode input = project.getInput();
    int width = input.getRowType().getFieldCount();
    Map<Integer, RexNode> stored = new LinkedHashMap<>();
    List<RexNode> projects = new ArrayList<>(project.getProjects());
    projects.replaceAll(
        node ->
            node.accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitCall(RexCall call) {
                    return clamped(call, input, width, stored)
                        .orElseGet(() -> super.visitCall(call));
                  }
                }));
    return stored.isEmpty()
        ? project
        : LogicalProject.create(
            with(input, List.copyOf(stored.values())),
            project.getHints(),
            projects,
            project.getRowType().getFieldNames(),
            project.getVariablesSet());
  }

  /** The clamp of what is stored; what it is of is noted, and gets a column after the others. */
  private Optional<RexNode> clamped(
      RexCall clamp, RelNode input, int width, Map<Integer, RexNode> stored) {
    if (!isClamp(clamp)) {
      return Optional.empty();
    }
    RexInputRef value = (RexInputRef) clamp.getOperands().get(4);
    Optional<RexCall> read = read(input, value.getIndex());
    if (read.isEmpty()) {
      return Optional.empty();
    }
    RexNode kept = read.get().getOperands().get(0);
    int place = List.copyOf(stored.keySet()).indexOf(value.getIndex());
    RexNode ref = rex.makeInputRef(kept.getType(), width + (place < 0 ? stored.size() : place));
    Optional<RexNode> number = dialect.isNumber(rex, read.get().getOperator(), ref);
    if (number.isEmpty()) {
      return Optional.empty();
    }
    stored.putIfAbsent(value.getIndex(), kept);
    RexNode lower = clamp.getOperands().get(1);
    RexNode upper = clamp.getOperands().get(3);
    return Optional.of(
        rex.makeCall(
            clamp.getType(),
            SqlStdOperatorTable.CASE,
            List.of(
                rex.makeCall(SqlStdOperatorTable.LESS_THAN, ref, lower),
                lower,
                rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, ref, upper),
                ref,
                number.get(),
                upper,
                rex.makeNullLiteral(clamp.getType()))));
  }

  /**
   * Whether it is a clamp as {@link ScaledDecimal} makes it, of a column: a CASE of the analyst's,
   * whose bounds may be NULL, is none.
   */
  private static boolean isClamp(RexCall call) {
    List<RexNode> parts = call.getOperands();
    return call.getKind() == SqlKind.CASE
        && parts.size() == 5
        && parts.get(4) instanceof RexInputRef value
        && isBeyond(parts.get(0), SqlKind.LESS_THAN, value, parts.get(1))
        && isBeyond(parts.get(2), SqlKind.GREATER_THAN, value, parts.get(3));
  }

  private static boolean isBeyond(RexNode node, SqlKind kind, RexNode value, RexNode bound) {
    return node instanceof RexCall call
        && call.getKind() == kind
        && bound instanceof RexLiteral literal
        && !literal.isNull()
        && call.getOperands().equals(List.of(value, bound));
  }

  /** What is read of one column, as it is computed there. */
  private static Optional<RexCall> read(RelNode rel, int column) {
    if (rel instanceof Filter || rel instanceof SubSelect) {
      return read(rel.getInput(0), column);
    }
    return rel instanceof Project project
            && project.getProjects().get(column) instanceof RexCall call
            && call.getOperands().size() == 1
            && call.getOperands().get(0) instanceof RexInputRef
        ? Optional.of(call)
        : Optional.empty();
  }

  /** The same rows with more columns, which are those that {@link #read} finds. */
  private static RelNode with(RelNode rel, List<RexNode> columns) {
    if (rel instanceof LogicalFilter filter) {
      return LogicalFilter.create(
          with(filter.getInput(), columns),
          filter.getCondition(),
          ImmutableSet.copyOf(filter.getVariablesSet()));
    } else if (rel instanceof SubSelect select) {
      return SubSelect.of(with(select.getInput(), columns));
    }
    Project project = (Project) rel;
    List<RexNode> projects = new ArrayList<>(project.getProjects());
    List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
    for (RexNode column : columns) {
      names.add("r" + projects.size());
      projects.add(column);
    }
    return LogicalProject.create(project.getInput(), project.getHints(), projects, names, Set.of());
  }
}
