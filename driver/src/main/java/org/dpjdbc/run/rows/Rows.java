package org.dpjdbc.run.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory: the one class that holds values as bare objects. SQL NULL is {@code null}; the
 * other values are Boolean, Byte, Short, Integer, Long, BigDecimal, Float, Double, String, byte[],
 * {@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link java.time.LocalDateTime}, {@link
 * java.time.OffsetDateTime}, {@link java.time.OffsetTime} and {@link java.util.UUID}, each in the
 * class that belongs to its column's type. Immutable.
 */
public final class Rows {
  private final int width;
  private final List<@Nullable Object[]> rows;

  private Rows(int width, List<@Nullable Object[]> rows) {
    this.width = width;
    this.rows = rows;
  }

  /**
   * Takes rows over.
   *
   * @param width number of columns
   * @param rows each of that width; neither the list nor the arrays may be changed afterwards
   */
  public static Rows of(int width, List<@Nullable Object[]> rows) {
    return new Rows(width, rows);
  }

  /** No rows. */
  public static Rows none(int width) {
    return new Rows(width, new ArrayList<>());
  }

  /** Number of rows. */
  public int size() {
    return rows.size();
  }

  /** Number of columns. */
  public int width() {
    return width;
  }

  /** The value in a row and column, both from 0; {@code null} is SQL NULL. */
  public @Nullable Object get(int row, int column) {
    return rows.get(row)[column];
  }

  /** A copy of a row. */
  public @Nullable Object[] row(int row) {
    return Arrays.copyOf(rows.get(row), width);
  }

  /** The first columns. */
  public Rows narrow(int columns) {
    return new Rows(columns, rows);
  }

  /** At most the first rows. */
  public Rows first(long limit) {
    return limit >= rows.size() ? this : new Rows(width, rows.subList(0, (int) limit));
  }
}
