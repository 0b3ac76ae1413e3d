package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.bounds.UnitAggregate.Part;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Aggregates over the rows of one unit, below the frontier. Each is a function of the set of rows,
 * independent of the order in which the database adds them. Floating-point sums are not, so they
 * are computed from integers on a grid, clamped to the declared bounds. No result raises an error,
 * whatever the data.
 */
public final class UnitAggregates {
  /** Digits that a database adds to those of a decimal when it sums it. */
  private static final int EXTRA_DIGITS = 10;

  private static final int LONG_SQUARE_BITS = 31;
  private static final int DECIMAL_SQUARE_BITS = 60;

  /** So that 2^30 squares add up to no more than 38 digits, where a sum has no more. */
  private static final int SUMMED_SQUARE_BITS = 48;

  private final Emit emit;
  private final List<ColumnFacts> columns;
  private final RowExpressions expressions;
  private final OptionalInt rows;

  /**
   * Starts from what is known of the aggregated rows.
   *
   * @param rex its type system must offer DECIMAL of 38 digits
   * @param columns of the rows
   * @param rows of one unit at most, where something bounds them, if only by a claim: no form
   *     depends on it, but the range of the result
   */
  public UnitAggregates(RexBuilder rex, List<ColumnFacts> columns, OptionalInt rows) {
    this.emit = new Emit(rex);
    this.columns = List.copyOf(columns);
    this.expressions = new RowExpressions(rex, columns);
    this.rows = rows;
  }

  /**
   * The aggregate in a form that is exact and total.
   *
   * @param function as the query names it
   * @param distinct of distinct values
   * @param arguments total expressions over the rows
   * @param filter total, which rows are aggregated
   * @param type that the query expects
   * @param name of the result, for messages
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is none of the aggregates offered here,
   *     or the range of a floating-point argument is not known
   */
  public UnitAggregate of(
      SqlAggFunction function,
      boolean distinct,
      List<RexNode> arguments,
      Optional<RexNode> filter,
      RelDataType type,
      String name) {
    if (arguments.size() > 1) {
      throw function.getKind() == SqlKind.COUNT
          ? ExpressionMessages.severalArguments(function.getName())
          : ExpressionMessages.notOfferedPerUnit(function.getName());
    }
    SqlKind kind = function.getKind();
    if (kind == SqlKind.COUNT) {
      return count(distinct, arguments, filter, name);
    } else if (arguments.isEmpty()) {
      throw ExpressionMessages.notOfferedPerUnit(function.getName());
    }
    RexNode argument = arguments.get(0);
    return switch (kind) {
      // EVERY and SOME are these functions of booleans, under names that not every database has.
      case MIN -> extreme(SqlStdOperatorTable.MIN, argument, filter, name);
      case MAX -> extreme(SqlStdOperatorTable.MAX, argument, filter, name);
      case SUM, SUM0 -> sum(kind == SqlKind.SUM0, distinct, argument, filter, type, name);
      case AVG -> mean(distinct, argument, filter, type, name);
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> {
        if (distinct) {
          throw ExpressionMessages.distinctNotOfferedPerUnit(function.getName());
        }
        yield spread(kind, argument, filter, type, name);
      }
      default -> throw ExpressionMessages.notOfferedPerUnit(function.getName());
    };
  }

  private UnitAggregate count(
      boolean distinct, List<RexNode> arguments, Optional<RexNode> filter, String name) {
    List<RexNode> counted =
        filter.isEmpty()
            ? arguments
            : List.of(
                filtered(
                    filter, arguments.isEmpty() ? emit.exact(BigDecimal.ONE) : arguments.get(0)));
    Optional<Interval> range =
        rows.isPresent() ? Optional.of(Interval.of(0, rows.getAsInt())) : Optional.empty();
    return new UnitAggregate(
        List.of(new Part(SqlStdOperatorTable.COUNT, distinct, counted)),
        parts -> parts.get(0),
        new ColumnFacts(name, range, Optional.empty(), true, Optional.of(BigDecimal.ZERO)));
  }

