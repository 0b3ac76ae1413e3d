package org.dpjdbc.jdbc;

import java.lang.reflect.Method;
import java.sql.SQLException;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.api.Answer;

/** How one method of {@link java.sql.DatabaseMetaData} is answered. */
sealed interface MetadataAnswer {
  /** What a method returns. */
  Object answer(
      DpConnection connection, MetadataSource source, Method method, MetadataArguments arguments)
      throws SQLException;

  /** What the backend says, which is the same for every content of its tables. */
  record Pass() implements MetadataAnswer {
    @Override
    public Object answer(
        DpConnection connection, MetadataSource source, Method method, MetadataArguments arguments)
        throws SQLException {
      return source.backendProperty(method).orElseGet(() -> nothing(method.getReturnType()));
    }

    private static Object nothing(Class<?> type) {
      if (type == boolean.class) {
        return false;
      }
      if (type == int.class) {
        return 0;
      }
      return "";
    }
  }

  /** What we say instead. */
  record Rewrite(Scalar scalar) implements MetadataAnswer {
    @Override
    public Object answer(
        DpConnection connection, MetadataSource source, Method method, MetadataArguments arguments)
        throws SQLException {
      return scalar.value(connection, source, arguments);
    }
  }

  /** Rows made from the visible schema. */
  record FromSchema(Maker maker) implements MetadataAnswer {
    @Override
    public Object answer(
        DpConnection connection, MetadataSource source, Method method, MetadataArguments arguments)
        throws SQLException {
      return result(connection, maker.rows(source, arguments));
    }
  }

  /** No rows, whatever the backend has. */
  record Empty(MetadataLayout layout) implements MetadataAnswer {
    @Override
    public Object answer(
        DpConnection connection,
        MetadataSource source,
        Method method,
        MetadataArguments arguments) {
      return result(connection, layout.empty());
    }
  }

  /** Not offered. */
  record Refuse() implements MetadataAnswer {
    @Override
    public Object answer(
        DpConnection connection, MetadataSource source, Method method, MetadataArguments arguments)
        throws SQLException {
      throw Errors.notOffered("DatabaseMetaData." + method.getName());
    }
  }

  /** Makes a scalar. */
  @FunctionalInterface
  interface Scalar {
    /** The value, of the method's own type. */
    Object value(DpConnection connection, MetadataSource source, MetadataArguments arguments)
        throws SQLException;
  }

  /** Makes rows. */
  @FunctionalInterface
  interface Maker {
    /** The rows. */
    Answer rows(MetadataSource source, MetadataArguments arguments) throws SQLException;
  }

  private static DpResultSet result(DpConnection connection, Answer answer) {
    return new DpResultSet(new ConnectionOwner(connection), answer, false);
  }
}
