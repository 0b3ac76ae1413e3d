package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dpjdbc.jdbc.error.Errors;
import org.jspecify.annotations.Nullable;

/** The values bound to a prepared statement's parameters. Thread-safe. */
final class Parameters {
  private static final Object UNSET = new Object();

  private final List<@Nullable Object> values;

  Parameters(int count) {
    this.values = new ArrayList<>(Collections.nCopies(count, UNSET));
  }

  /** Binds a value, already in one of the classes that {@link org.dpjdbc.run.rows.Rows} lists. */
  synchronized void set(int index, @Nullable Object value) throws SQLException {
    check(index);
    values.set(index - 1, value);
  }

  synchronized void check(int index) throws SQLException {
    if (index < 1 || index > values.size()) {
      throw Errors.noSuchParameter(index, values.size());
    }
  }

  synchronized void clear() {
    Collections.fill(values, UNSET);
  }

  /**
   * A copy of the values, in order.
   *
   * @throws SQLException if one is not bound
   */
  synchronized List<@Nullable Object> values() throws SQLException {
    int unset = values.indexOf(UNSET);
    if (unset >= 0) {
      throw Errors.parameterNotSet(unset + 1);
    }
    return Collections.unmodifiableList(new ArrayList<>(values));
  }
}
