package org.dpjdbc.plan.relation;

import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * How many rows of one unit agree in some columns, if the unit has no more rows in each table than
 * the policy declares: two tables that are joined have as many rows as they have pairs, unless a
 * key says that fewer meet. It is a claim, which ranges may rest on because they are enforced by
 * clamps; no sensitivity does.
 */
final class DeclaredRows {
  private DeclaredRows() {}

  /**
   * The rows, of a relation whose private rows all belong to one unit.
   *
   * @param same the columns that they agree in
   * @return empty if nothing is declared, or too many are
   */
  static OptionalInt of(RelNode rel, ImmutableBitSet same) {
    if (UniqueColumns.contains(rel, same)) {
      return OptionalInt.of(1);
    } else if (rel instanceof Filter || rel instanceof SubSelect) {
      return of(rel.getInput(0), same);
    } else if (rel instanceof Project project) {
      return of(project.getInput(), below(project, same));
    } else if (rel instanceof Aggregate aggregate) {
      return aggregate.getGroupType() == Aggregate.Group.SIMPLE
          ? of(aggregate.getInput(), grouped(aggregate, same))
          : OptionalInt.empty();
    } else if (rel instanceof Join join) {
      return ofJoin(join, same);
    } else if (rel instanceof Union union) {
      return sum(union.getInputs(), same);
    } else if (rel instanceof TableScan scan) {
      return ofTable(scan.getTable().unwrapOrThrow(CatalogTable.Backend.class));
    }
    return rel instanceof Values values
        ? OptionalInt.of(values.getTuples().size())
        : OptionalInt.empty();
  }

  private static OptionalInt ofTable(CatalogTable.Backend table) {
    TablePolicy policy = table.policy();
    if (policy.unit().isEmpty() || policy.rowsAuto()) {
      return OptionalInt.empty();
    }
    boolean one =
        !(policy.unit().get() instanceof PrivacyUnit.Columns unit)
            || (unit.references().isEmpty() && table.live().uniqueKeys().contains(unit.columns()));
    return one ? OptionalInt.of(1) : policy.maxRowsContributed();
  }

  private static ImmutableBitSet below(Project project, ImmutableBitSet same) {
    ImmutableBitSet.Builder below = ImmutableBitSet.builder();
    for (int column : same) {
      if (project.getProjects().get(column) instanceof RexInputRef ref) {
        below.set(ref.getIndex());
      }
    }
    return below.build();
  }

  private static ImmutableBitSet grouped(Aggregate aggregate, ImmutableBitSet same) {
    ImmutableBitSet.Builder below = ImmutableBitSet.builder();
    for (int column : same) {
      if (column < aggregate.getGroupCount()) {
        below.set(aggregate.getGroupSet().nth(column));
      }
    }
    return below.build();
  }

  /** Each row of one side meets those of the other that agree in what the condition equates. */
  private static OptionalInt ofJoin(Join join, ImmutableBitSet same) {
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    int width = left.getRowType().getFieldCount();
    ImmutableBitSet ofLeft = same.intersect(ImmutableBitSet.range(width));
    ImmutableBitSet ofRight = same.except(ofLeft).shift(-width);
    JoinInfo equated = UniqueColumns.equated(join.getCondition(), left, right);
    ImmutableBitSet leftKeys = ofLeft.union(UniqueColumns.leftKeys(equated, left, right));
    ImmutableBitSet rightKeys = ofRight.union(UniqueColumns.rightKeys(equated, left, right));
    return switch (join.getJoinType()) {
      case SEMI, ANTI -> of(left, ofLeft);
      case LEFT -> met(left, ofLeft, right, rightKeys);
      case RIGHT -> met(right, ofRight, left, leftKeys);
      case INNER ->
          UniqueColumns.contains(left, leftKeys)
              ? of(right, ofRight)
              : met(left, ofLeft, right, rightKeys);
      default -> OptionalInt.empty();
    };
  }

  /** Rows that each meet some of the others; one that meets none counts as if it met one. */
  private static OptionalInt met(
      RelNode rows, ImmutableBitSet same, RelNode others, ImmutableBitSet sameOfOthers) {
    OptionalInt number = of(rows, same);
    OptionalInt each = number.isEmpty() ? number : of(others, sameOfOthers);
    if (each.isEmpty()) {
      return each;
    }
    long most = Math.max(1, each.getAsInt());
    return number.getAsInt() <= Integer.MAX_VALUE / most
        ? OptionalInt.of((int) (number.getAsInt() * most))
        : OptionalInt.empty();
  }

  private static OptionalInt sum(List<RelNode> inputs, ImmutableBitSet same) {
    long sum = 0;
    for (RelNode input : inputs) {
      OptionalInt rows = of(input, same);
      if (rows.isEmpty()) {
        return rows;
      }
      sum += rows.getAsInt();
    }
    return sum <= Integer.MAX_VALUE ? OptionalInt.of((int) sum) : OptionalInt.empty();
  }
}
