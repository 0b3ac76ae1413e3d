package org.dpjdbc.plan.pushdown;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * Conditions on the unit of time that a column is in, as ranges of the column: {@code EXTRACT(YEAR
 * FROM d) = 1995} is {@code d >= DATE '1995-01-01' AND d < DATE '1996-01-01'}. Databases use ranges
 * to leave out partitions and to search indexes.
 *
 * <p>Each such function f is a step function of the column: it grows with the column and changes at
 * the boundaries of its unit alone. So {@code f(d) >= c} is {@code d >= b}, where b is the first
 * boundary from which f is not below c. Values that the total form of f takes for NULL stay out of
 * the range. The condition may be false where it was NULL, so it stands in AND and OR of WHERE
 * alone.
 */
final class TemporalRanges {
  private static final int YEAR_DIGITS = 4;

  private static final LocalDateTime FIRST = LocalDate.of(1, 1, 1).atStartOfDay();
  private static final LocalDateTime LAST = LocalDate.of(9999, 12, 31).atStartOfDay();
  private static final int DECADE = 10;
  private static final int CENTURY = 100;
  private static final int MILLENNIUM = 1000;
  private static final int QUARTER = 3;

  private final RexBuilder rex;

  private TemporalRanges(RexBuilder rex) {
    this.rex = rex;
  }

  /** The relation; the same rows of it if it is a filter. */
  static RelNode of(RelNode rel) {
    if (!(rel instanceof Filter filter)) {
      return rel;
    }
    RexBuilder rex = rel.getCluster().getRexBuilder();
    RexNode condition = new TemporalRanges(rex).condition(filter.getCondition());
    return condition.equals(filter.getCondition())
        ? rel
        : filter.copy(filter.getTraitSet(), filter.getInput(), condition);
  }

  /** Units whose boundaries are among those of each finer one. Weeks are not: they cut months. */
  private enum Unit {
    NONE,
    SECOND,
    MINUTE,
    HOUR,
    DAY,
    MONTH,
    QUARTER,
    YEAR,
    DECADE;

    static Optional<Unit> of(String name) {
      return List.of(values()).stream().filter(unit -> unit.name().equals(name)).findAny();
    }

    LocalDateTime start(LocalDateTime at) {
      LocalDateTime day = at.truncatedTo(ChronoUnit.DAYS);
      return switch (this) {
        case NONE -> at;
        case SECOND -> at.truncatedTo(ChronoUnit.SECONDS);
        case MINUTE -> at.truncatedTo(ChronoUnit.MINUTES);
        case HOUR -> at.truncatedTo(ChronoUnit.HOURS);
        case DAY -> day;
        case MONTH -> day.withDayOfMonth(1);
        case QUARTER ->
            day.withDayOfMonth(1).minusMonths((at.getMonthValue() - 1) % TemporalRanges.QUARTER);
        case YEAR -> day.withDayOfYear(1);
        case DECADE -> day.withDayOfYear(1).minusYears(at.getYear() % TemporalRanges.DECADE);
      };
    }

    LocalDateTime next(LocalDateTime start) {
      return switch (this) {
        case NONE -> start;
        case SECOND -> start.plusSeconds(1);
        case MINUTE -> start.plusMinutes(1);
        case HOUR -> start.plusHours(1);
        case DAY -> start.plusDays(1);
        case MONTH -> start.plusMonths(1);
        case QUARTER -> start.plusMonths(TemporalRanges.QUARTER);
        case YEAR -> start.plusYears(1);
        case DECADE -> start.plusYears(TemporalRanges.DECADE);
      };
    }
  }

  /**
   * A column, cut at a unit.
   *
   * @param domain conditions of the column outside of which the function is NULL
   */
  private record Step(RexInputRef column, Unit unit, List<RexNode> domain) {
    Step cutAt(Unit other) {
      return new Step(column, unit.compareTo(other) >= 0 ? unit : other, domain);
    }
  }

  /**
   * The values of the column for which the function has a value.
   *
   * @param from the first one for which it is not less
   * @param to the first one for which it is greater; equal to {@code from} if it never has the
   *     value
   */
  private record Steps(Step step, LocalDateTime from, LocalDateTime to) {}

  private RexNode condition(RexNode condition) {
    if (TryExpressions.is(condition)) {
      RexNode tried = ((RexCall) condition).getOperands().get(0);
      RexNode range = condition(tried);
      return range.equals(tried) ? condition : tried(range);
    }
    return switch (condition.getKind()) {
      case AND, OR -> {
        RexCall call = (RexCall) condition;
        yield RexUtil.flatten(
            rex,
            call.clone(call.getType(), call.getOperands().stream().map(this::condition).toList()));
      }
      case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL, NOT_EQUALS ->
          comparison((RexCall) condition);
      default -> condition;
    };
  }

