package org.dpjdbc.plan.relation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Parts of expressions over private rows that contain only released values, as in {@code cost >
 * (SELECT AVG(cost) FROM visits) + 2 * (SELECT STDDEV_POP(cost) FROM visits)}. In conditions, and
 * where the database could not compute them safely because nothing bounds them, the driver computes
 * them before it runs the statement: then they are released values themselves.
 */
public final class ReleasedTerms {
  private final PlanContext context;
  private final PerUnit input;

  private ReleasedTerms(PlanContext context, PerUnit input) {
    this.context = context;
    this.input = input;
  }

  /** The expression, in a form that the database can compute if there is one. */
  public static RexNode computed(PlanContext context, PerUnit input, RexNode expression) {
    ReleasedTerms terms = new ReleasedTerms(context, input);
    boolean any = input.columns().stream().anyMatch(c -> c.origin() instanceof Origin.Released);
    if (!any || RexOver.containsOver(expression)) {
      return expression;
    }
    // A condition needs no range, and is simpler without clamps of what it compares with.
    boolean condition = expression.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
    if (!condition && terms.isTotal(expression)) {
      return expression;
    }
    RexNode folded = expression.accept(terms.new Fold());
    return condition && !terms.isTotal(folded) && terms.isTotal(expression) ? expression : folded;
  }

  private boolean isTotal(RexNode expression) {
    try {
      context.expressions(input.facts()).total(expression);
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }

  /** Puts one value in the place of each largest part that is of released values alone. */
  private final class Fold extends RexShuttle {
    @Override
    public RexNode visitCall(RexCall call) {
      Set<RexDynamicParam> values = new LinkedHashSet<>();
      boolean computable =
          call.getType().getSqlTypeName() != SqlTypeName.BOOLEAN
              && RexUtil.isDeterministic(call)
              && collect(call, values)
              && !values.isEmpty();
      return computable ? value(call, List.copyOf(values)) : super.visitCall(call);
    }
  }

  /** Whether all that the expression reads are released values. */
  private boolean collect(RexNode node, Set<RexDynamicParam> values) {
    if (node instanceof RexInputRef ref) {
      return input.columns().get(ref.getIndex()).origin() instanceof Origin.Released released
          && (values.add(released.scalar()) || values.contains(released.scalar()));
    }
    return node instanceof RexLiteral
        || (node.getClass() == RexCall.class
            && ((RexCall) node).getOperands().stream().allMatch(o -> collect(o, values)));
  }

  /** The value of an expression, over one row that has NULL in the place of a value of no row. */
  private RexNode value(RexCall call, List<RexDynamicParam> values) {
    RelNode row = LogicalValues.createOneRow(context.cluster());
    int first = row.getRowType().getFieldCount();
    for (RexDynamicParam value : values) {
      row =
          LogicalJoin.create(
              row,
              context.scalar(value),
              List.of(),
              context.rex().makeLiteral(true),
              Set.of(),
              JoinRelType.LEFT);
    }
    RelNode all = row;
    RexNode there =
        InputRefs.replaced(
            call,
            ref -> {
              Origin.Released released =
                  (Origin.Released) input.columns().get(ref.getIndex()).origin();
              return context.rex().makeInputRef(all, first + values.indexOf(released.scalar()));
            });
    return context.scalar(
        LogicalProject.create(all, List.of(), List.of(there), List.of("value"), Set.of()));
  }
}
