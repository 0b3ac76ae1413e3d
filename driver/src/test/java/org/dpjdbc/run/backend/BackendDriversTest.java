package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;

class BackendDriversTest {
  /** Of a user with a password. */
  static Settings settings(String url) {
    return settings(url, Optional.empty());
  }

  private static Settings settings(String url, Optional<String> driver) {
    return new Settings(
        url,
        Map.of("user", "sa", "password", "s3cret"),
        driver,
        "clinic.yaml",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "alice",
        Optional.empty(),
        Optional.empty(),
        false,
        0,
        0);
  }

  private static Connection connect(Settings settings) {
    return BackendDrivers.connect(settings, Duration.ofMinutes(1));
  }

  @Test
  void findsADriverByItself() throws SQLException {
    try (Connection connection = connect(settings("jdbc:h2:mem:found"))) {
      assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("H2");
    }
  }

  @Test
  void takesTheNamedOne() throws SQLException {
    try (Connection connection =
        connect(settings("jdbc:h2:mem:named", Optional.of("org.h2.Driver")))) {
      assertThat(connection.isClosed()).isFalse();
    }
  }

  @Test
  void findsADriverOfTheDriverManagerAlone() throws SQLException {
    java.sql.Driver registered = new Registered();
    DriverManager.registerDriver(registered);
    try (Connection connection = connect(settings("jdbc:registered:x"))) {
      assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("H2");
    } finally {
      DriverManager.deregisterDriver(registered);
    }
  }

  @Test
  void worksWithoutAThreadClassLoader() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
      for (ClassLoader loader : new ClassLoader[] {null, empty}) {
        thread.setContextClassLoader(loader);
        connect(settings("jdbc:h2:mem:x")).close();
        connect(settings("jdbc:h2:mem:x", Optional.of("org.h2.Driver"))).close();
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void listsWhatItLookedAt() {
    assertThatThrownBy(() -> connect(settings("jdbc:oracle:thin:@x")))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-POLICY: no driver for jdbc:oracle")
        .hasMessageContaining("services on")
        .hasMessageContaining("org.h2.Driver")
        .hasMessageContaining("DriverManager");
    assertThatThrownBy(() -> connect(settings("jdbc:h2:mem:x", Optional.of("no.such.Driver"))))
        .hasMessageContaining("no.such.Driver (not on");
    assertThatThrownBy(() -> connect(settings("jdbc:h2:mem:x", Optional.of(Trap.class.getName()))))
        .hasMessageContaining("is no driver of a database");
    assertThat(System.getProperty("org.dpjdbc.test.trap")).isNull();
  }

  @Test
  void neverTakesItselfOrCalcites() {
    for (String name : new String[] {"org.dpjdbc.Driver", "org.apache.calcite.jdbc.Driver"}) {
      assertThatThrownBy(() -> connect(settings("jdbc:calcite:model=x", Optional.of(name))))
          .hasMessageContaining("is no driver of a database");
    }
    assertThatThrownBy(() -> connect(settings("jdbc:calcite:model=x")))
        .hasMessageContaining("no driver for jdbc:calcite")
        .hasMessageNotContaining("org.apache.calcite.jdbc.Driver");
    assertThatThrownBy(() -> connect(settings("jdbc:dp:h2:mem:x")))
        .hasMessageContaining("no driver for jdbc:dp");
  }

  @Test
  void withholdsWhyTheBackendRefused() {
    assertThatThrownBy(() -> connect(settings("jdbc:h2:mem:x;NO_SUCH_SETTING=Zq7TOKEN")))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-BACKEND")
        .hasMessageNotContaining("Zq7TOKEN")
        .hasNoCause();
  }

  /** Is no driver, and leaves a mark when it is initialised. */
  static final class Trap {
    static {
      System.setProperty("org.dpjdbc.test.trap", "sprung");
    }

    private Trap() {}
  }

  /** Takes the URLs {@code jdbc:registered:} to H2. */
  static final class Registered implements java.sql.Driver {
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
      return new org.h2.Driver().connect(url.replace("registered", "h2:mem"), info);
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith("jdbc:registered:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
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
      throw new SQLFeatureNotSupportedException();
    }
  }
}