  /** The condition with what may fail of it tried: a row passes AND only if no operand fails. */
  private RexNode tried(RexNode condition) {
    return condition.getKind() == SqlKind.AND
        ? and(((RexCall) condition).getOperands().stream().map(this::tried).toList())
        : TryExpressions.of(rex, condition);
  }

  private RexNode comparison(RexCall call) {
    RexNode left = uncast(call.getOperands().get(0));
    RexNode right = uncast(call.getOperands().get(1));
    if (right instanceof RexLiteral literal) {
      return comparison(call, left, call.getKind(), literal);
    }
    return left instanceof RexLiteral literal
        ? comparison(call, right, call.getKind().reverse(), literal)
        : call;
  }

  /** Without a cast to integers or decimals that have room for every year. */
  private static RexNode uncast(RexNode node) {
    boolean exact =
        node.getKind() == SqlKind.CAST
            && SqlTypeName.EXACT_TYPES.contains(node.getType().getSqlTypeName())
            && node.getType().getSqlTypeName() != SqlTypeName.TINYINT
            && node.getType().getPrecision() - node.getType().getScale() >= YEAR_DIGITS;
    RexNode of = exact ? ((RexCall) node).getOperands().get(0) : node;
    return of instanceof RexLiteral || of.getKind() == SqlKind.EXTRACT ? of : node;
  }

  private RexNode comparison(RexCall call, RexNode function, SqlKind kind, RexLiteral value) {
    try {
      return steps(function, value)
          .filter(steps -> !steps.from().isBefore(FIRST) && !steps.to().isAfter(LAST))
          .flatMap(steps -> range(steps, kind))
          .orElse(call);
    } catch (DateTimeException | ArithmeticException e) {
      return call; // compared with what is beyond all years
    }
  }

  private Optional<RexNode> range(Steps steps, SqlKind kind) {
    Step step = steps.step();
    RexNode from = literal(step, steps.from());
    RexNode to = literal(step, steps.to());
    boolean isValue = steps.from().isBefore(steps.to());
    return switch (kind) {
      case EQUALS ->
          isValue
              ? Optional.of(
                  and(
                      List.of(
                          test(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, step, from),
                          test(SqlStdOperatorTable.LESS_THAN, step, to))))
              : Optional.empty();
      case GREATER_THAN_OR_EQUAL -> upward(step, from);
      case GREATER_THAN -> upward(step, to);
      case LESS_THAN -> downward(step, from);
      case LESS_THAN_OR_EQUAL -> downward(step, to);
      default -> Optional.empty();
    };
  }

  private Optional<RexNode> upward(Step step, RexNode from) {
    return Optional.of(
        and(
            within(
                step,
                SqlKind.LESS_THAN_OR_EQUAL,
                SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                from)));
  }

  private Optional<RexNode> downward(Step step, RexNode to) {
    return Optional.of(
        and(within(step, SqlKind.GREATER_THAN_OR_EQUAL, SqlStdOperatorTable.LESS_THAN, to)));
  }

  /** One end of a range, and the other end of the domain. */
  private List<RexNode> within(Step step, SqlKind other, SqlOperator operator, RexNode end) {
    RexNode test = test(operator, step, end);
    return step.domain().stream()
        .filter(limit -> limit.getKind() == other)
        .findFirst()
        .map(limit -> List.of(test, limit))
        .orElseGet(() -> List.of(test));
  }

  private RexNode and(List<RexNode> conditions) {
    return conditions.size() == 1
        ? conditions.get(0)
        : rex.makeCall(SqlStdOperatorTable.AND, conditions);
  }

  private RexNode test(SqlOperator operator, Step step, RexNode end) {
    return rex.makeCall(operator, step.column(), end);
  }

  private RexNode literal(Step step, LocalDateTime at) {
    String day = at.toLocalDate().toString();
    if (step.column().getType().getSqlTypeName() == SqlTypeName.DATE) {
      return rex.makeDateLiteral(new DateString(day));
    }
    String time = at.toLocalTime().truncatedTo(ChronoUnit.SECONDS).toString();
    String seconds = time.length() == "HH:mm".length() ? time + ":00" : time;
    return rex.makeTimestampLiteral(
        new TimestampString(day + " " + seconds).withNanos(at.getNano()),
        Math.max(0, step.column().getType().getPrecision()));
  }

  private static Optional<Steps> steps(RexNode function, RexLiteral value) {
    if (value.isNull()) {
      return Optional.empty();
    }
    if (function.getKind() == SqlKind.EXTRACT) {
      RexCall extract = (RexCall) function;
      String part = DpOperators.symbol((RexLiteral) extract.getOperands().get(0)).name();
      return value.getTypeName() == SqlTypeName.DECIMAL
          ? step(extract.getOperands().get(1)).flatMap(step -> years(step, part, value))
          : Optional.empty();
    }
    return timestamp(value)
        .flatMap(
            at ->
                step(function)
                    .filter(step -> !(function instanceof RexInputRef) && step.unit() != Unit.NONE)
                    .map(step -> steps(step, at)));
  }

