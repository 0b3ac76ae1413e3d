package org.dpjdbc.sql.dialect.h2;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.dpjdbc.sql.dialect.common.FormOperator;

/** Operators only for H2. */
final class H2Operators {
  /** Equal for equal strings, whatever the data. */
  static final SqlFunction HASH =
      new SqlFunction(
          "ORA_HASH",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BIGINT_NULLABLE,
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC);

  /** The Monday of the week that a date or timestamp is in. */
  static final SqlFunction START_OF_WEEK =
      FormOperator.of("START_OF_WEEK", "DATE_TRUNC('ISO_WEEK', {0})");

  /** The number of a week by ISO 8601. */
  static final SqlFunction ISO_WEEK = FormOperator.of("WEEK_BY_ISO", "EXTRACT(ISO_WEEK FROM {0})");

  private H2Operators() {}
}
