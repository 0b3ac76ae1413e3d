package org.dpjdbc.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Objects;
import org.dpjdbc.jdbc.error.Errors;
import org.jspecify.annotations.Nullable;

/** The one {@link DatabaseMetaData}: looks every method up in {@link MetadataTable}. */
final class MetadataProxy implements InvocationHandler {
  private final DpConnection connection;
  private final MetadataSource source;

  private MetadataProxy(DpConnection connection, MetadataSource source) {
    this.connection = connection;
    this.source = source;
  }

  static DatabaseMetaData of(DpConnection connection, MetadataSource source) {
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            MetadataProxy.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            new MetadataProxy(connection, source));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
      throws SQLException {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, given);
    }
    if (method.getName().equals("isWrapperFor")) {
      return isItself(given);
    }
    if (method.getName().equals("unwrap")) {
      if (!isItself(given)) {
        throw Errors.badArgument("unwrap");
      }
      return proxy;
    }
    // The driver's own version is known without a connection, and cannot fail in JDBC.
    if (method.getExceptionTypes().length > 0) {
      source.checkOpen();
    }
    try {
      return MetadataTable.of(method)
          .answer(connection, source, method, new MetadataArguments(given));
    } catch (RuntimeException | Error failure) {
      throw Errors.internal(failure);
    }
  }

  private static boolean isItself(@Nullable Object @Nullable [] given) {
    return given != null
        && (given[0] == DatabaseMetaData.class || given[0] == java.sql.Wrapper.class);
  }

  private static Object ofObject(Object proxy, Method method, @Nullable Object @Nullable [] given) {
    return switch (method.getName()) {
      case "equals" -> given != null && proxy == given[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "dp-jdbc metadata";
      default -> throw new IllegalArgumentException(Objects.toString(method));
    };
  }
}
