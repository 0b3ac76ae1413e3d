package org.dpjdbc.jdbc.value;

import java.sql.SQLException;

/**
 * Reads a value as a class.
 *
 * @param <T> the class
 */
@FunctionalInterface
public interface Conversion<T> {
  /**
   * Reads a value.
   *
   * @param value of one of the classes that {@link org.dpjdbc.run.rows.Rows} lists
   * @throws SQLException if it has no meaning in that class (22018) or does not fit it (22003)
   */
  T apply(Object value) throws SQLException;
}