  private UnitAggregate extreme(
      SqlAggFunction function, RexNode argument, Optional<RexNode> filter, String name) {
    Optional<BigDecimal> step =
        argument instanceof RexInputRef ref ? columns.get(ref.getIndex()).step() : Optional.empty();
    return new UnitAggregate(
        List.of(new Part(function, false, List.of(filtered(filter, argument)))),
        parts -> parts.get(0),
        new ColumnFacts(
            unbounded(argument).orElse(name),
            expressions.range(argument),
            step,
            ofColumns(argument),
            Optional.empty()));
  }

  private UnitAggregate sum(
      boolean orZero,
      boolean distinct,
      RexNode argument,
      Optional<RexNode> filter,
      RelDataType type,
      String name) {
    Optional<Measure> measure = measure(argument);
    Part part =
        new Part(
            SqlStdOperatorTable.SUM,
            distinct,
            List.of(filtered(filter, measure.map(Measure::value).orElse(argument))));
    Optional<Interval> range = expressions.range(argument);
    Optional<BigDecimal> min =
        range.map(Interval::lower).filter(lower -> lower.signum() >= 0).map(l -> BigDecimal.ZERO);
    ColumnFacts facts =
        new ColumnFacts(
            range.isPresent() ? name : unbounded(argument).orElse(name),
            range.flatMap(this::added),
            measure.map(Measure::step),
            range.isPresent() || ofColumns(argument),
            min);
    return new UnitAggregate(
        List.of(part),
        parts -> {
          RexNode sum =
              measure
                  .map(m -> scaled(parts.get(0), m.step(), type))
                  .orElseGet(() -> fitted(parts.get(0), argument.getType(), type));
          return orZero ? orZero(sum) : sum;
        },
        facts);
  }

  /**
   * Integers to add instead of values without an exact sum, or with one that could have too many
   * digits.
   */
  private Optional<Measure> measure(RexNode argument) {
    boolean exact = numeric(argument) == ComparisonFamily.EXACT;
    RelDataType type = argument.getType();
    boolean addsUp =
        exact
            && (ComparisonFamily.isInteger(type)
                || type.getPrecision() <= emit.maxDigits() - EXTRA_DIGITS);
    return addsUp ? Optional.empty() : Optional.of(expressions.measure(argument));
  }

