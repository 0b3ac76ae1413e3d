package org.dpjdbc.gateway.web;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.web.ask.PageConnection;

/**
 * What the web page shares with the rest of the gateway.
 *
 * @param settings now; they change when the files do
 * @param connectors to the databases, for what a page shows beside answers
 * @param talks sessions for statements
 * @param witness notified of each login
 * @param refusals how often what was refused
 * @param clients how many sessions there are over PostgreSQL's protocol
 * @param nanos a clock
 */
public record WebParts(
    Supplier<Settings> settings,
    Connectors connectors,
    Talks talks,
    LoginWitness witness,
    LoginFailures failures,
    SecureRandom random,
    RefusalCounts refusals,
    IntSupplier clients,
    LongSupplier nanos) {

  /** Finds the driver's connections for a user at a database. */
  public interface Connectors {
    Optional<Connector> find(String database, User user);
  }

  /** Finds who begins sessions of a user with a database. */
  public interface Talks {
    PageConnection.Opener of(User user, String database, String address);
  }

  /** Receives successful and failed logins. */
  public interface LoginWitness {
    void login(String user, String address, boolean success);
  }

  Optional<User> user(String name) {
    return Optional.ofNullable(settings.get().users().get(name));
  }
}
