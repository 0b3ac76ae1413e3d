package org.dpjdbc.sql.validate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the strings that are compared with dates and timestamps as PostgreSQL does (manual, 8.5.1),
 * also those of dashboards, such as {@code '2024-01-01T00:00:00Z'}: a timestamp is compared with
 * what is written, less the zone, and a date with the date alone. Other zones than UTC are refused,
 * because some columns hold instants; and so are strings of any other form, but words.
 */
class TemporalCoercion extends TypeCoercionImpl {
  private static final Pattern TIMESTAMP_FORMAT =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)"
              + "(?:[T ]((?:[01]\\d|2[0-3]):[0-5]\\d)(?:(:[0-5]\\d)(\\.\\d{1,6})?)?(?:Z|[+-]00(?::?00)?)?)?");

  private final boolean reads;

  TemporalCoercion(RelDataTypeFactory types, SqlValidator validator) {
    super(types, validator);
    this.reads =
        types.getTypeSystem() instanceof BackendTypes system && system.readsTimestampsWithZones();
  }

  /**
   * A string that is compared with a date is reduced to its date, even if the date is also compared
   * with a timestamp: in PostgreSQL, each of the two comparisons has its own type.
   */
  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    SqlCall call = binding.getCall();
    if (reads
        && call.getKind() == SqlKind.BETWEEN
        && binding.getOperandType(0).getSqlTypeName() == SqlTypeName.DATE) {
      for (int bound = 1; bound < call.operandCount(); bound++) {
        if (call.operand(bound) instanceof SqlCharStringLiteral literal) {
          Matcher timestamp = TIMESTAMP_FORMAT.matcher(literal.getValueAs(String.class));
          if (timestamp.matches()) {
            replace(call, bound, timestamp.group(1));
          }
        }
      }
    }
    return super.binaryComparisonCoercion(binding);
  }

  @Override
  protected boolean coerceOperandType(
      @Nullable SqlValidatorScope scope, SqlCall call, int index, RelDataType target) {
    boolean isDate = target.getSqlTypeName() == SqlTypeName.DATE;
    if (!reads
        || !(isDate || target.getSqlTypeName() == SqlTypeName.TIMESTAMP)
        || !(call.operand(index) instanceof SqlCharStringLiteral literal)) {
      return super.coerceOperandType(scope, call, index, target);
    }
    String text = literal.getValueAs(String.class);
    if (text.chars().noneMatch(Character::isDigit)) {
      return super.coerceOperandType(scope, call, index, target); // 'today'
    }
    Matcher timestamp = TIMESTAMP_FORMAT.matcher(text);
    if (!timestamp.matches()) {
      throw refused(literal, text, target);
    }
    if (isDate || timestamp.group(2) == null) {
      replace(call, index, timestamp.group(1));
    } else {
      String seconds = timestamp.group(3) == null ? ":00" : timestamp.group(3);
      String fraction =
          timestamp.group(4) == null ? "" : timestamp.group(4).replaceFirst("\\.?0*$", "");
      if (fraction.length() - 1 > target.getPrecision()) {
        throw refused(literal, text, target); // it would be rounded, which PostgreSQL does not
      }
      replace(call, index, timestamp.group(1) + " " + timestamp.group(2) + seconds + fraction);
    }
    return super.coerceOperandType(scope, call, index, target);
  }

  private static RefusedException refused(SqlLiteral literal, String text, RelDataType type) {
    return ExpressionMessages.badLiteral(text, type.toString())
        .at(Position.of(literal.getParserPosition()));
  }

  private void replace(SqlCall call, int index, String text) {
    SqlLiteral literal = SqlLiteral.createCharString(text, call.operand(index).getParserPosition());
    validator.deriveType(validator.getEmptyScope(), literal);
    call.setOperand(index, literal);
  }
}
