package org.dpjdbc.sql.refusal;

import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Two values of a column's type, the lower one first, as an analyst who chooses bounds may write
 * them. They disclose nothing about the data: a refusal needs them only for a column whose bounds
 * are unknown.
 *
 * @param lower as a literal
 * @param upper as a literal
 */
public record ExampleBounds(String lower, String upper) {
  private static final ExampleBounds NUMBERS = new ExampleBounds("0", "100");

  /** Values of a number's, date's or timestamp's type. */
  public static ExampleBounds of(SqlTypeName type) {
    return switch (type) {
      case DATE -> new ExampleBounds("DATE '2000-01-01'", "DATE '2029-12-31'");
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          new ExampleBounds("TIMESTAMP '2000-01-01 00:00:00'", "TIMESTAMP '2029-12-31 00:00:00'");
      default -> NUMBERS;
    };
  }

  private Rewrite.Around clamp() {
    return new Rewrite.Around("LEAST(GREATEST(", ", " + lower + "), " + upper + ")");
  }

  private Rewrite.Where filter() {
    return new Rewrite.Where(" BETWEEN " + lower + " AND " + upper);
  }

  /** The two ways to bound what is at fault: values beyond are moved, or rows left out. */
  List<Rewrite> rewrites() {
    return List.of(clamp(), filter());
  }

  /** What each of the two does. */
  String advice(String what) {
    Rewrite.Around clamp = clamp();
    return "choose bounds, such as "
        + lower
        + " and "
        + upper
        + ": "
        + clamp.before()
        + what
        + clamp.after()
        + " clamps, so that a value beyond them counts as the nearest bound, and WHERE "
        + what
        + filter().after()
        + " filters, so that its row is left out";
  }
}
