package org.dpjdbc.sql.dialect.unverified;

import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.dialect.common.FormAggregate;
import org.dpjdbc.sql.refusal.RefusedException;

/** Replaces clauses that some databases read differently by clauses that all read alike. */
final class UnverifiedClauses {
  /** Binds more closely than AND. */
  private static final int PRECEDENCE = 90;

  private UnverifiedClauses() {}

  /** The value where the node is NULL, and the other of 0 and 1 where it is not. */
  static SqlNode isNull(SqlNode node, int value) {
    SqlParserPos here = SqlParserPos.ZERO;
    return new SqlCase(
        here,
        null,
        SqlNodeList.of(SqlStdOperatorTable.IS_NULL.createCall(here, node)),
        SqlNodeList.of(SqlLiteral.createExactNumeric(Integer.toString(value), here)),
        SqlLiteral.createExactNumeric(Integer.toString(1 - value), here));
  }

  /** A key to sort by, after the number that its NULL has. */
  static void nulls(SqlWriter writer, SqlNode key, int value) {
    SqlNode sorted = key.getKind() == SqlKind.DESCENDING ? ((SqlCall) key).operand(0) : key;
    isNull(sorted, value).unparse(writer, 0, 0);
    writer.print(", ");
    key.unparse(writer, 0, 0);
  }

  /** A window without an order has no frame: there, it is all of the partition. */
  static SqlCall over(SqlCall call, Function<String, RefusedException> refused) {
    SqlCall function = call.operand(0);
    if (function.getOperator() instanceof FormAggregate sum && !sum.isOneCall()) {
      throw refused.apply("SUM of BIGINT over a window");
    }
    if (!(call.operand(1) instanceof SqlWindow window)) {
      throw refused.apply("a named window");
    }
    SqlNode from = window.getLowerBound();
    SqlNode to = window.getUpperBound();
    boolean ordered = !window.getOrderList().isEmpty();
    boolean all =
        (from == null || SqlWindow.isUnboundedPreceding(from))
            && (to == null || SqlWindow.isUnboundedFollowing(to) || !window.isRows());
    if (!ordered && !all) {
      throw refused.apply("a window's frame without an order");
    }
    SqlNode printed = ordered ? window : unframed(window);
    return SqlStdOperatorTable.OVER.createCall(SqlParserPos.ZERO, function, printed);
  }

  private static SqlWindow unframed(SqlWindow window) {
    return SqlWindow.create(
        null,
        null,
        window.getPartitionList(),
        SqlNodeList.EMPTY,
        SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
        null,
        null,
        null,
        SqlParserPos.ZERO);
  }

  /** Without ASYMMETRIC. */
  static void between(SqlWriter writer, SqlCall call) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    call.operand(0).unparse(writer, PRECEDENCE, PRECEDENCE);
    writer.print(call.getOperator().getName().startsWith("NOT") ? "NOT BETWEEN " : "BETWEEN ");
    call.operand(1).unparse(writer, PRECEDENCE, PRECEDENCE);
    writer.print("AND ");
    call.operand(2).unparse(writer, PRECEDENCE, PRECEDENCE);
    writer.endList(frame);
  }

  /** A query to select from has a name, though nothing is called by it. */
  static void nameQuery(SqlSelect select) {
    SqlNode from = select.getFrom();
    if (from != null && from.isA(SqlKind.QUERY)) {
      SqlNode name = new SqlIdentifier("s", SqlParserPos.ZERO);
      select.setFrom(SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, from, name));
    }
  }
}
