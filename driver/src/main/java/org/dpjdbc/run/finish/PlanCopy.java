package org.dpjdbc.run.finish;

import com.google.common.collect.ImmutableSet;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalRepeatUnion;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.sql.refusal.RunMessages;
import org.dpjdbc.sql.simplify.PlainMetadata;

/**
 * Copies a plan into a cluster of its own. A cluster caches metadata and types without locks, and a
 * plan is shared by all threads that run the same query.
 */
public final class PlanCopy {
  private final RelOptCluster cluster;

  private PlanCopy(RelOptCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The same plan in a fresh cluster.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it has an operator that is not offered
   */
  public static RelNode adopt(RelNode rel) {
    RelDataTypeFactory types = rel.getCluster().getTypeFactory();
    RexBuilder own = new RexBuilder(types(types.getTypeSystem(), types.getDefaultCharset()));
    return new PlanCopy(fresh(own)).copy(rel);
  }

  /** A fresh type factory. */
  public static RelDataTypeFactory types(RelDataTypeSystem system, Charset charset) {
    return new JavaTypeFactoryImpl(system) {
      @Override
      public Charset getDefaultCharset() {
        return charset;
      }
    };
  }

  /** A fresh cluster. */
  static RelOptCluster fresh(RexBuilder rexBuilder) {
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    RelOptCluster cluster = RelOptCluster.create(planner, rexBuilder);
    cluster.setMetadataQuerySupplier(PlainMetadata::new);
    return cluster;
  }

  private RelNode copy(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(copy(input));
    }
    return rebuild(rel, inputs);
  }

  private RelNode rebuild(RelNode rel, List<RelNode> inputs) {
    if (rel instanceof FinishInput input) {
      return new FinishInput(cluster, input.kind(), input.name(), input.getRowType());
    }
    if (rel instanceof Values values) {
      return LogicalValues.create(cluster, values.getRowType(), values.getTuples());
    }
    return withInputs(rel, inputs);
  }

  /**
   * A logical node like another over other inputs, in the cluster of these.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is an operator that is not offered
   */
  public static RelNode withInputs(RelNode rel, List<RelNode> inputs) {
    if (rel instanceof Project project) {
      return LogicalProject.create(
          inputs.get(0),
          project.getHints(),
          project.getProjects(),
          project.getRowType(),
          project.getVariablesSet());
    }
    if (rel instanceof Filter filter) {
      return LogicalFilter.create(
          inputs.get(0), filter.getCondition(), ImmutableSet.copyOf(filter.getVariablesSet()));
    }
    if (rel instanceof Sort sort) {
      return LogicalSort.create(inputs.get(0), sort.getCollation(), sort.offset, sort.fetch);
    }
    if (rel instanceof Aggregate aggregate) {
      return LogicalAggregate.create(
          inputs.get(0),
          aggregate.getHints(),
          aggregate.getGroupSet(),
          aggregate.getGroupSets(),
          aggregate.getAggCallList());
    }
    if (rel instanceof Join join) {
      return LogicalJoin.create(
          inputs.get(0),
          inputs.get(1),
          join.getHints(),
          join.getCondition(),
          join.getVariablesSet(),
          join.getJoinType());
    }
    if (rel instanceof Correlate correlate) {
      return LogicalCorrelate.create(
          inputs.get(0),
          inputs.get(1),
          correlate.getHints(),
          correlate.getCorrelationId(),
          correlate.getRequiredColumns(),
          correlate.getJoinType());
    }
    if (rel instanceof Window window) {
      return LogicalWindow.create(
          inputs.get(0).getTraitSet(),
          inputs.get(0),
          window.getConstants(),
          window.getRowType(),
          window.groups);
    }
    if (rel instanceof RepeatUnion recursion) {
      return LogicalRepeatUnion.create(
          inputs.get(0),
          inputs.get(1),
          recursion.all,
          recursion.iterationLimit,
          recursion.getTransientTable());
    }
    if (rel instanceof Union union) {
      return LogicalUnion.create(inputs, union.all);
    }
    if (rel instanceof Intersect intersect) {
      return LogicalIntersect.create(inputs, intersect.all);
    }
    if (rel instanceof Minus minus) {
      return LogicalMinus.create(inputs, minus.all);
    }
    throw RunMessages.notOfferedAbove(rel.getRelTypeName());
  }
}
