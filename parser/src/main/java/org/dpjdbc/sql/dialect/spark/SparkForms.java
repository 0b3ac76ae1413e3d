package org.dpjdbc.sql.dialect.spark;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.CommonForms;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** Calls that need another form for Spark. */
final class SparkForms {
  private final RexBuilder rex;
  private final RelDataTypeFactory types;

  SparkForms(RexBuilder rex) {
    this.rex = rex;
    this.types = rex.getTypeFactory();
  }

  RexNode of(RexCall call) {
    boolean floating = SqlTypeUtil.isApproximateNumeric(call.getType());
    return switch (call.getKind()) {
      case CAST, SAFE_CAST -> cast(call);
      case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> CommonForms.booleanTest(rex, call);
      case FLOOR -> floating ? form(call, SparkOperators.FLOOR) : call;
      case CEIL -> floating ? form(call, SparkOperators.CEIL) : call;
      default ->
          switch (call.getOperator().getName()) {
            // Of type DOUBLE otherwise.
            case "SIGN" ->
                floating ? call : rex.makeAbstractCast(as(SqlTypeName.INTEGER, call), call, false);
            case "TRUNCATE" -> floating ? truncate(call) : call;
            // A timestamp otherwise, of a date too.
            case "DATE_TRUNC" -> rex.makeAbstractCast(call.getType(), call, false);
            case "/" -> floating ? withDoubles(call) : call;
            default -> call;
          };
    };
  }

  private RelDataType as(SqlTypeName name, RexNode like) {
    return types.createTypeWithNullability(types.createSqlType(name), like.getType().isNullable());
  }

  private RexNode form(RexCall call, SqlOperator form) {
    return rex.makeCall(call.getType(), form, List.of(call.getOperands().get(0)));
  }

  private RexNode truncate(RexCall call) {
    return call.getOperands().size() == 1
        ? form(call, SparkOperators.WHOLE)
        : CommonForms.truncateFloating(rex, call);
  }

  /** What is above the frontier is divided as Calcite says it is. */
  private RexNode withDoubles(RexCall call) {
    return call.clone(
        call.getType(),
        call.getOperands().stream()
            .map(
                operand ->
                    SqlTypeUtil.isExactNumeric(operand.getType())
                        ? rex.makeAbstractCast(as(SqlTypeName.DOUBLE, operand), operand, false)
                        : operand)
            .toList());
  }

  /** Digits are cut off where a number becomes an integer: it is rounded before, as elsewhere. */
  private RexNode cast(RexCall call) {
    RexNode from = call.getOperands().get(0);
    RelDataType to = call.getType();
    if (to.getSqlTypeName() == SqlTypeName.TIME) {
      throw ExpressionMessages.castNotTotal(
          from.getType().getSqlTypeName().getName(), to.getSqlTypeName().getName());
    }
    boolean rounds =
        SqlTypeUtil.isIntType(to)
            && (SqlTypeUtil.isApproximateNumeric(from.getType())
                || (SqlTypeUtil.isDecimal(from.getType()) && from.getType().getScale() > 0));
    if (rounds) {
      RexNode rounded = rex.makeCall(from.getType(), SqlStdOperatorTable.ROUND, List.of(from));
      return call.clone(to, List.of(rounded));
    }
    boolean cuts = to.getSqlTypeName() == SqlTypeName.TIMESTAMP && to.getPrecision() == 0;
    return cuts ? rex.makeCall(to, SparkOperators.SECOND, List.of(call)) : call;
  }
}
