package org.dpjdbc.run.finish.expression;

import org.jspecify.annotations.Nullable;

/**
 * A compiled scalar expression. Stateless and thread-safe. Its value has the runtime class of the
 * expression's SQL type, as {@link org.dpjdbc.run.rows.Rows} lists them.
 */
@FunctionalInterface
public interface Expression {
  /**
   * The value for a row; {@code null} is SQL NULL.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it has none, as with a division by zero
   */
  @Nullable Object value(Tuple tuple);

  /** Whether a condition holds; false and unknown are alike. */
  default boolean holds(Tuple tuple) {
    return Boolean.TRUE.equals(value(tuple));
  }
}
