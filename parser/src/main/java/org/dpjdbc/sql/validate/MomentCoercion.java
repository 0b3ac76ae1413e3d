package org.dpjdbc.sql.validate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * Reads the texts that dashboards compare with dates and timestamps, such as {@code
 * '2024-01-01T00:00:00Z'}, as PostgreSQL does (manual, 8.5.1): a column that has no zone is
 * compared with what is written, less the zone, and one that has no time with its date alone. Other
 * zones than UTC are left as they are, and refused: some columns hold moments.
 */
class MomentCoercion extends TypeCoercionImpl {
  private static final Pattern MOMENT =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?)(?:Z|[+-]00(?::?00)?)?");

  private static final int MINUTES = "00:00".length();

  private final boolean reads;

  MomentCoercion(RelDataTypeFactory types, SqlValidator validator) {
    super(types, validator);
    this.reads =
        types.getTypeSystem() instanceof BackendTypes system && system.readsMomentsWithZones();
  }

  @Override
  protected boolean coerceOperandType(
      @Nullable SqlValidatorScope scope, SqlCall call, int index, RelDataType target) {
    if (reads && call.operand(index) instanceof SqlCharStringLiteral literal) {
      Matcher moment = MOMENT.matcher(literal.getValueAs(String.class));
      if (moment.matches() && target.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
        String time = moment.group(2) + (moment.group(2).length() == MINUTES ? ":00" : "");
        replace(call, index, moment.group(1) + " " + time);
      } else if (moment.matches() && target.getSqlTypeName() == SqlTypeName.DATE) {
        replace(call, index, moment.group(1));
      }
    }
    return super.coerceOperandType(scope, call, index, target);
  }

  private void replace(SqlCall call, int index, String text) {
    SqlLiteral literal = SqlLiteral.createCharString(text, call.operand(index).getParserPosition());
    validator.deriveType(validator.getEmptyScope(), literal);
    call.setOperand(index, literal);
  }
}