  /** What as many values as one unit can have add up to. */
  private Optional<Interval> added(Interval one) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal max = BigDecimal.valueOf(rows.getAsInt());
    return Optional.of(
        one.hull(Interval.of(0, 0)).hull(Intervals.multiply(one, Interval.point(max))));
  }

  private UnitAggregate mean(
      boolean distinct, RexNode argument, Optional<RexNode> filter, RelDataType type, String name) {
    Optional<Measure> measure = measure(argument);
    List<RexNode> values = List.of(filtered(filter, measure.map(Measure::value).orElse(argument)));
    return new UnitAggregate(
        emit.isForeign()
            ? List.of(
                new Part(SqlStdOperatorTable.SUM, distinct, values),
                new Part(SqlStdOperatorTable.COUNT, distinct, values))
            : List.of(new Part(SqlStdOperatorTable.AVG, distinct, values)),
        parts -> {
          RexNode mean = emit.isForeign() ? divided(parts.get(0), parts.get(1)) : parts.get(0);
          return measure
              .map(m -> scaled(mean, m.step(), type))
              .orElseGet(() -> fitted(mean, argument.getType(), type));
        },
        new ColumnFacts(
            unbounded(argument).orElse(name),
            expressions.range(argument),
            Optional.empty(),
            ofColumns(argument),
            Optional.empty()));
  }

  /** The mean, whose own digits would be the database's. */
  private RexNode divided(RexNode sum, RexNode count) {
    return emit.call(
        emit.floating(),
        SqlStdOperatorTable.DIVIDE,
        emit.cast(sum, emit.floating()),
        emit.unlessZero(emit.cast(count, emit.floating())));
  }

  /**
   * Out of the exact sums of y = x − L and of its square, on the grid: in double precision, which
   * is then the same in any order.
   */
  private UnitAggregate spread(
      SqlKind kind, RexNode argument, Optional<RexNode> filter, RelDataType type, String name) {
    numeric(argument);
    Measure measure = expressions.measure(argument);
    BigInteger width = measure.upper().subtract(measure.lower());
    boolean roomy = emit.maxDigits() > Emit.MAX_DIGITS;
    if (width.bitLength() > (roomy ? DECIMAL_SQUARE_BITS : SUMMED_SQUARE_BITS)) {
      throw ExpressionMessages.rangeTooWide(name);
    }
    RexNode y = shifted(filtered(filter, measure.value()), measure.lower(), width);
    RexNode square = emit.call(y.getType(), SqlStdOperatorTable.MULTIPLY, y, y);
    boolean root = kind == SqlKind.STDDEV_POP || kind == SqlKind.STDDEV_SAMP;
    boolean sample = kind == SqlKind.VAR_SAMP || kind == SqlKind.STDDEV_SAMP;
    BigDecimal max = new BigDecimal(width).multiply(measure.step());
    Interval range = new Interval(BigDecimal.ZERO, root ? max : max.multiply(max));
    return new UnitAggregate(
        List.of(
            new Part(SqlStdOperatorTable.COUNT, false, List.of(y)),
            new Part(SqlStdOperatorTable.SUM, false, List.of(y)),
            new Part(SqlStdOperatorTable.SUM, false, List.of(square))),
        parts -> {
          RexNode variance = variance(parts, sample);
          RexNode steps =
              root ? emit.call(emit.floating(), SqlStdOperatorTable.SQRT, variance) : variance;
          BigDecimal unit = root ? measure.step() : measure.step().multiply(measure.step());
          return scaled(steps, unit, type);
        },
        new ColumnFacts(name, Optional.of(range), Optional.empty(), true, Optional.empty()));
  }

  private RexNode shifted(RexNode value, BigInteger lower, BigInteger width) {
    RelDataType type =
        width.bitLength() <= LONG_SQUARE_BITS
                && value.getType().getSqlTypeName() == SqlTypeName.BIGINT
            ? emit.bigint()
            : emit.decimal(Emit.MAX_DIGITS, 0);
    RexNode wide =
        type.getSqlTypeName() == value.getType().getSqlTypeName() ? value : emit.cast(value, type);
    return lower.signum() == 0
        ? wide
        : emit.call(type, SqlStdOperatorTable.MINUS, wide, emit.exact(new BigDecimal(lower), type));
  }

  /** NULL for no values, or for one if it is a sample statistic; never below zero. */
  private RexNode variance(List<RexNode> parts, boolean sample) {
    RelDataType floating = emit.floating();
    RexNode n = emit.cast(parts.get(0), floating);
    RexNode sum = emit.cast(parts.get(1), floating);
    RexNode squares = emit.cast(parts.get(2), floating);
    RexNode one = emit.approximate(BigDecimal.ONE);
    RexNode ofSum =
        emit.call(
            floating,
            SqlStdOperatorTable.DIVIDE,
            emit.call(floating, SqlStdOperatorTable.MULTIPLY, sum, sum),
            emit.unlessZero(n));
    RexNode divisor = sample ? emit.call(floating, SqlStdOperatorTable.MINUS, n, one) : n;
    RexNode variance =
        emit.call(
            floating,
            SqlStdOperatorTable.DIVIDE,
            emit.call(floating, SqlStdOperatorTable.MINUS, squares, ofSum),
            emit.unlessZero(divisor));
    RexNode zero = emit.approximate(BigDecimal.ZERO);
    return emit.cases(
        floating, emit.test(SqlStdOperatorTable.LESS_THAN, variance, zero), zero, variance);
  }

  private ComparisonFamily numeric(RexNode argument) {
    ComparisonFamily family = ComparisonFamily.of(argument.getType());
    if (!family.isNumeric()) {
      throw ExpressionMessages.notNumeric(
          Describe.text(columns, argument).orElse(argument.getKind().lowerName));
    }
    return family;
  }

  private RexNode filtered(Optional<RexNode> filter, RexNode value) {
    return filter.map(f -> emit.cases(value.getType(), f, value)).orElse(value);
  }

  /** Steps of a grid as a number. */
  private RexNode scaled(RexNode steps, BigDecimal step, RelDataType type) {
    RexNode floating = emit.cast(steps, emit.floating());
    RexNode value =
        step.compareTo(BigDecimal.ONE) == 0
            ? floating
            : emit.call(
                emit.floating(), SqlStdOperatorTable.MULTIPLY, floating, emit.approximate(step));
    return ComparisonFamily.of(type) == ComparisonFamily.EXACT ? clamped(value, type) : value;
  }

  /**
   * A sum or mean in the type that the query expects. Of long decimals the database makes longer
   * ones than that type holds.
   */
  private RexNode fitted(RexNode value, RelDataType argument, RelDataType type) {
    if (ComparisonFamily.of(type) == ComparisonFamily.APPROXIMATE) {
      return ComparisonFamily.of(value.getType()) == ComparisonFamily.APPROXIMATE
          ? value
          : emit.cast(value, emit.floating());
    }
    boolean longer =
        argument.getSqlTypeName() == SqlTypeName.DECIMAL
            && argument.getPrecision() + EXTRA_DIGITS > Emit.MAX_DIGITS;
    boolean same =
        SqlTypeUtil.equalSansNullability(emit.rex().getTypeFactory(), value.getType(), type);
    return same && !longer ? value : clamped(value, type);
  }

  private RexNode clamped(RexNode value, RelDataType type) {
    Interval all = ComparisonFamily.typeRange(type).orElseThrow();
    RelDataType result = emit.nullable(type);
    return emit.cases(
        result,
        emit.test(SqlStdOperatorTable.LESS_THAN, value, end(all.lower(), value)),
        emit.exact(all.lower(), result),
        emit.test(SqlStdOperatorTable.GREATER_THAN, value, end(all.upper(), value)),
        emit.exact(all.upper(), result),
        emit.cast(value, result));
  }

  /**
   * The end of a type's range as the value is compared with it. The double that is nearest to it,
   * or the shortest number that is written for that, may be beyond it, and have no room in the
   * type.
   */
  private RexNode end(BigDecimal end, RexNode value) {
    if (ComparisonFamily.of(value.getType()) != ComparisonFamily.APPROXIMATE) {
      return emit.exact(end);
    }
    double nearest = end.abs().doubleValue();
    boolean beyond =
        new BigDecimal(nearest).max(BigDecimal.valueOf(nearest)).compareTo(end.abs()) > 0;
    BigDecimal size = BigDecimal.valueOf(beyond ? Math.nextDown(nearest) : nearest);
    return emit.approximate(end.signum() < 0 ? size.negate() : size);
  }

  private RexNode orZero(RexNode sum) {
    return emit.cases(
        sum.getType(),
        emit.test(SqlStdOperatorTable.IS_NULL, sum),
        emit.exact(BigDecimal.ZERO),
        sum);
  }

  private Optional<String> unbounded(RexNode argument) {
    return Describe.unbounded(columns, argument).map(ColumnFacts::name);
  }

  /** Whether what is unbounded in the argument was computed for each unit itself. */
  private boolean ofColumns(RexNode argument) {
    return Describe.unbounded(columns, argument).map(ColumnFacts::computed).orElse(false);
  }
}
