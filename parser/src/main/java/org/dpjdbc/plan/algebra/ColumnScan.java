package org.dpjdbc.plan.algebra;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;

/**
 * A scan of some columns of a table. Another one is the same only if it has the same columns:
 * Calcite distinguishes its own scans only by table and type. It would print one in place of
 * another, and rows would get their unit from the wrong column.
 */
public final class ColumnScan extends TableScan {
  private ColumnScan(RelOptCluster cluster, RelTraitSet traits, RelOptTable table) {
    super(cluster, traits, List.of(), table);
  }

  /** The columns that the table has here. */
  public static ColumnScan of(RelOptCluster cluster, RelOptTable table) {
    return new ColumnScan(cluster, cluster.traitSetOf(Convention.NONE), table);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("columns", getRowType().getFieldNames());
  }
}
