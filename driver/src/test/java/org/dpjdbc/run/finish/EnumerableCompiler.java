package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.EnumerableValues;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.rules.AggregateExpandDistinctAggregatesRule;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.ProjectToWindowRule.ProjectToLogicalProjectAndWindowRule.ProjectToLogicalProjectAndWindowRuleConfig;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.run.finish.expression.ArithmeticFunctions.Unary;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's own engine, which the evaluator is compared with: generated code in the Enumerable
 * convention. The logical nodes are converted one by one, each by Calcite's own rule. Integer
 * arithmetic is checked.
 */
final class EnumerableCompiler {
  /** Not the rules of CoreRules, which makes every rule of Calcite at once, of 900 classes. */
  private static final HepProgram PREPARATION =
      HepProgram.builder()
          .addRuleInstance(AggregateExpandDistinctAggregatesRule.Config.DEFAULT.toRule())
          .addRuleInstance(AggregateReduceFunctionsRule.Config.DEFAULT.toRule())
          .addRuleInstance(ProjectToLogicalProjectAndWindowRuleConfig.DEFAULT.toRule())
          .build();

  /**
   * Compiles a tree.
   *
   * @param inputs compiles a leaf
   * @throws RefusedException if no code can be generated for it
   */
  Operator compile(RelNode rel, Function<RelNode, Operator> inputs) {
    return new Unit(inputs).compile(rel);
  }

  /** What is gathered while one unit is compiled. */
  private static final class Unit {
    private final Function<RelNode, Operator> compileInput;
    private final List<EnumerableOperator.Input> inputs = new ArrayList<>();

    Unit(Function<RelNode, Operator> compileInput) {
      this.compileInput = compileInput;
    }

    Operator compile(RelNode rel) {
      try {
        return generate(cut(rel));
      } catch (RefusedException refusal) {
        throw refusal;
      } catch (RuntimeException | AssertionError failure) {
        throw RunMessages.notOfferedAbove(rel.getRelTypeName());
      }
    }

    /** The tree with its inputs as leaves. */
    private RelNode cut(RelNode rel) {
      if (rel instanceof FinishInput || rel instanceof Values) {
        return leaf(rel);
      }
      List<RelNode> cut = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        cut.add(cut(input));
      }
      return Widening.of(PlanCopy.withInputs(rel, cut));
    }

    private RelNode leaf(RelNode input) {
      String name = "input" + inputs.size();
      List<Unary> inward = new ArrayList<>();
      for (RelDataTypeField field : input.getRowType().getFieldList()) {
        inward.add(
            InternalForms.inward(field.getType())
                .orElseThrow(() -> RunMessages.notOfferedAbove(field.getType().toString())));
      }
      inputs.add(new EnumerableOperator.Input(name, compileInput.apply(input), inward));
      return new EnumerableInput(input.getCluster(), name, input.getRowType());
    }

    private Operator generate(RelNode tree) {
      RelOptCluster cluster = tree.getCluster();
      HepPlanner planner = new HepPlanner(PREPARATION);
      planner.setRoot(tree);
      RelNode prepared =
          planner
              .findBestExp()
              .accept(new ConvertToChecked(cluster.getRexBuilder(), /* allArithmetic= */ true));
      EnumerableRel physical = (EnumerableRel) convert(prepared);
      Map<String, Object> constants = new HashMap<>();
      Bindable<?> code =
          EnumerableInterpretable.toBindable(constants, null, physical, EnumerableRel.Prefer.ARRAY);
      List<Unary> outward = new ArrayList<>();
      for (RelDataTypeField field : tree.getRowType().getFieldList()) {
        outward.add(
            InternalForms.outward(field.getType(), cluster.getTypeFactory().getTypeSystem())
                .orElseThrow(() -> RunMessages.notOfferedAbove(field.getType().toString())));
      }
      return new EnumerableOperator(
          code,
          Map.copyOf(constants),
          (JavaTypeFactory) cluster.getTypeFactory(),
          List.copyOf(inputs),
          outward);
    }
  }

  private static RelNode convert(RelNode rel) {
    if (rel instanceof EnumerableRel) {
      return rel;
    }
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(convert(input));
    }
    if (rel instanceof Values values) {
      return EnumerableValues.create(values.getCluster(), values.getRowType(), values.getTuples());
    }
    RelNode logical = PlanCopy.withInputs(rel, inputs);
    if (logical instanceof Project project) {
      return calc(inputs.get(0), project.getProjects(), null, project.getRowType());
    }
    if (logical instanceof Filter filter) {
      RelNode input = inputs.get(0);
      return calc(
          input,
          filter.getCluster().getRexBuilder().identityProjects(input.getRowType()),
          filter.getCondition(),
          filter.getRowType());
    }
    if (logical instanceof Sort sort) {
      return sort(sort, inputs.get(0));
    }
    return byRule(logical);
  }

  private static RelNode calc(
      RelNode input, List<RexNode> projects, @Nullable RexNode condition, RelDataType rowType) {
    return EnumerableCalc.create(
        input,
        RexProgram.create(
            input.getRowType(), projects, condition, rowType, input.getCluster().getRexBuilder()));
  }

  private static RelNode sort(Sort sort, RelNode input) {
    RelNode sorted =
        sort.getCollation().getFieldCollations().isEmpty()
            ? input
            : EnumerableSort.create(input, sort.getCollation(), null, null);
    return sort.offset == null && sort.fetch == null
        ? sorted
        : EnumerableLimit.create(sorted, sort.offset, sort.fetch);
  }

  private static RelNode byRule(RelNode logical) {
    RelNode physical = rule(logical).convert(logical);
    if (physical == null) {
      throw RunMessages.notOfferedAbove(logical.getRelTypeName());
    }
    return physical;
  }

  private static ConverterRule rule(RelNode rel) {
    if (rel instanceof Aggregate) {
      return EnumerableRules.ENUMERABLE_AGGREGATE_RULE;
    }
    if (rel instanceof Join) {
      return (ConverterRule) EnumerableRules.ENUMERABLE_JOIN_RULE;
    }
    if (rel instanceof Window) {
      return (ConverterRule) EnumerableRules.ENUMERABLE_WINDOW_RULE;
    }
    if (rel instanceof Correlate) {
      return (ConverterRule) EnumerableRules.ENUMERABLE_CORRELATE_RULE;
    }
    if (rel instanceof Union) {
      return EnumerableRules.ENUMERABLE_UNION_RULE;
    }
    if (rel instanceof Intersect) {
      return EnumerableRules.ENUMERABLE_INTERSECT_RULE;
    }
    if (rel instanceof Minus) {
      return EnumerableRules.ENUMERABLE_MINUS_RULE;
    }
    throw RunMessages.notOfferedAbove(rel.getRelTypeName());
  }
}
