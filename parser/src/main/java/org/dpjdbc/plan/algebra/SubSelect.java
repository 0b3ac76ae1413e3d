package org.dpjdbc.plan.algebra;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/**
 * The same rows, printed as a subselect: a group key, or an expression with a parameter, then
 * appears in the SQL only once, and the database sees that all its uses are equal.
 */
public final class SubSelect extends SingleRel {
  private SubSelect(RelNode input) {
    super(input.getCluster(), input.getTraitSet(), input);
  }

  public static SubSelect of(RelNode input) {
    return new SubSelect(input);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new SubSelect(inputs.get(0));
  }
}
