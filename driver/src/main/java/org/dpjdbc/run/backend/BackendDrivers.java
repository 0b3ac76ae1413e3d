package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the backend's own driver: the class given in the settings, then the services of the
 * thread's class loader, then those of this driver's class loader, then {@link DriverManager}.
 * Never this driver itself, nor the one inside Calcite, which would run whatever a URL says.
 */
final class BackendDrivers {
  private static final Logger LOGGER = LoggerFactory.getLogger(BackendDrivers.class);
  private static final List<String> OURS =
      List.of("org.dpjdbc.Driver", "org.apache.calcite.jdbc.Driver");

  /** The number of services that cannot be loaded, after which the search stops. */
  private static final int MAX_BROKEN_SERVICES = 100;

  private BackendDrivers() {}

  /**
   * Connects to the backend.
   *
   * @param patience for a server that does not answer
   * @throws org.dpjdbc.sql.refusal.RefusedException if no driver takes the URL, or the connection
   *     fails; why it failed is logged and not said
   */
  static Connection connect(Settings settings, Duration patience) {
    List<String> lookedAt = new ArrayList<>();
    Optional<Connection> connection = named(settings, patience, lookedAt);
    if (connection.isEmpty() && settings.backendDriver().isEmpty()) {
      connection = discovered(settings, patience, lookedAt);
    }
    return connection.orElseThrow(
        () ->
            ConnectMessages.backendDriverMissing(
                subprotocol(settings.backendUrl()),
                lookedAt.isEmpty() ? "nothing was there" : String.join(", ", lookedAt)));
  }

  private static Optional<Connection> named(
      Settings settings, Duration patience, List<String> lookedAt) {
    Optional<String> name = settings.backendDriver();
    if (name.isEmpty()) {
      return Optional.empty();
    }
    for (ClassLoader loader : loaders()) {
      try {
        Class<?> type = Class.forName(name.get(), false, loader);
        // Inspected before it is initialised: the name may be any class.
        if (Driver.class.isAssignableFrom(type) && !OURS.contains(type.getName())) {
          Driver driver = type.asSubclass(Driver.class).getDeclaredConstructor().newInstance();
          lookedAt.add(name.get());
          return accepts(driver, settings) ? connect(driver, settings, patience) : Optional.empty();
        }
        lookedAt.add(name.get() + " (is no driver of a database)");
      } catch (ClassNotFoundException e) {
        lookedAt.add(name.get() + " (not on " + loaderName(loader) + ")");
      } catch (ReflectiveOperationException | LinkageError e) {
        LOGGER.warn("The driver {} cannot be used", name.get(), e);
        lookedAt.add(name.get() + " (cannot be used; the reason is logged)");
      }
    }
    return Optional.empty();
  }

  private static Optional<Connection> discovered(
      Settings settings, Duration patience, List<String> lookedAt) {
    for (ClassLoader loader : loaders()) {
      lookedAt.add("the services on " + loaderName(loader));
      for (Driver driver : services(loader)) {
        Optional<Connection> connection = offer(driver, settings, patience, lookedAt);
        if (connection.isPresent()) {
          return connection;
        }
      }
    }
    lookedAt.add("DriverManager");
    return DriverManager.drivers()
        .map(driver -> offer(driver, settings, patience, lookedAt))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The drivers that are registered as services and can be loaded; the others are skipped. */
  private static List<Driver> services(ClassLoader loader) {
    List<Driver> found = new ArrayList<>();
    Iterator<ServiceLoader.Provider<Driver>> providers =
        ServiceLoader.load(Driver.class, loader).stream().iterator();
    // A class path that cannot be read fails again at every step.
    for (int failures = 0; failures < MAX_BROKEN_SERVICES; ) {
      try {
        if (!providers.hasNext()) {
          break;
        }
        ServiceLoader.Provider<Driver> provider = providers.next();
        if (!OURS.contains(provider.type().getName())) {
          found.add(provider.get());
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        failures++;
        LOGGER.debug("A driver that is registered as a service cannot be loaded", e);
      }
    }
    return found;
  }

  private static Optional<Connection> offer(
      Driver driver, Settings settings, Duration patience, List<String> lookedAt) {
    String name = driver.getClass().getName();
    if (OURS.contains(name)) {
      return Optional.empty();
    }
    if (!lookedAt.contains(name)) {
      lookedAt.add(name);
    }
    return accepts(driver, settings) ? connect(driver, settings, patience) : Optional.empty();
  }

  private static boolean accepts(Driver driver, Settings settings) {
    try {
      return driver.acceptsURL(settings.backendUrl());
    } catch (SQLException | RuntimeException e) {
      LOGGER.debug(
          "The driver {} does not take the URL",
          driver.getClass().getName(),
          LoggedFailure.of(e, settings.backendUrl(), new Properties()));
      return false;
    }
  }

  private static Optional<Connection> connect(Driver driver, Settings settings, Duration patience) {
    Properties properties = new Properties();
    properties.putAll(BackendDialects.driverProperties(settings.backendUrl(), patience));
    properties.putAll(settings.backendProperties());
    EffectiveDriverProperties.check(driver, settings.backendUrl(), properties, patience);
    try {
      return Optional.ofNullable(driver.connect(settings.backendUrl(), properties));
    } catch (SQLException | RuntimeException e) {
      LOGGER.warn(
          "The database could not be connected to",
          LoggedFailure.of(e, settings.backendUrl(), properties));
      throw RefusedLogin.of(e).orElseGet(ConnectMessages::backendUnreachable);
    }
  }

  private static List<ClassLoader> loaders() {
    List<ClassLoader> loaders = new ArrayList<>();
    ClassLoader thread = Thread.currentThread().getContextClassLoader();
    if (thread != null) {
      loaders.add(thread);
    }
    ClassLoader own = BackendDrivers.class.getClassLoader();
    if (own != null && !own.equals(thread)) {
      loaders.add(own);
    }
    return loaders;
  }

  private static String loaderName(ClassLoader loader) {
    return loader.equals(BackendDrivers.class.getClassLoader())
        ? "the driver's class loader"
        : "the thread's class loader";
  }

  private static String subprotocol(String url) {
    String rest = url.substring("jdbc:".length());
    int colon = rest.indexOf(':');
    return (colon < 0 ? rest : rest.substring(0, colon)).toLowerCase(Locale.ROOT);
  }
}
