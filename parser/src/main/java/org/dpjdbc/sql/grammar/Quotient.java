package org.dpjdbc.sql.grammar;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** A quotient without its fraction, as some databases write it between two numbers. */
public final class Quotient extends SqlBinaryOperator {
  private static final int DIGITS = 38;

  /** {@code a // b}: DuckDB divides integers so, and other numbers with their fraction. */
  public static final Quotient SLASHES =
      new Quotient(
          "//",
          ReturnTypes.LEAST_RESTRICTIVE,
          OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER));

  /** {@code a DIV b}. */
  public static final Quotient DIV =
      new Quotient("DIV", ReturnTypes.BIGINT, OperandTypes.EXACT_NUMERIC_EXACT_NUMERIC);

  /** PostgreSQL's {@code DIV(a, b)}, which is no BIGINT. */
  public static final Quotient NUMERIC =
      new Quotient(
          "DIV_NUMERIC",
          types -> types.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, DIGITS, 0),
          OperandTypes.EXACT_NUMERIC_EXACT_NUMERIC);

  private Quotient(String name, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
    super(
        name,
        SqlKind.OTHER,
        SqlStdOperatorTable.DIVIDE.getLeftPrec(),
        true,
        type.andThen(SqlTypeTransforms.FORCE_NULLABLE),
        InferTypes.FIRST_KNOWN,
        operands);
  }
}
