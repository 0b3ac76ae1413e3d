package org.dpjdbc.jdbc.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.dpjdbc.policy.NearestName;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.BackendParameters;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.jspecify.annotations.Nullable;

/** Merges URL and properties into settings, once. The properties win and are never changed. */
public final class SettingsReader {
  private SettingsReader() {}

  /**
   * Reads the settings.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if one is missing, unknown, unreadable or
   *     dangerous
   */
  public static Settings read(String url, @Nullable Properties properties) {
    DpUrl parsed = DpUrl.parse(url);
    Map<String, String> own = new LinkedHashMap<>(parsed.own());
    Map<String, String> backend = new LinkedHashMap<>();
    copy(properties).forEach((key, value) -> (isOwn(key) ? own : backend).put(key, value));
    own.keySet().forEach(SettingsReader::checkKnown);
    checkBackend(parsed.backendUrl());
    BackendParameters.check(parsed.backendUrl(), backend);
    ConnectionProperties.LEDGER
        .read(own)
        .ifPresent(ledger -> BackendParameters.check(ledger, Map.of()));
    return new Settings(
        parsed.backendUrl(),
        Map.copyOf(backend),
        ConnectionProperties.DRIVER.read(own),
        ConnectionProperties.POLICY
            .read(own)
            .orElseThrow(
                () ->
                    ConnectMessages.settingMissing(
                        ConnectionProperties.POLICY.key(),
                        ConnectionProperties.POLICY.description())),
        ConnectionProperties.LEDGER.read(own),
        ConnectionProperties.LEDGER_USER.read(own),
        ConnectionProperties.LEDGER_PASSWORD.read(own),
        analyst(parsed.backendUrl(), own, backend),
        ConnectionProperties.EPSILON.read(own),
        ConnectionProperties.DELTA.read(own),
        ConnectionProperties.DERIVE.read(own),
        ConnectionProperties.ERROR_COLUMNS.read(own).orElse(false),
        ConnectionProperties.POOL.read(own).orElse(0),
        ConnectionProperties.FETCH_SIZE.read(own).orElse(0),
        ConnectionProperties.ANALYST.read(own).isPresent(),
        ConnectionProperties.DIALECT
            .read(own)
            .filter(dialect -> !dialect.equals(ConnectionProperties.OWN_DIALECT)),
        ConnectionProperties.POLICY_TEXT.read(own),
        ConnectionProperties.POOL_REUSE.read(own).orElse(0));
  }

  /** The entries of properties and of their defaults, as strings. */
  public static Map<String, String> copy(@Nullable Properties properties) {
    Map<String, String> copy = new LinkedHashMap<>();
    if (properties != null) {
      for (String key : properties.stringPropertyNames()) {
        copy.put(key, properties.getProperty(key));
      }
      // Some pools pass numbers and booleans instead of strings.
      properties.forEach(
          (key, value) -> {
            if (key instanceof String name) {
              copy.putIfAbsent(name, String.valueOf(value));
            }
          });
    }
    return copy;
  }

  private static boolean isOwn(String key) {
    String prefix = ConnectionProperties.PREFIX;
    return key.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  private static void checkKnown(String key) {
    if (ConnectionProperties.ALL.stream().noneMatch(known -> known.key().equals(key))) {
      throw ConnectMessages.unknownSetting(key, nearest(key));
    }
  }

  private static String nearest(String key) {
    List<String> known = ConnectionProperties.ALL.stream().map(ConnectionProperty::key).toList();
    return NearestName.among(key, known).orElseThrow();
  }

  private static void checkBackend(String backendUrl) {
    String subprotocol = DpUrl.subprotocol(backendUrl);
    if (subprotocol.equals("jdbc")) {
      throw ConnectMessages.backendUrlWhole();
    }
    if (!subprotocol.matches("[a-z][a-z0-9+._-]*")
        || subprotocol.equals("dp")
        || backendUrl.length() <= "jdbc:".length() + subprotocol.length() + 1) {
      throw ConnectMessages.backendUrlUnusable();
    }
  }

  /**
   * Whom queries are charged to: named, or the user, as long as the database does not tell whom it
   * took the user for. There is no anonymous analyst: a connection without either is refused,
   * because all unnamed analysts would share one budget.
   */
  private static String analyst(
      String backendUrl, Map<String, String> own, Map<String, String> backend) {
    return ConnectionProperties.ANALYST
        .read(own)
        .or(() -> Optional.ofNullable(backend.get("user")).filter(u -> !u.isBlank()))
        .or(() -> BackendParameters.user(backendUrl))
        .orElseThrow(ConnectMessages::analystMissing);
  }
}
