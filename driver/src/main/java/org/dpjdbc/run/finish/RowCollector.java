package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/** Collects the rows that an operator produces, and counts them and their memory. */
final class RowCollector {
  private static final int ROW = 32;
  private static final int REFERENCE = 8;
  private static final int VALUE = 16;
  private static final int TEXT = 48;
  private static final int BITS_PER_BYTE = 8;

  private final int width;
  private final Run run;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private long bytes;

  RowCollector(int width, Run run) {
    this.width = width;
    this.run = run;
  }

  /**
   * Adds a row.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if there are more than an operator may hold, or
   *     the memory does not suffice
   */
  void add(@Nullable Object[] row) {
    long weight = weight(row);
    run.hold(weight);
    bytes += weight;
    rows.add(row);
    Run.requireRoom(rows.size());
  }

  /** What a row takes, with its values. */
  static long weight(@Nullable Object[] row) {
    long weight = ROW + (long) REFERENCE * row.length;
    for (Object value : row) {
      weight += weight(value);
    }
    return weight;
  }

  private static long weight(@Nullable Object value) {
    if (value instanceof String text) {
      return TEXT + 2L * text.length();
    } else if (value instanceof byte[] array) {
      return VALUE + (long) array.length;
    } else if (value instanceof BigDecimal decimal) {
      return TEXT + (long) decimal.unscaledValue().bitLength() / BITS_PER_BYTE;
    }
    return value == null ? 0 : VALUE;
  }

  /** Those that there are; they count as held until the operator has run. */
  List<@Nullable Object[]> list() {
    return rows;
  }

  /** All of them; nothing may be added any more. */
  Rows rows() {
    run.gathered(bytes);
    return Rows.of(width, rows);
  }
}
