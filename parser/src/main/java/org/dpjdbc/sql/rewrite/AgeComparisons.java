package org.dpjdbc.sql.rewrite;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;

/**
 * {@code AGE(born) > INTERVAL '65 years'}, as a comparison of {@code born} with the date at which
 * it begins to hold. An age counts months from one day of the month to the same day, and what is
 * left in days of the month of birth; ages are compared as if each month had 30 days. Computed from
 * one day, an age of whole days never grows as the date of birth does; between two midnights it is
 * in one day for all times.
 */
final class AgeComparisons {
  private static final int DAYS_PER_MONTH = 30;
  private static final int DAYS_PER_YEAR = 360;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final int MAX_DIGITS = 6;
  private static final int MAX_YEAR = 9_999;
  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);

  /** In the place of a day that is not known yet: every one gives a query of the same types. */
  private static final LocalDate ANY = LocalDate.of(2000, 1, 1);

  private static final Pattern DAY = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?: 00:00:00)?");

  private final LocalDate to;
  private final SqlNode from;
  private final SqlParserPos pos;

  private AgeComparisons(LocalDate to, SqlNode from, SqlParserPos pos) {
    this.to = to;
    this.from = from;
    this.pos = pos;
  }

  /** Whether an age is compared. */
  static boolean is(SqlCall call) {
    return (SqlKind.COMPARISON.contains(call.getKind()) || call.getKind() == SqlKind.BETWEEN)
        && call.getOperandList().stream().anyMatch(AgeComparisons::isAge);
  }

  private static boolean isAge(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator() instanceof SqlFunction function
        && function.getName().equalsIgnoreCase("AGE")
        && call.operandCount() == 2;
  }

  /** Of an age up to a constant day with constant intervals of years, months, weeks or days. */
  static Optional<SqlNode> rewrite(SqlCall call) {
    boolean ageFirst = isAge(call.operand(0));
    if (!isAge(call.operand(ageFirst ? 0 : 1))) {
      return Optional.empty();
    }
    SqlCall age = call.operand(ageFirst ? 0 : 1);
    SqlNode to = age.operand(0);
    SqlNode from = age.operand(1);
    SqlParserPos pos = call.getParserPosition();
    if (!SqlNodes.mayBeRepeated(from)) {
      return Optional.empty();
    } else if (CurrentTimestampFunctions.isUnknownDay(to)) {
      return new AgeComparisons(ANY, from, pos)
          .compared(call, ageFirst)
          .map(known -> SqlStdOperatorTable.LESS_THAN.createCall(pos, from, to));
    }
    return day(to).flatMap(day -> new AgeComparisons(day, from, pos).compared(call, ageFirst));
  }

  private Optional<SqlNode> compared(SqlCall call, boolean ageFirst) {
    if (call.getKind() == SqlKind.BETWEEN) {
      boolean negated = call.getOperator().equals(SqlStdOperatorTable.NOT_BETWEEN);
      return ageFirst && (negated || call.getOperator().equals(SqlStdOperatorTable.BETWEEN))
          ? both(call).map(within -> negated ? not(within) : within)
          : Optional.empty();
    }
    SqlKind kind = ageFirst ? call.getKind() : call.getKind().reverse();
    return days(call.operand(ageFirst ? 1 : 0)).flatMap(days -> compared(kind, days));
  }

  private Optional<SqlNode> both(SqlCall between) {
    Optional<SqlNode> above =
        days(between.operand(1)).flatMap(days -> compared(SqlKind.GREATER_THAN_OR_EQUAL, days));
    Optional<SqlNode> below =
        days(between.operand(2)).flatMap(days -> compared(SqlKind.LESS_THAN_OR_EQUAL, days));
    return above.flatMap(a -> below.map(b -> SqlStdOperatorTable.AND.createCall(pos, a, b)));
  }

  private Optional<SqlNode> compared(SqlKind kind, long days) {
    long seconds = days * SECONDS_PER_DAY;
    return switch (kind) {
      case GREATER_THAN -> where(age -> age > seconds);
      case GREATER_THAN_OR_EQUAL -> where(age -> age >= seconds);
      case LESS_THAN -> where(age -> age >= seconds).map(this::not);
      case LESS_THAN_OR_EQUAL -> where(age -> age > seconds).map(this::not);
      default -> Optional.empty();
    };
  }

  /** What holds of old enough dates. */
  private Optional<SqlNode> where(Predicate<Long> old) {
    Optional<LocalDate> lastMidnight = last(old, LocalTime.MIDNIGHT);
    Optional<LocalDate> lastDay = last(old, LocalTime.NOON);
    if (lastMidnight.isEmpty() || lastDay.isEmpty()) {
      return Optional.empty();
    }
    SqlNode before = compared(SqlStdOperatorTable.LESS_THAN, lastDay.get().plusDays(1));
    for (LocalDate day : after(lastDay.get(), lastMidnight.get())) {
      before =
          SqlStdOperatorTable.OR.createCall(pos, before, compared(SqlStdOperatorTable.EQUALS, day));
    }
    for (LocalDate day : after(lastMidnight.get(), lastDay.get())) {
      before =
          SqlStdOperatorTable.AND.createCall(
              pos, before, compared(SqlStdOperatorTable.NOT_EQUALS, day));
    }
    return Optional.of(before);
  }

  /** The days after one, up to another, which is a few days later or not later at all. */
  private static List<LocalDate> after(LocalDate from, LocalDate last) {
    return LongStream.rangeClosed(from.toEpochDay() + 1, last.toEpochDay())
        .mapToObj(LocalDate::ofEpochDay)
        .toList();
  }

  /** The last day on which it holds at that time, if that is after the first day of all. */
  private Optional<LocalDate> last(Predicate<Long> old, LocalTime time) {
    long holds = FIRST.toEpochDay();
    long no = to.toEpochDay() + 1;
    if (!old.test(seconds(FIRST, time))) {
      return Optional.empty();
    }
    while (no - holds > 1) {
      long middle = Math.floorDiv(holds + no, 2L);
      if (old.test(seconds(LocalDate.ofEpochDay(middle), time))) {
        holds = middle;
      } else {
        no = middle;
      }
    }
    return Optional.of(LocalDate.ofEpochDay(holds));
  }

  /** An age as it is compared; below 0 if it is that of a later time. */
  private long seconds(LocalDate day, LocalTime time) {
    if (to.atStartOfDay().isBefore(day.atTime(time))) {
      return -1;
    }
    long months = ChronoUnit.MONTHS.between(YearMonth.from(day), YearMonth.from(to));
    int days = to.getDayOfMonth() - day.getDayOfMonth();
    long seconds = -(long) time.toSecondOfDay();
    if (seconds < 0) {
      seconds += SECONDS_PER_DAY;
      days--;
    }
    if (days < 0) {
      days += day.lengthOfMonth();
      months--;
    }
    return (months * DAYS_PER_MONTH + days) * SECONDS_PER_DAY + seconds;
  }

  private SqlNode compared(SqlBinaryOperator operator, LocalDate day) {
    return operator.createCall(
        pos,
        from,
        SqlLiteral.createDate(DateString.fromDaysSinceEpoch((int) day.toEpochDay()), pos));
  }

  private SqlNode not(SqlNode condition) {
    return SqlStdOperatorTable.NOT.createCall(pos, condition);
  }

  /** The day of a constant, if its time is midnight. */
  private static Optional<LocalDate> day(SqlNode node) {
    if (!(node instanceof SqlLiteral literal)) {
      return Optional.empty();
    }
    boolean written =
        literal instanceof SqlUnknownLiteral unknown
            && (unknown.tag.equals("DATE") || unknown.tag.equals("TIMESTAMP"));
    boolean read =
        literal.getTypeName() == SqlTypeName.DATE || literal.getTypeName() == SqlTypeName.TIMESTAMP;
    Matcher parts = DAY.matcher(String.valueOf(literal.getValue()).strip());
    if (!(written || read) || !parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(parts.group(1)))
          .filter(day -> day.getYear() > 1 && day.getYear() <= MAX_YEAR);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The days of a constant interval as it is compared, if it is one number of 0 or more. */
  private static Optional<Long> days(SqlNode node) {
    if (!(node instanceof SqlIntervalLiteral literal)) {
      return Optional.empty();
    }
    SqlIntervalLiteral.IntervalValue value =
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    String number = value.getIntervalLiteral().strip();
    if (value.getSign() < 0
        || value.getIntervalQualifier().timeUnitRange.endUnit != null
        || !number.matches("\\d{1," + MAX_DIGITS + "}")) {
      return Optional.empty();
    }
    long count = Long.parseLong(number);
    return switch (value.getIntervalQualifier().timeUnitRange.startUnit) {
      case YEAR -> Optional.of(count * DAYS_PER_YEAR);
      case MONTH -> Optional.of(count * DAYS_PER_MONTH);
      case DAY -> Optional.of(count);
      default -> Optional.empty();
    };
  }
}
