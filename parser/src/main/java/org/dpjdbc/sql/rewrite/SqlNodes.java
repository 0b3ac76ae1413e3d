package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Builds parts of parse trees, each at the position of what it replaces. */
final class SqlNodes {
  private static final int NANOSECONDS = 9;

  /** Of so many calls at most is what is repeated for a reason that a query can do without. */
  private static final int MAX_REPEATED = 200;

  private SqlNodes() {}

  static SqlNode number(long value, SqlParserPos pos) {
    return SqlLiteral.createExactNumeric(Long.toString(value), pos);
  }

  static SqlNode text(String value, SqlParserPos pos) {
    return SqlLiteral.createCharString(value, pos);
  }

  static SqlNode cast(SqlNode value, SqlTypeName type, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos, value, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, pos), pos));
  }

  /** The value cast to its string form. */
  static SqlNode shown(SqlNode value, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        value,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(SqlTypeName.CHAR, DialectFunctionRewriter.SHOWN, pos), pos));
  }

  /** The value as a timestamp of maximum precision. */
  static SqlNode timestamp(SqlNode value, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        value,
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, NANOSECONDS, pos), pos));
  }

  static SqlIntervalQualifier unit(TimeUnit unit, SqlParserPos pos) {
    return new SqlIntervalQualifier(unit, null, pos);
  }

  static SqlNode extract(TimeUnit unit, SqlNode from, SqlParserPos pos) {
    return SqlStdOperatorTable.EXTRACT.createCall(pos, unit(unit, pos), from);
  }

  /** {@code CASE WHEN condition THEN value … ELSE otherwise END}. */
  static SqlNode cases(
      List<SqlNode> conditions, List<SqlNode> values, SqlNode otherwise, SqlParserPos pos) {
    return new SqlCase(
        pos,
        null,
        new SqlNodeList(new ArrayList<>(conditions), pos),
        new SqlNodeList(new ArrayList<>(values), pos),
        otherwise);
  }

  /** The value of a string literal, or of concatenated ones. */
  static Optional<String> constant(SqlNode node) {
    if (node instanceof SqlCharStringLiteral literal) {
      return Optional.of(literal.getValueAs(String.class));
    } else if (node instanceof SqlCall call
        && call.getOperator().equals(SqlStdOperatorTable.CONCAT)
        && call.getKind() == SqlKind.OTHER) {
      return constant(call.operand(0))
          .flatMap(first -> constant(call.operand(1)).map(second -> first + second));
    }
    return Optional.empty();
  }

  /**
   * Whether it may be repeated: it is short, so that repetitions within repetitions end soon, and
   * holds no subquery, which would be asked again.
   */
  static boolean mayBeRepeated(SqlNode node) {
    int[] left = {MAX_REPEATED};
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            left[0] = call.isA(SqlKind.QUERY) ? 0 : left[0] - 1;
            return left[0] > 0 ? super.visit(call) : null;
          }
        });
    return left[0] > 0;
  }
}
