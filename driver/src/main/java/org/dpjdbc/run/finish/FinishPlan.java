package org.dpjdbc.run.finish;

import org.apache.calcite.rel.type.RelDataType;

/**
 * A compiled plan of the part above the frontier. Immutable, thread-safe, reusable for any rows of
 * its inputs' types; holds no rows.
 */
public final class FinishPlan {
  private final Operator root;
  private final RelDataType rowType;

  FinishPlan(Operator root, RelDataType rowType) {
    this.root = root;
    this.rowType = rowType;
  }

  Operator root() {
    return root;
  }

  /** The type of the rows that a run gives. */
  public RelDataType rowType() {
    return rowType;
  }
}
