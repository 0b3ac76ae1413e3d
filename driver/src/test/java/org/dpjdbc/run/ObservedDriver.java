package org.dpjdbc.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** H2's driver for one test at a time: what is asked is written down, and may be made to fail. */
public final class ObservedDriver implements Driver {
  /** What was asked, in order. */
  static final List<Asked> ASKED = new ArrayList<>();

  /** What was prepared, in order. */
  static final List<String> PREPARED = new ArrayList<>();

  /** The time limits that statements were given, in seconds. */
  static final List<Integer> TIME_LIMITS = new ArrayList<>();

  /** Called before a statement is run. */
  static Before before = sql -> {};

  /** What each connection, statement and result warns of. */
  static Optional<String> warning = Optional.empty();

  /** Called before a statement is prepared. */
  static Before beforePreparing = sql -> {};

  private final Driver h2 = new org.h2.Driver();

  /** A statement and what was bound to it. */
  record Asked(String sql, List<@Nullable Object> bound) {}

  /** May throw. */
  interface Before {
    void see(String sql) throws SQLException;
  }

  static void reset() {
    ASKED.clear();
    PREPARED.clear();
    TIME_LIMITS.clear();
    before = sql -> {};
    warning = Optional.empty();
    beforePreparing = sql -> {};
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    Connection connection = h2.connect(url, info);
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          if (warns(method)) {
            return new SQLWarning(warning.orElseThrow());
          }
          if (!method.getName().equals("prepareStatement")) {
            return method.invoke(connection, arguments);
          }
          String sql = (String) arguments[0];
          beforePreparing.see(sql);
          PREPARED.add(sql);
          return observed((PreparedStatement) method.invoke(connection, arguments), sql);
        });
  }

  private static PreparedStatement observed(PreparedStatement statement, String sql) {
    NavigableMap<Integer, Optional<Object>> bound = new TreeMap<>();
    return proxy(
        PreparedStatement.class,
        (proxy, method, arguments) -> {
          if (warns(method)) {
            return new SQLWarning(warning.orElseThrow());
          }
          switch (method.getName()) {
            case "setObject" -> bound.put((Integer) arguments[0], Optional.of(arguments[1]));
            case "setNull" -> bound.put((Integer) arguments[0], Optional.empty());
            case "executeQuery" -> {
              before.see(sql);
              TIME_LIMITS.add(statement.getQueryTimeout());
              List<@Nullable Object> values = new ArrayList<>();
              bound.values().forEach(value -> values.add(value.orElse(null)));
              ASKED.add(new Asked(sql, values));
            }
            default -> {}
          }
          Object result = method.invoke(statement, arguments);
          return result instanceof ResultSet rows ? observed(rows) : result;
        });
  }

  private static ResultSet observed(ResultSet rows) {
    return proxy(
        ResultSet.class,
        (proxy, method, arguments) ->
            warns(method) ? new SQLWarning(warning.orElseThrow()) : method.invoke(rows, arguments));
  }

  private static boolean warns(Method method) {
    return warning.isPresent() && method.getName().equals("getWarnings");
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ObservedDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return handler.invoke(proxy, method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return h2.acceptsURL(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    return h2.getPropertyInfo(url, info);
  }

  @Override
  public int getMajorVersion() {
    return h2.getMajorVersion();
  }

  @Override
  public int getMinorVersion() {
    return h2.getMinorVersion();
  }

  @Override
  public boolean jdbcCompliant() {
    return h2.jdbcCompliant();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
