package org.dpjdbc.run.finish;

import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Evaluates the part of a query above the frontier, over released and public rows. This costs no
 * privacy, whatever it computes. Thread-safe.
 */
public final class Finisher {
  private final Memory memory;
  private final String analyst;

  /**
   * Creates a finisher. Loads nothing of Calcite: opening a connection creates a finisher, and
   * should not pay for what only queries need.
   */
  public Finisher() {
    this(Memory.ofProcess(), "");
  }

  private Finisher(Memory memory, String analyst) {
    this.memory = memory;
    this.analyst = analyst;
  }

  /** The same finisher, which counts the memory of its runs as that of an analyst. */
  public Finisher of(String analyst) {
    return new Finisher(memory, analyst);
  }

  /**
   * Compiles a plan. To be called before anything is charged, since what cannot be evaluated is
   * found here.
   *
   * @param finish logical algebra whose leaves are {@link org.dpjdbc.plan.model.FinishInput}s and
   *     values; subqueries already removed
   * @throws org.dpjdbc.sql.refusal.RefusedException if an operator or function in it is not
   *     offered, or an expression has a value for no row
   */
  public FinishPlan compile(RelNode finish) {
    for (RelDataTypeField field : finish.getRowType().getFieldList()) {
      if (SqlTypeName.INTERVAL_TYPES.contains(field.getType().getSqlTypeName())) {
        throw RunMessages.notOfferedAbove(field.getType().toString());
      }
    }
    RelNode own = PlanCopy.adopt(finish);
    RexBuilder rexBuilder = own.getCluster().getRexBuilder();
    ExpressionCompiler expressions = new ExpressionCompiler(rexBuilder);
    ConstantChecks.check(own, expressions);
    Operator root = new OperatorCompiler(rexBuilder, expressions).compile(own);
    return new FinishPlan(root, finish.getRowType());
  }

  /**
   * Runs a plan. A value that the released rows have no answer for, as with a division by zero, is
   * NULL for its row.
   *
   * @param plan compiled by any finisher
   * @param inputs rows by the name of their {@link org.dpjdbc.plan.model.FinishInput}, in the
   *     classes that belong to its row type
   * @param cancellation stops the run
   * @return rows in the classes that belong to {@link FinishPlan#rowType()}
   * @throws org.dpjdbc.sql.refusal.RefusedException if a subquery that must give one row gives
   *     more, there are too many rows, or the run was stopped; it depends on the given rows alone.
   *     Nothing else is ever thrown: what nobody foresaw is logged and refused with one constant
   *     text
   */
  public Rows run(FinishPlan plan, Map<String, Rows> inputs, Cancellation cancellation) {
    try {
      return new Run(inputs, cancellation, memory, analyst).whole(plan.root());
    } catch (RuntimeException | Error failure) {
      throw Failures.atRun(failure);
    }
  }
}
