package org.dpjdbc.plan.algebra;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.validate.IntegerDivision;

/**
 * Calls whose operator both products have, but which the database computes differently from the
 * product whose SQL is read. Over private rows it is refused; public rows are fetched, and the
 * driver computes. What has a form of the same meaning is not here.
 */
public final class ForeignCalls {
  /** Aggregates whose digits are each database's own. */
  private static final Set<SqlKind> MEANS =
      Set.of(
          SqlKind.AVG,
          SqlKind.VAR_POP,
          SqlKind.VAR_SAMP,
          SqlKind.STDDEV_POP,
          SqlKind.STDDEV_SAMP,
          SqlKind.COVAR_POP,
          SqlKind.COVAR_SAMP);

  /** What every database computes alike, of any types that it takes. */
  private static final Set<SqlKind> ALIKE =
      Set.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.SEARCH,
          SqlKind.CASE,
          SqlKind.COALESCE);

  private ForeignCalls() {}

  /** Whether expressions are read as another product means them. */
  public static boolean areIn(RexBuilder rex) {
    return rex.getTypeFactory().getTypeSystem() instanceof BackendTypes types && types.isForeign();
  }

  /**
   * Checks the expressions of a relation over private rows.
   *
   * @param dialects which is read, and the database's
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is one that the database computes
   *     otherwise
   */
  public static void check(RelNode rel, Dialects dialects) {
    String product = dialects.read().productName();
    BackendTypes types = (BackendTypes) rel.getCluster().getTypeFactory().getTypeSystem();
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            String name = call.getOperator().getName();
            if (!dialects.backend().syntax().hasFunction(name)) {
              throw ExpressionMessages.notOfferedOn(name, dialects.backend().productName());
            }
            otherwise(call, types, dialects.backend().stripsPadding())
                .ifPresent(
                    instead -> {
                      throw ExpressionMessages.foreign(
                          call.getOperator().getName(), product, instead);
                    });
            return super.visitCall(call);
          }

          @Override
          public RexNode visitOver(RexOver over) {
            if (MEANS.contains(over.getAggOperator().getKind())) {
              throw ExpressionMessages.foreign(
                  over.getAggOperator().getName(), product, "a sum and a count, divided");
            }
            return super.visitOver(over);
          }
        });
  }

  /** The same of public rows that are joined with private ones, and all that is below. */
  public static void checkAll(RelNode rel, Dialects dialects) {
    check(rel, dialects);
    rel.getInputs().forEach(input -> checkAll(input, dialects));
  }

  /** Whether there are aggregates whose digits are each database's own. */
  public static boolean hasMeans(RelNode rel) {
    return rel instanceof Aggregate aggregate
        && aggregate.getAggCallList().stream()
            .anyMatch(call -> MEANS.contains(call.getAggregation().getKind()));
  }

  /** Whether the database computes this relation, of others, as it is read. */
  public static boolean areAlike(RelNode rel) {
    boolean[] alike = {true};
    BackendTypes types = (BackendTypes) rel.getCluster().getTypeFactory().getTypeSystem();
    int digits = Math.min(BackendTypes.MAX_DIGITS, types.productDigits());
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            alike[0] &= ALIKE.contains(call.getKind()) || isExactSum(call, digits);
            return super.visitCall(call);
          }

          @Override
          public RexNode visitOver(RexOver over) {
            alike[0] = false;
            return over;
          }
        });
    return alike[0]
        && !(rel instanceof Aggregate aggregate
            && aggregate.getAggCallList().stream().anyMatch(call -> !isAlike(call)));
  }

  private static boolean isAlike(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case COUNT, GROUPING, GROUPING_ID, GROUP_ID, LITERAL_AGG -> true;
      // Those of booleans are of the same kind.
      case MIN, MAX -> call.getType().getSqlTypeName() != SqlTypeName.BOOLEAN;
      case SUM, SUM0 -> SqlTypeUtil.isExactNumeric(call.getType());
      default -> false;
    };
  }

  /** Decimals with more digits than there is room for are an error of some databases. */
  private static boolean isExactSum(RexCall call, int digits) {
    if (!SqlTypeUtil.isExactNumeric(call.getType()) || call.getOperands().size() != 2) {
      return false;
    }
    RelDataType a = call.getOperands().get(0).getType();
    RelDataType b = call.getOperands().get(1).getType();
    boolean decimal = SqlTypeUtil.isDecimal(a) || SqlTypeUtil.isDecimal(b);
    return switch (call.getKind()) {
      case TIMES -> !decimal || a.getPrecision() + b.getPrecision() <= digits;
      case PLUS, MINUS ->
          !decimal
              || Math.max(a.getPrecision() - a.getScale(), b.getPrecision() - b.getScale())
                      + Math.max(a.getScale(), b.getScale())
                  < BackendTypes.MAX_DIGITS;
      default -> false;
    };
  }

  /** What may be written instead of a call that is computed otherwise. */
  private static Optional<String> otherwise(RexCall call, BackendTypes types, boolean stripped) {
    boolean floating =
        !call.getOperands().isEmpty()
            && SqlTypeUtil.isApproximateNumeric(call.getOperands().get(0).getType());
    return switch (call.getOperator().getName()) {
      case "CAST" -> cast(call, types, stripped);
      case "ROUND" -> Optional.of("FLOOR(x + 0.5)").filter(x -> floating);
      case "TRUNCATE" ->
          Optional.of("TRUNC(x)").filter(x -> floating && call.getOperands().size() > 1);
      default -> stripped ? madePadded(call) : ofPadded(call);
    };
  }

  private static Optional<String> cast(RexCall call, BackendTypes types, boolean stripped) {
    RexNode x = call.getOperands().get(0);
    RelDataType from = x.getType();
    RelDataType to = call.getType();
    if (isShorterTimestamp(from, to)) {
      return Optional.of("DATE_TRUNC('second', x)");
    } else if (x instanceof RexLiteral) {
      return Optional.empty();
    } else if (SqlTypeUtil.isApproximateNumeric(from) && SqlTypeUtil.isExactNumeric(to)) {
      boolean same =
          SqlTypeUtil.isIntType(to) && types.roundingOfDatabase() == types.floatingRounding();
      return Optional.of("FLOOR(x)").filter(s -> !same);
    } else if (SqlTypeUtil.inCharFamily(to)) {
      return isStringAlike(x) || (stripped && x.getType().getSqlTypeName() == SqlTypeName.CHAR)
          ? Optional.empty()
          : Optional.of("the value as it is");
    }
    return Optional.empty();
  }

  /** Some databases cut what others round, and those that round do so from a year of their own. */
  private static boolean isShorterTimestamp(RelDataType from, RelDataType to) {
    return from.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && to.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && to.getPrecision() < from.getPrecision();
  }

  /** A value with the same string form on all databases, if it may be cast at all. */
  private static boolean isStringAlike(RexNode x) {
    return switch (x.getType().getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, VARCHAR, BOOLEAN, DATE, NULL -> true;
      case CHAR -> !(x instanceof RexInputRef);
      default -> false;
    };
  }

  /** The result of a function of the stripped string would be padded again. */
  private static Optional<String> madePadded(RexCall call) {
    boolean padded =
        call.getType().getSqlTypeName() == SqlTypeName.CHAR
            && !ALIKE.contains(call.getKind())
            && call.getOperands().stream()
                .anyMatch(
                    x ->
                        x instanceof RexCall cast
                            && cast.getKind() == SqlKind.CAST
                            && cast.getOperands().get(0).getType().getSqlTypeName()
                                == SqlTypeName.CHAR
                            && !(cast.getOperands().get(0) instanceof RexLiteral));
    return padded ? Optional.of("a comparison of the padded string") : Optional.empty();
  }

  /** For blank-padded strings, only comparisons agree between databases. */
  private static Optional<String> ofPadded(RexCall call) {
    boolean padded =
        !ALIKE.contains(call.getKind())
            && call.getOperands().stream()
                .anyMatch(
                    x ->
                        x instanceof RexInputRef
                            && x.getType().getSqlTypeName() == SqlTypeName.CHAR);
    return padded ? Optional.of("a comparison of the padded string") : Optional.empty();
  }

  /**
   * The form of a call for the database, where that gives it another meaning than it is read with.
   * The operands are in their forms already.
   */
  public static RexNode form(RexBuilder rex, RexCall call) {
    if (call.getKind() == SqlKind.EXTRACT && isUnit(call, "DOW")) {
      RexNode iso =
          call.clone(
              call.getType(),
              List.of(rex.makeFlag(TimeUnitRange.ISODOW), call.getOperands().get(1)));
      return rex.makeCall(
          call.getType(),
          SqlStdOperatorTable.MOD,
          List.of(iso, rex.makeExactLiteral(BigDecimal.valueOf(7))));
    } else if (call.getKind() == SqlKind.EXTRACT && isUnit(call, "DECADE")) {
      return ofYears(rex, call, 0, 10);
    } else if (call.getKind() == SqlKind.EXTRACT && isUnit(call, "CENTURY")) {
      return ofYears(rex, call, 99, 100);
    } else if (call.getKind() == SqlKind.EXTRACT && isUnit(call, "MILLENNIUM")) {
      return ofYears(rex, call, 999, 1000);
    }
    return call;
  }

  /** Decades and centuries of the years from 1, of which alone expressions are printed. */
  private static RexNode ofYears(RexBuilder rex, RexCall call, int more, int length) {
    RexNode year =
        call.clone(
            call.getType(), List.of(rex.makeFlag(TimeUnitRange.YEAR), call.getOperands().get(1)));
    RexNode sum =
        rex.makeCall(
            call.getType(),
            SqlStdOperatorTable.PLUS,
            List.of(year, rex.makeExactLiteral(BigDecimal.valueOf(more))));
    RexNode quotient =
        rex.makeCall(
            IntegerDivision.OPERATOR, sum, rex.makeExactLiteral(BigDecimal.valueOf(length)));
    return rex.makeAbstractCast(call.getType(), quotient, false);
  }

  private static boolean isUnit(RexCall call, String unit) {
    return call.getOperands().get(0) instanceof RexLiteral literal
        && DpOperators.symbol(literal).name().equals(unit);
  }
}
