package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * The ranges that a condition implies for its columns, if it is known not to be false (or not to be
 * true). NULL is neither, which does no harm: a comparison is NULL only if its column is, and
 * ranges are about values that are not NULL.
 */
final class Narrowing {
  private static final BigDecimal NANOSECOND = BigDecimal.valueOf(1, 9);

  private final Analysis in;

  private Narrowing(Analysis in) {
    this.in = in;
  }

  /**
   * The facts where the condition has the outcome. A condition that contradicts the facts leaves
   * the nearest point of them: no data within its bounds passes, and what does pass is clamped.
   */
  static List<ColumnFacts> narrow(Analysis in, RexNode condition, boolean outcome) {
    Map<Integer, HalfOpen> found = new Narrowing(in).of(condition, outcome);
    List<ColumnFacts> columns = new ArrayList<>(in.columns());
    found.forEach(
        (index, bound) -> {
          columns.set(index, bound.narrowed(columns.get(index)));
        });
    return columns;
  }

  /** A range with ends that may be missing. */
  private record HalfOpen(Optional<BigDecimal> lower, Optional<BigDecimal> upper) {
    HalfOpen and(HalfOpen other) {
      return new HalfOpen(
          either(lower, other.lower, BigDecimal::max), either(upper, other.upper, BigDecimal::min));
    }

    HalfOpen or(HalfOpen other) {
      return new HalfOpen(
          both(lower, other.lower, BigDecimal::min), both(upper, other.upper, BigDecimal::max));
    }

    private static Optional<BigDecimal> either(
        Optional<BigDecimal> a, Optional<BigDecimal> b, BinaryOperator<BigDecimal> join) {
      return a.isPresent() && b.isPresent() ? both(a, b, join) : a.or(() -> b);
    }

    private static Optional<BigDecimal> both(
        Optional<BigDecimal> a, Optional<BigDecimal> b, BinaryOperator<BigDecimal> join) {
      return a.flatMap(x -> b.map(y -> join.apply(x, y)));
    }

    /** Whether both ends are beyond one end of the range. */
    private boolean isApart(Interval range) {
      return lower.isPresent()
          && upper.isPresent()
          && lower.get().compareTo(upper.get()) <= 0
          && (lower.get().compareTo(range.upper()) > 0 || upper.get().compareTo(range.lower()) < 0);
    }

    /** What is known of the column with these ends: a range, or one end of it. */
    ColumnFacts narrowed(ColumnFacts column) {
      if (column.range().isPresent()) {
        return column.within(Optional.of(within(column, column.range().get())));
      }
      Optional<BigDecimal> low = either(lower, column.min(), BigDecimal::max);
      Optional<BigDecimal> high = either(upper, column.max(), BigDecimal::min);
      return low.isPresent() && high.isPresent()
          ? column.within(Optional.of(new Interval(low.get(), high.get().max(low.get()))))
          : column.beyond(low, high);
    }

    /**
     * The range of the column with these ends. What was aggregated of a person may be beyond its
     * range, which rests on how many rows count: the query's own range holds then, if it has one.
     */
    private Interval within(ColumnFacts column, Interval range) {
      if (column.computed() && isApart(range)) {
        return new Interval(lower.orElseThrow(), upper.orElseThrow());
      }
      BigDecimal low = lower.map(range::clip).orElse(range.lower());
      BigDecimal high = upper.map(range::clip).orElse(range.upper());
      return low.compareTo(high) <= 0 ? new Interval(low, high) : Interval.point(low);
    }
  }

