package org.dpjdbc.backends.spark;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hive's driver, in a class loader of its own: the jar of it that has all that it needs has it
 * under the names that others have it, an older SLF4J for one.
 */
public final class SparkDriver implements Driver {
  private static final String NAME = "org.apache.hive.jdbc.HiveDriver";

  private final Driver driver;

  private SparkDriver(Driver driver) {
    this.driver = driver;
  }

  /** Lets {@link DriverManager} know it. */
  public static void register() throws SQLException {
    try {
      List<URL> jars = new ArrayList<>();
      for (String jar :
          ClassPaths.read("driver-class-path").split(System.getProperty("path.separator"))) {
        jars.add(url(jar));
      }
      ClassLoader loader =
          new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
      Object made = Class.forName(NAME, true, loader).getDeclaredConstructor().newInstance();
      DriverManager.registerDriver(new SparkDriver((Driver) made));
    } catch (IOException | ReflectiveOperationException e) {
      throw new SQLException(e);
    }
  }

  private static URL url(String jar) throws MalformedURLException {
    return new File(jar).toURI().toURL();
  }

  @Override
  public @Nullable Connection connect(String url, Properties properties) throws SQLException {
    return driver.acceptsURL(url) ? driver.connect(url, properties) : null;
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return driver.acceptsURL(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties)
      throws SQLException {
    return driver.getPropertyInfo(url, properties);
  }

  @Override
  public int getMajorVersion() {
    return driver.getMajorVersion();
  }

  @Override
  public int getMinorVersion() {
    return driver.getMinorVersion();
  }

  @Override
  public boolean jdbcCompliant() {
    return driver.jdbcCompliant();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }
}
