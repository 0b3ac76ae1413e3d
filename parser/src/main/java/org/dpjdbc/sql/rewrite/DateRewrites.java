package org.dpjdbc.sql.rewrite;

import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Rewrites databases' functions for differences, shifts and parts of dates. */
final class DateRewrites {
  private DateRewrites() {}

  /**
   * {@code DATEDIFF('day', a, b)}: how many borders of the unit lie between a and b. Both are cut
   * to the unit first, for others count the units that have passed as a whole; but weeks, which
   * begin on a day of the database's choice.
   */
  static Optional<SqlNode> difference(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return call.operandCount() == 3
        ? DateUnits.of(call.operand(0))
            .map(
                unit ->
                    SqlNodes.cast(
                        borders(unit, call.operand(1), call.operand(2), pos),
                        SqlTypeName.BIGINT,
                        pos))
        : Optional.empty();
  }

  static SqlNode borders(TimeUnit unit, SqlNode from, SqlNode to, SqlParserPos pos) {
    return between(unit, start(unit, from, pos), start(unit, to, pos), pos);
  }

  /** The same without weeks, which H2 counts by their borders, and other rules by seven days. */
  static Optional<SqlNode> differenceButOfWeeks(SqlCall call) {
    return call.operandCount() == 3
            && DateUnits.of(call.operand(0)).filter(unit -> unit != TimeUnit.WEEK).isPresent()
        ? difference(call)
        : Optional.empty();
  }

  private static SqlNode start(TimeUnit unit, SqlNode timestamp, SqlParserPos pos) {
    return unit == TimeUnit.WEEK
        ? timestamp
        : SqlStdOperatorTable.FLOOR.createCall(
            pos, SqlNodes.timestamp(timestamp, pos), SqlNodes.unit(unit, pos));
  }

  private static SqlNode between(TimeUnit unit, SqlNode from, SqlNode to, SqlParserPos pos) {
    return SqlStdOperatorTable.TIMESTAMP_DIFF.createCall(pos, SqlNodes.unit(unit, pos), from, to);
  }

  /** {@code DATEDIFF(b, a)}: the days between two dates, their times of day left out. */
  static Optional<SqlNode> daysBetween(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return call.operandCount() == 2
        ? Optional.of(
            between(
                TimeUnit.DAY,
                SqlNodes.cast(call.operand(1), SqlTypeName.DATE, pos),
                SqlNodes.cast(call.operand(0), SqlTypeName.DATE, pos),
                pos))
        : Optional.empty();
  }

  /** {@code DATEADD('day', n, d)}. */
  static Optional<SqlNode> addition(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return call.operandCount() == 3
        ? DateUnits.of(call.operand(0))
            .map(
                unit ->
                    SqlStdOperatorTable.TIMESTAMP_ADD.createCall(
                        pos,
                        SqlNodes.unit(unit, pos),
                        call.operand(1),
                        isOfTheDay(unit)
                            ? SqlNodes.timestamp(call.operand(2), pos)
                            : call.operand(2)))
        : Optional.empty();
  }

  /** A date has none of these units, and becomes a timestamp when they are added. */
  private static boolean isOfTheDay(TimeUnit unit) {
    return unit == TimeUnit.HOUR || unit == TimeUnit.MINUTE || unit == TimeUnit.SECOND;
  }

  /** {@code DATE_ADD(d, INTERVAL 1 DAY)}. */
  static Optional<SqlNode> plusInterval(SqlCall call) {
    return shifted(call, SqlStdOperatorTable.PLUS);
  }

  /** {@code DATE_SUB(d, INTERVAL 1 DAY)}. */
  static Optional<SqlNode> minusInterval(SqlCall call) {
    return shifted(call, SqlStdOperatorTable.MINUS);
  }

  private static Optional<SqlNode> shifted(SqlCall call, SqlBinaryOperator sign) {
    return call.operandCount() == 2 && call.operand(1) instanceof SqlIntervalLiteral
        ? Optional.of(sign.createCall(call.getParserPosition(), call.getOperandList()))
        : Optional.empty();
  }

  /** {@code DATE_PART('year', d)}. */
  static Optional<SqlNode> part(SqlCall call) {
    return call.operandCount() == 2
        ? DateUnits.ofPart(call.operand(0))
            .map(unit -> SqlNodes.extract(unit, call.operand(1), call.getParserPosition()))
        : Optional.empty();
  }

  /** The same where it is a floating-point number, and seconds have decimals. */
  static Optional<SqlNode> floatingPart(SqlCall call) {
    return (isOfSeconds(call) ? Optional.<SqlNode>empty() : part(call))
        .map(part -> SqlNodes.cast(part, SqlTypeName.DOUBLE, call.getParserPosition()));
  }

  private static boolean isOfSeconds(SqlCall call) {
    return call.operandCount() == 2
        && DateUnits.ofPart(call.operand(0)).filter(unit -> unit == TimeUnit.SECOND).isPresent();
  }

