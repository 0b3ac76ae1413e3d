package org.dpjdbc.plan.algebra;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.CollationOperator;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Decides whether a relation has at most one row for each value of some columns, by a key that the
 * database enforces or by the query's own grouping.
 */
public final class UniqueColumns {
  private UniqueColumns() {}

  public static boolean contains(RelNode rel, ImmutableBitSet columns) {
    if (rel instanceof Filter || rel instanceof SubSelect) {
      return contains(rel.getInput(0), columns);
    } else if (rel instanceof Project project) {
      ImmutableBitSet.Builder below = ImmutableBitSet.builder();
      for (int column : columns) {
        if (sameValue(project.getProjects().get(column)) instanceof RexInputRef ref) {
          below.set(ref.getIndex());
        }
      }
      return contains(project.getInput(), below.build());
    } else if (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER) {
      // one row of each side makes one pair at most, and the left one says what it is equated with
      int left = join.getLeft().getRowType().getFieldCount();
      ImmutableBitSet ofLeft = columns.intersect(ImmutableBitSet.range(left));
      ImmutableBitSet ofRight = columns.except(ofLeft).shift(-left);
      JoinInfo info = equated(join.getCondition(), join.getLeft(), join.getRight());
      return contains(join.getLeft(), ofLeft)
          && contains(
              join.getRight(), ofRight.union(rightKeys(info, join.getLeft(), join.getRight())));
    } else if (rel instanceof Aggregate aggregate) {
      return aggregate.getGroupType() == Aggregate.Group.SIMPLE
          && columns.contains(ImmutableBitSet.range(aggregate.getGroupCount()));
    } else if (rel instanceof SetOp set) {
      return !set.all && columns.contains(ImmutableBitSet.range(set.getRowType().getFieldCount()));
    } else if (rel instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
      return table.live().uniqueKeys().stream()
          .anyMatch(
              key ->
                  key.stream()
                      .allMatch(
                          name -> columns.get(indexOf(scan, name)) && !nullable(table, name)));
    }
    return false;
  }

  /** Whether a cast keeps values distinct: no value becomes another one in a wider type. */
  static RexNode sameValue(RexNode node) {
    boolean isSame =
        node instanceof RexCall call
            && (call.getOperator() instanceof CollationOperator
                || (call.getKind() == SqlKind.CAST && RexUtil.isLosslessCast(call)));
    return isSame ? sameValue(((RexCall) node).getOperands().get(0)) : node;
  }

  /** NULLs are not kept apart by a unique key. */
  private static boolean nullable(CatalogTable.Backend table, String name) {
    return table.live().column(name).map(LiveSchema.Column::nullable).orElse(true);
  }

  /** The index of a column; a column that the query cannot see is at an index nothing contains. */
  private static int indexOf(TableScan scan, String name) {
    int index = scan.getRowType().getFieldNames().indexOf(name);
    return index < 0 ? scan.getRowType().getFieldCount() : index;
  }

  /**
   * Which columns the condition equates. Which of them can serve as a key of a side is what {@link
   * #leftKeys} and {@link #rightKeys} say.
   */
  public static JoinInfo equated(RexNode condition, RelNode left, RelNode right) {
    return JoinInfo.of(left, right, condition.accept(new Widenings()));
  }

  /**
   * The columns of the left side of which each value equals one value of the right side at most.
   */
  public static ImmutableBitSet leftKeys(JoinInfo info, RelNode left, RelNode right) {
    return keys(info.leftKeys, left, info.rightKeys, right);
  }

  /** As {@link #leftKeys}, of the right side. */
  public static ImmutableBitSet rightKeys(JoinInfo info, RelNode left, RelNode right) {
    return keys(info.rightKeys, right, info.leftKeys, left);
  }

  /**
   * A column of type CHAR(n) is compared without its trailing blanks, and so equals several
   * different strings that are not stored in such a column themselves.
   */
  private static ImmutableBitSet keys(
      List<Integer> keys, RelNode side, List<Integer> others, RelNode other) {
    ImmutableBitSet.Builder usable = ImmutableBitSet.builder();
    for (int i = 0; i < keys.size(); i++) {
      if (!mayBePadded(other, others.get(i)) || isStoredPadded(side, keys.get(i))) {
        usable.set(keys.get(i));
      }
    }
    return usable.build();
  }

  private static boolean mayBePadded(RelNode rel, int column) {
    return isPadded(rel, column) && hasPaddedColumns(rel);
  }

  private static boolean isPadded(RelNode rel, int column) {
    return rel.getRowType().getFieldList().get(column).getType().getSqlTypeName()
        == SqlTypeName.CHAR;
  }

  private static boolean hasPaddedColumns(RelNode rel) {
    return rel instanceof TableScan
        ? IntStream.range(0, rel.getRowType().getFieldCount()).anyMatch(i -> isPadded(rel, i))
        : rel.getInputs().stream().anyMatch(UniqueColumns::hasPaddedColumns);
  }

  /**
   * Whether it has the values of a column of type CHAR(n): a literal has the type without blanks.
   */
  private static boolean isStoredPadded(RelNode rel, int column) {
    if (rel instanceof TableScan) {
      return isPadded(rel, column);
    } else if (rel instanceof Filter || rel instanceof SubSelect) {
      return isStoredPadded(rel.getInput(0), column);
    } else if (rel instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          && isStoredPadded(project.getInput(), ref.getIndex());
    } else if (rel instanceof Aggregate aggregate) {
      return column < aggregate.getGroupCount()
          && isStoredPadded(aggregate.getInput(), aggregate.getGroupSet().nth(column));
    } else if (rel instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      return column < left
          ? isStoredPadded(join.getLeft(), column)
          : isStoredPadded(join.getRight(), column - left);
    }
    return false;
  }

  /** Different values stay different under a cast to a wider type: a key stays a key. */
  private static final class Widenings extends RexShuttle {
    @Override
    public RexNode visitCall(RexCall call) {
      return call.getKind() == SqlKind.CAST && RexUtil.isLosslessCast(call)
          ? call.getOperands().get(0).accept(this)
          : super.visitCall(call);
    }
  }
}
