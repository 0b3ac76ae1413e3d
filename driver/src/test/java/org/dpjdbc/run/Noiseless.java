package org.dpjdbc.run;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;

/** Sessions whose noise is zero and that show every group. Nothing in the product leads to them. */
final class Noiseless {
  private Noiseless() {}

  static Session connect(String backend, Path policy) {
    return connect(backend, Map.of(), policy);
  }

  static Session connect(TestDatabase database, Path policy) {
    return connect(database.url(), database.properties(), policy);
  }

  /** As above, at another time. */
  static Session connect(TestDatabase database, Path policy, Clock clock) {
    return new Engine(TestNoise.zeroShowingEveryGroup(), clock).connect(settings(database, policy));
  }

  /** As above, of SQL as another product reads it. */
  static Session reading(String dialect, TestDatabase database, Path policy) {
    Settings own = settings(database, policy);
    return new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC())
        .connect(
            new Settings(
                own.backendUrl(),
                own.backendProperties(),
                own.backendDriver(),
                own.policy(),
                own.ledger(),
                own.ledgerUser(),
                own.ledgerPassword(),
                own.analyst(),
                own.epsilon(),
                own.delta(),
                Optional.empty(),
                own.errorColumns(),
                own.pool(),
                own.fetchSize(),
                own.analystNamed(),
                Optional.of(dialect),
                own.policyText(),
                own.reuseSeconds()));
  }

  static Settings settings(TestDatabase database, Path policy) {
    return settings(database.url(), database.properties(), policy);
  }

  private static Session connect(String backend, Map<String, String> properties, Path policy) {
    return new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC())
        .connect(settings(backend, properties, policy));
  }

  private static Settings settings(String backend, Map<String, String> properties, Path policy) {
    return new Settings(
        backend,
        properties,
        Optional.empty(),
        policy.toString(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "analyst",
        Optional.empty(),
        Optional.empty(),
        false,
        0,
        0);
  }
}
