package org.dpjdbc.sql.rewrite;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The number of complete units of time between two timestamps, negative if the second is earlier: a
 * person's age. If the last unit is not complete, it is one less than the number of unit boundaries
 * between them.
 */
final class ElapsedUnits {
  private static final int MONTHS_PER_YEAR = 12;
  private static final int MONTHS_PER_QUARTER = 3;

  /** More than a month has. */
  private static final int DAYS = 32;

  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int DAYS_PER_WEEK = 7;

  private final SqlNode from;
  private final SqlNode to;
  private final SqlParserPos pos;

  private ElapsedUnits(SqlNode from, SqlNode to, SqlParserPos pos) {
    this.from = from;
    this.to = to;
    this.pos = pos;
  }

  /** {@code TIMESTAMPDIFF(YEAR, a, b)}; of seconds there are no parts. */
  static Optional<SqlNode> difference(SqlCall call) {
    return call.operandCount() == 3
            && SqlNodes.mayBeRepeated(call.operand(1))
            && SqlNodes.mayBeRepeated(call.operand(2))
        ? DateUnits.of(call.operand(0))
            .filter(unit -> unit != TimeUnit.SECOND)
            .map(
                unit ->
                    new ElapsedUnits(call.operand(1), call.operand(2), call.getParserPosition())
                        .count(unit))
        : Optional.empty();
  }

  /**
   * The same where months are counted as {@link java.time.temporal.ChronoUnit#MONTHS} does it: from
   * one day to another one, and the last day is left out as a whole where its time is yet to come.
   */
  static Optional<SqlNode> differenceOfDays(SqlCall call) {
    Optional<SqlNode> difference = difference(call);
    if (difference.isEmpty()) {
      return difference;
    }
    ElapsedUnits passed =
        new ElapsedUnits(call.operand(1), call.operand(2), call.getParserPosition());
    SqlNode counted =
        switch (DateUnits.of(call.operand(0)).orElseThrow()) {
          case MONTH -> passed.months();
          case QUARTER -> passed.whole(passed.months(), MONTHS_PER_QUARTER);
          case YEAR -> passed.whole(passed.months(), MONTHS_PER_YEAR);
          default -> difference.get();
        };
    return Optional.of(SqlNodes.cast(counted, SqlTypeName.BIGINT, call.getParserPosition()));
  }

  /** {@code EXTRACT(YEAR FROM AGE(b, a))} and {@code DATE_PART('year', AGE(b, a))}. */
  static FunctionRewrite partOfAge(SqlTypeName type) {
    return call ->
        call.operandCount() == 2
            ? DateUnits.ofPart(call.operand(0))
                .flatMap(unit -> ofAge(unit, call.operand(1)))
                .map(part -> SqlNodes.cast(part, type, call.getParserPosition()))
            : Optional.empty();
  }

  /** Of years and months; the days that are left depend on the months that they are in. */
  private static Optional<SqlNode> ofAge(TimeUnit unit, SqlNode age) {
    if (!(age instanceof SqlCall call
        && call.getOperator() instanceof SqlFunction function
        && function.getName().toUpperCase(Locale.ROOT).equals("AGE")
        && call.operandCount() == 2
        && call.getOperandList().stream().allMatch(SqlNodes::mayBeRepeated))) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    ElapsedUnits passed = new ElapsedUnits(call.operand(1), call.operand(0), pos);
    return switch (unit) {
      case YEAR -> Optional.of(passed.count(TimeUnit.YEAR));
      case MONTH ->
          Optional.of(
              SqlStdOperatorTable.MOD.createCall(
                  pos, passed.count(TimeUnit.MONTH), passed.number(MONTHS_PER_YEAR)));
      default -> Optional.empty();
    };
  }

  private SqlNode count(TimeUnit unit) {
    return switch (unit) {
      case YEAR, QUARTER, MONTH, DAY -> calendar(unit);
      case WEEK -> whole(calendar(TimeUnit.DAY), DAYS_PER_WEEK);
      case HOUR -> whole(apart(from, to), SECONDS_PER_HOUR);
      case MINUTE -> whole(apart(from, to), SECONDS_PER_MINUTE);
      default -> throw new IllegalArgumentException(unit.name());
    };
  }

  /** Units of so many smaller ones. */
  private SqlNode whole(SqlNode smaller, int length) {
    SqlNode rest = SqlStdOperatorTable.MOD.createCall(pos, smaller, number(length));
    return SqlNodes.cast(
        SqlStdOperatorTable.DIVIDE.createCall(pos, minus(smaller, rest), number(length)),
        SqlTypeName.BIGINT,
        pos);
  }

