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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import org.dpjdbc.jdbc.Connector;
import org.dpjdbc.run.Engine;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * A connection to a database, and the class loader of the database's driver while it lasts.
 *
 * @param connection the owner's to the database itself, read-only where its driver can make it so;
 *     or an analyst's through the driver
 * @param session what an analyst's connection talks to
 * @param drivers where the driver comes from
 */
record Database(Connection connection, Optional<DpSession> session, URLClassLoader drivers)
    implements AutoCloseable {
  private static final String JDBC = "jdbc:";
  private static final String PREFIX = "jdbc:dp:";

  static Database open(String url, Properties properties, List<Path> driverJars)
      throws SQLException, FailedException {
    requireOwnUrl(url);
    URLClassLoader drivers = drivers(driverJars);
    Connection connection = connect(url, properties, drivers);
    requireOffered(connection);
    ReadOnlyConnection.readOnly(connection);
    return new Database(connection, Optional.empty(), drivers);
  }

  /**
   * Connects through the driver, which looks for the database's own on the thread's class loader.
   */
  static Database openPrivately(String url, Properties properties, List<Path> driverJars)
      throws SQLException, FailedException {
    requireOwnUrl(url);
    URLClassLoader drivers = drivers(driverJars);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(drivers);
    try {
      String own = PREFIX + url.substring(JDBC.length());
      List<DpSession> sessions = new ArrayList<>();
      Connector connector =
          new Connector(
              settings -> {
                DpSession opened = Engine.open(settings);
                sessions.add(opened);
                return opened;
              });
      Connection connection = connector.connect(own, properties);
      return new Database(connection, sessions.stream().findFirst(), drivers);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void requireOffered(Connection connection) throws SQLException, FailedException {
    try {
      CatalogRows.dialect(connection);
    } catch (RefusedException e) {
      connection.close();
      throw new FailedException(e.text());
    }
  }

  private static void requireOwnUrl(String url) throws FailedException {
    if (!url.startsWith(JDBC) || url.startsWith(PREFIX)) {
      throw new FailedException(
          "give the database's own URL, which begins with jdbc: and has no dp:");
    }
  }

  private static URLClassLoader drivers(List<Path> jars) throws FailedException {
    return classes(jars, "driver", Database.class.getClassLoader());
  }

  /**
   * A class loader of jars.
   *
   * @param what what they are, for messages
   */
  static URLClassLoader classes(List<Path> jars, String what, ClassLoader parent)
      throws FailedException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      if (!Files.isReadable(jar)) {
        throw new FailedException("there is no readable %s jar %s".formatted(what, jar));
      }
      try {
        urls.add(jar.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new FailedException("not a file name: " + jar);
      }
    }
    return new URLClassLoader(urls.toArray(new URL[0]), parent);
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
          "no driver accepts the URL; name the jar of the database's driver with --driver-jar,"
              + " or with driver_jar in a profile");
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
