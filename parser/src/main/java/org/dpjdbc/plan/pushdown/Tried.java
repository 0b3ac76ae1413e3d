package org.dpjdbc.plan.pushdown;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.dialect.common.CollationOperator;
import org.jspecify.annotations.Nullable;

/**
 * Wraps expressions over a row in {@code TRY}, so that they are NULL where the database fails to
 * compute them. Mere comparisons and choices are not wrapped. The type stays that of the
 * expression, including its nullability, which no database reads.
 */
public final class Tried {
  /** What has a value for all operands that have their types. */
  private static final Set<SqlKind> HARMLESS =
      EnumSet.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.CASE,
          SqlKind.COALESCE,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.SEARCH,
          SqlKind.BETWEEN,
          SqlKind.LIKE,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.SAFE_CAST);

  private Tried() {}

  /** The expression, tried if it is one that may fail. */
  public static RexNode of(RexBuilder rex, RexNode node) {
    return mayFail(node) ? rex.makeCall(node.getType(), DpOperators.TRY, List.of(node)) : node;
  }

  /** Whether it is a tried one. */
  public static boolean is(RexNode node) {
    return node instanceof RexCall call && call.getOperator().equals(DpOperators.TRY);
  }

  private static boolean mayFail(RexNode node) {
    boolean[] found = {false};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public @Nullable Void visitCall(RexCall call) {
            found[0] |= !isHarmless(call);
            return is(call) ? null : super.visitCall(call);
          }
        });
    return found[0];
  }

  private static boolean isHarmless(RexCall call) {
    return is(call)
        || HARMLESS.contains(call.getKind())
        || call.getOperator() instanceof CollationOperator
        || call.getOperator().equals(DpOperators.IS_NAN)
        || (call.getKind() == SqlKind.CAST && RexUtil.isLosslessCast(call));
  }

  /**
   * The statement, nothing tried in it if it reads a table twice: what holds of a unit may rest
   * upon a row being the same both times then, and what is NULL where an expression fails is so
   * only as long as the database does not rewrite the two differently.
   */
  static RelNode ifReadOnce(RelNode statement) {
    Set<List<String>> tables = new HashSet<>();
    boolean[] twice = {false};
    new RelVisitor() {
      @Override
      public void visit(RelNode rel, int ordinal, @Nullable RelNode parent) {
        twice[0] |= rel instanceof TableScan && !tables.add(rel.getTable().getQualifiedName());
        super.visit(rel, ordinal, parent);
      }
    }.go(statement);
    return twice[0] ? plain(statement) : statement;
  }

  /** The same with nothing tried. */
  public static RelNode plain(RelNode statement) {
    RexShuttle untried =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return is(call) ? call.getOperands().get(0).accept(this) : super.visitCall(call);
          }
        };
    return statement.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(untried);
          }
        });
  }
}
