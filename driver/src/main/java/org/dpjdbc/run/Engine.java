package org.dpjdbc.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.finish.Finisher;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.Messages;
import org.dpjdbc.sql.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens sessions. What sessions share in a process (open ledgers, catalogs, plans) is kept here.
 * Thread-safe.
 */
public final class Engine {
  private static final Logger LOGGER = LoggerFactory.getLogger(Engine.class);
  private static final Engine SHARED = new Engine(NoiseSource.secure(), Clock.systemUTC());

  private final NoiseSource noise;
  private final Clock clock;
  private final Finisher finisher;
  private final SharedLedgers ledgers;
  private final Datasets datasets;
  private final WarmUp warmUp;

  /** Noise other than {@link NoiseSource#secure()} exists in tests alone. */
  Engine(NoiseSource noise, Clock clock) {
    this.noise = noise;
    this.clock = clock;
    this.finisher = new Finisher(clock);
    this.ledgers = new SharedLedgers(clock);
    this.datasets = new Datasets();
    this.warmUp = new WarmUp(finisher);
  }

  /**
   * Connects to the backend, checks the policy against it, and opens the ledger.
   *
   * @param settings of the connection
   * @throws RefusedException if the policy, the backend or the ledger is not usable
   */
  public static Session open(Settings settings) {
    return SHARED.connect(settings);
  }

  Session connect(Settings settings) {
    if (!ChargeRequest.isAnalyst(settings.analyst())) {
      throw Messages.analystUnusable(ChargeRequest.MAX_ANALYST);
    }
    Policy policy = load(settings.policy());
    Connection connection = BackendDrivers.connect(settings);
    try {
      BackendDialect dialect = dialect(connection);
      LiveSchema live = LiveSchemaReader.read(connection, policy);
      Policy checked = check(policy, live);
      String schema = connection.getSchema();
      Backend backend = Backend.pin(connection, dialect, checked.limits().timeout());
      SharedLedgers.Lease lease = ledgers.lease(settings, checked);
      Dataset dataset =
          datasets.of(
              new Dataset.Key(settings.backendUrl(), checked, live, schema == null ? "" : schema),
              dialect);
      warmUp.once();
      return new DpSession(settings, backend, dataset, lease, noise, clock, finisher);
    } catch (SQLException e) {
      closeQuietly(connection);
      throw Backend.failed(e);
    } catch (RuntimeException | Error e) {
      closeQuietly(connection);
      throw e;
    }
  }

  private static Policy load(String source) {
    try {
      return PolicyFile.load(source);
    } catch (PolicyException e) {
      throw Messages.policyUnusable(String.valueOf(e.getMessage()));
    }
  }

  private static Policy check(Policy policy, LiveSchema live) {
    try {
      return PolicyCheck.check(policy, live);
    } catch (PolicyException e) {
      throw Messages.policyUnusable(String.valueOf(e.getMessage()));
    }
  }

  private static BackendDialect dialect(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return CatalogRows.dialect(connection).orElseThrow(() -> Messages.backendNotOffered(product));
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOGGER.warn("Closing the database connection failed", e);
    }
  }
}
