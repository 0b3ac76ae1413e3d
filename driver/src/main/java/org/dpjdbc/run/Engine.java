package org.dpjdbc.run;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Optional;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.Backend;
import org.dpjdbc.run.backend.BackendPools;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.backend.BoundedConnect;
import org.dpjdbc.run.backend.Connections;
import org.dpjdbc.run.backend.Login;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.backend.RefusedLogin;
import org.dpjdbc.run.backend.UnpooledConnection;
import org.dpjdbc.run.dataset.Catalogs;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.dataset.Datasets;
import org.dpjdbc.run.finish.Finisher;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Opens sessions, and keeps what sessions share in a process: open ledgers, catalogs, plans.
 * Thread-safe.
 */
public final class Engine {
  private static final Engine SHARED =
      new Engine(NoiseSource.secure(), Clock.system(ZoneId.systemDefault()));

  private final NoiseSource noise;
  private final Clock clock;
  private final Finisher finisher;
  private final SharedLedgers ledgers;
  private final Datasets datasets;
  private final BackendPools pools = new BackendPools();
  private final DriverWarmUp warmUp;

  /**
   * Noise other than {@link NoiseSource#secure()} exists in tests alone.
   *
   * @param clock of the ledgers' windows and of {@code CURRENT_DATE}, which is read in its zone
   */
  Engine(NoiseSource noise, Clock clock) {
    this.noise = noise;
    this.clock = clock;
    this.finisher = new Finisher();
    this.ledgers = new SharedLedgers(clock);
    this.datasets = new Datasets();
    this.warmUp = new DriverWarmUp(finisher);
  }

  /**
   * Connects to the backend, checks the policy against it, and opens the ledger.
   *
   * @param settings of the connection
   * @throws RefusedException if the policy, the backend or the ledger is not usable
   */
  public static DpSession open(Settings settings) {
    return SHARED.connect(settings);
  }

  /**
   * Leaves the warm-up out: a process that ends after a query or two would spend more on it than it
   * saves.
   */
  public static void leaveOutWarmUp() {
    SHARED.warmUp.leaveOut();
  }

  DpSession connect(Settings settings) {
    requireAnalyst(settings.analyst());
    Policy policy = load(settings);
    requireWithin("dp.epsilon", settings.epsilon(), policy.limits().maxEpsilonPerQuery());
    requireWithin("dp.delta", settings.delta(), policy.defaults().delta());
    try {
      Connections connections = connections(settings, policy);
      try {
        return session(settings, policy, connections);
      } catch (SQLException | RuntimeException | Error e) {
        connections.close();
        throw e;
      }
    } catch (SQLException e) {
      throw RefusedLogin.of(e).orElseGet(() -> BackendReader.failed(e));
    }
  }

  private static void requireAnalyst(String name) {
    if (!ChargeRequest.isAnalyst(name)) {
      throw ConnectMessages.analystUnusable(ChargeRequest.MAX_ANALYST);
    }
  }

  private static void requireWithin(String key, Optional<BigDecimal> value, BigDecimal most) {
    if (value.isPresent() && value.get().compareTo(most) > 0) {
      throw ConnectMessages.settingBeyondPolicy(key, most.toPlainString());
    }
  }

  BackendPools pools() {
    return pools;
  }

  private Connections connections(Settings settings, Policy policy) throws SQLException {
    if (settings.pool() > 0) {
      return pools.lease(settings, policy.limits().timeout());
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Connection connection = BoundedConnect.open(settings, policy.limits().timeout(), loader);
    try {
      Login login = Login.of(connection, settings);
      String schema = LiveSchemaReader.currentSchema(connection).orElse("");
      // Before the tables are read: a session may be set to show only the first rows of an answer.
      pin(connection, policy);
      LiveSchema live = LiveSchemaReader.read(connection, policy);
      return new UnpooledConnection(
          connection, login, schema, live, () -> reopen(settings, policy, login, live, loader));
    } catch (SQLException | RuntimeException | Error e) {
      UnpooledConnection.close(connection);
      throw e;
    }
  }

  private static void pin(Connection connection, Policy policy) throws SQLException {
    ReadOnlyConnection.pin(connection, CatalogRows.dialect(connection), policy.limits().timeout());
  }

  private static Connection reopen(
      Settings settings, Policy policy, Login login, LiveSchema live, ClassLoader loader)
      throws SQLException {
    Connection connection = BoundedConnect.open(settings, policy.limits().timeout(), loader);
    try {
      if (!Login.of(connection, settings).equals(login)) {
        throw new SQLException("the user is not the one that the session began with");
      }
      pin(connection, policy);
      UnpooledConnection.check(connection, policy, live);
      return connection;
    } catch (SQLException | RuntimeException | Error e) {
      UnpooledConnection.close(connection);
      throw e;
    }
  }

  private DpSession session(Settings settings, Policy policy, Connections connections)
      throws SQLException {
    Login login = connections.login();
    Settings charged = login.charged(settings);
    requireAnalyst(charged.analyst());
    Backend backend = Backend.of(connections, settings.fetchSize());
    LiveSchema live = connections.tables(policy);
    Policy checked = check(policy, live);
    Catalogs catalogs =
        new Catalogs(
            datasets,
            new Dataset.Key(
                checked.answers().shared() ? login : login.of(charged.analyst()),
                checked,
                live,
                connections.schema(),
                charged.dialect().flatMap(BackendDialects::called).map(ReadDialect.class::cast)),
            backend);
    SharedLedgers.Lease lease = ledgers.lease(settings, checked);
    warmUp.once();
    return new DpSession(charged, backend, catalogs, lease, noise, clock, finisher);
  }

  private static Policy load(Settings settings) {
    try {
      return settings.policyText().isPresent()
          ? PolicyFile.parse(settings.policy(), settings.policyText().get())
          : PolicyFile.load(settings.policy());
    } catch (PolicyException e) {
      throw ConnectMessages.policyUnusable(String.valueOf(e.getMessage()));
    }
  }

  private static Policy check(Policy policy, LiveSchema live) {
    try {
      return PolicyCheck.check(policy, live);
    } catch (PolicyException e) {
      throw ConnectMessages.policyUnusable(String.valueOf(e.getMessage()));
    }
  }
}
