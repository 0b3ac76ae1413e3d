package org.dpjdbc.sql.validate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of single precision are compared with decimals in double precision, as in PostgreSQL, and
 * only beside several decimals in a list these are made numbers of single precision.
 */
final class SingleCoercion extends TemporalCoercion {
  private boolean inList;

  SingleCoercion(RelDataTypeFactory types, SqlValidator validator) {
    super(types, validator);
  }

  @Override
  public boolean inOperationCoercion(SqlCallBinding binding) {
    SqlCall call = binding.getCall();
    inList = call.operand(1) instanceof SqlNodeList list && list.size() > 1;
    try {
      return super.inOperationCoercion(binding);
    } finally {
      inList = false;
    }
  }

  @Override
  public @Nullable RelDataType commonTypeForBinaryComparison(
      @Nullable RelDataType type1, @Nullable RelDataType type2) {
    RelDataType common = super.commonTypeForBinaryComparison(type1, type2);
    if (inList || type1 == null || type2 == null) {
      return common;
    }
    return isMixed(type1, type2) || isMixed(type2, type1)
        ? factory.createTypeWithNullability(
            factory.createSqlType(SqlTypeName.DOUBLE), type1.isNullable() || type2.isNullable())
        : common;
  }

  private static boolean isMixed(RelDataType one, RelDataType other) {
    return one.getSqlTypeName() == SqlTypeName.REAL && SqlTypeUtil.isDecimal(other);
  }
}
