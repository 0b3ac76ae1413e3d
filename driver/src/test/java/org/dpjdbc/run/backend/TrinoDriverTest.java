package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;

/** Trino's driver, which the ordinary build does not fetch, with URLs that need no server. */
class TrinoDriverTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Test
  void saysThatAPasswordNeedsTls() {
    assertThatThrownBy(
            () ->
                BackendDrivers.connect(
                    BackendDriversTest.settings("jdbc:trino://localhost:1/c"), PATIENCE))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-LOGIN")
        .hasMessageContaining("add SSL=true");
  }

  @Test
  void leavesAloneWhatIsHarmless() throws SQLException {
    String url = "jdbc:trino://db/c?SSL=true";
    Driver driver = DriverManager.getDriver(url);
    Properties properties = new Properties();
    properties.putAll(BackendDialects.driverProperties(url, PATIENCE));
    properties.setProperty("user", "a");
    properties.setProperty("password", "p");
    assertThatCode(() -> EffectiveDriverProperties.check(driver, url, properties, PATIENCE))
        .doesNotThrowAnyException();
  }
}
