package org.dpjdbc.plan.pushdown;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexShuttle;

/**
 * A relation over another input, whose columns may have other types: the parameter that takes a
 * literal's place has no fixed length. Calcite's assertions want references to have the types of
 * what they refer to.
 */
final class RetypedRelation {
  private RetypedRelation() {}

  /**
   * The relation over the new input.
   *
   * @param place of the input among those that it has
   */
  static RelNode over(RelNode parent, int place, RelNode input) {
    List<RelNode> inputs = new ArrayList<>(parent.getInputs());
    RelNode before = inputs.set(place, input);
    if (RelOptUtil.areRowTypesEqual(before.getRowType(), input.getRowType(), false)) {
      return parent.copy(parent.getTraitSet(), inputs);
    }
    List<RelDataTypeField> fields = new ArrayList<>();
    inputs.forEach(each -> fields.addAll(each.getRowType().getFieldList()));
    RexShuttle references =
        new RexShuttle() {
          @Override
          public RexInputRef visitInputRef(RexInputRef ref) {
            return RexInputRef.of(ref.getIndex(), fields);
          }
        };
    if (parent instanceof Project project) {
      return LogicalProject.create(
          input,
          project.getHints(),
          references.visitList(project.getProjects()),
          project.getRowType().getFieldNames(),
          project.getVariablesSet());
    } else if (parent instanceof Filter filter) {
      return LogicalFilter.create(
          input,
          filter.getCondition().accept(references),
          ImmutableSet.copyOf(filter.getVariablesSet()));
    } else if (parent instanceof Join join) {
      return LogicalJoin.create(
          inputs.get(0),
          inputs.get(1),
          join.getHints(),
          join.getCondition().accept(references),
          join.getVariablesSet(),
          join.getJoinType());
    }
    return parent.copy(parent.getTraitSet(), inputs);
  }
}
