package org.dpjdbc.gateway.server;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.shadow.ReadySessions;
import org.dpjdbc.gateway.shadow.Shadow;
import org.dpjdbc.gateway.shadow.ShadowAddress;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.ServerError;

/** A database that clients connect to: the driver's connections, and the shadow of its policy. */
final class Database implements AutoCloseable {
  private static final String CATALOG_USER = "gateway";

  private final Settings.Database settings;
  private final Shadow shadow;
  private final ReadySessions ready;

  /** With it the ledger stays open, and what the driver has planned stays known. */
  private final AtomicReference<Optional<Connection>> kept;

  private Database(
      Settings.Database settings, Shadow shadow, ReadySessions ready, Optional<Connection> kept) {
    this.settings = settings;
    this.shadow = shadow;
    this.ready = ready;
    this.kept = new AtomicReference<>(kept);
  }

  /**
   * A usable database that accepts no connections yet.
   *
   * @param shadow of its policy
   * @param ready sessions with all shadows
   * @param connection of the driver
   */
  record Draft(
      Settings.Database settings, Shadow.Draft shadow, ReadySessions ready, Connection connection)
      implements AutoCloseable {
    /** Has clients connect to it from now on. */
    Database publish() throws SQLException {
      return new Database(
          settings, shadow.publish(settings.name()), ready, Optional.of(connection));
    }

    /** Unless it has been published. */
    @Override
    public void close() {
      shadow.close();
      Database.close(connection);
    }
  }

  /**
   * Connects to it once, and makes its shadow.
   *
   * @throws SQLException if the driver refuses the policy or the database, or the shadow fails
   */
  static Draft draft(Settings.Database settings, ShadowAddress address, ReadySessions ready)
      throws SQLException {
    Connection connection = connect(settings, CATALOG_USER, Map.of());
    boolean drafted = false;
    try {
      Draft draft = new Draft(settings, Shadow.draft(address, connection), ready, connection);
      drafted = true;
      return draft;
    } finally {
      if (!drafted) {
        close(connection);
      }
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // it is given up all the same
    }
  }

  private static Connection connect(
      Settings.Database settings, String analyst, Map<String, String> set) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(settings.properties());
    properties.putAll(set);
    properties.setProperty("dp.analyst", analyst);
    return DriverManager.getConnection(settings.url(), properties);
  }

  Connector connector(User user) {
    return set -> connect(settings, user.analyst(), set);
  }

  /** Connections whose answers have a column of errors after each noisy one. */
  Connector connectorWithErrors(User user) {
    return set -> {
      Map<String, String> all = new HashMap<>(set);
      all.put("dp.error_columns", "true");
      return connect(settings, user.analyst(), all);
    };
  }

  /** The same, with its shadow on a server that has been started anew; takes its connection. */
  Database again(ShadowAddress address) throws SQLException {
    Shadow again = shadow.again(address);
    return new Database(settings, again, ready, kept.getAndSet(Optional.empty()));
  }

  boolean isOn(ShadowAddress address) {
    return shadow.isOn(address);
  }

  Shadow shadow() {
    return shadow;
  }

  /**
   * Begins a session with the shadow.
   *
   * @param options settings that the client asks for
   * @throws ServerError if the shadow does not take an option
   * @throws IOException if it does not answer
   */
  ShadowWire open(User user, Map<String, String> options) throws IOException, ServerError {
    shadow.admit(user.name(), user.databases());
    return ready.open(shadow, user.name(), options);
  }

  @Override
  public void close() {
    ready.closeOf(shadow);
    shadow.close();
    kept.getAndSet(Optional.empty()).ifPresent(Database::close);
  }
}
