package org.dpjdbc.sql.dialect.mysql;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.CommonForms;
import org.dpjdbc.sql.dialect.common.FormOperator;

/**
 * Calls that need another form for MySQL and MariaDB. Floating-point numbers are prevented from
 * being -0, which would be a group of its own.
 */
final class MySqlForms {
  /**
   * The maximum length of a string: no column has longer ones, and strings are not concatenated.
   */
  static final int LONGEST_STRING = 65_535;

  private static final FormOperator REVERSED = FormOperator.of("REVERSED", "REVERSE({0})");

  private static final FormOperator ISO_WEEK = FormOperator.of("WEEK_BY_ISO", "WEEK({0}, 3)");

  private final RexBuilder rex;

  MySqlForms(RexBuilder rex) {
    this.rex = rex;
  }

  RexNode of(RexCall call) {
    return switch (call.getOperator().getName()) {
      case "*", "/", "-", "ROUND", "TRUNCATE", "POWER" -> oneZero(call);
      case "FLOOR", "CEIL" -> asDecimal(oneZero(call));
      case "||" -> joined(call);
      case "TRIM" -> trimmed(call);
      case "CAST" -> cast(call);
      case "DATE_TRUNC" -> start(call);
      case "EXTRACT" ->
          CommonForms.isIsoWeek(rex, call)
              ? rex.makeCall(call.getType(), ISO_WEEK, call.getOperands().subList(1, 2))
              : call;
      default -> call;
    };
  }

  private RexNode oneZero(RexCall call) {
    return SqlTypeUtil.isApproximateNumeric(call.getType())
        ? rex.makeCall(call.getType(), MySqlOperators.ONE_ZERO, List.of(call))
        : call;
  }

  /**
   * Of decimals these are BIGINTs there, whose products and sums overflow where decimals do not.
   */
  private RexNode asDecimal(RexNode call) {
    return call.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        ? rex.makeAbstractCast(call.getType(), call, false)
        : call;
  }

  private RexNode start(RexCall call) {
    String unit = CommonForms.unit(call);
    return rex.makeCall(
        call.getType(),
        FormOperator.of("START_OF_" + unit, MySqlTemporalFields.start(unit)),
        call.getOperands().subList(1, 2));
  }

  /**
   * The suffix as a prefix of the reversed string: {@code TRIM(BOTH)} reads the string again for
   * each character that it takes from the end, and {@code TRIM(TRAILING)} does so for a character
   * of several bytes. The running time would disclose a row with a long string.
   */
  private RexNode trimmed(RexCall call) {
    RexNode flag = call.getOperands().get(0);
    RexNode character = call.getOperands().get(1);
    RexNode text = call.getOperands().get(2);
    SqlTrimFunction.Flag ends = ((RexLiteral) flag).getValueAs(SqlTrimFunction.Flag.class);
    if (ends != SqlTrimFunction.Flag.TRAILING) {
      text = leading(call.getType(), character, text);
    }
    if (ends == SqlTrimFunction.Flag.LEADING) {
      return text;
    }
    RexNode reversed = rex.makeCall(call.getType(), REVERSED, List.of(text));
    return rex.makeCall(
        call.getType(), REVERSED, List.of(leading(call.getType(), character, reversed)));
  }

  private RexNode leading(RelDataType type, RexNode character, RexNode text) {
    return rex.makeCall(
        type,
        SqlStdOperatorTable.TRIM,
        List.of(rex.makeFlag(SqlTrimFunction.Flag.LEADING), character, text));
  }

  private RexNode joined(RexCall call) {
    int length = call.getType().getPrecision();
    return length >= 0 && length <= LONGEST_STRING
        ? call
        : rex.makeCall(
            call.getType(),
            SqlStdOperatorTable.SUBSTRING,
            List.of(
                call,
                rex.makeExactLiteral(BigDecimal.ONE),
                rex.makeExactLiteral(BigDecimal.valueOf(LONGEST_STRING))));
  }

  /** A boolean is a number here, and would be cast to its digits. */
  private RexNode cast(RexCall call) {
    RexNode from = call.getOperands().get(0);
    RelDataType to = call.getType();
    if (from.isA(SqlKind.CAST)
        && SqlTypeUtil.equalSansNullability(rex.getTypeFactory(), from.getType(), to)) {
      return from;
    }
    return from.getType().getSqlTypeName() == SqlTypeName.BOOLEAN && SqlTypeUtil.inCharFamily(to)
        ? rex.makeCall(to, MySqlOperators.BOOLEAN_AS_STRING, List.of(from))
        : call;
  }
}
