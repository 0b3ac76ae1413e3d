package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.run.finish.expression.ArithmeticFunctions;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.NumericType;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/** The aggregate functions that are evaluated without Calcite's engine. */
final class Accumulators {
  private Accumulators() {}

  /**
   * Makes accumulators of a function.
   *
   * @param type its result where that is a number
   */
  static Optional<Supplier<Accumulator>> of(SqlAggFunction function, Optional<NumericType> type) {
    SqlKind kind = function.getKind();
    if (type.isPresent()) {
      NumericType number = type.get();
      switch (kind) {
        case COUNT:
          return Optional.of(() -> new Count(number));
        case SUM:
          return Optional.of(() -> new Sum(number, false));
        case SUM0:
          return Optional.of(() -> new Sum(number, true));
        case AVG:
          return Optional.of(() -> new Mean(number));
        case VAR_POP:
          return Optional.of(() -> new Spread(number, 0, false));
        case VAR_SAMP:
          return Optional.of(() -> new Spread(number, 1, false));
        case STDDEV_POP:
          return Optional.of(() -> new Spread(number, 0, true));
        case STDDEV_SAMP:
          return Optional.of(() -> new Spread(number, 1, true));
        default:
          Optional<Supplier<Accumulator>> pairs = Comoments.named(function.getName(), number);
          if (pairs.isPresent()) {
            return pairs;
          }
      }
    }
    return switch (kind) {
      case MIN -> Optional.of(() -> new Extreme(-1));
      case MAX -> Optional.of(() -> new Extreme(1));
      case ANY_VALUE -> Optional.of(First::new);
      case SINGLE_VALUE -> Optional.of(Single::new);
      case MODE -> Optional.of(Mode::new);
      default -> named(function.getName());
    };
  }

  private static Optional<Supplier<Accumulator>> named(String name) {
    return switch (name) {
      case "EVERY", "BOOL_AND" -> Optional.of(() -> new Extreme(-1));
      case "SOME", "BOOL_OR" -> Optional.of(() -> new Extreme(1));
      default -> Optional.empty();
    };
  }

  private static final class Count implements Accumulator {
    private final NumericType type;
    private long count;

    Count(NumericType type) {
      this.type = type;
    }

    @Override
    public void add(List<Object> arguments) {
      count++;
    }

    @Override
    public Object result() {
      return type.fit(count);
    }
  }

  /** Adds up exactly, except where a floating number comes in. */
  private static final class Sum implements Accumulator {
    private final NumericType type;
    private final boolean zeroWhenEmpty;
    private BigDecimal exact = BigDecimal.ZERO;
    private double floating;
    private boolean anyFloating;
    private long count;

    Sum(NumericType type, boolean zeroWhenEmpty) {
      this.type = type;
      this.zeroWhenEmpty = zeroWhenEmpty;
    }

    @Override
    public void add(List<Object> arguments) {
      Object value = arguments.get(0);
      count++;
      if (Numbers.isApproximate(value)) {
        floating += Numbers.toDouble(value);
        anyFloating = true;
      } else {
        exact = exact.add(Numbers.toDecimal(value));
      }
    }

    long count() {
      return count;
    }

    Object total() {
      return anyFloating ? (Object) (floating + exact.doubleValue()) : exact;
    }

    @Override
    public @Nullable Object result() {
      return count == 0 && !zeroWhenEmpty ? null : type.fit(total());
    }
  }

  private static final class Mean implements Accumulator {
    private final NumericType type;
    private final Sum sum;
    private final ArithmeticFunctions.Binary division;

    Mean(NumericType type) {
      this.type = type;
      this.sum = new Sum(type, false);
      this.division = ArithmeticFunctions.binary(SqlKind.DIVIDE, type).orElseThrow();
    }

    @Override
    public void add(List<Object> arguments) {
      sum.add(arguments);
    }

    @Override
    public @Nullable Object result() {
      return sum.count() == 0 ? null : type.fit(division.apply(sum.total(), sum.count()));
    }
  }

  /** Variance and standard deviation in one pass (Welford 1962). */
  private static final class Spread implements Accumulator {
    private final NumericType type;
    private final int lessDegrees;
    private final boolean root;
    private long count;
    private double mean;
    private double squares;

    Spread(NumericType type, int lessDegrees, boolean root) {
      this.type = type;
      this.lessDegrees = lessDegrees;
      this.root = root;
    }

    @Override
    public void add(List<Object> arguments) {
      double value = Numbers.toDouble(arguments.get(0));
      count++;
      double before = value - mean;
      mean += before / count;
      squares += before * (value - mean);
    }

    @Override
    public @Nullable Object result() {
      if (count <= lessDegrees) {
        return null;
      }
      double variance = squares / (count - lessDegrees);
      return type.fit(root ? Math.sqrt(variance) : variance);
    }
  }

  /** The smallest (sign −1) or greatest (sign 1) value. */
  private static final class Extreme implements Accumulator {
    private final int sign;
    private @Nullable Object best;

    Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void add(List<Object> arguments) {
      Object value = arguments.get(0);
      if (best == null || Values.compare(value, best) * sign > 0) {
        best = value;
      }
    }

    @Override
    public @Nullable Object result() {
      return best;
    }
  }

  private static final class First implements Accumulator {
    private @Nullable Object value;

    @Override
    public void add(List<Object> arguments) {
      if (value == null) {
        value = arguments.get(0);
      }
    }

    @Override
    public @Nullable Object result() {
      return value;
    }
  }

  /** The most frequent value; of several the one that came first. */
  private static final class Mode implements Accumulator {
    private final Map<Object, Integer> counts = new HashMap<>();
    private final List<Object> firsts = new ArrayList<>();

    @Override
    public void add(List<Object> arguments) {
      if (counts.merge(Values.key(arguments.get(0)), 1, Integer::sum) == 1) {
        firsts.add(arguments.get(0));
      }
    }

    @Override
    public @Nullable Object result() {
      Object best = null;
      int max = 0;
      for (Object value : firsts) {
        int count = counts.getOrDefault(Values.key(value), 0);
        if (count > max) {
          best = value;
          max = count;
        }
      }
      return best;
    }
  }

  /** A scalar subquery: NULL for no row, refused for two. */
  private static final class Single implements Accumulator {
    private @Nullable Object value;
    private boolean taken;

    @Override
    public void add(List<Object> arguments) {
      take();
      value = arguments.get(0);
    }

    @Override
    public void addNull() {
      take();
    }

    private void take() {
      if (taken) {
        throw RunMessages.manyRows();
      }
      taken = true;
    }

    @Override
    public @Nullable Object result() {
      return value;
    }
  }
}
