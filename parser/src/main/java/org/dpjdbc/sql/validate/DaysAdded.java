package org.dpjdbc.sql.validate;

import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/**
 * {@code d + n}, {@code n + d} and {@code d - n} of a date and an integer of days, where the
 * database has them: the validator makes {@code n * INTERVAL '1' DAY} of the number, once it knows
 * the operands' types.
 */
final class DaysAdded {
  private static final List<SqlTypeName> WHOLE =
      List.of(SqlTypeName.TINYINT, SqlTypeName.SMALLINT, SqlTypeName.INTEGER);

  private DaysAdded() {}

  /** Whether the node may be one. */
  static boolean mayBe(SqlNode node) {
    return node instanceof SqlBasicCall call
        && (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS)
        && call.operandCount() == 2;
  }

  /** Puts an interval in the place of the number if the operands' types are so. */
  static void put(SqlNode sum, RelDataTypeFactory types, RelDataType first, RelDataType second) {
    if (!(types.getTypeSystem() instanceof BackendTypes database)
        || database.daysBetween().isEmpty()) {
      return;
    }
    if (database.shiftsDatesAsTimestamps()) {
      if (isDate(first) && SqlTypeUtil.isInterval(second)) {
        asTimestamp((SqlBasicCall) sum, 0);
      } else if (SqlTypeUtil.isInterval(first) && isDate(second)) {
        asTimestamp((SqlBasicCall) sum, 1);
      }
    }
    if (isDate(first) && isIntegral(second)) {
      put((SqlBasicCall) sum, 1);
    } else if (sum.getKind() == SqlKind.PLUS && isIntegral(first) && isDate(second)) {
      put((SqlBasicCall) sum, 0);
    }
  }

  private static void put(SqlBasicCall sum, int operand) {
    SqlNode days = sum.operand(operand);
    SqlParserPos pos = days.getParserPosition();
    SqlIntervalQualifier unit = new SqlIntervalQualifier(TimeUnit.DAY, null, pos);
    sum.setOperand(
        operand,
        SqlStdOperatorTable.MULTIPLY.createCall(
            pos, days, SqlLiteral.createInterval(1, "1", unit, pos)));
  }

  private static void asTimestamp(SqlBasicCall sum, int operand) {
    SqlNode date = sum.operand(operand);
    SqlParserPos pos = date.getParserPosition();
    sum.setOperand(
        operand,
        SqlStdOperatorTable.CAST.createCall(
            pos,
            date,
            new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, pos), pos)));
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static boolean isIntegral(RelDataType type) {
    return WHOLE.contains(type.getSqlTypeName());
  }
}
