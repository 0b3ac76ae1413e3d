package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.NumericType;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/** The window functions: rank, distance, position in the frame, aggregate over the frame. */
final class WindowFunctions {
  private WindowFunctions() {}

  /** Functions of the position alone, with a numeric result. */
  static Optional<CompiledWindowFunction> ranking(SqlKind kind, NumericType type) {
    return switch (kind) {
      case ROW_NUMBER -> Optional.of(partition -> position -> type.fit(position + 1L));
      case RANK -> Optional.of(p -> position -> type.fit(p.peersFrom(position) + 1L));
      case DENSE_RANK -> Optional.of(partition -> denseRank(partition, type));
      case PERCENT_RANK ->
          Optional.of(
              p ->
                  position ->
                      type.fit(p.size() == 1 ? 0.0 : p.peersFrom(position) / (p.size() - 1.0)));
      case CUME_DIST ->
          Optional.of(p -> position -> type.fit(p.peersTo(position) / (double) p.size()));
      default -> Optional.empty();
    };
  }

  private static CompiledWindowFunction.Column denseRank(Partition partition, NumericType type) {
    long[] ranks = new long[partition.size()];
    for (int i = 0; i < ranks.length; i++) {
      boolean first = partition.peersFrom(i) == i;
      ranks[i] = (i == 0 ? 0 : ranks[i - 1]) + (first ? 1 : 0);
    }
    return position -> type.fit(ranks[position]);
  }

  /** NTILE: parts of as equal size as can be, the larger ones first. */
  static CompiledWindowFunction ntile(Expression parts, NumericType type) {
    return partition ->
        position -> {
          Object number = parts.value(partition.tuple(position));
          if (number == null || Numbers.toLong(number) < 1) {
            throw RunMessages.badArgument("NTILE");
          }
          long count = Numbers.toLong(number);
          long small = partition.size() / count;
          long large = partition.size() % count;
          long inLarge = large * (small + 1);
          return type.fit(
              position < inLarge
                  ? position / (small + 1) + 1
                  : large + (position - inLarge) / small + 1);
        };
  }

  /**
   * LAG (sign −1) and LEAD (sign 1).
   *
   * @param otherwise the value if there is no such row
   */
  static CompiledWindowFunction shift(
      Expression value, Expression distance, Expression otherwise, int sign, boolean ignoreNulls) {
    return partition ->
        position -> {
          Tuple tuple = partition.tuple(position);
          Object steps = distance.value(tuple);
          if (steps == null) {
            return null;
          }
          long left = Numbers.toLong(steps);
          int direction = left < 0 ? -sign : sign;
          left = Math.abs(left);
          int at = position;
          while (left > 0 && at >= 0 && at < partition.size()) {
            at += direction;
            boolean counts =
                !ignoreNulls
                    || at < 0
                    || at >= partition.size()
                    || value.value(partition.tuple(at)) != null;
            left -= counts ? 1 : 0;
          }
          return at < 0 || at >= partition.size()
              ? otherwise.value(tuple)
              : value.value(partition.tuple(at));
        };
  }

  /** FIRST_VALUE and NTH_VALUE: the value in the frame's row of that number, from 1. */
  static CompiledWindowFunction nth(
      Expression value, Expression number, Frame frame, boolean ignoreNulls) {
    return partition ->
        position -> {
          Object wanted = number.value(partition.tuple(position));
          if (wanted == null || Numbers.toLong(wanted) < 1) {
            throw RunMessages.badArgument("NTH_VALUE");
          }
          long left = Numbers.toLong(wanted);
          Frame.Range range = frame.at(partition, position);
          for (int other = range.from(); other < range.to(); other++) {
            Object candidate = value.value(partition.tuple(other));
            boolean counts =
                frame.includes(partition, position, other) && !(ignoreNulls && candidate == null);
            left -= counts ? 1 : 0;
            if (left == 0) {
              return candidate;
            }
          }
          return null;
        };
  }

  /** LAST_VALUE. */
  static CompiledWindowFunction last(Expression value, Frame frame, boolean ignoreNulls) {
    return partition ->
        position -> {
          Frame.Range range = frame.at(partition, position);
          for (int other = range.to() - 1; other >= range.from(); other--) {
            Object candidate = value.value(partition.tuple(other));
            if (frame.includes(partition, position, other) && !(ignoreNulls && candidate == null)) {
              return candidate;
            }
          }
          return null;
        };
  }

  /** An aggregate over the frame. */
  static CompiledWindowFunction aggregate(
      Supplier<Accumulator> accumulators,
      List<Expression> arguments,
      boolean distinct,
      Frame frame) {
    return partition -> new Aggregate(accumulators, arguments, distinct, frame, partition);
  }

  /** Goes on from row to row where the frame only grows; starts anew where it does not. */
  private static final class Aggregate implements CompiledWindowFunction.Column {
    private final Supplier<Accumulator> accumulators;
    private final List<Expression> arguments;
    private final boolean distinct;
    private final Frame frame;
    private final Partition partition;
    private final Set<List<Object>> seen = new HashSet<>();
    private Accumulator accumulator;
    private int taken;

    Aggregate(
        Supplier<Accumulator> accumulators,
        List<Expression> arguments,
        boolean distinct,
        Frame frame,
        Partition partition) {
      this.accumulators = accumulators;
      this.arguments = arguments;
      this.distinct = distinct;
      this.frame = frame;
      this.partition = partition;
      this.accumulator = accumulators.get();
    }

    @Override
    public @Nullable Object at(int position) {
      Frame.Range range = frame.at(partition, position);
      if (!frame.grows() || taken > range.to()) {
        accumulator = accumulators.get();
        seen.clear();
        taken = range.from();
      }
      for (; taken < range.to(); taken++) {
        if (frame.includes(partition, position, taken)) {
          add(partition.tuple(taken));
        }
      }
      return accumulator.result();
    }

    private void add(Tuple tuple) {
      List<Object> values = new ArrayList<>(arguments.size());
      List<Object> keys = new ArrayList<>();
      for (Expression argument : arguments) {
        Object value = argument.value(tuple);
        if (value == null) {
          accumulator.addNull();
          return;
        }
        values.add(value);
        keys.add(distinct ? Values.key(value) : value);
      }
      if (!distinct || seen.add(keys)) {
        accumulator.add(values);
      }
    }
  }
}
