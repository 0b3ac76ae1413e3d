package org.dpjdbc.sql.validate.padding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Comparisons of columns of type CHAR(n), in the words of the database that has them (H2): the
 * blanks at the ends do not count. Calcite casts such a column to the type of the other side, and a
 * database keeps the blanks in a VARCHAR, where they count.
 *
 * <p>What a string column is compared with so may be equal to several of its values: it is trimmed,
 * so that nothing takes the comparison for an equality with its key.
 */
public final class PaddedColumns {
  private PaddedColumns() {}

  /** The same query with such comparisons. */
  public static RelNode of(RelNode query) {
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode rel = super.visit(other);
            return rel instanceof Join join
                ? withStoredKeys(join).orElseGet(() -> compared(rel))
                : compared(rel);
          }
        });
  }

  private static RelNode compared(RelNode rel) {
    RelNode compared = rel.accept(new Comparisons(rel));
    return compared instanceof Join join && !compared.deepEquals(rel)
        ? RelOptUtil.pushDownJoinConditions(
            join, RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null))
        : compared;
  }

  /**
   * A join with groups of a column that was cast before it was grouped by, as in {@code x IN
   * (SELECT k FROM t)} and in correlated subqueries: the groups are those of the column as it is
   * stored.
   */
  private static Optional<RelNode> withStoredKeys(Join join) {
    ImmutableBitSet compared = RelOptUtil.InputFinder.bits(join.getCondition());
    int left = join.getLeft().getRowType().getFieldCount();
    RelNode one = storedKeys(join.getLeft(), compared);
    RelNode other =
        storedKeys(join.getRight(), compared.except(ImmutableBitSet.range(left)).shift(-left));
    if ((one.equals(join.getLeft()) && other.equals(join.getRight()))
        || !join.getVariablesSet().isEmpty()) {
      return Optional.empty();
    }
    RexBuilder rex = join.getCluster().getRexBuilder();
    RexNode condition =
        join.getCondition()
            .accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef ref) {
                    int column = ref.getIndex();
                    return column < left
                        ? rex.makeInputRef(one, column)
                        : new RexInputRef(column, rex.makeInputRef(other, column - left).getType());
                  }
                });
    RelNode stored =
        compared(join.copy(join.getTraitSet(), condition, one, other, join.getJoinType(), false));
    List<RexNode> columns = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      RexNode column = rex.makeInputRef(stored, field.getIndex());
      columns.add(
          column.getType().getSqlTypeName() == field.getType().getSqlTypeName()
              ? column
              : rex.makeAbstractCast(field.getType(), column, false));
    }
    return Optional.of(
        LogicalProject.create(
            stored, List.of(), columns, join.getRowType().getFieldNames(), Set.of()));
  }

  /** The groups by columns as they are stored, if some of them that are compared were cast. */
  private static RelNode storedKeys(RelNode rel, ImmutableBitSet compared) {
    if (rel instanceof Project above && above.getInput() instanceof Aggregate) {
      return storedKeys(above, (Aggregate) above.getInput(), compared);
    }
    if (!(rel instanceof Aggregate aggregate)
        || aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || !(aggregate.getInput() instanceof Project project)) {
      return rel;
    }
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    for (int key = 0; key < aggregate.getGroupCount(); key++) {
      int column = aggregate.getGroupSet().nth(key);
      boolean free =
          aggregate.getAggCallList().stream()
              .noneMatch(call -> call.getArgList().contains(column) || call.filterArg == column);
      if (compared.get(key)
          && free
          && uncast(columns.get(column)) instanceof RexInputRef stored
          && isStored(project.getInput(), stored.getIndex())) {
        columns.set(column, stored);
      }
    }
    return columns.equals(project.getProjects())
        ? rel
        : LogicalAggregate.create(
            LogicalProject.create(
                project.getInput(),
                project.getHints(),
                columns,
                project.getRowType().getFieldNames(),
                project.getVariablesSet()),
            aggregate.getHints(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            aggregate.getAggCallList());
  }

  /**
   * What stands above the groups: a column that is compared is stored, and others are as before.
   */
  private static RelNode storedKeys(Project above, Aggregate groups, ImmutableBitSet compared) {
    RexBuilder rex = above.getCluster().getRexBuilder();
    ImmutableBitSet.Builder keys = ImmutableBitSet.builder();
    for (int column : compared.intersect(ImmutableBitSet.range(above.getProjects().size()))) {
      if (above.getProjects().get(column) instanceof RexInputRef key) {
        keys.set(key.getIndex());
      }
    }
    RelNode stored = storedKeys(groups, keys.build());
    if (stored.equals(groups)) {
      return above;
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < above.getProjects().size(); i++) {
      RexNode column = above.getProjects().get(i);
      columns.add(
          compared.get(i) && column instanceof RexInputRef key
              ? rex.makeInputRef(stored, key.getIndex())
              : column.accept(
                  new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                      RexNode now = rex.makeInputRef(stored, ref.getIndex());
                      return now.getType().equals(ref.getType())
                          ? now
                          : rex.makeAbstractCast(ref.getType(), now, false);
                    }
                  }));
    }
    return LogicalProject.create(
        stored,
        above.getHints(),
        columns,
        above.getRowType().getFieldNames(),
        above.getVariablesSet());
  }

  private static final class Comparisons extends RexShuttle {
    private final RelNode rel;
    private final RexBuilder rex;

    Comparisons(RelNode rel) {
      this.rel = rel;
      this.rex = rel.getCluster().getRexBuilder();
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode visited = super.visitCall(call);
      return visited instanceof RexCall comparison
              && SqlKind.COMPARISON.contains(comparison.getKind())
              && comparison.getOperands().size() == 2
          ? compared(comparison)
          : visited;
    }

    private RexNode compared(RexCall call) {
      RexNode left = uncast(call.getOperands().get(0));
      RexNode right = uncast(call.getOperands().get(1));
      boolean padded = isPadded(left) || isPadded(right);
      return padded ? call.clone(call.getType(), List.of(side(left), side(right))) : call;
    }

    private RexNode side(RexNode value) {
      return isPadded(value) || value instanceof RexLiteral || value instanceof RexDynamicParam
          ? value
          : rex.makeCall(
              value.getType(),
              SqlStdOperatorTable.TRIM,
              List.of(rex.makeFlag(SqlTrimFunction.Flag.TRAILING), rex.makeLiteral(" "), value));
    }

    /** Without a cast, which the condition of a join may have below it. */
    private RexNode uncast(RexNode node) {
      if (node instanceof RexInputRef ref && rel instanceof Join join) {
        int left = join.getLeft().getRowType().getFieldCount();
        int shift = ref.getIndex() < left ? 0 : left;
        if (join.getInput(shift == 0 ? 0 : 1) instanceof Project project) {
          RexNode column = PaddedColumns.uncast(project.getProjects().get(ref.getIndex() - shift));
          int stored = project.getProjects().indexOf(column);
          return stored < 0 ? node : new RexInputRef(shift + stored, column.getType());
        }
      }
      return PaddedColumns.uncast(node);
    }

    /** A column as it is stored: a literal has the type CHAR as well, but no blanks. */
    private boolean isPadded(RexNode value) {
      return value instanceof RexInputRef ref
          && ref.getType().getSqlTypeName() == SqlTypeName.CHAR
          && isStoredBelow(rel, ref.getIndex());
    }
  }

  private static RexNode uncast(RexNode node) {
    return node instanceof RexCall cast
            && cast.getKind() == SqlKind.CAST
            && SqlTypeUtil.inCharFamily(cast.getType())
            && cast.getOperands().get(0) instanceof RexInputRef column
            && column.getType().getSqlTypeName() == SqlTypeName.CHAR
            && isLongEnough(cast.getType().getPrecision(), column.getType().getPrecision())
        ? column
        : node;
  }

  private static boolean isLongEnough(int length, int needed) {
    return length == RelDataType.PRECISION_NOT_SPECIFIED || length >= needed;
  }

  private static boolean isStoredBelow(RelNode rel, int column) {
    int at = column;
    for (RelNode input : rel.getInputs()) {
      int width = input.getRowType().getFieldCount();
      if (at < width) {
        return isStored(input, at);
      }
      at -= width;
    }
    return false;
  }

  private static boolean isStored(RelNode rel, int column) {
    if (rel instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          && isStored(project.getInput(), ref.getIndex());
    }
    if (rel instanceof Aggregate aggregate) {
      return column < aggregate.getGroupCount()
          && isStored(aggregate.getInput(), aggregate.getGroupSet().nth(column));
    }
    if (rel instanceof SetOp) {
      return rel.getInputs().stream().allMatch(input -> isStored(input, column));
    }
    return rel instanceof TableScan
        || ((rel instanceof Filter || rel instanceof Join) && isStoredBelow(rel, column));
  }
}
