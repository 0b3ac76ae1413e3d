package org.dpjdbc.plan.contribution;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.dpjdbc.sql.validate.CatalogTable;

/** The number of units that are protected together in the rows of a relation. */
public final class UnitSize {
  private UnitSize() {}

  /** As many as in any of the private tables that it is computed from. */
  public static int of(RelNode rel) {
    int size = 1;
    if (rel instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrap(CatalogTable.Backend.class);
      size = table == null ? 1 : table.policy().unitSize();
    }
    for (RelNode input : rel.getInputs()) {
      size = Math.max(size, of(input));
    }
    return size;
  }
}
