package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.spelling.Spellings;

/**
 * {@code SELECT COUNT(DISTINCT (a, b)) FROM t} is {@code SELECT COUNT(*) FROM (SELECT DISTINCT a, b
 * FROM t)}, and {@code COUNT(DISTINCT a, b)} is that without the pairs in which there is a NULL.
 * Beside other columns, it is a count of distinct strings, one for each pair.
 */
final class DistinctPairs {
  private DistinctPairs() {}

  /** The query in that form, or itself where it is another one. */
  static SqlSelect counted(SqlSelect select) {
    if (select.getSelectList().size() != 1
        || select.getFrom() == null
        || select.getGroup() != null
        || select.getHaving() != null
        || select.getQualify() != null
        || !select.getWindowList().isEmpty()
        || select.isDistinct()
        || select.hasHints()) {
      return select;
    }
    SqlNode item = select.getSelectList().get(0);
    if (!(SqlUtil.stripAs(item) instanceof SqlCall count)
        || !count.getOperator().getName().equalsIgnoreCase("COUNT")
        || !isDistinct(count)) {
      return select;
    }
    boolean row = count.operandCount() == 1 && count.operand(0).getKind() == SqlKind.ROW;
    List<SqlNode> columns =
        row ? ((SqlCall) count.operand(0)).getOperandList() : count.getOperandList();
    return columns.size() > 1 ? counted(select, item, columns, !row) : select;
  }

  /**
   * The count of pairs as one of strings, or the call itself where it is another one. A string is
   * of the columns' values, each after its length, so that different pairs have different ones.
   */
  static SqlCall ofStrings(SqlCall call) {
    if (!call.getOperator().getName().equalsIgnoreCase("COUNT")
        || !isDistinct(call)
        || call.getOperandList().stream().anyMatch(each -> !Spellings.mayBeRepeated(each))) {
      return call;
    }
    boolean row = call.operandCount() == 1 && call.operand(0).getKind() == SqlKind.ROW;
    List<SqlNode> columns =
        row ? ((SqlCall) call.operand(0)).getOperandList() : call.getOperandList();
    return columns.size() < 2
        ? call
        : call.getOperator()
            .createCall(
                call.getFunctionQuantifier(),
                call.getParserPosition(),
                columns.stream()
                    .map(column -> string(column, row))
                    .reduce((a, b) -> joined(a, b, call.getParserPosition()))
                    .orElseThrow());
  }

  /** Of a NULL in a row, it is a string that none begins with which has a length. */
  private static SqlNode string(SqlNode column, boolean ofRow) {
    SqlParserPos at = column.getParserPosition();
    SqlNode length =
        SqlStdOperatorTable.CHAR_LENGTH.createCall(at, varchar(Spellings.copy(column), at));
    SqlNode string =
        joined(
            joined(varchar(length, at), SqlLiteral.createCharString(":", at), at),
            varchar(Spellings.copy(column), at),
            at);
    return ofRow
        ? SqlStdOperatorTable.COALESCE.createCall(at, string, SqlLiteral.createCharString("-", at))
        : string;
  }

  private static SqlNode joined(SqlNode left, SqlNode right, SqlParserPos at) {
    return SqlStdOperatorTable.CONCAT.createCall(at, left, right);
  }

  private static SqlNode varchar(SqlNode value, SqlParserPos at) {
    return SqlStdOperatorTable.CAST.createCall(
        at, value, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, at), at));
  }

  private static boolean isDistinct(SqlCall count) {
    SqlLiteral quantifier = count.getFunctionQuantifier();
    return quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
  }

  private static SqlSelect counted(
      SqlSelect select, SqlNode item, List<SqlNode> columns, boolean withoutNulls) {
    SqlParserPos at = select.getParserPosition();
    List<SqlNode> named = new ArrayList<>();
    List<SqlNode> present = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      SqlIdentifier name = new SqlIdentifier("c" + i, at);
      named.add(SqlStdOperatorTable.AS.createCall(at, columns.get(i), name));
      present.add(SqlStdOperatorTable.IS_NOT_NULL.createCall(at, name));
    }
    SqlSelect distinct = (SqlSelect) select.clone(at);
    distinct.setOperand(0, new SqlNodeList(List.of(SqlSelectKeyword.DISTINCT.symbol(at)), at));
    distinct.setSelectList(new SqlNodeList(named, at));
    SqlNode pairs = SqlStdOperatorTable.AS.createCall(at, distinct, new SqlIdentifier("pairs", at));
    SqlNode all =
        SqlStdOperatorTable.COUNT.createCall(
            SqlUtil.stripAs(item).getParserPosition(), SqlIdentifier.star(at));
    SqlNode counted =
        item.getKind() == SqlKind.AS
            ? SqlStdOperatorTable.AS.createCall(at, all, ((SqlCall) item).operand(1))
            : all;
    return new SqlSelect(
        at,
        null,
        new SqlNodeList(List.of(counted), at),
        pairs,
        withoutNulls ? SqlStdOperatorTable.AND.createCall(new SqlNodeList(present, at)) : null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        SqlNodeList.EMPTY);
  }
}
