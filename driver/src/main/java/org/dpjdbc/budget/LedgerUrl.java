package org.dpjdbc.budget;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Reads the URL of a ledger. */
final class LedgerUrl {
  private static final String H2 = "jdbc:h2:";

  private LedgerUrl() {}

  static LedgerLocation place(String url, String user, String password, Optional<Path> anchorBase)
      throws LedgerException {
    if (!url.startsWith(H2)) {
      Driver driver = driver(url);
      return shared(() -> connect(driver, url, user, password), anchorBase);
    }
    String rest = url.substring(H2.length());
    String lower = rest.toLowerCase(Locale.ROOT);
    if (lower.startsWith("tcp:") || lower.startsWith("ssl:")) {
      return shared(() -> H2Files.connect(url, user, password), anchorBase);
    }
    String path = lower.startsWith("file:") ? rest.substring("file:".length()) : rest;
    if (path.indexOf(';') >= 0) {
      throw LedgerMessages.urlOptions();
    }
    if (path.startsWith("~/")) {
      path = System.getProperty("user.home", ".") + path.substring(1);
    }
    // A scheme of H2's own (mem:, zip:, nio: ...); one letter is a drive.
    if (path.indexOf(':') > 1 || path.isEmpty()) {
      throw LedgerMessages.urlForgets();
    }
    return new LedgerLocation.LocalFile(Path.of(path));
  }

  private static LedgerLocation shared(SimpleDataSource.Source source, Optional<Path> anchorBase) {
    return new LedgerLocation.SharedDatabase(new SimpleDataSource(source), anchorBase);
  }

  private static Connection connect(Driver driver, String url, String user, String password)
      throws SQLException {
    Properties properties = new Properties();
    properties.putAll(LedgerDialect.loginLimits(url));
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    Connection connection = driver.connect(url, properties);
    if (connection == null) {
      throw new SQLException("the driver does not take the ledger's URL", "08001");
    }
    return connection;
  }

  private static Driver driver(String url) throws LedgerException {
    try {
      for (Driver driver : ServiceLoader.load(Driver.class)) {
        if (driver.acceptsURL(url)) {
          return driver;
        }
      }
      return DriverManager.getDriver(url);
    } catch (SQLException | ServiceConfigurationError e) {
      throw LedgerMessages.noDriver();
    }
  }
}
