package org.dpjdbc.sql.dialect.common;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** Forms of calls that several databases need. */
public final class CommonForms {
  /** Decimals of which a floating-point number has no more, as a decimal of 38 digits. */
  private static final int DECIMALS = 15;

  private CommonForms() {}

  /** The unit of time that is the first operand of a call. */
  public static String unit(RexCall call) {
    return ((RexLiteral) call.getOperands().get(0)).getValueAs(Enum.class).name();
  }

  /** Whether a call is the number of a week by ISO 8601, whatever weeks the database has. */
  public static boolean isIsoWeek(RexBuilder rex, RexCall call) {
    return call.getKind() == SqlKind.EXTRACT
        && unit(call).equals("WEEK")
        && rex.getTypeFactory().getTypeSystem() instanceof BackendTypes types
        && types.isForeign();
  }

  /** IS [NOT] TRUE and IS [NOT] FALSE of any condition, without those words. */
  public static RexNode booleanTest(RexBuilder rex, RexCall call) {
    return switch (call.getKind()) {
      case IS_TRUE -> otherwise(rex, call, false);
      case IS_NOT_TRUE -> not(rex, otherwise(rex, call, false));
      case IS_FALSE -> not(rex, otherwise(rex, call, true));
      case IS_NOT_FALSE -> otherwise(rex, call, true);
      default -> throw new IllegalArgumentException(call.getKind().name());
    };
  }

  private static RexNode otherwise(RexBuilder rex, RexCall test, boolean value) {
    return rex.makeCall(
        test.getType(),
        SqlStdOperatorTable.COALESCE,
        List.of(test.getOperands().get(0), rex.makeLiteral(value)));
  }

  private static RexNode not(RexBuilder rex, RexNode condition) {
    return rex.makeCall(SqlStdOperatorTable.NOT, condition);
  }

  /** Only decimals are cut to a number of digits; numbers that are none have no such digits. */
  public static RexNode truncateFloating(RexBuilder rex, RexCall call) {
    RexNode x = call.getOperands().get(0);
    RelDataTypeFactory types = rex.getTypeFactory();
    RelDataType decimal =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.DECIMAL, BackendTypes.MAX_DIGITS, DECIMALS), true);
    RexNode cut =
        rex.makeCall(
            decimal,
            call.getOperator(),
            List.of(rex.makeAbstractCast(decimal, x, true), call.getOperands().get(1)));
    return rex.makeCall(
        call.getType(),
        SqlStdOperatorTable.COALESCE,
        List.of(rex.makeAbstractCast(call.getType(), cut, false), x));
  }
}
