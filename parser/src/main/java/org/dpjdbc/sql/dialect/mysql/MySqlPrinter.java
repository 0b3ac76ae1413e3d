package org.dpjdbc.sql.dialect.mysql;

import java.util.List;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.jspecify.annotations.Nullable;

/** Prints SQL that MySQL and MariaDB read as Calcite means it, whatever their SQL mode. */
final class MySqlPrinter extends BackendPrinter {
  MySqlPrinter() {
    super(DatabaseProduct.MYSQL, "`", NullCollation.LOW, new MySqlTypeSystem());
  }

  @Override
  public boolean supportsJoinType(JoinRelType joinType) {
    return joinType != JoinRelType.FULL;
  }

  @Override
  public boolean supportsAggregateFunctionFilter() {
    return false;
  }

  /** Calcite then keeps what reads a window's column in a subselect of its own. */
  @Override
  public boolean supportsWindowFunctions() {
    return false;
  }

  /** Where the database would put NULLs elsewhere, by a test for NULL that is sorted by first. */
  @Override
  public @Nullable SqlNode emulateNullDirection(SqlNode node, boolean nullsFirst, boolean desc) {
    return emulateNullDirectionWithIsNull(node, nullsFirst, desc);
  }

  @Override
  public void unparseOffsetFetch(
      SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
    unparseFetchUsingLimit(writer, offset, fetch);
  }

  /**
   * There are few types to cast to; strings have no length, because they would be truncated to it.
   */
  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT -> named("SIGNED");
      case REAL -> named("FLOAT");
      case FLOAT, DOUBLE -> named("DOUBLE");
      case CHAR, VARCHAR -> named("CHAR");
      case DATE -> named("DATE");
      case TIME -> named("TIME(" + digits(type) + ")");
      case TIMESTAMP -> named("DATETIME(" + digits(type) + ")");
      default -> super.getCastSpec(type);
    };
  }

  private static int digits(RelDataType type) {
    return Math.max(0, Math.min(MySqlTypeSystem.SECOND_DIGITS, type.getPrecision()));
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    switch (call.getKind()) {
      case AS -> {
        if (call.operandCount() > 2) {
          rows(writer, call);
        } else {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
      case NULLS_FIRST -> nulls(writer, call.operand(0), true);
      case NULLS_LAST -> nulls(writer, call.operand(0), false);
      case IS_NOT_DISTINCT_FROM -> same(writer, call, "");
      case IS_DISTINCT_FROM -> same(writer, call, "NOT ");
      case TIMES -> {
        if (call.operand(1) instanceof SqlIntervalLiteral interval) {
          interval(writer, call.operand(0), interval);
        } else if (call.operand(0) instanceof SqlIntervalLiteral interval) {
          interval(writer, call.operand(1), interval);
        } else {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
      case BETWEEN -> {
        SqlWriter.Frame frame = writer.startList("", "");
        call.operand(0).unparse(writer, call.getOperator().getLeftPrec(), 0);
        writer.keyword(call.getOperator().getName().startsWith("NOT") ? "NOT BETWEEN" : "BETWEEN");
        call.operand(1).unparse(writer, PRECEDENCE, PRECEDENCE);
        writer.keyword("AND");
        call.operand(2).unparse(writer, PRECEDENCE, PRECEDENCE);
        writer.endList(frame);
      }
      default -> function(writer, call, leftPrec, rightPrec);
    }
  }

  /** An interval that is computed stands in no other place than after INTERVAL. */
  private static void interval(SqlWriter writer, SqlNode count, SqlIntervalLiteral interval) {
    SqlIntervalLiteral.IntervalValue value =
        interval.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    writer.keyword("INTERVAL");
    SqlWriter.Frame frame = writer.startList("(", ")");
    count.unparse(writer, 0, SqlStdOperatorTable.MULTIPLY.getLeftPrec());
    writer.print("* " + (value.getSign() < 0 ? "-" : "") + value.getIntervalLiteral());
    writer.endList(frame);
    writer.keyword(value.getIntervalQualifier().timeUnitRange.name());
  }

  /** Binds more closely than AND. */
  private static final int PRECEDENCE = 90;

  private void function(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    switch (call.getOperator().getName()) {
      case "||" -> function(writer, "CONCAT", call.getOperandList());
      case "TRUNCATE" ->
          function(
              writer,
              "TRUNCATE",
              call.operandCount() > 1
                  ? call.getOperandList()
                  : List.of(
                      call.operand(0),
                      SqlLiteral.createExactNumeric("0", call.getParserPosition())));
      // There is no number that is none.
      case "IS_NAN" -> form(writer, "(? <> ?)", call.operand(0));
      case "EXTRACT" -> form(writer, MySqlTemporalFields.part(unit(call)), call.operand(1));
      case "DATEDIFF" -> {
        String count = MySqlTemporalFields.count(unit(call));
        writer.print("(");
        form(writer, count, call.operand(2));
        writer.print(" - ");
        form(writer, count, call.operand(1));
        writer.print(")");
      }
      default -> super.unparseCall(writer, call, leftPrec, rightPrec);
    }
  }

  private static void same(SqlWriter writer, SqlCall call, String not) {
    writer.print(not + "((");
    call.operand(0).unparse(writer, 0, 0);
    writer.print(") <=> (");
    call.operand(1).unparse(writer, 0, 0);
    writer.print("))");
  }

  /** Written rows, as the union of queries of one: their columns cannot be named outside. */
  private static void rows(SqlWriter writer, SqlCall call) {
    SqlCall values = call.operand(0);
    if (values.getKind() != SqlKind.VALUES) {
      throw new IllegalArgumentException("columns are named outside of a query");
    }
    writer.print("(");
    for (int i = 0; i < values.operandCount(); i++) {
      writer.print(i == 0 ? "SELECT " : " UNION ALL SELECT ");
      SqlCall row = values.operand(i);
      for (int j = 0; j < row.operandCount(); j++) {
        writer.print(j == 0 ? "" : ", ");
        row.operand(j).unparse(writer, 0, 0);
        writer.print(" AS ");
        call.operand(j + 2).unparse(writer, 0, 0);
      }
    }
    writer.print(") AS ");
    call.operand(1).unparse(writer, 0, 0);
  }

  private static void nulls(SqlWriter writer, SqlNode key, boolean first) {
    SqlNode value = key.getKind() == SqlKind.DESCENDING ? ((SqlCall) key).operand(0) : key;
    form(writer, first ? "(?) IS NULL DESC, " : "(?) IS NULL, ", value);
    key.unparse(writer, 0, 0);
  }
}
