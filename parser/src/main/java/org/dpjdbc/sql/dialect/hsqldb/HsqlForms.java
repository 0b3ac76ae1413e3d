package org.dpjdbc.sql.dialect.hsqldb;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;
import org.dpjdbc.sql.dialect.common.CommonForms;
import org.dpjdbc.sql.dialect.common.FormOperator;

/**
 * Calls that need another form for HSQLDB, and what is read in the place of columns. NaN is the
 * smallest number there, -0 is smaller than 0, and a day before 1582-10-15 has a Julian name.
 */
final class HsqlForms {
  /** A number without the sign of a zero; NULL in the place of NaN. */
  static final FormOperator NUMBER =
      FormOperator.of("NUMBER", "NULLIF({0} + 0E0, CAST('NaN' AS DOUBLE))");

  /** A computed number without the sign of a zero. */
  static final FormOperator ONE_ZERO = FormOperator.of("ONE_ZERO", "({0} + 0E0)");

  /** A date or timestamp of a year that can be read, otherwise NULL. */
  static final FormOperator GREGORIAN =
      FormOperator.of(
          "GREGORIAN", "CASE WHEN EXTRACT(YEAR FROM {0}) BETWEEN 1583 AND 9999 THEN {0} END");

  /** A timestamp with time zone as UTC's clock shows it. */
  static final FormOperator IN_UTC =
      FormOperator.of(
          "IN_UTC", "CAST({0} AT TIME ZONE INTERVAL '0:00' HOUR TO MINUTE AS TIMESTAMP(9))");

  static final FormOperator UNPADDED = FormOperator.of("UNPADDED", "RTRIM({0})");

  /**
   * An integer below 2^31 of the last characters of a string, its length and the hash so far. The
   * database has no function of this kind; the weights are any primes.
   */
  static final FormOperator HASH =
      FormOperator.of(
          "HASH",
          "MOD(({1} + 1) * (CHAR_LENGTH({0}) * 1000003"
              + character(1, 998_244_353)
              + character(2, 754_974_721)
              + character(3, 167_772_161)
              + character(4, 469_762_049)
              + character(6, 104_857_601)
              + character(9, 595_591_169)
              + "), 2147483647)");

