package org.dpjdbc.sql.rewrite;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * {@code MAKE_DATE(year, month, day)} of columns: so many months and days after a first of January.
 * There is no date, and NULL, where the database fails: of a month 13, or a day that the month has
 * not.
 */
final class MakeDate {
  /** The months and days of these years are as those of every four hundred. */
  private static final int FIRST_YEAR = 2000;

  private static final int LAST_YEAR = 9999;
  private static final int MONTHS = 12;
  private static final int DAYS = 31;

  /** Every month has so many days. */
  private static final int DAYS_OF_ALL = 28;

  private final SqlParserPos pos;

  private MakeDate(SqlParserPos pos) {
    this.pos = pos;
  }

  static Optional<SqlNode> of(SqlCall call) {
    return call.operandCount() == 3
            && call.getOperandList().stream().allMatch(SqlNodes::mayBeRepeated)
        ? Optional.of(
            new MakeDate(call.getParserPosition())
                .date(call.operand(0), call.operand(1), call.operand(2)))
        : Optional.empty();
  }

  private SqlNode date(SqlNode year, SqlNode month, SqlNode day) {
    SqlNode months =
        call(
            SqlStdOperatorTable.PLUS,
            call(
                SqlStdOperatorTable.MULTIPLY,
                call(SqlStdOperatorTable.MINUS, within(year, LAST_YEAR), number(FIRST_YEAR)),
                number(MONTHS)),
            call(SqlStdOperatorTable.MINUS, within(month, MONTHS), number(1)));
    SqlNode first = SqlNodes.cast(SqlNodes.text(FIRST_YEAR + "-01-01", pos), SqlTypeName.DATE, pos);
    SqlNode date = shifted(TimeUnit.MONTH, months, first);
    List<SqlNode> conditions = new ArrayList<>();
    conditions.add(between(year, LAST_YEAR));
    conditions.add(between(month, MONTHS));
    if (!isNumber(day, 1)) {
      date =
          shifted(
              TimeUnit.DAY, call(SqlStdOperatorTable.MINUS, within(day, DAYS), number(1)), date);
      conditions.add(between(day, DAYS));
    }
    if (!isNumber(day, DAYS_OF_ALL)) {
      SqlNode in = SqlNodes.extract(TimeUnit.MONTH, date, pos);
      conditions.add(call(SqlStdOperatorTable.EQUALS, in, month));
    }
    SqlNode all =
        conditions.stream().reduce((a, b) -> call(SqlStdOperatorTable.AND, a, b)).orElseThrow();
    return SqlNodes.cases(List.of(all), List.of(date), SqlLiteral.createNull(pos), pos);
  }

  private static boolean isNumber(SqlNode node, int max) {
    return node instanceof SqlNumericLiteral literal
        && literal.isInteger()
        && literal.bigDecimalValue().signum() > 0
        && literal.bigDecimalValue().compareTo(BigDecimal.valueOf(max)) <= 0;
  }

  /** So that it is known how far dates may be, of numbers of which nothing is known. */
  private SqlNode within(SqlNode value, int max) {
    if (value instanceof SqlNumericLiteral) {
      return isNumber(value, max) ? value : number(max);
    }
    return call(
        SqlLibraryOperators.LEAST,
        call(SqlLibraryOperators.GREATEST, value, number(1)),
        number(max));
  }

  private SqlNode between(SqlNode value, int max) {
    return call(
        SqlStdOperatorTable.AND,
        call(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, value, number(1)),
        call(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, value, number(max)));
  }

  private SqlNode shifted(TimeUnit unit, SqlNode by, SqlNode date) {
    return call(SqlStdOperatorTable.TIMESTAMP_ADD, SqlNodes.unit(unit, pos), by, date);
  }

  private SqlNode number(int value) {
    return SqlNodes.number(value, pos);
  }

  private SqlNode call(SqlOperator operator, SqlNode... operands) {
    return operator.createCall(pos, operands);
  }
}