  private Map<Integer, HalfOpen> of(RexNode condition, boolean outcome) {
    if (condition instanceof RexInputRef ref
        && ComparisonFamily.of(ref.getType()) == ComparisonFamily.BOOLEAN) {
      Optional<BigDecimal> bit = Optional.of(outcome ? BigDecimal.ONE : BigDecimal.ZERO);
      return Map.of(ref.getIndex(), new HalfOpen(bit, bit));
    }
    if (!(condition instanceof RexCall call)) {
      return Map.of();
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case AND -> outcome ? all(operands, true) : any(operands, false);
      case OR -> outcome ? any(operands, true) : all(operands, false);
      case NOT -> of(operands.get(0), !outcome);
      case IS_TRUE, IS_NOT_FALSE -> of(operands.get(0), outcome);
      case IS_FALSE, IS_NOT_TRUE -> of(operands.get(0), !outcome);
      case SEARCH -> of(RexUtil.expandSearch(in.emit().rex(), null, call), outcome);
      case CAST ->
          ComparisonFamily.of(operands.get(0).getType()) == ComparisonFamily.BOOLEAN
              ? of(operands.get(0), outcome)
              : Map.of();
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison(outcome ? call.getKind() : call.getKind().negateNullSafe(), operands);
      default -> Map.of();
    };
  }

  private Map<Integer, HalfOpen> all(List<RexNode> conditions, boolean outcome) {
    Map<Integer, HalfOpen> joined = new LinkedHashMap<>();
    for (RexNode condition : conditions) {
      of(condition, outcome).forEach((index, bound) -> joined.merge(index, bound, HalfOpen::and));
    }
    return joined;
  }

  private Map<Integer, HalfOpen> any(List<RexNode> conditions, boolean outcome) {
    Map<Integer, HalfOpen> joined = new LinkedHashMap<>(of(conditions.get(0), outcome));
    for (RexNode condition : conditions.subList(1, conditions.size())) {
      Map<Integer, HalfOpen> next = of(condition, outcome);
      joined.keySet().retainAll(next.keySet());
      joined.replaceAll((index, bound) -> bound.or(next.getOrDefault(index, bound)));
    }
    return joined;
  }

  private Map<Integer, HalfOpen> comparison(SqlKind kind, List<RexNode> operands) {
    RexNode left = operands.get(0);
    RexNode right = operands.get(1);
    return Describe.isConstant(right)
        ? comparison(left, kind, right)
        : comparison(right, kind.reverse(), left);
  }

  private Map<Integer, HalfOpen> comparison(RexNode side, SqlKind kind, RexNode constant) {
    Optional<RexInputRef> column = column(side);
    if (column.isEmpty() || !Describe.isConstant(constant)) {
      return Map.of();
    }
    Term value = in.of(constant);
    if (value.isNull() || value.soft().isEmpty()) {
      return Map.of();
    }
    Interval range = value.soft().get();
    Optional<BigDecimal> minimum = Optional.of(range.lower());
    Optional<BigDecimal> most = Optional.of(range.upper());
    RelDataType type = column.get().getType();
    HalfOpen bound =
        switch (kind) {
          case EQUALS -> new HalfOpen(minimum, most);
          case LESS_THAN, LESS_THAN_OR_EQUAL -> new HalfOpen(Optional.empty(), most);
          case GREATER_THAN, GREATER_THAN_OR_EQUAL -> new HalfOpen(minimum, Optional.empty());
          default -> new HalfOpen(Optional.empty(), Optional.empty());
        };
    boolean strict = kind == SqlKind.LESS_THAN || kind == SqlKind.GREATER_THAN;
    return Map.of(
        column.get().getIndex(),
        inColumn(bound, ComparisonFamily.of(side.getType()), type, strict));
  }

  /** The column under casts that keep the order. */
  private static Optional<RexInputRef> column(RexNode side) {
    if (side instanceof RexInputRef ref) {
      return switch (ComparisonFamily.of(ref.getType())) {
        case EXACT, APPROXIMATE, DATE, TIMESTAMP -> Optional.of(ref);
        default -> Optional.empty();
      };
    }
    if (side.getKind() != SqlKind.CAST) {
      return Optional.empty();
    }
    RexNode from = ((RexCall) side).getOperands().get(0);
    ComparisonFamily source = ComparisonFamily.of(from.getType());
    ComparisonFamily target = ComparisonFamily.of(side.getType());
    boolean monotone =
        Casts.keepsEveryNumber(from.getType(), side.getType())
            || (source.isNumeric() && target == ComparisonFamily.APPROXIMATE)
            || (source.isDay() && target.isDay());
    return monotone && from instanceof RexInputRef ? column(from) : Optional.empty();
  }