  private static Steps steps(Step step, LocalDateTime at) {
    LocalDateTime start = step.unit().start(at);
    LocalDateTime next = step.unit().next(start);
    return new Steps(step, start.equals(at) ? start : next, next);
  }

  private static Optional<Steps> years(Step step, String part, RexLiteral value) {
    BigDecimal number = value.getValueAs(BigDecimal.class);
    if (number == null || step.unit().compareTo(Unit.YEAR) > 0) {
      return Optional.empty();
    }
    int years = number.intValueExact();
    return switch (part) {
      case "YEAR" -> Optional.of(years(step, years, 1));
      case "DECADE" -> Optional.of(years(step, Math.multiplyExact(years, DECADE), DECADE));
      case "CENTURY" -> Optional.of(years(step, count(years, CENTURY), CENTURY));
      case "MILLENNIUM" -> Optional.of(years(step, count(years, MILLENNIUM), MILLENNIUM));
      default -> Optional.empty();
    };
  }

  /** The first year of a century: the first one begins with the year 1. */
  private static int count(int number, int length) {
    return Math.addExact(Math.multiplyExact(number - 1, length), 1);
  }

  private static Steps years(Step step, int first, int length) {
    LocalDateTime from = LocalDate.of(first, 1, 1).atStartOfDay();
    return new Steps(step, from, from.plusYears(length));
  }

  /** The column that an expression cuts at a unit; empty for any other expression. */
  private static Optional<Step> step(RexNode node) {
    if (node instanceof RexInputRef column) {
      return switch (column.getType().getSqlTypeName()) {
        case DATE -> Optional.of(new Step(column, Unit.DAY, List.of()));
        case TIMESTAMP -> Optional.of(new Step(column, Unit.NONE, List.of()));
        default -> Optional.empty();
      };
    }
    if (!(node instanceof RexCall call)) {
      return Optional.empty();
    }
    List<RexNode> operands = call.getOperands();
    if (call.getOperator().equals(DpOperators.DATE_TRUNC)) {
      return Unit.of(DpOperators.symbol((RexLiteral) operands.get(0)).name())
          .flatMap(unit -> step(operands.get(1)).map(step -> step.cutAt(unit)));
    }
    return switch (call.getKind()) {
      case CAST -> step(operands.get(0)).flatMap(step -> cast(step, operands.get(0), call));
      case CASE -> limited(operands);
      default -> Optional.empty();
    };
  }

  /**
   * A cast to a date cuts at the day; one to a timestamp keeps every value that has no decimals.
   */
  private static Optional<Step> cast(Step step, RexNode from, RexCall cast) {
    return switch (cast.getType().getSqlTypeName()) {
      case DATE -> Optional.of(step.cutAt(Unit.DAY));
      case TIMESTAMP ->
          step.unit() != Unit.NONE || from.getType().equals(cast.getType())
              ? Optional.of(step)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** {@code CASE WHEN d >= … AND d <= … THEN d ELSE NULL END}, which the total forms contain. */
  private static Optional<Step> limited(List<RexNode> operands) {
    boolean limits =
        operands.size() == 3
            && operands.get(0).getKind() == SqlKind.AND
            && operands.get(1) instanceof RexInputRef
            && RexLiteral.isNullLiteral(operands.get(2));
    if (!limits) {
      return Optional.empty();
    }
    List<RexNode> tests = ((RexCall) operands.get(0)).getOperands();
    return tests.size() == 2
            && isLimit(tests.get(0), SqlKind.GREATER_THAN_OR_EQUAL, operands.get(1))
            && isLimit(tests.get(1), SqlKind.LESS_THAN_OR_EQUAL, operands.get(1))
        ? step(operands.get(1)).map(step -> new Step(step.column(), step.unit(), tests))
        : Optional.empty();
  }

  /** Whether it is an end of all years, which each boundary within them is on the right side of. */
  private static boolean isLimit(RexNode test, SqlKind kind, RexNode column) {
    return test.getKind() == kind
        && ((RexCall) test).getOperands().get(0).equals(column)
        && ((RexCall) test).getOperands().get(1) instanceof RexLiteral end
        && timestamp(end)
            .filter(
                at ->
                    kind == SqlKind.GREATER_THAN_OR_EQUAL ? !at.isAfter(FIRST) : !at.isBefore(LAST))
            .isPresent();
  }

  private static Optional<LocalDateTime> timestamp(RexLiteral literal) {
    return switch (literal.getTypeName()) {
      case DATE ->
          Optional.ofNullable(literal.getValueAs(DateString.class))
              .map(day -> LocalDate.parse(day.toString()).atStartOfDay());
      case TIMESTAMP ->
          Optional.ofNullable(literal.getValueAs(TimestampString.class))
              .map(at -> LocalDateTime.parse(at.toString().replace(' ', 'T')));
      default -> Optional.empty();
    };
  }
}
