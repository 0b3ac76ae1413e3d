package org.dpjdbc.sql.grammar;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/** {@code x AT TIME ZONE zone}, which is rewritten before anything is validated. */
public final class AtTimeZone {
  /** Binds as tightly as PostgreSQL's, between the signs of numbers and {@code ::}. */
  private static final int PRECEDENCE = 90;

  public static final SqlBinaryOperator OPERATOR =
      new SqlBinaryOperator(
          "AT TIME ZONE",
          SqlKind.OTHER,
          PRECEDENCE,
          true,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY_ANY);

  private AtTimeZone() {}
}
