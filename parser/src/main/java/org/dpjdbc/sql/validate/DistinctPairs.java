package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.rewrite.DialectFunctionRewriter;

/**
 * {@code COUNT(DISTINCT (a, b))} is a count of distinct strings, one for each pair, and {@code
 * COUNT(DISTINCT a, b)} is that without the pairs in which there is a NULL.
 */
final class DistinctPairs {
  /** The string of a value, in which equal values have equal ones. */
  static final SqlFunction VALUE =
      new SqlFunction(
          "DISTINCT VALUE",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.VARCHAR).andThen(SqlTypeTransforms.TO_NULLABLE),
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.STRING);

  private DistinctPairs() {}

  /**
   * The count of pairs as one of strings, or the call itself where it is another one. A string is
   * of the columns' values, each after its length, so that different pairs have different ones.
   */
  static SqlCall ofStrings(SqlCall call) {
    if (!call.getOperator().getName().equalsIgnoreCase("COUNT")
        || !isDistinct(call)
        || call.getOperandList().stream()
            .anyMatch(each -> !DialectFunctionRewriter.mayBeRepeated(each))) {
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
    SqlNode length = SqlStdOperatorTable.CHAR_LENGTH.createCall(at, value(column, at));
    SqlNode string =
        joined(
            joined(varchar(length, at), SqlLiteral.createCharString(":", at), at),
            value(column, at),
            at);
    return ofRow
        ? SqlStdOperatorTable.COALESCE.createCall(at, string, SqlLiteral.createCharString("-", at))
        : string;
  }

  private static SqlNode value(SqlNode column, SqlParserPos at) {
    return VALUE.createCall(at, DialectFunctionRewriter.copy(column));
  }

  /** The string of a value of a known type: 0.0 and -0.0 are equal. */
  static RexNode written(RexBuilder rex, RexCall call) {
    RexNode value = call.getOperands().get(0);
    RexNode string = rex.makeCast(call.getType(), value);
    return SqlTypeUtil.isApproximateNumeric(value.getType())
        ? rex.makeCall(
            call.getType(),
            SqlStdOperatorTable.CASE,
            List.of(
                rex.makeCall(
                    SqlStdOperatorTable.EQUALS,
                    value,
                    rex.makeApproxLiteral(BigDecimal.ZERO, value.getType())),
                rex.makeCast(call.getType(), rex.makeLiteral("0")),
                string))
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
}
