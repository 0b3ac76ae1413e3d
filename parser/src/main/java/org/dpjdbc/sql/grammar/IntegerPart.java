package org.dpjdbc.sql.grammar;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * DuckDB's {@code TRUNC(x)} and {@code TRUNC(x, n)}, which leave a decimal no digit after its
 * point, or n of those that it has.
 */
public final class IntegerPart extends SqlFunction {
  public static final IntegerPart FUNCTION = new IntegerPart();

  private IntegerPart() {
    super(
        "WHOLE PART",
        SqlKind.OTHER_FUNCTION,
        IntegerPart::type,
        null,
        OperandTypes.or(
            OperandTypes.NUMERIC,
            OperandTypes.sequence(
                "TRUNC(NUMERIC, INTEGER)", OperandTypes.NUMERIC, OperandTypes.LITERAL)),
        SqlFunctionCategory.NUMERIC);
  }

  private static RelDataType type(SqlOperatorBinding call) {
    RelDataType number = call.getOperandType(0);
    if (number.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return number;
    }
    BigDecimal digits =
        call.getOperandCount() > 1
            ? call.getOperandLiteralValue(1, BigDecimal.class)
            : BigDecimal.ZERO;
    int scale = digits == null ? 0 : digits.min(BigDecimal.valueOf(number.getScale())).intValue();
    RelDataTypeFactory types = call.getTypeFactory();
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DECIMAL, number.getPrecision(), scale),
        number.isNullable());
  }
}
