package org.dpjdbc.plan.pushdown;

import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.TableScan;
import org.dpjdbc.plan.algebra.LiteralRows;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.plan.algebra.ValuesRows;
import org.dpjdbc.plan.model.ReleasedSet;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * The rows that a row of a private table is joined with: what is computed of it is computed for
 * each of them.
 *
 * @param isPrivate whether a private table is among them
 * @param written rows that the query writes itself, at most
 * @param tables public tables whose rows come in every combination
 */
record JoinedRows(boolean isPrivate, long written, Set<TableScan> tables) {
  static final JoinedRows NONE = new JoinedRows(false, 1, Set.of());

  /** More than any limit. */
  private static final long MANY = 1L << 30;

  /** Finds them for the relations of one statement, each once. */
  static final class Finder {
    private final IdentityHashMap<RelNode, JoinedRows> found = new IdentityHashMap<>();

    /** Those of the rows of a relation. */
    JoinedRows of(RelNode rel) {
      JoinedRows known = found.get(rel);
      if (known == null) {
        known = compute(rel);
        found.put(rel, known);
      }
      return known;
    }

    private JoinedRows compute(RelNode rel) {
      if (rel instanceof Join join) {
        return join.getJoinType().projectsRight() ? tried(join) : of(join.getLeft());
      } else if (rel instanceof TableScan scan) {
        return new JoinedRows(!isPublic(scan), 1, isPublic(scan) ? Set.of(scan) : Set.of());
      } else if (rel instanceof LiteralRows) {
        return new JoinedRows(false, ReleasedSet.MAX_ROWS, Set.of());
      }
      OptionalLong written = ValuesRows.atMost(rel);
      if (rel.getInputs().isEmpty()) {
        return new JoinedRows(false, Math.min(MANY, written.orElse(MANY)), Set.of());
      }
      JoinedRows rows = NONE;
      for (RelNode input : rel.getInputs()) {
        rows = rows.or(of(input));
      }
      return written.isPresent() && !rows.isPrivate
          ? new JoinedRows(false, Math.min(MANY, written.getAsLong()), Set.of())
          : rows;
    }

    /** Those that the condition of a join is tried on. */
    JoinedRows tried(Join join) {
      JoinedRows left = of(join.getLeft());
      JoinedRows right = of(join.getRight());
      JoinInfo info = UniqueColumns.equated(join.getCondition(), join.getLeft(), join.getRight());
      boolean either = left.isPrivate || right.isPrivate;
      if (UniqueColumns.contains(
          join.getRight(), UniqueColumns.rightKeys(info, join.getLeft(), join.getRight()))) {
        return new JoinedRows(either, left.written, left.tables);
      } else if (UniqueColumns.contains(
          join.getLeft(), UniqueColumns.leftKeys(info, join.getLeft(), join.getRight()))) {
        return new JoinedRows(either, right.written, right.tables);
      }
      return left.and(right);
    }
  }

  private JoinedRows and(JoinedRows other) {
    long rows = Math.min(MANY, written * other.written);
    return new JoinedRows(isPrivate || other.isPrivate, rows, both(other));
  }

  /** One after the other, as in a union. */
  JoinedRows or(JoinedRows other) {
    long rows = Math.max(written, other.written);
    return new JoinedRows(isPrivate || other.isPrivate, rows, both(other));
  }

  private Set<TableScan> both(JoinedRows other) {
    Set<TableScan> all = new LinkedHashSet<>(tables);
    all.addAll(other.tables);
    return all;
  }

  private static boolean isPublic(TableScan scan) {
    return scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).policy().isPublic();
  }
}
