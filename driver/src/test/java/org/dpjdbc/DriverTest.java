package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.dpjdbc.jdbc.Connector;
import org.dpjdbc.jdbc.FakeSession;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {
  private static final String URL = "jdbc:dp:h2:mem:clinic;dp.policy=clinic.yaml";

  private final Driver driver = new Driver(new Connector(FakeSession::new));

  private static Properties user() {
    Properties properties = new Properties();
    properties.setProperty("user", "alice");
    properties.setProperty("password", "s3cret");
    return properties;
  }

  @Test
  void connectsToItsOwnUrlsAlone() throws SQLException {
    try (Connection connection = driver.connect(URL, user())) {
      assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:dp:h2:mem:clinic");
    }
    assertThat(driver.connect("jdbc:h2:mem:x", user())).isNull();
    assertThat(driver.acceptsURL(URL)).isTrue();
    assertThat(driver.acceptsURL("jdbc:h2:mem:x")).isFalse();
    assertThatThrownBy(() -> driver.connect(null, user())).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> driver.acceptsURL(null)).isInstanceOf(SQLException.class);
  }

  @Test
  void isFoundAsAServiceAndByTheDriverManager() throws SQLException {
    assertThat(ServiceLoader.load(java.sql.Driver.class).stream().map(ServiceLoader.Provider::type))
        .contains(Driver.class);
    assertThat(DriverManager.getDriver(URL)).isInstanceOf(Driver.class);
  }

  @Test
  void refusesWhatCannotBeUsedAsAConnectionThatFailed() {
    assertThatThrownBy(() -> driver.connect("jdbc:dp:h2:mem:x", user()))
        .isInstanceOfSatisfying(
            SQLNonTransientConnectionException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("08001");
              assertThat(e.getMessage()).contains("dp.policy");
              assertThat(e.getCause()).isNull();
              assertThat(e.getMessage()).doesNotContain("s3cret");
            });
    Driver unreachable =
        new Driver(
            new Connector(
                settings -> {
                  throw ConnectMessages.backendUnreachable();
                }));
    assertThatThrownBy(() -> unreachable.connect(URL, user()))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("58000"));
  }

  @Test
  void listsItsPropertiesForAUrlThatIsNotFinished() {
    for (String url :
        Arrays.asList(
            null, "", "jdbc:", "jdbc:dp:", "jdbc:dp:h2:mem:x;dp.", "jdbc:h2:mem:x", URL)) {
      DriverPropertyInfo[] infos = driver.getPropertyInfo(url, null);
      assertThat(infos)
          .extracting(info -> info.name)
          .contains("dp.policy", "dp.analyst", "dp.epsilon", "dp.ledger.password");
      assertThat(infos).allMatch(info -> !info.description.isBlank());
    }
    Properties given = user();
    given.setProperty("dp.ledger.password", "s3cret");
    DriverPropertyInfo[] infos = driver.getPropertyInfo(URL, given);
    assertThat(infos[0].name).isEqualTo("dp.policy");
    assertThat(infos[0].value).isEqualTo("clinic.yaml");
    assertThat(infos[0].required).isTrue();
    assertThat(infos).noneMatch(info -> "s3cret".equals(info.value));
  }

  /** Tools ask for the password again by this state, and by no other. */
  @Test
  void aWrongPasswordIsOneAndNothingElseIs(@TempDir Path folder) throws Exception {
    Path policy =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1, delta: 1.0e-3}
            schemas: {PUBLIC: {tables: {T: {public: true}}}}
            """);
    String url = "jdbc:dp:h2:mem:locked;dp.policy=" + policy;
    try (Connection owner = DriverManager.getConnection("jdbc:h2:mem:locked", "sa", "secret")) {
      owner.createStatement().execute("CREATE TABLE t (id INTEGER)");
      for (String[] wrong : new String[][] {{"sa", "other"}, {"nobody", "secret"}}) {
        assertThatThrownBy(() -> DriverManager.getConnection(url, wrong[0], wrong[1]))
            .isInstanceOfSatisfying(
                SQLInvalidAuthorizationSpecException.class,
                e -> assertThat(e.getSQLState()).isEqualTo("28000"))
            .hasMessageStartingWith("DP-LOGIN")
            .hasMessageNotContaining("Wrong user name")
            .hasNoCause();
      }
      DriverManager.getConnection(url, "sa", "secret").close();
      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(
                      "jdbc:dp:h2:mem:absent;IFEXISTS=TRUE;dp.policy=" + policy, "sa", "x"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("58000"));
    }
  }

  /** Pools and containers set all that they know, and null if they know nothing. */
  @Test
  void aDataSourceTakesNullForNothing() throws SQLException {
    DpDataSource source = new DpDataSource(new Connector(FakeSession::new));
    source.setUrl("jdbc:dp:h2:mem:clinic;dp.policy=clinic.yaml;USER=alice");
    List<Consumer<@Nullable String>> setters =
        List.of(
            source::setUser,
            source::setPassword,
            source::setPolicy,
            source::setAnalyst,
            source::setLedger,
            source::setLedgerUser,
            source::setLedgerPassword,
            source::setEpsilon,
            source::setDelta,
            source::setBackendDriver,
            value -> source.setProperty("x", value));
    for (Consumer<@Nullable String> setter : setters) {
      setter.accept("0.5");
      setter.accept(null);
    }
    try (Connection connection = source.getConnection()) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("alice");
    }
    source.setUrl(null);
    assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
  }

  @Test
  void aDataSourceConnectsWithWhatItWasGiven() throws SQLException {
    DpDataSource source = new DpDataSource(new Connector(FakeSession::new));
    assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
    source.setUrl("jdbc:dp:h2:mem:clinic");
    source.setPolicy("clinic.yaml");
    source.setUser("alice");
    source.setErrorColumns(true);
    try (Connection connection = source.getConnection()) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("alice");
    }
    try (Connection connection = source.getConnection("bob", "s3cret")) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("bob");
    }
    assertThat(source.isWrapperFor(DataSource.class)).isTrue();
    assertThat(source.isWrapperFor(DpDataSource.class)).isFalse();
    assertThat(source.getLogWriter()).isNull();
    source.setUrl("jdbc:h2:mem:x");
    assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
  }
}
