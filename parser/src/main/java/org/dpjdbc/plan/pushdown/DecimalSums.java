package org.dpjdbc.plan.pushdown;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.StoredColumn;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * Adds up decimals as they are stored, and multiplies the sum. What is summed are integers, which
 * for a column of decimals are its values times a power of ten ({@link org.dpjdbc.plan.bounds}): a
 * product and a cast for every row, which cost databases that have decimals of their own more than
 * the clamp and the sum together ({@link
 * org.dpjdbc.sql.dialect.common.BackendDialect#addsDecimals()}). The sum is the same number, since
 * decimals are added and multiplied exactly.
 *
 * <p>A column is replaced if nothing but sums and counts of values that are not distinct read it,
 * and if it is computed from table columns alone. The clamps keep each step of it below 18 digits;
 * and 38 digits hold the product of the sum and the factor for 10^14 rows.
 */
final class DecimalSums {
  private final RexBuilder rex;
  private final BackendDialect dialect;

  private DecimalSums(RexBuilder rex, BackendDialect dialect) {
    this.rex = rex;
    this.dialect = dialect;
  }

  static RelNode of(RelNode rel, BackendDialect dialect) {
    DecimalSums sums = new DecimalSums(rel.getCluster().getRexBuilder(), dialect);
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof LogicalAggregate aggregate
                    && aggregate.getGroupType() == Aggregate.Group.SIMPLE
                ? sums.added(aggregate)
                : visited;
          }
        });
  }

  private RelNode added(LogicalAggregate aggregate) {
    RelNode input = aggregate.getInput();
    boolean apart = input instanceof SubSelect;
    if (!((apart ? input.getInput(0) : input) instanceof Project top)) {
      return aggregate;
    }
    Optional<Project> below = chosen(top);
    Project project = below.orElse(top);
    return project.containsOver() || !project.getVariablesSet().isEmpty()
        ? aggregate
        : added(aggregate, project, apart || below.isPresent());
  }

  /** The subselect below, where the projection only chooses among its columns. */
  private static Optional<Project> chosen(Project top) {
    return top.getInput() instanceof SubSelect select
            && select.getInput() instanceof Project below
            && top.getProjects().stream().allMatch(RexInputRef.class::isInstance)
            && top.getProjects().stream().distinct().count() == top.getProjects().size()
        ? Optional.of(
            below.copy(
                below.getTraitSet(),
                below.getInput(),
                top.getProjects().stream()
                    .map(column -> below.getProjects().get(((RexInputRef) column).getIndex()))
                    .toList(),
                top.getRowType()))
        : Optional.empty();
  }

  /**
   * @param apart whether the columns are computed in a subselect
   */
  private RelNode added(LogicalAggregate aggregate, Project project, boolean apart) {
    List<Optional<ScaledDecimal>> columns = new ArrayList<>();
    Set<Integer> free = free(aggregate);
    for (int i = 0; i < project.getProjects().size(); i++) {
      columns.add(
          free.contains(i)
              ? ScaledDecimal.of(
                  rex, x -> isStored(project.getInput(), x), project.getProjects().get(i))
              : Optional.empty());
    }
    if (columns.stream().noneMatch(Optional::isPresent)) {
      return DecimalClamps.of(project, free)
          .map(clamps -> multiplied(aggregate, clamps, apart))
          .orElse(aggregate);
    }
    List<RexNode> values = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      RexNode value = columns.get(i).map(ScaledDecimal::value).orElse(project.getProjects().get(i));
      int known = columns.get(i).isPresent() ? values.indexOf(value) : -1;
      places.add(known >= 0 ? known : values.size());
      if (known < 0) {
        values.add(value);
        names.add(project.getRowType().getFieldNames().get(i));
      }
    }
    RelNode rows = LogicalProject.create(project.getInput(), List.of(), values, names, Set.of());
    return multiplied(aggregate, apart ? SubSelect.of(rows) : rows, places, columns);
  }

  /**
   * Whether an expression is the value of a table's column as it is read. What is computed may have
   * more decimals in the database than its type says, and each value would have to be rounded.
   */
  private boolean isStored(RelNode rel, RexNode x) {
    if (x instanceof RexInputRef ref) {
      return isStored(rel, ref.getIndex());
    }
    ImmutableBitSet columns = RelOptUtil.InputFinder.bits(x);
    return columns.cardinality() == 1
        && x instanceof RexCall call
        && StoredColumn.of(rel, columns.nth(0))
            .filter(column -> isTable(column) && isRead(call, column.live()))
            .isPresent();
  }

  private boolean isStored(RelNode rel, int column) {
    if (rel instanceof Filter || rel instanceof SubSelect) {
      return isStored(rel.getInput(0), column);
    } else if (rel instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      return column < left
          ? isStored(join.getLeft(), column)
          : isStored(join.getRight(), column - left);
    } else if (rel instanceof Project project) {
      return isStored(project.getInput(), project.getProjects().get(column));
    }
    return StoredColumn.of(rel, column).filter(DecimalSums::isTable).isPresent();
  }

  private static boolean isTable(StoredColumn column) {
    return column.table().live().kind() == LiveSchema.Kind.TABLE;
  }

  /** Whether it is what is read in the place of a column. */
  private boolean isRead(RexCall call, LiveSchema.Column column) {
    return call.getOperands().size() == 1
        && call.getOperands().get(0) instanceof RexInputRef ref
        && dialect.read(rex, ref, column, call.getType()) instanceof RexCall read
        && read.getOperator().equals(call.getOperator());
  }

  /** The columns that nothing reads but sums and counts. */
  private static Set<Integer> free(Aggregate aggregate) {
    Set<Integer> free = new TreeSet<>();
    Set<Integer> other = new TreeSet<>(aggregate.getGroupSet().asList());
    for (AggregateCall call : aggregate.getAggCallList()) {
      SqlKind kind = call.getAggregation().getKind();
      boolean plain =
          (kind == SqlKind.SUM || kind == SqlKind.COUNT)
              && call.getArgList().size() == 1
              && !call.isDistinct()
              && !call.hasFilter()
              && call.rexList.isEmpty();
      (plain ? free : other).addAll(call.getArgList());
      if (call.hasFilter()) {
        other.add(call.filterArg);
      }
    }
    free.removeAll(other);
    return free;
  }

  private RelNode multiplied(LogicalAggregate aggregate, DecimalClamps.Sums clamps, boolean apart) {
    RelNode rows = apart ? SubSelect.of(clamps.rows()) : clamps.rows();
    List<Integer> places = IntStream.range(0, clamps.columns().size()).boxed().toList();
    return multiplied(aggregate, rows, places, clamps.columns());
  }

  private RelNode multiplied(
      LogicalAggregate aggregate,
      RelNode rows,
      List<Integer> places,
      List<Optional<ScaledDecimal>> columns) {
    int keys = aggregate.getGroupCount();
    List<AggregateCall> calls = new ArrayList<>();
    List<Integer> results = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      AggregateCall moved =
          AggregateCalls.of(
              call.getAggregation(),
              call.isDistinct(),
              call.getArgList().stream().map(places::get).toList(),
              rows,
              keys,
              null);
      if (!calls.contains(moved)) {
        calls.add(moved);
      }
      results.add(keys + calls.indexOf(moved));
    }
    RelNode sums =
        LogicalAggregate.create(
            rows,
            List.of(),
            ImmutableBitSet.of(aggregate.getGroupSet().asList().stream().map(places::get).toList()),
            null,
            calls);
    List<RexNode> outputs = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      outputs.add(rex.makeInputRef(sums, key));
    }
    for (int i = 0; i < results.size(); i++) {
      AggregateCall call = aggregate.getAggCallList().get(i);
      RexNode result = rex.makeInputRef(sums, results.get(i));
      outputs.add(
          call.getAggregation().getKind() == SqlKind.SUM
              ? columns
                  .get(call.getArgList().get(0))
                  .map(column -> times(result, column.factor(), call))
                  .orElse(result)
              : result);
    }
    return LogicalProject.create(
        sums, List.of(), outputs, aggregate.getRowType().getFieldNames(), Set.of());
  }

  private RexNode times(RexNode sum, BigDecimal factor, AggregateCall call) {
    RexNode product =
        factor.compareTo(BigDecimal.ONE) == 0
            ? sum
            : rex.makeCall(SqlStdOperatorTable.MULTIPLY, sum, rex.makeExactLiteral(factor));
    return rex.makeAbstractCast(call.getType(), product, false);
  }
}
