package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code x = ANY (ARRAY[a, b])} and {@code x = ANY ('{a, b}')}, which are {@code x IN (a, b)}, and
 * {@code x <> ALL} of them, which is {@code x NOT IN (a, b)}. Nothing is in an empty list, of NULL
 * too that is known.
 */
final class ArrayComparisons {
  private static final Pattern BRACES = Pattern.compile("\\s*\\{(.*)\\}\\s*", Pattern.DOTALL);

  /** An element as it is, or in quotes. */
  private static final Pattern ELEMENT =
      Pattern.compile(
          "\\G\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\",{}\\\\]*+))\\s*(,|$)", Pattern.DOTALL);

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");

  private ArrayComparisons() {}

  static Optional<SqlNode> listed(SqlCall call) {
    boolean any = call.getOperator().equals(SqlStdOperatorTable.SOME_EQ);
    if ((!any && !call.getOperator().equals(SqlStdOperatorTable.ALL_NE))
        || !(call.operand(1) instanceof SqlNodeList list)
        || list.size() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return elements(list.get(0))
        .map(
            elements ->
                elements.isEmpty()
                    ? SqlLiteral.createBoolean(!any, pos)
                    : (any ? SqlStdOperatorTable.IN : SqlStdOperatorTable.NOT_IN)
                        .createCall(
                            pos,
                            call.operand(0),
                            new SqlNodeList(elements, list.getParserPosition())));
  }

  /** Whether values are compared that PostgreSQL takes for one array. */
  static boolean isOfValue(SqlCall call) {
    return call.operand(1) instanceof SqlNodeList;
  }

  private static Optional<List<SqlNode>> elements(SqlNode array) {
    if (array.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      return Optional.of(((SqlCall) array).getOperandList());
    }
    return SqlNodes.constant(array).flatMap(text -> read(text, array.getParserPosition()));
  }

  /** Numbers are such if all are. */
  private static Optional<List<SqlNode>> read(String text, SqlParserPos pos) {
    Matcher braces = BRACES.matcher(text);
    if (!braces.matches()) {
      return Optional.empty();
    }
    String inner = String.valueOf(braces.group(1));
    if (inner.isBlank()) {
      return Optional.of(List.of());
    }
    List<Optional<String>> values = new ArrayList<>();
    boolean numbers = true;
    Matcher element = ELEMENT.matcher(inner);
    boolean more = true;
    while (more && element.find()) {
      String quoted = element.group(1);
      String plain = quoted == null ? String.valueOf(element.group(2)).strip() : quoted;
      if (quoted == null && plain.isEmpty()) {
        return Optional.empty();
      }
      boolean isNull = quoted == null && plain.equalsIgnoreCase("NULL");
      numbers &= isNull || (quoted == null && NUMBER.matcher(plain).matches());
      values.add(
          isNull
              ? Optional.empty()
              : Optional.of(quoted == null ? plain : quoted.replaceAll("\\\\(.)", "$1")));
      more = ",".equals(element.group(3));
      if (!more && element.end() < inner.length()) {
        return Optional.empty();
      }
    }
    if (more) {
      return Optional.empty();
    }
    boolean all = numbers;
    return Optional.of(
        values.stream()
            .map(value -> value.map(v -> literal(v, all, pos)).orElse(SqlLiteral.createNull(pos)))
            .toList());
  }

  private static SqlNode literal(String value, boolean number, SqlParserPos pos) {
    if (!number) {
      return SqlNodes.text(value, pos);
    }
    SqlNode size =
        SqlLiteral.createExactNumeric(value.startsWith("-") ? value.substring(1) : value, pos);
    return value.startsWith("-") ? SqlStdOperatorTable.UNARY_MINUS.createCall(pos, size) : size;
  }
}
