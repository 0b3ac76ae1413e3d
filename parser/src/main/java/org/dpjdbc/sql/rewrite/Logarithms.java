package org.dpjdbc.sql.rewrite;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/**
 * Logarithms to a base other than e and 10, as the quotients that databases compute for them: in
 * floating point another quotient has another last digit, and FLOOR of it another value.
 */
final class Logarithms {
  private Logarithms() {}

  /** {@code LOG2(x)} as a quotient of natural logarithms. */
  static Optional<SqlNode> ofTwo(SqlCall call) {
    return call.operandCount() == 1
        ? Optional.of(quotient(call, SqlStdOperatorTable.LN, two(call), call.operand(0)))
        : Optional.empty();
  }

  /** {@code LOG(b, x)} as a quotient of natural logarithms. */
  static Optional<SqlNode> byNatural(SqlCall call) {
    return isOffered(call)
        ? Optional.of(quotient(call, SqlStdOperatorTable.LN, call.operand(0), call.operand(1)))
        : Optional.empty();
  }

  /** {@code LOG(b, x)} as a quotient of decimal logarithms. */
  static Optional<SqlNode> byDecimal(SqlCall call) {
    return isOffered(call)
        ? Optional.of(quotient(call, SqlStdOperatorTable.LOG10, call.operand(0), call.operand(1)))
        : Optional.empty();
  }

  /** {@code LOG(b, x)} as a quotient of natural logarithms, or the decimal one where b is 10. */
  static Optional<SqlNode> byNaturalOrDecimal(SqlCall call) {
    if (!isOffered(call) || base(call).filter(Logarithms::isTen).isEmpty()) {
      return byNatural(call);
    }
    SqlNode x = call.operand(1);
    return Optional.of(SqlStdOperatorTable.LOG10.createCall(call.getParserPosition(), x));
  }

  /** {@code LOG(b, x)} where the database computes it in decimals, with digits of its own. */
  static Optional<SqlNode> inDecimals(SqlCall call) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    SqlNode instead = quotient(call, SqlStdOperatorTable.LN, call.operand(0), call.operand(1));
    throw ParseMessages.logarithmInDecimals(SqlUnparser.text(instead))
        .at(Position.of(call.getParserPosition()));
  }

  /** Of any other base some databases fail, and others have infinities. */
  private static boolean isOffered(SqlCall call) {
    if (call.operandCount() != 2) {
      return false;
    }
    boolean known =
        base(call)
            .filter(value -> value.signum() > 0 && value.compareTo(BigDecimal.ONE) != 0)
            .isPresent();
    if (!known) {
      throw ParseMessages.logarithmBase().at(Position.of(call.getParserPosition()));
    }
    return true;
  }

  private static Optional<BigDecimal> base(SqlCall call) {
    return call.operand(0) instanceof SqlNumericLiteral literal
        ? Optional.ofNullable(literal.bigDecimalValue())
        : Optional.empty();
  }

  private static boolean isTen(BigDecimal value) {
    return value.compareTo(BigDecimal.TEN) == 0;
  }

  private static SqlNode two(SqlCall call) {
    return SqlNodes.number(2, call.getParserPosition());
  }

  private static SqlNode quotient(SqlCall call, SqlOperator logarithm, SqlNode base, SqlNode x) {
    SqlParserPos pos = call.getParserPosition();
    return SqlStdOperatorTable.DIVIDE.createCall(
        pos, logarithm.createCall(pos, x), logarithm.createCall(pos, base));
  }
}
