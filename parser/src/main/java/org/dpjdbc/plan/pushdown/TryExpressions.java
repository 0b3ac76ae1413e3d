package org.dpjdbc.plan.pushdown;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
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
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.dialect.common.CollationOperator;
import org.jspecify.annotations.Nullable;

/**
 * Wraps expressions over a row in {@code TRY}, so that they are NULL if the database fails to
 * compute them. Mere comparisons and choices are not wrapped. The type stays that of the
 * expression, including its nullability, which no database reads.
 */
public final class TryExpressions {
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

  private static final Set<SqlKind> ARITHMETIC =
      EnumSet.of(SqlKind.PLUS, SqlKind.MINUS, SqlKind.TIMES);

  private static final int MAX_DIGITS = 4;
  private static final long MIN_DAY = LocalDate.of(1600, 1, 1).toEpochDay();
  private static final long MAX_DAY = LocalDate.of(9000, 1, 1).toEpochDay();

  /** Five hundred years, after which a date has four digits still. */
  private static final long MAX_MONTHS = 6_000;

  private static final long MAX_MILLIS = Duration.ofDays(182_500).toMillis();

  private TryExpressions() {}

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
        || (call.getKind() == SqlKind.CAST && RexUtil.isLosslessCast(call))
        || isShortConstant(call)
        || isDate(call);
  }

  /** Whether it makes a date of a sum that some databases take for a timestamp. */
  private static boolean isDate(RexCall call) {
    return call.getKind() == SqlKind.CAST
        && call.getType().getSqlTypeName() == SqlTypeName.DATE
        && call.getOperands().get(0) instanceof RexCall sum
        && isShortConstant(sum);
  }

  /**
   * Whether it is computed from constants so small that no database fails: {@code 0.06 - 0.01}, or
   * a date and an interval. In {@code TRY} no database would use it to skip rows.
   */
  private static boolean isShortConstant(RexCall call) {
    return ARITHMETIC.contains(call.getKind())
        && call.getOperands().size() == 2
        && call.getOperands().get(0) instanceof RexLiteral left
        && call.getOperands().get(1) instanceof RexLiteral right
        && ((isShort(left) && isShort(right)) || (isOfOurAge(left) && isShortInterval(right)));
  }

  private static boolean isShort(RexLiteral number) {
    if (!SqlTypeUtil.isExactNumeric(number.getType())) {
      return false;
    }
    BigDecimal value = number.getValueAs(BigDecimal.class);
    return value != null
        && value.scale() >= 0
        && value.scale() <= MAX_DIGITS
        && value.precision() <= MAX_DIGITS;
  }

  private static boolean isOfOurAge(RexLiteral date) {
    Integer day =
        date.getType().getSqlTypeName() == SqlTypeName.DATE ? date.getValueAs(Integer.class) : null;
    return day != null && day >= MIN_DAY && day <= MAX_DAY;
  }

  private static boolean isShortInterval(RexLiteral interval) {
    SqlTypeName type = interval.getType().getSqlTypeName();
    if (!SqlTypeName.INTERVAL_TYPES.contains(type)) {
      return false;
    }
    BigDecimal value = interval.getValueAs(BigDecimal.class);
    long max = SqlTypeName.YEAR_INTERVAL_TYPES.contains(type) ? MAX_MONTHS : MAX_MILLIS;
    return value != null && value.abs().compareTo(BigDecimal.valueOf(max)) <= 0;
  }

  /**
   * The statement, nothing tried in it if it reads a table twice: what holds of a unit may rest
   * upon a row being the same both times then, and what is NULL if an expression fails is so only
   * as long as the database does not rewrite the two differently.
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
