package org.dpjdbc.sql.dialect.common;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * An operator of one dialect: SQL with the operands in the places of {@code {0}}, {@code {1}} and
 * so on. No SQL of an analyst becomes one.
 */
public final class FormOperator extends SqlFunction {
  private final String form;

  private FormOperator(String name, String form, SqlReturnTypeInference type) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        type,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
    this.form = form;
  }

  /** What is read in the place of a column, or keeps the type of its first operand. */
  public static FormOperator of(String name, String form) {
    return new FormOperator(name, form, ReturnTypes.ARG0_NULLABLE);
  }

  /** The hash of a value, and of the hash so far. */
  public static FormOperator hash(String form) {
    return new FormOperator("HASH_STEP", form, ReturnTypes.explicit(SqlTypeName.BIGINT));
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    BackendPrinter.numbered(writer, form, call.getOperandList());
  }
}
