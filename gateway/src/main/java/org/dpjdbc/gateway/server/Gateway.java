package org.dpjdbc.gateway.server;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.login.Decoy;
import org.dpjdbc.gateway.login.Failures;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.session.Deadlines;

/**
 * What all clients share.
 *
 * @param settings now; they change when the files do
 * @param databases by name
 * @param threads on which sessions work
 * @param clock on which the gateway waits
 */
record Gateway(
    java.util.function.Supplier<Settings> settings,
    Map<String, Database> databases,
    Clients clients,
    Failures failures,
    Decoy decoy,
    SecureRandom random,
    Executor threads,
    ScheduledExecutorService clock) {

  Optional<User> user(String name) {
    return Optional.ofNullable(settings.get().users().get(name));
  }

  Verifier verifier(String name) {
    return user(name).map(User::verifier).orElseGet(() -> decoy.of(name));
  }

  Deadlines deadlines() {
    return new Deadlines(clock, settings.get().limits().statementTime());
  }
}
