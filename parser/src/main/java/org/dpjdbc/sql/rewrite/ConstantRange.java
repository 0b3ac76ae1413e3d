package org.dpjdbc.sql.rewrite;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;

/** A range whose bounds are constants of the query. */
final class ConstantRange {
  private ConstantRange() {}

  /** Whether it is a number, date or timestamp that is written out. */
  static boolean isConstant(SqlNode node) {
    return number(node).isPresent() || timestamp(node).isPresent();
  }

  /** Whether both are constants of one kind, and the first is below the second. */
  static boolean areOrdered(SqlNode lower, SqlNode upper) {
    Optional<Boolean> numbers =
        number(lower).flatMap(low -> number(upper).map(high -> low.compareTo(high) < 0));
    return numbers
        .or(
            () ->
                timestamp(lower)
                    .flatMap(
                        low ->
                            timestamp(upper)
                                .filter(high -> high.length() == low.length())
                                .map(high -> low.compareTo(high) < 0)))
        .orElse(false);
  }

  /** Whether both are numbers, and 1 is between them. */
  static boolean holdOne(SqlNode lower, SqlNode upper) {
    return number(lower).filter(low -> low.compareTo(BigDecimal.ONE) <= 0).isPresent()
        && number(upper).filter(high -> high.compareTo(BigDecimal.ONE) >= 0).isPresent();
  }

  private static Optional<BigDecimal> number(SqlNode node) {
    if (node instanceof SqlNumericLiteral literal) {
      return Optional.of(literal.bigDecimalValue());
    }
    return node instanceof SqlCall call && call.getKind() == SqlKind.MINUS_PREFIX
        ? number(call.operand(0)).map(BigDecimal::negate)
        : Optional.empty();
  }

  /** Years have four digits, so that strings of equal length sort like timestamps. */
  private static Optional<String> timestamp(SqlNode node) {
    return node instanceof SqlUnknownLiteral || node instanceof SqlAbstractDateTimeLiteral
        ? Optional.ofNullable(((SqlLiteral) node).toValue())
        : Optional.empty();
  }
}
