package org.dpjdbc.it;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Logger;

/** Another driver, with every text that reaches the database written down, and its time. */
public final class RecordingDriver implements Driver {
  /** What was sent, by all connections. */
  static final List<String> SENT = new CopyOnWriteArrayList<>();

  /** Time that the database spent on what was sent, in nanoseconds. */
  private static final LongAdder SPENT = new LongAdder();

  /** The time that the database has spent on what was sent, in milliseconds. */
  public static double milliseconds() {
    return SPENT.sum() / 1e6;
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    Properties others = new Properties();
    others.putAll(info);
    return recording(Connection.class, DriverManager.getDriver(url).connect(url, others));
  }

  private static <T> T recording(Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            RecordingDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments.length > 0 && takesSql(type, method.getName())) {
                SENT.add((String) arguments[0]);
              }
              boolean executes = method.getName().startsWith("execute");
              long start = System.nanoTime();
              try {
                Object result = method.invoke(target, arguments);
                boolean inner =
                    result != null && Statement.class.isAssignableFrom(method.getReturnType());
                return inner ? recording(method.getReturnType(), result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                SPENT.add(executes ? System.nanoTime() - start : 0);
              }
            }));
  }

  private static boolean takesSql(Class<?> type, String method) {
    return type == Connection.class
        ? method.startsWith("prepare") || method.equals("nativeSQL")
        : method.startsWith("execute") || method.equals("addBatch");
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return url.startsWith("jdbc:") && !url.startsWith("jdbc:dp:");
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    return DriverManager.getDriver(url).getPropertyInfo(url, info);
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
