package org.dpjdbc.plan.algebra;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.model.ReleasedSet;

/**
 * The rows of a {@link ReleasedSet} in a statement for the database, as many as there will be. Its
 * last column is 1 for them, and 0 for the row of NULLs that stands in the place of none.
 */
public final class LiteralRows extends AbstractRelNode {
  private final String set;

  /**
   * Creates a leaf.
   *
   * @param set {@link ReleasedSet#name()}
   * @param rowType the set's columns, each nullable, and whether there is a row
   */
  public LiteralRows(RelOptCluster cluster, String set, RelDataType rowType) {
    super(cluster, cluster.traitSet());
    this.set = set;
    this.rowType = rowType;
  }

  /** {@link ReleasedSet#name()}. */
  public String set() {
    return set;
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    return super.explainTerms(pw).item("set", set);
  }
}
