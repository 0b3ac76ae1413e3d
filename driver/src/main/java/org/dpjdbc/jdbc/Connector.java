package org.dpjdbc.jdbc;

import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.jdbc.settings.ConnectionProperties;
import org.dpjdbc.jdbc.settings.DpUrl;
import org.dpjdbc.jdbc.settings.SettingsReader;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** From a URL and properties to a connection. Thread-safe. */
public final class Connector {
  private final SessionFactory sessions;

  /**
   * Creates a connector.
   *
   * @param sessions opens what connections talk to
   */
  public Connector(SessionFactory sessions) {
    this.sessions = sessions;
  }

  /** Whether a URL is for this driver. */
  public static boolean accepts(@Nullable String url) {
    return DpUrl.accepts(url);
  }

  /**
   * Connects.
   *
   * @param url one that is {@linkplain #accepts accepted}
   * @param properties added to the URL's parameters, and stronger; not changed
   * @throws SQLException if the settings, the policy, the ledger or the backend are not usable
   */
  public Connection connect(String url, @Nullable Properties properties) throws SQLException {
    try {
      Session session = sessions.open(SettingsReader.read(url, properties));
      return connection(session);
    } catch (RefusedException refusal) {
      throw Errors.refused(refusal);
    } catch (RuntimeException | Error failure) {
      throw Errors.internal(failure);
    }
  }

  private static Connection connection(Session session) {
    try {
      return new DpConnection(session);
    } catch (RuntimeException | Error failure) {
      session.close();
      throw failure;
    }
  }

  /**
   * Every parameter, with the values given so far. Accepts an incomplete URL.
   *
   * @param url as far as it is typed
   * @param properties given so far
   */
  public static DriverPropertyInfo[] describe(
      @Nullable String url, @Nullable Properties properties) {
    Map<String, String> given = new LinkedHashMap<>();
    if (url != null && DpUrl.accepts(url)) {
      try {
        given.putAll(DpUrl.parse(url).own());
      } catch (RefusedException unfinished) {
        // What cannot be read yet is not shown yet.
      }
    }
    given.putAll(SettingsReader.copy(properties));
    return ConnectionProperties.ALL.stream()
        .map(property -> property.info(given))
        .toArray(DriverPropertyInfo[]::new);
  }
}
