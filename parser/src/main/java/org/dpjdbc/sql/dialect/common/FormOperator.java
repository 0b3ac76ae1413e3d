package org.dpjdbc.sql.dialect.common;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * An operator of one dialect: SQL with the operands in the places of {@code {0}}, {@code {1}} and
 * so on. No SQL of an analyst is translated to it.
 */
public final class FormOperator extends SqlFunction {
  private final String form;

  private FormOperator(String name, String form) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0_NULLABLE,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
    this.form = form;
  }

  /** What is read in the place of a column, or keeps the type of its first operand. */
  public static FormOperator of(String name, String form) {
    return new FormOperator(name, form);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    BackendPrinter.numbered(writer, form, call.getOperandList());
  }
}