  /** Converts the compared value to the units of the column, which may be whole. */
  private static HalfOpen inColumn(
      HalfOpen bound, ComparisonFamily compared, RelDataType type, boolean strict) {
    return switch (ComparisonFamily.of(type)) {
      case EXACT -> {
        int scale = ComparisonFamily.scale(type);
        yield onGrid(
            compared == ComparisonFamily.APPROXIMATE ? rounded(bound, scale) : bound,
            scale,
            strict && compared == ComparisonFamily.EXACT);
      }
      case DATE ->
          compared == ComparisonFamily.TIMESTAMP
              ? onGrid(map(bound, Narrowing::inDays), 0, false)
              : onGrid(bound, 0, strict);
      case TIMESTAMP ->
          compared == ComparisonFamily.DATE
              ? ofDays(onGrid(bound, 0, strict))
              : strict ? inside(bound) : bound;
      case APPROXIMATE ->
          new HalfOpen(
              bound.lower().map(end -> Intervals.floating(Interval.point(end)).lower()),
              bound.upper().map(end -> Intervals.floating(Interval.point(end)).upper()));
      default -> bound;
    };
  }

  /**
   * A comparison in double precision cannot distinguish adjacent values: one unit more on each
   * side.
   */
  private static HalfOpen rounded(HalfOpen bound, int scale) {
    BigDecimal unit = Grids.decimals(scale);
    return new HalfOpen(
        bound.lower().map(end -> end.subtract(unit).subtract(slack(end))),
        bound.upper().map(end -> end.add(unit).add(slack(end))));
  }

  private static BigDecimal slack(BigDecimal end) {
    return end.abs().movePointLeft(15);
  }

  private static HalfOpen onGrid(HalfOpen bound, int scale, boolean strict) {
    BigDecimal unit = BigDecimal.ONE.scaleByPowerOfTen(-scale);
    return new HalfOpen(
        bound
            .lower()
            .map(
                end -> {
                  BigDecimal up = end.setScale(scale, RoundingMode.CEILING);
                  return strict && up.compareTo(end) == 0 ? up.add(unit) : up;
                }),
        bound
            .upper()
            .map(
                end -> {
                  BigDecimal down = end.setScale(scale, RoundingMode.FLOOR);
                  return strict && down.compareTo(end) == 0 ? down.subtract(unit) : down;
                }));
  }

  /** From the first moment of a day to the last one of another. */
  private static HalfOpen ofDays(HalfOpen days) {
    return new HalfOpen(
        days.lower().map(Narrowing::inSeconds),
        days.upper().map(day -> inSeconds(day.add(BigDecimal.ONE)).subtract(NANOSECOND)));
  }

  /**
   * What is before a timestamp is in the same second, day and month as a nanosecond before it, and
   * is clamped to that where a database has shorter times.
   */
  private static HalfOpen inside(HalfOpen bound) {
    return new HalfOpen(
        bound.lower().map(end -> end.add(NANOSECOND)),
        bound.upper().map(end -> end.subtract(NANOSECOND)));
  }

  private static HalfOpen map(HalfOpen bound, UnaryOperator<BigDecimal> unit) {
    return new HalfOpen(bound.lower().map(unit), bound.upper().map(unit));
  }

  private static BigDecimal inDays(BigDecimal seconds) {
    return seconds.divide(TemporalNumbers.SECONDS_PER_DAY, 20, RoundingMode.HALF_EVEN);
  }

  private static BigDecimal inSeconds(BigDecimal days) {
    return days.multiply(TemporalNumbers.SECONDS_PER_DAY);
  }
}
