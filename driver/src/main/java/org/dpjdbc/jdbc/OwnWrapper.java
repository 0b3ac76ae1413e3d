package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.dpjdbc.jdbc.error.Errors;

/**
 * An object that wraps nothing: it can be unwrapped only to the standard JDBC interfaces that it
 * implements, which returns the object itself.
 */
interface OwnWrapper extends Wrapper {
  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type != null
        && type.isInterface()
        && (type.getPackageName().equals("java.sql") || type.getPackageName().equals("javax.sql"))
        && type.isInstance(this);
  }

  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (!isWrapperFor(type)) {
      throw Errors.badArgument("unwrap");
    }
    return type.cast(this);
  }
}
