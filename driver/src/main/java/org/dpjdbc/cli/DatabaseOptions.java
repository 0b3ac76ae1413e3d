package org.dpjdbc.cli;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Option;

/** The options for connecting to the database, common to all commands. */
final class DatabaseOptions {
  @Option(
      names = "--driver-jar",
      paramLabel = "FILE",
      description = "The jar of the database's own JDBC driver.")
  private Optional<Path> driverJar = Optional.empty();

  @Option(names = "--user", paramLabel = "NAME", description = "The database user.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--password",
      interactive = true,
      description = "Ask for the password. Without it DPJDBC_PASSWORD is taken, if it is set.")
  private char[] password = {};

  /** User and password, after the user has entered them. */
  private final Properties known = new Properties();

  /** The environment variable of the password: a command line is visible to other users. */
  private static final String PASSWORD_VARIABLE = "DPJDBC_PASSWORD";

  /** Connects to the database itself, as its owner does. */
  Database open(String url) throws SQLException, FailedException {
    return Database.open(url, properties(), driverJar);
  }

  /** Connects to the database through the driver, as an analyst does. */
  Database open(String url, Properties own) throws SQLException, FailedException {
    Properties properties = properties();
    properties.putAll(own);
    return Database.openPrivately(url, properties, driverJar);
  }

  private Properties properties() {
    if (known.isEmpty()) {
      user.ifPresent(name -> known.setProperty("user", name));
      password().ifPresent(secret -> known.setProperty("password", secret));
    }
    Properties properties = new Properties();
    properties.putAll(known);
    return properties;
  }

  private Optional<String> password() {
    if (password.length > 0) {
      String secret = new String(password);
      Arrays.fill(password, '\0');
      return Optional.of(secret);
    }
    return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE));
  }
}
