package org.dpjdbc.policy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.NlsString;

/** Reads the labels out of a type's name, {@code ENUM('a', 'b')}, which has the form of a call. */
public final class EnumLabels {
  private static final String PREFIX = "ENUM(";

  private EnumLabels() {}

  /**
   * The labels of an enumerated type.
   *
   * @param typeName the backend's name of a column's type
   * @return the labels in their order, or nothing if the name does not list any
   */
  public static Optional<List<String>> of(String typeName) {
    if (!isEnum(typeName)) {
      return Optional.empty();
    }
    try {
      SqlNode node = SqlParser.create(typeName).parseExpression();
      return node instanceof SqlBasicCall call ? labels(call.getOperandList()) : Optional.empty();
    } catch (SqlParseException e) {
      return Optional.empty();
    }
  }

  /** The name of a type without the labels that it may list. */
  static String without(String typeName) {
    return isEnum(typeName) ? typeName.substring(0, PREFIX.length() - 1) : typeName;
  }

  private static boolean isEnum(String typeName) {
    return typeName.toUpperCase(Locale.ROOT).startsWith(PREFIX);
  }

  private static Optional<List<String>> labels(List<SqlNode> operands) {
    List<String> labels =
        operands.stream()
            .filter(SqlCharStringLiteral.class::isInstance)
            .map(literal -> ((SqlCharStringLiteral) literal).getValueAs(NlsString.class).getValue())
            .toList();
    return labels.size() == operands.size() ? Optional.of(labels) : Optional.empty();
  }
}
