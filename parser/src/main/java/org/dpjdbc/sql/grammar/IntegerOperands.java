package org.dpjdbc.sql.grammar;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Two integers, or decimals with no digit after the point, such as numbers of 64 bits without a
 * sign.
 */
final class IntegerOperands implements SqlOperandTypeChecker {
  static final IntegerOperands OPERANDS = new IntegerOperands();

  private static final SqlOperandTypeChecker INTEGERS =
      OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER);

  private IntegerOperands() {}

  @Override
  public boolean checkOperandTypes(SqlCallBinding call, boolean throwOnFailure) {
    return call.collectOperandTypes().stream().allMatch(IntegerOperands::isIntegral)
        || INTEGERS.checkOperandTypes(call, throwOnFailure);
  }

  private static boolean isIntegral(RelDataType type) {
    return SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())
        || (type.getSqlTypeName() == SqlTypeName.DECIMAL && type.getScale() == 0);
  }

  @Override
  public SqlOperandCountRange getOperandCountRange() {
    return INTEGERS.getOperandCountRange();
  }

  @Override
  public String getAllowedSignatures(SqlOperator operator, String name) {
    return INTEGERS.getAllowedSignatures(operator, name);
  }
}
