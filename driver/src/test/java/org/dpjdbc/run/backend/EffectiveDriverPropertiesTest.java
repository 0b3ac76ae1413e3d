package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver understood counts, however it was written. */
class EffectiveDriverPropertiesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static void check(String url, String... keysAndValues) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(BackendDialects.driverProperties(url, PATIENCE));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
    }
    EffectiveDriverProperties.check(DriverManager.getDriver(url), url, properties, PATIENCE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/c?socketFactory=x",
        "jdbc:postgresql://db/c?preferQueryMode=simple",
        "jdbc:mariadb://db/c?sessionVariables=a=b",
        "jdbc:mariadb://db/c?SESSIONVARIABLES=a=b",
        "jdbc:mariadb://db/c?allowMultiQueries=true",
      })
  void refusesWhatIsDangerous(String url) {
    assertThatThrownBy(() -> check(url))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is refused");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db/c?sslmode=require&ApplicationName=a",
    "jdbc:postgresql://db/c",
    "jdbc:mariadb://db/c?useSsl=true&user=a",
    "jdbc:mariadb://db/c",
    "jdbc:duckdb:",
    "jdbc:h2:mem:c;MODE=MySQL"
  })
  void leavesTheRestAlone(String url) {
    assertThatCode(() -> check(url, "user", "a", "password", "p")).doesNotThrowAnyException();
  }

  /**
   * A second connection to a database of DuckDB that is open with settings has to have the same.
   */
  @Test
  void isNoneTheWiserForAnOpenDatabase(@TempDir Path folder) throws SQLException {
    String url = "jdbc:duckdb:" + folder.resolve("open.duckdb");
    Properties settings = new Properties();
    settings.setProperty("threads", "1");
    try (Connection open = DriverManager.getConnection(url, settings)) {
      assertThat(open.isClosed()).isFalse();
      assertThatCode(() -> check(url, "threads", "1")).doesNotThrowAnyException();
    }
  }

  /** Whose grammar nobody here has read. */
  @ParameterizedTest
  @CsvSource({"jdbc:own:db;x<init>y, true", "jdbc:own:db;xy, false"})
  void asksDriversThatNobodyKnows(String url, boolean refused) {
    Driver driver =
        (Driver)
            java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Driver.class},
                (proxy, method, arguments) ->
                    new DriverPropertyInfo[] {
                      new DriverPropertyInfo(
                          "init", arguments[0].toString().contains("<init>") ? "y" : "")
                    });
    if (refused) {
      assertThatThrownBy(
              () -> EffectiveDriverProperties.check(driver, url, new Properties(), PATIENCE))
          .isInstanceOf(RefusedException.class);
    } else {
      assertThatCode(() -> EffectiveDriverProperties.check(driver, url, new Properties(), PATIENCE))
          .doesNotThrowAnyException();
    }
  }
}
