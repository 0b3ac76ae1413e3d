package org.dpjdbc.gateway.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.shadow.Shadow;
import org.dpjdbc.gateway.shadow.ShadowAddress;

/** A database that clients connect to: the driver's connections, and the shadow of its policy. */
final class Database implements AutoCloseable {
  private static final String NOBODY = "gateway";

  private final Settings.Database settings;
  private final Shadow shadow;

  private Database(Settings.Database settings, Shadow shadow) {
    this.settings = settings;
    this.shadow = shadow;
  }

  /**
   * A database that can be used, and that nobody connects to yet.
   *
   * @param shadow of its policy
   */
  record Draft(Settings.Database settings, Shadow.Draft shadow) {
    /** Has clients connect to it from now on. */
    Database publish() throws SQLException {
      return new Database(settings, shadow.publish(settings.name()));
    }
  }

  /**
   * Connects to it once, and makes its shadow.
   *
   * @throws SQLException if the driver refuses the policy or the database, or the shadow fails
   */
  static Draft draft(Settings.Database settings, ShadowAddress address) throws SQLException {
    try (Connection connection = connect(settings, NOBODY, Map.of())) {
      return new Draft(settings, Shadow.draft(address, connection));
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

  /** The same, with its shadow on a server that has been started anew. */
  Database again(ShadowAddress address) throws SQLException {
    return new Database(settings, shadow.again(address));
  }

  boolean isOn(ShadowAddress address) {
    return shadow.isOn(address);
  }

  Shadow shadow() {
    return shadow;
  }

  @Override
  public void close() {
    shadow.close();
  }
}
