package org.dpjdbc.sql.validate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Finds booleans that are compared with numbers. Calcite reads {@code b = 7} as {@code b}, but if
 * the 7 is a parameter, it casts one to the other: so no single plan is right for all values.
 */
final class BooleanAsNumber extends SqlBasicVisitor<@Nullable Void> {
  private final SqlValidator validator;
  private boolean found;

  private BooleanAsNumber(SqlValidator validator) {
    this.validator = validator;
  }

  /**
   * Whether there is one.
   *
   * @param valid as the validator left it, with its own casts
   */
  static boolean isIn(SqlNode valid, SqlValidator validator) {
    BooleanAsNumber finder = new BooleanAsNumber(validator);
    valid.accept(finder);
    return finder.found;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.CAST && !(call.operand(0) instanceof SqlDynamicParam)) {
      RelDataType to = validator.getValidatedNodeTypeIfKnown(call);
      RelDataType from = validator.getValidatedNodeTypeIfKnown(call.operand(0));
      found |= to == null || from == null || isOneOfEach(from, to) || isOneOfEach(to, from);
    }
    return super.visit(call);
  }

  private static boolean isOneOfEach(RelDataType bool, RelDataType number) {
    return SqlTypeUtil.isBoolean(bool) && SqlTypeUtil.isNumeric(number);
  }
}
