package org.dpjdbc.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.logging.Logger;
import org.dpjdbc.cli.profile.NamedConnection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Opens the console sqlline, connected. It runs in this process and is handed an address in place
 * of the URL: neither the password nor the URL is among the arguments of a process, on the screen
 * or in a history.
 */
@Command(
    name = "sqlline",
    description = {
      "Opens the sqlline console, connected through the driver.",
      "This jar does not contain sqlline: name the sqlline jar with dependencies."
    },
    mixinStandardHelpOptions = true)
final class SqllineCommand implements Callable<Integer> {
  private static final String CONSOLE = "sqlline.SqlLine";
  private static final String WIDTH_OF_PIPE = "--maxWidth=10000";

  @Mixin private AnalystOptions analyst = new AnalystOptions();

  @Option(
      names = "--sqlline-jar",
      paramLabel = "FILE",
      description =
          "The jar of sqlline with its dependencies; may be repeated. Default: the profile's"
              + " sqlline_jar, or else the class path.")
  private List<Path> jars = new ArrayList<>();

  @Override
  public Integer call() throws SQLException, FailedException {
    Operands operands = Operands.of(analyst.words(Optional.empty()));
    // Read first: it may name the jar.
    analyst.policy(operands);
    URLClassLoader classes =
        Database.classes(
            jars.isEmpty() ? analyst.profile().sqllineJars() : jars,
            "sqlline",
            Database.class.getClassLoader());
    Class<?> console = console(classes);
    Address address =
        new Address(
            "jdbc:dp-jdbc:"
                + analyst
                    .profile()
                    .used()
                    .map(NamedConnection::name)
                    .orElse("database")
                    .replaceAll("[^A-Za-z0-9_.-]", "_"),
            () -> analyst.open(operands, new Properties()).connection());
    // What is wrong is said here, and not at a prompt without a connection.
    address.openFirst();
    DriverManager.registerDriver(address);
    Thread.currentThread().setContextClassLoader(classes);
    List<String> arguments = new ArrayList<>(List.of("-u", address.url, "-n", "", "-p", ""));
    if (!isTerminal()) {
      // A pipe has no width, which sqlline would take for one of nothing.
      arguments.add(WIDTH_OF_PIPE);
    }
    run(console, arguments.toArray(String[]::new));
    return 0;
  }

  /** From Java 22 on there may be a console without a terminal, which then says so itself. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  private static Class<?> console(ClassLoader classes) throws FailedException {
    try {
      return Class.forName(CONSOLE, false, classes);
    } catch (ClassNotFoundException e) {
      throw new FailedException(
          "there is no sqlline; get sqlline:sqlline:1.12.0:jar:jar-with-dependencies from Maven"
              + " Central, and name it with"
              + " --sqlline-jar, or with sqlline_jar in a profile");
    }
  }

  /** Ends the process with the console's own exit code, as its main method does. */
  private static void run(Class<?> console, String... arguments) throws FailedException {
    try {
      console.getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw new FailedException("sqlline has failed: " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new FailedException("this is not a sqlline that can be started: " + e);
    }
  }

  /** Connects to an address that stands for the URL and all that goes with it. */
  private static final class Address implements Driver {
    /** Opens a connection. */
    @FunctionalInterface
    private interface Opener {
      Connection open() throws SQLException, FailedException;
    }

    private final String url;
    private final Opener opener;
    private Optional<Connection> first = Optional.empty();

    Address(String url, Opener opener) {
      this.url = url;
      this.opener = opener;
    }

    void openFirst() throws SQLException, FailedException {
      first = Optional.of(opener.open());
    }

    @Override
    public @Nullable Connection connect(String given, @Nullable Properties ignored)
        throws SQLException {
      if (!acceptsURL(given)) {
        return null;
      }
      Optional<Connection> open = first;
      first = Optional.empty();
      try {
        return open.isPresent() ? open.get() : opener.open();
      } catch (FailedException e) {
        throw new SQLException(e.getMessage());
      }
    }

    @Override
    public boolean acceptsURL(@Nullable String given) {
      return url.equals(given);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String given, @Nullable Properties ignored) {
      return new DriverPropertyInfo[0];
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
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException("Driver.getParentLogger", "HYC00");
    }
  }
}
