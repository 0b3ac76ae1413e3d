package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Group keys as the database groups by them: two values that the driver reads as one must be one
 * group there as well, or a person in both would count twice.
 */
final class KeyColumns {
  private KeyColumns() {}

  static RexNode of(RexBuilder rex, RelNode rel, int column) {
    RexNode key = rex.makeInputRef(rel, column);
    RelDataType type = key.getType();
    return switch (type.getSqlTypeName()) {
      // more digits than the type has would be rounded away when they are read
      case DECIMAL -> rex.makeAbstractCast(type, key, false);
      // -0.0 + 0 is 0.0
      case REAL, FLOAT, DOUBLE ->
          rex.makeCall(
              type, SqlStdOperatorTable.PLUS, List.of(key, rex.makeExactLiteral(BigDecimal.ZERO)));
      default -> key;
    };
  }
}
