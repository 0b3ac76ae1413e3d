package org.dpjdbc.sql.rewrite;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/** Intervals of one unit: {@code INTERVAL '1 day'} and {@code INTERVAL 1 DAY}. */
final class IntervalLiterals {
  private static final Pattern TEXT =
      Pattern.compile("\\s*+([+-]?)\\s*+(\\d{1,9})\\s*+([A-Za-z]+)\\s*+");

  private IntervalLiterals() {}

  static Optional<SqlNode> ofString(SqlCall call) {
    return Optional.of(
        known(call)
            .orElseThrow(
                () -> ParseMessages.intervalString().at(Position.of(call.getParserPosition()))));
  }

  /** The interval in standard form, if the string is one number and its unit. */
  static Optional<SqlNode> known(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    Matcher parts = TEXT.matcher(SqlNodes.constant(call.operand(0)).orElse(""));
    Optional<TimeUnit> unit =
        parts.matches() ? DateUnits.ofName(String.valueOf(parts.group(3))) : Optional.empty();
    return unit.map(
        of -> literal("-".equals(parts.group(1)), Long.parseLong(parts.group(2)), of, pos));
  }

  /** Of a number that is written out. */
  static Optional<SqlNode> ofNumber(SqlCall call) {
    if (call.operand(0) instanceof SqlNumericLiteral number
        && number.isInteger()
        && number.toValue().matches("\\d{1,9}")
        && call.operand(1) instanceof SqlIntervalQualifier qualifier
        && qualifier.timeFrameName == null
        && qualifier.timeUnitRange.endUnit == null) {
      return Optional.of(
          literal(
              false,
              Long.parseLong(number.toValue()),
              qualifier.timeUnitRange.startUnit,
              call.getParserPosition()));
    }
    return Optional.empty();
  }

  private static SqlNode literal(boolean negative, long count, TimeUnit unit, SqlParserPos pos) {
    // Calcite's literals have no weeks and quarters.
    long times = unit == TimeUnit.WEEK ? 7 : unit == TimeUnit.QUARTER ? 3 : 1;
    TimeUnit plain =
        unit == TimeUnit.WEEK ? TimeUnit.DAY : unit == TimeUnit.QUARTER ? TimeUnit.MONTH : unit;
    String number = Long.toString(count * times);
    return SqlLiteral.createInterval(
        negative ? -1 : 1,
        number,
        new SqlIntervalQualifier(plain, Math.max(2, number.length()), null, -1, pos),
        pos);
  }
}
