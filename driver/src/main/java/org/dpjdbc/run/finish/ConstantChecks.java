package org.dpjdbc.run.finish;

import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Refuses expressions that have no value for any row, such as a division by a constant zero, when a
 * plan is made: before any charge. Branches that need not be taken are not checked.
 */
final class ConstantChecks {
  private static final Set<SqlKind> LAZY =
      Set.of(SqlKind.CASE, SqlKind.COALESCE, SqlKind.AND, SqlKind.OR);
  private static final Set<SqlKind> DIVISIONS =
      Set.of(SqlKind.DIVIDE, SqlKind.CHECKED_DIVIDE, SqlKind.MOD);

  private final ExpressionCompiler expressions;

  private ConstantChecks(ExpressionCompiler expressions) {
    this.expressions = expressions;
  }

  /**
   * Looks at all expressions of a plan.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if one of them has a value for no row
   */
  static void check(RelNode rel, ExpressionCompiler expressions) {
    ConstantChecks constants = new ConstantChecks(expressions);
    constants.check(rel);
  }

  private void check(RelNode rel) {
    rel.getInputs().forEach(this::check);
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (LAZY.contains(call.getKind())) {
              return call;
            }
            super.visitCall(call);
            check(call);
            return call;
          }
        });
  }

  private void check(RexCall call) {
    if (DIVISIONS.contains(call.getKind())
        && call.getOperands().size() == 2
        && value(call.getOperands().get(1)).filter(ConstantChecks::isZero).isPresent()) {
      throw RunMessages.divisionByZero();
    }
    if (RexUtil.isConstant(call)) {
      expressions.strict(call).ifPresent(strict -> strict.orRefuse(new Tuple.Absent()));
    }
  }

  /** The value of a constant that is not NULL. */
  private Optional<Object> value(RexNode node) {
    return RexUtil.isConstant(node)
        ? expressions.compile(node).map(constant -> constant.value(new Tuple.Absent()))
        : Optional.empty();
  }

  private static boolean isZero(Object value) {
    return value instanceof Number number && Numbers.compare(number, 0) == 0;
  }
}
