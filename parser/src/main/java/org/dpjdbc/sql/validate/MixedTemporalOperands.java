package org.dpjdbc.sql.validate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * {@code GREATEST} and {@code LEAST} of dates among timestamps, which Calcite has of one type only:
 * the dates become timestamps, as every database takes them.
 */
final class MixedTemporalOperands {
  private static final Set<String> FUNCTIONS = Set.of("GREATEST", "LEAST");

  private MixedTemporalOperands() {}

  /** Whether the node is a call of one of the two. */
  static boolean mayBeIn(SqlNode node) {
    return node instanceof SqlBasicCall call
        && call.getOperator() instanceof SqlFunction function
        && FUNCTIONS.contains(function.getName().toUpperCase(Locale.ROOT));
  }

  /** Casts the dates if there are timestamps beside them, and nothing else. */
  static void cast(SqlCall call, List<RelDataType> types) {
    Optional<RelDataType> timestamp =
        types.stream()
            .filter(type -> type.getSqlTypeName() == SqlTypeName.TIMESTAMP)
            .reduce((a, b) -> a.getPrecision() >= b.getPrecision() ? a : b);
    if (timestamp.isEmpty() || !types.stream().allMatch(MixedTemporalOperands::isTimestamp)) {
      return;
    }
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).getSqlTypeName() == SqlTypeName.DATE) {
        SqlNode date = call.operand(i);
        SqlParserPos pos = date.getParserPosition();
        call.setOperand(
            i,
            SqlStdOperatorTable.CAST.createCall(
                pos, date, SqlTypeUtil.convertTypeToSpec(timestamp.get())));
      }
    }
  }

  private static boolean isTimestamp(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
  }
}
