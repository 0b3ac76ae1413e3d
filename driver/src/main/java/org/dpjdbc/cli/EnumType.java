package org.dpjdbc.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.dpjdbc.policy.PolicyValue;

/** Reads the labels out of a type's name, {@code ENUM('a', 'b')}, which has the form of a call. */
final class EnumType {
  private EnumType() {}

  /** The labels, or nothing known for a type of another name. */
  static Known labels(String typeName) {
    if (!typeName.toUpperCase(Locale.ROOT).startsWith("ENUM(")) {
      return Known.NOTHING;
    }
    try {
      return SqlParser.create(typeName).parseExpression() instanceof SqlBasicCall call
          ? labels(call.getOperandList())
          : Known.NOTHING;
    } catch (SqlParseException e) {
      return Known.NOTHING;
    }
  }

  private static Known labels(List<SqlNode> operands) {
    List<PolicyValue> labels =
        operands.stream().map(ClauseConstant::read).flatMap(Optional::stream).toList();
    return labels.size() == operands.size() ? Known.oneOf(labels) : Known.NOTHING;
  }
}
