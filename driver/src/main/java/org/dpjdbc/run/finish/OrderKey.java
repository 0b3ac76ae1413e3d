package org.dpjdbc.run.finish;

import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.finish.expression.Values;
import org.jspecify.annotations.Nullable;

/**
 * One key of an ORDER BY.
 *
 * @param key what is compared
 * @param descending largest first
 * @param nullsFirst whether NULL comes before all values
 */
record OrderKey(Expression key, boolean descending, boolean nullsFirst) {

  /** A key as a plan says it; where the plan leaves NULL open, it is above all values. */
  static OrderKey of(
      Expression key,
      RelFieldCollation.Direction direction,
      RelFieldCollation.NullDirection nullDirection) {
    boolean descending = direction.isDescending();
    boolean nullsFirst =
        switch (nullDirection) {
          case FIRST -> true;
          case LAST -> false;
          case UNSPECIFIED -> descending;
        };
    return new OrderKey(key, descending, nullsFirst);
  }

  /** A column as a plan orders by it. */
  static OrderKey of(RelFieldCollation collation) {
    int column = collation.getFieldIndex();
    return of(tuple -> tuple.get(column), collation.getDirection(), collation.nullDirection);
  }

  /** Compares two rows by keys, the first one first. */
  static int compare(List<OrderKey> keys, Tuple left, Tuple right) {
    for (OrderKey key : keys) {
      int sign = key.compare(left, right);
      if (sign != 0) {
        return sign;
      }
    }
    return 0;
  }

  private int compare(Tuple left, Tuple right) {
    return compareValues(key.value(left), key.value(right));
  }

  private int compareValues(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      int nulls = nullsFirst ? -1 : 1;
      return left == right ? 0 : left == null ? nulls : -nulls;
    }
    int sign = Values.compare(left, right);
    return descending ? -sign : sign;
  }
}
