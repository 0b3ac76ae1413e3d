package org.dpjdbc.run.finish;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/** The rows of an operator of Calcite's engine, counted by {@link EnumerableMeter}. */
final class EnumerableMetered extends SingleRel implements EnumerableRel {
  EnumerableMetered(RelNode input) {
    super(input.getCluster(), input.getTraitSet(), input);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new EnumerableMetered(inputs.get(0));
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
    BlockBuilder builder = new BlockBuilder();
    Result child = implementor.visitChild(this, 0, (EnumerableRel) getInput(), pref);
    builder.add(
        Expressions.return_(
            null,
            Expressions.call(EnumerableMeter.class, "of", builder.append("rows", child.block))));
    return implementor.result(child.physType, builder.toBlock());
  }
}
