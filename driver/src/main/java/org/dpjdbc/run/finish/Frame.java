package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.List;
import org.apache.calcite.rex.RexWindowExclusion;
import org.dpjdbc.run.finish.expression.DateFunctions;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Numbers;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * The rows around a row that a window function looks at.
 *
 * @param rows whether offsets count rows, or distances of the order key
 * @param order the window's order
 * @param exclusion which of the rows are left out
 */
record Frame(
    boolean rows, Bound lower, Bound upper, List<OrderKey> order, RexWindowExclusion exclusion) {

  /** One end of a frame. */
  sealed interface Bound {}

  /** The partition's own end. */
  record Unbounded() implements Bound {}

  /** The row itself, or its peers. */
  record Current() implements Bound {}

  /** So far before (sign −1) or after (sign 1) the row. */
  record Offset(Expression distance, int sign, Unit unit) implements Bound {}

  /** What a distance is counted in. */
  enum Unit {
    /** Rows, or the unit of a numeric order key. */
    NUMBER,
    /** Of an order key that is a date or time. */
    MILLISECONDS,
    /** Of an order key that is a date or timestamp. */
    MONTHS;

    /** A value of the order key as distances from it are measured. */
    Object place(Object value) {
      return switch (this) {
        case NUMBER -> Numbers.toDecimal(value);
        case MILLISECONDS -> DateFunctions.exactMillis((Temporal) value);
        case MONTHS -> value;
      };
    }

    /** The place at a distance from a value. */
    Object at(Object value, BigDecimal distance) {
      return this == MONTHS
          ? ((Temporal) value).plus(distance.longValueExact(), ChronoUnit.MONTHS)
          : ((BigDecimal) place(value)).add(distance);
    }
  }

  /** Positions from {@code from} to before {@code to}. */
  record Range(int from, int to) {}

  /** The frame of a position, before the exclusion. */
  Range at(Partition partition, int position) {
    int from =
        lower instanceof Unbounded ? 0 : edge(partition, position, lower, /* isLower= */ true);
    int to =
        upper instanceof Unbounded
            ? partition.size()
            : edge(partition, position, upper, /* isLower= */ false);
    return new Range(from, Math.max(from, to));
  }

  /** Whether frames only ever grow at their end, so that aggregates can go on from row to row. */
  boolean grows() {
    return lower instanceof Unbounded && exclusion == RexWindowExclusion.EXCLUDE_NO_OTHER;
  }

  /** Whether the exclusion leaves a position in the frame of another. */
  boolean includes(Partition partition, int position, int other) {
    boolean peers = other >= partition.peersFrom(position) && other < partition.peersTo(position);
    return switch (exclusion) {
      case EXCLUDE_NO_OTHER -> true;
      case EXCLUDE_CURRENT_ROW -> other != position;
      case EXCLUDE_GROUP -> !peers;
      case EXCLUDE_TIES -> !peers || other == position;
    };
  }

  private int edge(Partition partition, int position, Bound bound, boolean isLower) {
    if (bound instanceof Offset offset) {
      return rows
          ? rowEdge(partition, position, offset, isLower)
          : rangeEdge(partition, position, offset, isLower);
    }
    if (rows) {
      return isLower ? position : position + 1;
    }
    return isLower ? partition.peersFrom(position) : partition.peersTo(position);
  }

  private static int rowEdge(Partition partition, int position, Offset offset, boolean isLower) {
    BigDecimal distance = distance(partition, position, offset);
    long steps = distance.min(BigDecimal.valueOf(partition.size())).longValue();
    long edge = position + offset.sign() * steps + (isLower ? 0 : 1);
    return (int) Math.max(0, Math.min(partition.size(), edge));
  }

  private int rangeEdge(Partition partition, int position, Offset offset, boolean isLower) {
    OrderKey key = order.get(0);
    Object current = key.key().value(partition.tuple(position));
    if (current == null) {
      return isLower ? partition.peersFrom(position) : partition.peersTo(position);
    }
    int direction = key.descending() ? -1 : 1;
    BigDecimal away =
        distance(partition, position, offset)
            .multiply(BigDecimal.valueOf((long) direction * offset.sign()));
    Object limit = offset.unit().at(current, away);
    int edge = isLower ? partition.size() : 0;
    for (int other = 0; other < partition.size(); other++) {
      Object value = key.key().value(partition.tuple(other));
      if (value == null) {
        continue;
      }
      int sign = direction * Values.compare(offset.unit().place(value), limit);
      if (isLower && sign >= 0) {
        return other;
      }
      if (!isLower && sign <= 0) {
        edge = other + 1;
      }
    }
    return edge;
  }

  private static BigDecimal distance(Partition partition, int position, Offset offset) {
    @Nullable Object distance = offset.distance().value(partition.tuple(position));
    if (distance == null || Numbers.toDecimal(distance).signum() < 0) {
      throw RunMessages.badArgument("a window frame");
    }
    return Numbers.toDecimal(distance);
  }
}
