package org.dpjdbc.run.backend;

import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A second check of the parameters that {@link BackendParameters} refuses, on what the backend's
 * own driver reports to have understood of URL and properties. Drivers also report defaults: a
 * parameter counts as given if the same URL without parameters has another value.
 */
final class EffectiveDriverProperties {
  private static final Logger LOGGER = LoggerFactory.getLogger(EffectiveDriverProperties.class);
  private static final Pattern DATABASE = Pattern.compile("^(jdbc:[^:]*:).*", Pattern.DOTALL);
  private static final Pattern PARAMETERS = Pattern.compile("[;?#].*", Pattern.DOTALL);

  private EffectiveDriverProperties() {}

  /**
   * Asks the driver, without connecting.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it understood a dangerous parameter
   */
  static void check(Driver driver, String url, Properties properties, Duration patience) {
    Map<String, String> effective = effective(driver, url, properties);
    List<String> dangerous =
        effective.entrySet().stream()
            .filter(setting -> BackendParameters.isRefused(setting.getKey(), setting.getValue()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    if (dangerous.isEmpty()) {
      return;
    }
    Properties own = new Properties();
    own.putAll(BackendDialects.driverProperties(url, patience));
    Map<String, String> ordinary = effective(driver, PARAMETERS.matcher(url).replaceFirst(""), own);
    if (ordinary.isEmpty()) {
      // DuckDB opens the database to report them, and can open an already open one only with the
      // same settings.
      ordinary = effective(driver, DATABASE.matcher(url).replaceFirst("$1"), own);
    }
    for (String name : dangerous) {
      if (!Objects.equals(effective.get(name), ordinary.get(name))) {
        throw ConnectMessages.backendParameterRefused(name);
      }
    }
  }

  private static Map<String, String> effective(Driver driver, String url, Properties properties) {
    Properties copy = new Properties();
    copy.putAll(properties);
    Map<String, String> values = new HashMap<>();
    try {
      DriverPropertyInfo[] reported = driver.getPropertyInfo(url, copy);
      if (reported != null) {
        for (DriverPropertyInfo info : reported) {
          if (info.value != null && !info.value.isEmpty()) {
            values.put(info.name, info.value);
          }
        }
      }
    } catch (SQLException | RuntimeException e) {
      LOGGER.debug(
          "The driver {} does not tell its parameters",
          driver.getClass().getName(),
          LoggedFailure.of(e, url, properties));
    }
    return values;
  }
}
