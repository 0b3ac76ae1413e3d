package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/**
 * An object that wraps nothing: it can be unwrapped as the standard JDBC interfaces it implements,
 * which gives itself, and as nothing else.
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