  /** The mean of doubles: that of other numbers has no more decimals than they have. */
  static final SqlAggFunction MEAN =
      new SqlAggFunction(
          "AVG",
          null,
          SqlKind.AVG,
          ReturnTypes.AVG_AGG_FUNCTION,
          null,
          OperandTypes.NUMERIC,
          SqlFunctionCategory.NUMERIC,
          false,
          false,
          Optionality.FORBIDDEN) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlLiteral distinct = call.getFunctionQuantifier();
          writer.print("AVG(" + (distinct == null ? "" : distinct.toValue() + " ") + "CAST(");
          call.operand(0).unparse(writer, 0, 0);
          writer.print("AS DOUBLE))");
        }
      };

  private final RexBuilder rex;

  HsqlForms(RexBuilder rex) {
    this.rex = rex;
  }

  private static String character(int fromEnd, int weight) {
    return " + COALESCE(ASCII(RIGHT({0}, %d)), 0) * %d".formatted(fromEnd, weight);
  }

  RexNode of(RexCall call) {
    return switch (call.getKind()) {
      case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> CommonForms.booleanTest(rex, call);
      case DIVIDE -> isFloating(call) ? oneZero(call) : ofDecimals(call);
      case MOD -> remainder(call);
      case AND, OR, NOT -> typed(call);
      default ->
          switch (call.getOperator().getName()) {
            case "-" -> isFloating(call) ? oneZero(call) : difference(call);
            case "*", "TRUNCATE", "FLOOR", "CEIL", "POWER" ->
                isFloating(call) ? oneZero(call) : call;
            case "DATE_TRUNC" -> start(call);
            case "ROUND" -> isFloating(call) ? oneZero(call) : rounded(call);
            default -> call;
          };
    };
  }

  private static boolean isFloating(RexNode node) {
    return SqlTypeUtil.isApproximateNumeric(node.getType());
  }

  private RexNode oneZero(RexCall call) {
    return rex.makeCall(call.getType(), ONE_ZERO, List.of(call));
  }

  /** A difference of decimals has no more digits than the longer of them. */
  private RexNode difference(RexCall call) {
    return call.getOperands().size() == 2 && SqlTypeUtil.isDecimal(call.getType())
        ? with(call, 0, roomy(call.getOperands().get(0)))
        : call;
  }

  private RexNode roomy(RexNode decimal) {
    int scale = Math.max(0, decimal.getType().getScale());
    FormOperator wide = FormOperator.of("ROOMY", "CAST({0} AS DECIMAL(100, %d))".formatted(scale));
    return rex.makeCall(decimal.getType(), wide, List.of(decimal));
  }

  /** A decimal has no room for what is rounded up to one digit more. */
  private RexNode rounded(RexCall call) {
    RexNode number = call.getOperands().get(0);
    if (!SqlTypeUtil.isDecimal(number.getType())) {
      return call;
    }
    return with(call, 0, roomy(number));
  }

  /** The quotient of an integer is one, and an error where it is too long. */
  private RexNode ofDecimals(RexCall call) {
    RexNode dividend = call.getOperands().get(0);
    boolean mixed =
        SqlTypeUtil.isIntType(dividend.getType())
            && SqlTypeUtil.isDecimal(call.getOperands().get(1).getType());
    return mixed ? with(call, 0, roomy(dividend)) : call;
  }

  /** The remainder of decimals would be without a fraction. */
  private RexNode remainder(RexCall call) {
    int scale =
        call.getOperands().stream()
            .mapToInt(operand -> Math.max(0, operand.getType().getScale()))
            .max()
            .orElse(0);
    if (scale == 0) {
      return call;
    }
    String power = "1" + "0".repeat(scale);
    String whole = "CAST((%s) * " + power + " AS DECIMAL(100, 0))";
    String unit = "0." + "0".repeat(scale - 1) + "1";
    FormOperator remainder =
        FormOperator.of(
            "REMAINDER",
            "(MOD(%s, %s) * %s)".formatted(whole.formatted("{0}"), whole.formatted("{1}"), unit));
    return rex.makeCall(call.getType(), remainder, call.getOperands());
  }

  /** A condition that is NULL has a type. */
  private RexNode typed(RexCall call) {
    return call.clone(
        call.getType(),
        call.getOperands().stream()
            .map(
                operand ->
                    RexLiteral.isNullLiteral(operand)
                        ? rex.makeAbstractCast(operand.getType(), operand, false)
                        : operand)
            .toList());
  }

  private RexNode with(RexCall call, int place, RexNode operand) {
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    operands.set(place, operand);
    return call.clone(call.getType(), operands);
  }

  private RexNode start(RexCall call) {
    String unit = CommonForms.unit(call);
    return rex.makeCall(
        call.getType(),
        FormOperator.of("START_OF_" + unit, start(unit)),
        call.getOperands().subList(1, 2));
  }

  private static String start(String unit) {
    return switch (unit) {
      case "YEAR" -> "TRUNC({0}, 'YYYY')";
      case "QUARTER" -> "(TRUNC({0}, 'YYYY') + (3 * (EXTRACT(QUARTER FROM {0}) - 1)) MONTH)";
      case "MONTH" -> "TRUNC({0}, 'MM')";
      case "WEEK" -> "TRUNC({0}, 'IW')";
      case "DAY" -> "TRUNC({0}, 'DD')";
      case "HOUR" -> "TRUNC({0}, 'HH24')";
      case "MINUTE" -> "TRUNC({0}, 'MI')";
      case "SECOND" -> "TRUNC({0}, 'SS')";
      default -> throw new IllegalArgumentException(unit);
    };
  }
}
