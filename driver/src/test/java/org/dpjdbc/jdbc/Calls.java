package org.dpjdbc.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls the methods of JDBC interfaces by reflection and says what came of it. */
final class Calls {
  private Calls() {}

  /** What a call came to: a value, or a failure. */
  record Outcome(@Nullable Object value, @Nullable Throwable failure) {
    /** {@code answers}, {@code refuses}, the SQLState of another failure, or what went wrong. */
    String verdict() {
      if (failure == null) {
        return "answers";
      }
      if (failure instanceof SQLFeatureNotSupportedException e) {
        return "HYC00".equals(e.getSQLState()) ? "refuses" : "wrong state " + e.getSQLState();
      }
      return failure instanceof SQLException e ? String.valueOf(e.getSQLState()) : "" + failure;
    }
  }

  /** The methods of an interface, its own and inherited, in a stable order. */
  static List<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(m -> !java.lang.reflect.Modifier.isStatic(m.getModifiers()))
        .filter(m -> !m.isSynthetic() && !m.isBridge())
        .filter(m -> m.getDeclaringClass() != Object.class)
        .sorted(Comparator.comparing(Calls::signature))
        .toList();
  }

  /** {@code name(Type, Type)}. */
  static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  static Outcome call(Object target, Method method, @Nullable Object... arguments) {
    try {
      return new Outcome(method.invoke(target, arguments), null);
    } catch (InvocationTargetException e) {
      return new Outcome(null, e.getTargetException());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** Arguments that make sense for a method. */
  static @Nullable Object[] sensible(Method method) {
    Class<?>[] types = method.getParameterTypes();
    @Nullable Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = sensible(method, types[i], i);
    }
    return arguments;
  }

  private static @Nullable Object sensible(Method method, Class<?> type, int position) {
    if (type == int.class) {
      return number(method.getName(), position);
    }
    if (type == String.class) {
      return switch (method.getName()) {
        case "execute",
            "executeQuery",
            "prepareStatement",
            "nativeSQL",
            "executeUpdate",
            "executeLargeUpdate" ->
            "SELECT COUNT(*) FROM patients";
        case "setSchema" -> "PUBLIC";
        default -> method.getDeclaringClass() == ResultSet.class ? "X" : "PATIENTS";
      };
    }
    if (type == Class.class) {
      return method.getName().equals("getObject") ? String.class : Statement.class;
    }
    if (type == Object.class || type == BigDecimal.class) {
      return BigDecimal.ONE;
    }
    if (type == Executor.class) {
      return (Executor) Runnable::run;
    }
    if (type == Map.class) {
      return Map.of();
    }
    if (type == Calendar.class) {
      return Calendar.getInstance();
    }
    if (type == Properties.class) {
      return new Properties();
    }
    if (type == Date.class) {
      return new Date(0);
    }
    if (type == Time.class) {
      return new Time(0);
    }
    if (type == Timestamp.class) {
      return new Timestamp(0);
    }
    if (type == SQLType.class) {
      return JDBCType.DECIMAL;
    }
    if (type == byte[].class) {
      return new byte[] {1};
    }
    if (type == String[].class) {
      return new String[] {"TABLE"};
    }
    if (type == int[].class) {
      return new int[] {1};
    }
    return zero(type);
  }

  private static int number(String method, int position) {
    return switch (method) {
      case "setFetchDirection" -> ResultSet.FETCH_FORWARD;
      case "createStatement", "prepareStatement", "prepareCall", "supportsResultSetConcurrency" ->
          List.of(
                  ResultSet.TYPE_FORWARD_ONLY,
                  ResultSet.CONCUR_READ_ONLY,
                  ResultSet.HOLD_CURSORS_OVER_COMMIT)
              .get(method.startsWith("prepare") ? Math.max(0, position - 1) : position);
      case "setTransactionIsolation" -> Connection.TRANSACTION_SERIALIZABLE;
      default -> 1;
    };
  }

  /** Zero of a primitive, null of anything else. */
  static @Nullable Object zero(Class<?> type) {
    return type.isPrimitive() && type != void.class
        ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0)
        : null;
  }
}
