package org.dpjdbc.sql.grammar;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** {@code a & b}: binds less than the sums, and more than the comparisons of two numbers. */
public final class BitwiseAnd extends SqlBinaryOperator {
  public static final BitwiseAnd OPERATOR = new BitwiseAnd();

  /** Between LIKE and the plus of numbers. */
  private static final int PRECEDENCE = 36;

  private BitwiseAnd() {
    super(
        "&",
        SqlKind.OTHER,
        PRECEDENCE,
        true,
        ReturnTypes.LEAST_RESTRICTIVE,
        InferTypes.FIRST_KNOWN,
        OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER));
  }
}