  /** Whether a part is a decade, a century or a millennium. */
  static boolean isOfYears(SqlCall extract) {
    return yearsIn(extract).isPresent();
  }

  private static Optional<Integer> yearsIn(SqlCall extract) {
    return DateUnits.ofPart(extract.operand(0))
        .flatMap(
            unit ->
                Optional.ofNullable(
                    switch (unit) {
                      case DECADE -> 10;
                      case CENTURY -> 100;
                      case MILLENNIUM -> 1000;
                      default -> null;
                    }));
  }

  /** The same of years, as PostgreSQL counts them: the first century begins with the year 1. */
  static Optional<SqlNode> ofYears(SqlCall extract) {
    SqlParserPos pos = extract.getParserPosition();
    SqlNode year = SqlNodes.extract(TimeUnit.YEAR, extract.operand(1), pos);
    return yearsIn(extract)
        .map(
            length ->
                SqlStdOperatorTable.FLOOR.createCall(
                    pos,
                    SqlStdOperatorTable.DIVIDE.createCall(
                        pos,
                        length == 10
                            ? year
                            : SqlStdOperatorTable.PLUS.createCall(
                                pos, year, SqlNodes.number(length - 1, pos)),
                        SqlNodes.number(length, pos))));
  }

  /** {@code DATE(x)}. */
  static Optional<SqlNode> date(SqlCall call) {
    return call.operandCount() == 1
        ? Optional.of(SqlNodes.cast(call.operand(0), SqlTypeName.DATE, call.getParserPosition()))
        : Optional.empty();
  }

  /** A function that gives one part of a date. */
  static FunctionRewrite partOf(TimeUnit unit) {
    return call ->
        call.operandCount() == 1
            ? Optional.of(SqlNodes.extract(unit, call.operand(0), call.getParserPosition()))
            : Optional.empty();
  }

  /** {@code WEEKDAY(d)}, which begins with 0 for a Monday. */
  static Optional<SqlNode> daysSinceMonday(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return partOf(TimeUnit.ISODOW)
        .rewrite(call)
        .map(day -> SqlStdOperatorTable.MINUS.createCall(pos, day, SqlNodes.number(1, pos)));
  }

  /** {@code EXTRACT(ISO_DAY_OF_WEEK FROM d)} and other names of parts. */
  static Optional<SqlNode> namedPart(SqlCall call) {
    return call.operand(0) instanceof SqlIntervalQualifier qualifier
            && qualifier.timeFrameName != null
        ? DateUnits.ofLongName(qualifier.timeFrameName)
            .map(unit -> SqlNodes.extract(unit, call.operand(1), call.getParserPosition()))
        : Optional.empty();
  }

  /** {@code EXTRACT(TIMEZONE_HOUR FROM x)}: sessions are in UTC. */
  static Optional<SqlNode> timeZonePart(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return call.operand(0) instanceof SqlIntervalQualifier qualifier
            && qualifier.timeFrameName != null
            && DateUnits.isOfTimeZone(qualifier.timeFrameName)
        ? Optional.of(
            SqlStdOperatorTable.MULTIPLY.createCall(
                pos,
                SqlNodes.number(0, pos),
                SqlNodes.extract(TimeUnit.YEAR, call.operand(1), pos)))
        : Optional.empty();
  }

  /** {@code EXTRACT(DAYS FROM d)}. */
  static Optional<SqlNode> pluralPart(SqlCall call) {
    return call.operand(0) instanceof SqlIntervalQualifier qualifier
            && qualifier.timeFrameName != null
            && !isOfAge(call.operand(1))
        ? DateUnits.ofName(qualifier.timeFrameName)
            .map(unit -> SqlNodes.extract(unit, call.operand(1), call.getParserPosition()))
        : Optional.empty();
  }

  private static boolean isOfAge(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().getName().equalsIgnoreCase("AGE");
  }

  /** {@code LAST_DAY(d)}, the last of the month. */
  static Optional<SqlNode> lastDay(SqlCall call) {
    if (call.operandCount() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode first =
        SqlStdOperatorTable.FLOOR.createCall(
            pos,
            SqlNodes.cast(call.operand(0), SqlTypeName.DATE, pos),
            SqlNodes.unit(TimeUnit.MONTH, pos));
    return Optional.of(
        SqlNodes.cast(
            SqlStdOperatorTable.MINUS.createCall(
                pos,
                SqlStdOperatorTable.PLUS.createCall(pos, first, interval(TimeUnit.MONTH, pos)),
                interval(TimeUnit.DAY, pos)),
            SqlTypeName.DATE,
            pos));
  }

  static SqlNode interval(TimeUnit unit, SqlParserPos pos) {
    return SqlLiteral.createInterval(1, "1", SqlNodes.unit(unit, pos), pos);
  }
}
