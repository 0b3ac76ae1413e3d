package org.dpjdbc.sql.grammar;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Operators of the bits of integers: they bind less than the sums, and more than the comparisons of
 * two numbers. PostgreSQL and DuckDB let all of them bind alike, as the grammar does; where others
 * do not, what they read otherwise is refused.
 */
public final class Bitwise extends SqlBinaryOperator {
  public static final Bitwise AND =
      new Bitwise("&", ReturnTypes.LEAST_RESTRICTIVE, IntegerOperands.OPERANDS);

  public static final Bitwise OR = new Bitwise("|", ReturnTypes.LEAST_RESTRICTIVE);

  /** Exclusive or, as PostgreSQL writes it. */
  public static final Bitwise XOR = new Bitwise("#", ReturnTypes.LEAST_RESTRICTIVE);

  /** NULL if the bits are too many for the type: some databases fail there, some lose them. */
  public static final Bitwise LEFT =
      new Bitwise("<<", ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE));

  public static final Bitwise RIGHT = new Bitwise(">>", ReturnTypes.ARG0_NULLABLE);

  /** Those of MariaDB and MySQL, whose results are numbers of 64 bits without a sign. */
  public static final Bitwise UNSIGNED_OR =
      new Bitwise("UNSIGNED |", Bitwise::unsigned, IntegerOperands.OPERANDS);

  /** Bits beyond the 64 are lost. */
  public static final Bitwise UNSIGNED_LEFT =
      new Bitwise("UNSIGNED <<", Bitwise::unsigned, IntegerOperands.OPERANDS);

  public static final Bitwise UNSIGNED_RIGHT =
      new Bitwise("UNSIGNED >>", Bitwise::unsigned, IntegerOperands.OPERANDS);

  /** Digits of the largest number of 64 bits. */
  private static final int UNSIGNED_DIGITS = 20;

  /** Between LIKE and the plus of numbers. */
  private static final int PRECEDENCE = 36;

  private Bitwise(String sign, SqlReturnTypeInference type) {
    this(sign, type, OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER));
  }

  private Bitwise(String sign, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
    super(
        sign,
        SqlKind.OTHER,
        PRECEDENCE,
        /* leftAssoc= */ true,
        type,
        InferTypes.FIRST_KNOWN,
        operands);
  }

  /** Whether its results have no sign. */
  public boolean isUnsigned() {
    return getName().startsWith("UNSIGNED ");
  }

  private static RelDataType unsigned(SqlOperatorBinding call) {
    RelDataTypeFactory types = call.getTypeFactory();
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DECIMAL, UNSIGNED_DIGITS, 0),
        SqlTypeUtil.containsNullable(call.collectOperandTypes()));
  }
}
