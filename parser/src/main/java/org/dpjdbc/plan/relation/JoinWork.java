package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.dpjdbc.plan.algebra.InnerJoins;
import org.dpjdbc.plan.algebra.LiteralRows;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.plan.model.PublicProduct;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of combinations of rows that one private row may be joined with. A database
 * computes a product of public tables only if a private row passes the filters, so the running
 * time, or whether the query is stopped, would reveal that there is such a row.
 *
 * <p>The exponent of the work is counted: a product of two tables of n rows has n² rows. A join on
 * a key that the database enforces adds nothing, in whatever order a query writes its inner joins.
 * So the work for one row is bounded by the size of one public table, and the work for one unit by
 * the third power of its own rows. If several public tables are joined without such a key, their
 * rows are counted before the query runs, and the number of combinations is limited, see {@link
 * PublicProduct}. How many rows a {@link LiteralRows} has is not known by then, so it is not joined
 * to others without such a key.
 */
public final class JoinWork {
  private static final int MAX_PUBLIC = 1;
  private static final int MAX_PRIVATE = 3;

  private final boolean ofPublic;

  private JoinWork(boolean ofPublic) {
    this.ofPublic = ofPublic;
  }

  /**
   * Refuses relations of which one private row could take long, or has the query refused before it
   * runs if public tables are too large for it.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it meets too many combinations
   */
  public static void check(PlanContext context, RelNode rel) {
    if (new JoinWork(false).of(rel).whole() > MAX_PRIVATE) {
      throw RelationMessages.tooManyOwnJoins(MAX_PRIVATE);
    } else if (new JoinWork(true).of(rel).whole() > MAX_PUBLIC) {
      if (readsSet(rel)) {
        throw RelationMessages.productOfSets();
      }
      context.limitProduct(publicTables(rel), PublicProduct.MAX_ROWS);
    }
  }

  /** All public tables, whether or not a join on a key keeps their rows from multiplying. */
  private static List<TableScan> publicTables(RelNode rel) {
    List<TableScan> tables = new ArrayList<>();
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        if (node instanceof TableScan scan && isPublic(scan)) {
          tables.add(scan);
        }
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    return tables;
  }

  private static boolean readsSet(RelNode rel) {
    return rel instanceof LiteralRows || rel.getInputs().stream().anyMatch(JoinWork::readsSet);
  }

  private static boolean isPublic(TableScan scan) {
    return scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).policy().isPublic();
  }

  /**
   * What a relation takes.
   *
   * @param rows of how many tables its rows are combinations
   * @param work the most of that below it, but for inner joins, whose order is the database's
   */
  private record Size(int rows, int work) {
    int whole() {
      return Math.max(rows, work);
    }
  }

  private Size of(RelNode rel) {
    if (rel instanceof TableScan scan) {
      return new Size(isCounted(scan) ? 1 : 0, 0);
    } else if (rel instanceof LiteralRows) {
      return new Size(ofPublic ? 1 : 0, 0);
    } else if (rel instanceof Filter || rel instanceof SubSelect || rel instanceof Project) {
      return of(rel.getInput(0));
    } else if (rel instanceof Join join) {
      return join.getJoinType() == JoinRelType.INNER ? ofInner(join) : ofOther(join);
    }
    int rows = 0;
    int work = 0;
    for (RelNode input : rel.getInputs()) {
      Size size = of(input);
      rows = Math.max(rows, size.rows());
      work = Math.max(work, size.whole());
    }
    boolean isOneRow = rel instanceof Aggregate aggregate && aggregate.getGroupCount() == 0;
    return new Size(isOneRow ? 0 : rows, work);
  }

  private boolean isCounted(TableScan scan) {
    return isPublic(scan) == ofPublic;
  }

  private Size ofInner(Join join) {
    InnerJoins joins = InnerJoins.of(join);
    List<Integer> rows = new ArrayList<>();
    int work = 0;
    for (RelNode part : joins.parts()) {
      Size size = of(part);
      rows.add(size.rows());
      work = Math.max(work, size.work());
    }
    return new Size(joins.combined(rows), work);
  }

  private Size ofOther(Join join) {
    Size left = of(join.getLeft());
    Size right = of(join.getRight());
    int below = Math.max(left.whole(), right.whole());
    JoinInfo info = UniqueColumns.equated(join.getCondition(), join.getLeft(), join.getRight());
    boolean isOne =
        UniqueColumns.contains(
            join.getRight(), UniqueColumns.rightKeys(info, join.getLeft(), join.getRight()));
    int rows = left.rows() + (isOne ? 0 : right.rows());
    if (join.getJoinType().projectsRight()) {
      boolean isOneLeft =
          UniqueColumns.contains(
              join.getLeft(), UniqueColumns.leftKeys(info, join.getLeft(), join.getRight()));
      int max = Math.max(left.rows(), right.rows());
      return new Size(isOneLeft ? Math.min(rows, max) : rows, below);
    }
    // Equal values are looked up; what else a condition says is tried on row after row.
    return new Size(left.rows(), info.isEqui() ? below : Math.max(below, rows));
  }
}
