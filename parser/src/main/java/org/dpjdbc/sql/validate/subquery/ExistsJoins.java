package org.dpjdbc.sql.validate.subquery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/**
 * {@code WHERE EXISTS (SELECT … WHERE t.x = outer.x)} becomes a semi join, {@code NOT EXISTS} an
 * anti-join: rows are kept for which some row, or no row, satisfies the condition. Calcite's own
 * decorrelation would read all rows of the inner query and group them by the columns compared with
 * the outer one, or join the outer one to itself; for a semi join, a database looks up only the
 * rows it needs.
 *
 * <p>This is done for subqueries that are operands of AND and whose condition on the outer row is
 * above inner joins of tables. All others are left to Calcite.
 */
public final class ExistsJoins {
  private ExistsJoins() {}

  /** The same rows, with joins for such conditions. */
  public static RelNode of(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(ExistsJoins::of).toList();
    RelNode copy = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return copy instanceof LogicalFilter filter ? joined(filter) : copy;
  }

  private static RelNode joined(LogicalFilter filter) {
    if (filter.getVariablesSet().size() != 1) {
      return filter;
    }
    CorrelationId outer = filter.getVariablesSet().iterator().next();
    List<RexNode> kept = new ArrayList<>();
    List<Existing> joins = new ArrayList<>();
    for (RexNode conjunct : conjuncts(filter.getCondition())) {
      Optional<Existing> existing = existing(conjunct, outer, filter.getInput());
      existing.ifPresent(joins::add);
      if (existing.isEmpty()) {
        kept.add(conjunct);
      }
    }
    if (joins.isEmpty()) {
      return filter;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RelNode rel = filter.getInput();
    if (!kept.isEmpty()) {
      RexNode condition = RexUtil.composeConjunction(rex, kept);
      rel =
          kept.stream().anyMatch(conjunct -> mentions(conjunct, outer))
              ? filter.copy(filter.getTraitSet(), rel, condition)
              : LogicalFilter.create(rel, condition);
    }
    for (Existing existing : joins) {
      RexNode condition = RexUtil.composeConjunction(rex, existing.conditions());
      rel =
          LogicalJoin.create(rel, existing.rows(), List.of(), condition, Set.of(), existing.type());
    }
    return rel;
  }

  /** Rows of which one, or none, fulfils the conditions with the outer row. */
  private record Existing(RelNode rows, List<RexNode> conditions, JoinRelType type) {}

  private static Optional<Existing> existing(RexNode conjunct, CorrelationId outer, RelNode left) {
    boolean not = conjunct.getKind() == SqlKind.NOT;
    RexNode asked = not ? ((RexCall) conjunct).getOperands().get(0) : conjunct;
    if (!(asked instanceof RexSubQuery query) || query.getKind() != SqlKind.EXISTS) {
      return Optional.empty();
    }
    List<RexNode> correlated = new ArrayList<>();
    RelNode rows = query.rel;
    // which columns are selected does not matter: only the rows do
    while (rows instanceof Project project && !project.containsOver()) {
      rows = project.getInput();
    }
    if (rows instanceof Filter filter && filter.getVariablesSet().isEmpty()) {
      List<RexNode> own = new ArrayList<>();
      for (RexNode condition : conjuncts(filter.getCondition())) {
        (mentions(condition, outer) ? correlated : own).add(condition);
      }
      rows = filter.getInput();
      if (!own.isEmpty()) {
        RexBuilder rex = rows.getCluster().getRexBuilder();
        rows = LogicalFilter.create(rows, RexUtil.composeConjunction(rex, own));
      }
    }
    if (correlated.isEmpty()
        || !correlated.stream().allMatch(condition -> isPlain(condition, outer))
        || !isOfTables(rows)
        || !RelOptUtil.getVariablesUsed(rows).isEmpty()) {
      return Optional.empty();
    }
    List<RexNode> conditions =
        correlated.stream().map(condition -> moved(condition, left)).toList();
    return Optional.of(new Existing(rows, conditions, not ? JoinRelType.ANTI : JoinRelType.SEMI));
  }

  /** Filters, projections and inner joins of tables: the database's own rows, each as it is. */
  private static boolean isOfTables(RelNode rel) {
    boolean kind =
        rel instanceof TableScan
            || rel instanceof Filter
            || (rel instanceof Project project && !project.containsOver())
            || (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER);
    return kind && rel.getInputs().stream().allMatch(ExistsJoins::isOfTables);
  }

  static List<RexNode> conjuncts(RexNode condition) {
    return condition.getKind() == SqlKind.AND
        ? ((RexCall) condition)
            .getOperands().stream().flatMap(operand -> conjuncts(operand).stream()).toList()
        : List.of(condition);
  }

  static boolean mentions(RexNode expression, CorrelationId id) {
    return Variables.of(expression).contains(id);
  }

  /** Whether it reads columns of the two rows alone. */
  static boolean isPlain(RexNode condition, CorrelationId outer) {
    return Variables.of(condition).equals(Set.of(outer))
        && RexUtil.SubQueryFinder.find(condition) == null;
  }

  /** A condition of the inner query as one of the join. */
  static RexNode moved(RexNode condition, RelNode left) {
    int width = left.getRowType().getFieldCount();
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(width + ref.getIndex(), ref.getType());
          }

          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            return RexInputRef.of(access.getField().getIndex(), left.getRowType());
          }
        });
  }

  /** The outer rows that an expression reads, also in queries that stand in it. */
  private static final class Variables extends RexVisitorImpl<Void> {
    private final Set<CorrelationId> found = new HashSet<>();

    private Variables() {
      super(true);
    }

    static Set<CorrelationId> of(RexNode expression) {
      Variables variables = new Variables();
      expression.accept(variables);
      return variables.found;
    }

    @Override
    public Void visitCorrelVariable(RexCorrelVariable variable) {
      found.add(variable.id);
      return null;
    }

    @Override
    public Void visitSubQuery(RexSubQuery query) {
      found.addAll(RelOptUtil.getVariablesUsed(query.rel));
      return super.visitSubQuery(query);
    }
  }
}
