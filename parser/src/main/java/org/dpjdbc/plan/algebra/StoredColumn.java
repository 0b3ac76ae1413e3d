package org.dpjdbc.plan.algebra;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * A column whose values are stored in a table and unchanged.
 *
 * @param table the table
 * @param live the column there
 */
public record StoredColumn(CatalogTable.Backend table, LiveSchema.Column live) {
  /** The column of a relation, if it is one of a stored table's. */
  public static Optional<StoredColumn> of(RelNode rel, int column) {
    if (rel instanceof Filter || rel instanceof SubSelect) {
      return of(rel.getInput(0), column);
    } else if (rel instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          ? of(project.getInput(), ref.getIndex())
          : Optional.empty();
    } else if (rel instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
      return table
          .live()
          .column(rel.getRowType().getFieldNames().get(column))
          .map(live -> new StoredColumn(table, live));
    }
    return Optional.empty();
  }

  /** Where a relation has the column of that name of its table. */
  public static OptionalInt place(RelNode rel, String name) {
    return IntStream.range(0, rel.getRowType().getFieldCount())
        .filter(i -> of(rel, i).filter(column -> column.live().name().equals(name)).isPresent())
        .findFirst();
  }

  public String name() {
    return live.name();
  }
}