  /** Units that begin with a day: one less if the place in the last one is yet to come. */
  private SqlNode calendar(TimeUnit unit) {
    SqlNode began = within(unit, SqlNodes.timestamp(from, pos));
    SqlNode is = within(unit, SqlNodes.timestamp(to, pos));
    return SqlNodes.cases(
        List.of(isForward()),
        List.of(
            minus(borders(unit), one(SqlStdOperatorTable.LESS_THAN.createCall(pos, is, began)))),
        plus(borders(unit), one(SqlStdOperatorTable.GREATER_THAN.createCall(pos, is, began))),
        pos);
  }

  private SqlNode months() {
    SqlNode day = day(to);
    SqlNode ahead =
        SqlStdOperatorTable.LESS_THAN.createCall(
            pos, within(TimeUnit.DAY, SqlNodes.timestamp(to, pos)), began());
    SqlNode behind =
        SqlStdOperatorTable.GREATER_THAN.createCall(
            pos, within(TimeUnit.DAY, SqlNodes.timestamp(to, pos)), began());
    SqlNode last =
        SqlNodes.cases(
            List.of(
                SqlStdOperatorTable.AND.createCall(pos, isForward(), ahead),
                SqlStdOperatorTable.AND.createCall(
                    pos, SqlStdOperatorTable.NOT.createCall(pos, isForward()), behind)),
            List.of(
                minus(day, DateRewrites.interval(TimeUnit.DAY, pos)),
                plus(day, DateRewrites.interval(TimeUnit.DAY, pos))),
            day,
            pos);
    SqlNode borders = DateRewrites.borders(TimeUnit.MONTH, from, last, pos);
    SqlNode first = SqlNodes.extract(TimeUnit.DAY, day(from), pos);
    SqlNode is = SqlNodes.extract(TimeUnit.DAY, last, pos);
    return SqlNodes.cases(
        List.of(isForward()),
        List.of(minus(borders, one(SqlStdOperatorTable.LESS_THAN.createCall(pos, is, first)))),
        plus(borders, one(SqlStdOperatorTable.GREATER_THAN.createCall(pos, is, first))),
        pos);
  }

  private SqlNode began() {
    return within(TimeUnit.DAY, SqlNodes.timestamp(from, pos));
  }

  private SqlNode day(SqlNode timestamp) {
    return SqlStdOperatorTable.FLOOR.createCall(
        pos, SqlNodes.timestamp(timestamp, pos), SqlNodes.unit(TimeUnit.DAY, pos));
  }

  private SqlNode isForward() {
    return SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
        pos, SqlNodes.timestamp(to, pos), SqlNodes.timestamp(from, pos));
  }

  private SqlNode borders(TimeUnit unit) {
    return DateRewrites.borders(unit, from, to, pos);
  }

  private SqlNode one(SqlNode condition) {
    return SqlNodes.cases(List.of(condition), List.of(number(1)), number(0), pos);
  }

  /** What grows within a unit as time passes, and is the same for the same place in it. */
  private SqlNode within(TimeUnit unit, SqlNode timestamp) {
    SqlNode midnight =
        SqlStdOperatorTable.FLOOR.createCall(pos, timestamp, SqlNodes.unit(TimeUnit.DAY, pos));
    SqlNode time = apart(midnight, timestamp);
    SqlNode day = SqlNodes.extract(TimeUnit.DAY, timestamp, pos);
    SqlNode month = SqlNodes.extract(TimeUnit.MONTH, timestamp, pos);
    return switch (unit) {
      case YEAR -> plus(times(plus(times(month, DAYS), day), SECONDS_PER_DAY), time);
      case QUARTER -> {
        SqlNode first =
            SqlStdOperatorTable.MOD.createCall(
                pos, minus(month, number(1)), number(MONTHS_PER_QUARTER));
        yield plus(times(plus(times(first, DAYS), day), SECONDS_PER_DAY), time);
      }
      case MONTH -> plus(times(day, SECONDS_PER_DAY), time);
      default -> time;
    };
  }

  private SqlNode apart(SqlNode earlier, SqlNode later) {
    return DateRewrites.borders(TimeUnit.SECOND, earlier, later, pos);
  }

  private SqlNode number(long value) {
    return SqlNodes.number(value, pos);
  }

  private SqlNode plus(SqlNode a, SqlNode b) {
    return SqlStdOperatorTable.PLUS.createCall(pos, a, b);
  }

  private SqlNode minus(SqlNode a, SqlNode b) {
    return SqlStdOperatorTable.MINUS.createCall(pos, a, b);
  }

  private SqlNode times(SqlNode a, int b) {
    return SqlStdOperatorTable.MULTIPLY.createCall(pos, a, number(b));
  }
}
