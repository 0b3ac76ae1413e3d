package org.dpjdbc.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the rows that are read from a connection. */
final class CountedRows {
  private static final List<Class<?>> WATCHED =
      List.of(PreparedStatement.class, Statement.class, ResultSet.class);

  private int rows;

  /** The connection, watched. */
  Connection watch(Connection connection) {
    return (Connection) watched(Connection.class, connection);
  }

  /** How many were read since this was last asked. */
  int taken() {
    int taken = rows;
    rows = 0;
    return taken;
  }

  private Object watched(Class<?> type, Object object) {
    return Proxy.newProxyInstance(
        CountedRows.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          try {
            Object value = method.invoke(object, arguments);
            if (method.getName().equals("next") && Boolean.TRUE.equals(value)) {
              rows++;
            }
            return watchedIfRead(method.getReturnType(), value);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private @Nullable Object watchedIfRead(Class<?> type, @Nullable Object value) {
    return value != null && WATCHED.contains(type) ? watched(type, value) : value;
  }
}
