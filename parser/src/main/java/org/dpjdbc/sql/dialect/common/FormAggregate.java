package org.dpjdbc.sql.dialect.common;

import java.util.Objects;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** An aggregate as a dialect prints it: SQL with the argument in the place of {@code {0}}. */
public final class FormAggregate extends SqlAggFunction {
  private final String form;

  public FormAggregate(String form) {
    super(
        "SUM",
        null,
        SqlKind.SUM,
        ReturnTypes.AGG_SUM,
        null,
        OperandTypes.NUMERIC,
        SqlFunctionCategory.NUMERIC,
        false,
        false,
        Optionality.FORBIDDEN);
    this.form = form;
  }

  /** Whether it is one aggregate, which a window may follow. */
  public boolean isOneCall() {
    return form.indexOf("SUM(") == form.lastIndexOf("SUM(");
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    BackendPrinter.numbered(writer, form, call.getOperandList());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FormAggregate same && same.form.equals(form);
  }

  @Override
  public int hashCode() {
    return Objects.hash(form);
  }
}
