package org.dpjdbc.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * A connection to a database, and the class loader of the database's driver while it lasts.
 *
 * @param connection read-only: the owner's to the database itself, or an analyst's through the
 *     driver
 * @param drivers where the driver comes from
 */
record Database(Connection connection, URLClassLoader drivers) implements AutoCloseable {
  private static final String JDBC = "jdbc:";
  private static final String PREFIX = "jdbc:dp:";

  static Database open(String url, Properties properties, Optional<Path> driverJar)
      throws SQLException, FailedException {
    requireOwnUrl(url);
    URLClassLoader drivers = drivers(driverJar);
    Connection connection = connect(url, properties, drivers);
    connection.setReadOnly(true);
    return new Database(connection, drivers);
  }

  /**
   * Connects through the driver, which looks for the database's own on the thread's class loader.
   */
  static Database openPrivately(String url, Properties properties, Optional<Path> driverJar)
      throws SQLException, FailedException {
    requireOwnUrl(url);
    URLClassLoader drivers = drivers(driverJar);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(drivers);
    try {
      String own = PREFIX + url.substring(JDBC.length());
      return new Database(
          Objects.requireNonNull(new org.dpjdbc.Driver().connect(own, properties)), drivers);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void requireOwnUrl(String url) throws FailedException {
    if (!url.startsWith(JDBC) || url.startsWith(PREFIX)) {
      throw new FailedException(
          "give the database's own URL, which begins with jdbc: and has no dp:");
    }
  }

  private static URLClassLoader drivers(Optional<Path> driverJar) throws FailedException {
    if (driverJar.isPresent() && !Files.isReadable(driverJar.get())) {
      throw new FailedException("there is no readable driver jar " + driverJar.get());
    }
    try {
      URL[] jars = driverJar.isPresent() ? new URL[] {driverJar.get().toUri().toURL()} : new URL[0];
      return new URLClassLoader(jars, Database.class.getClassLoader());
    } catch (MalformedURLException e) {
      throw new FailedException("not a file name: " + driverJar.get());
    }
  }

  private static Connection connect(String url, Properties properties, ClassLoader drivers)
      throws SQLException, FailedException {
    for (Driver driver : ServiceLoader.load(Driver.class, drivers)) {
      Connection connection = driver.acceptsURL(url) ? driver.connect(url, properties) : null;
      if (connection != null) {
        return connection;
      }
    }
    if (DriverManager.drivers().noneMatch(driver -> accepts(driver, url))) {
      throw new FailedException(
          "no driver accepts the URL; name the jar of the database's driver with --driver-jar");
    }
    return DriverManager.getConnection(url, properties);
  }

  private static boolean accepts(Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() throws SQLException {
    try (drivers) {
      connection.close();
    } catch (IOException e) {
      throw new SQLException("the driver's jar cannot be closed", e);
    }
  }
}
