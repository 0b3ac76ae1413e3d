package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/**
 * {@code CAST(x AS NUMERIC)}, which has no precision: to Calcite these are integers, but databases
 * differ, and to PostgreSQL they are numbers of as many decimals as {@code x} has. The validator
 * derives the type as the database would, and writes it into the cast at once: an expression of a
 * key that changed after validation would no longer be the one in the SELECT list.
 */
final class BareDecimals {
  /** A longer string is not a number that occurs in practice. */
  private static final int MAX_TEXT = 60;

  private BareDecimals() {}

  /** Whether the node is such a cast. */
  static boolean isOne(SqlNode node) {
    return (node.getKind() == SqlKind.CAST || node.getKind() == SqlKind.SAFE_CAST)
        && node instanceof SqlCall call
        && call.operandCount() >= 2
        && call.operand(1) instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec type
        && type.getTypeName().getSimple().equals(SqlTypeName.DECIMAL.getName())
        && type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
  }

  /**
   * The type of such a cast.
   *
   * @param operand of the cast
   * @param from the operand's type
   */
  static RelDataType type(RelDataTypeFactory types, SqlNode operand, RelDataType from) {
    if (!(types.getTypeSystem() instanceof BackendTypes database)) {
      return types.createSqlType(SqlTypeName.DECIMAL);
    } else if (SqlUtil.isNullLiteral(operand, true)) {
      // what it stands beside has the digits
      return database.bareDecimal(types, types.createSqlType(SqlTypeName.DECIMAL, 1, 0));
    }
    return database.bareDecimal(types, number(types, operand).orElse(from));
  }

  /** The type of the number in a string. */
  private static Optional<RelDataType> number(RelDataTypeFactory types, SqlNode operand) {
    if (!(operand instanceof SqlCharStringLiteral literal)) {
      return Optional.empty();
    }
    String text = literal.toValue().strip();
    try {
      BigDecimal number = new BigDecimal(text.length() > MAX_TEXT ? "" : text);
      long scale = Math.max(0, number.scale());
      long digits = Math.max(1, (long) number.precision() - number.scale()) + scale;
      return digits > BackendTypes.MAX_DIGITS
          ? Optional.empty()
          : Optional.of(types.createSqlType(SqlTypeName.DECIMAL, (int) digits, (int) scale));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Writes the type that was derived into the cast. */
  static void put(SqlCall cast, RelDataType type) {
    cast.setOperand(1, spec(type, cast.operand(1)));
  }

  private static SqlDataTypeSpec spec(RelDataType type, SqlDataTypeSpec written) {
    SqlParserPos pos = written.getParserPosition();
    return new SqlDataTypeSpec(
        new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, type.getPrecision(), type.getScale(), pos),
        null,
        written.getNullable(),
        pos);
  }
}
