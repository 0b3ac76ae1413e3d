package org.dpjdbc.sql.grammar;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/** DuckDB's {@code TRUNC(x)}, which leaves a decimal no digit after its point. */
public final class WholePart extends SqlFunction {
  public static final WholePart FUNCTION = new WholePart();

  private WholePart() {
    super(
        "WHOLE PART",
        SqlKind.OTHER_FUNCTION,
        WholePart::type,
        null,
        OperandTypes.NUMERIC,
        SqlFunctionCategory.NUMERIC);
  }

  private static RelDataType type(SqlOperatorBinding call) {
    RelDataType number = call.getOperandType(0);
    if (number.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return number;
    }
    RelDataTypeFactory types = call.getTypeFactory();
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DECIMAL, number.getPrecision(), 0), number.isNullable());
  }
}
