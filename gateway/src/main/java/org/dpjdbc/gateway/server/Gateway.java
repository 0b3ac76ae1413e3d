package org.dpjdbc.gateway.server;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.dpjdbc.gateway.answer.Analyst;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.answer.Observer;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.operate.Metrics;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.session.Canceller;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.session.SessionLimits;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.shadow.Deadlines;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * What all clients share.
 *
 * @param settings now; they change when the files do
 * @param databases by name
 * @param resources what users hold
 * @param waiting who has not logged in
 * @param threads on which sessions work
 * @param stopping threads on which databases and shadows are stopped, which may block
 * @param clock on which the gateway waits, and does nothing else
 */
record Gateway(
    java.util.function.Supplier<Settings> settings,
    Map<String, Database> databases,
    Resources resources,
    Clients clients,
    PendingLogins waiting,
    LoginFailures failures,
    SecureRandom random,
    Executor threads,
    Executor stopping,
    ScheduledExecutorService clock,
    AuditLog audit,
    Metrics metrics,
    RefusalCounts refusals) {
  /** The maximum length of a statement that is not inspected. */
  private static final int BEGINNING = 100;

  /** Has something done that must not be left out, though all threads of sessions may be in use. */
  void tidy(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      tidyAlone(task);
    }
  }

  private static void tidyAlone(Runnable task) {
    try {
      Thread thread = new Thread(task, "tidy");
      thread.setDaemon(true);
      thread.start();
    } catch (OutOfMemoryError e) {
      task.run(); // there is no other thread
    }
  }

  /** Has something done that blocks, though not on the thread of a network if others are there. */
  void aside(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      task.run();
    }
  }

  Canceller canceller() {
    return new Canceller(stopping, clock);
  }

  Optional<User> user(String name) {
    return Optional.ofNullable(settings.get().users().get(name));
  }

  /** That of a user, or a decoy, which is made for both, so that both take as long. */
  Verifier verifier(String name) {
    Verifier decoy = settings.get().decoy().verifier(name);
    return user(name).map(User::verifier).orElse(decoy);
  }

  /**
   * A database that a user may connect to.
   *
   * @throws ServerError if there is none of that name for the user, or it cannot be used now
   */
  Database database(User user, String name) throws ServerError {
    if (!settings.get().databases().containsKey(name) || !user.databases().contains(name)) {
      throw ServerError.fatal("3D000", "database \"" + name + "\" does not exist");
    }
    Database database = databases.get(name);
    if (database == null) {
      throw ServerError.fatal(
          "57P03", "database \"" + name + "\" is not available; try again in a moment");
    }
    return database;
  }

  /**
   * Whether the files are still those with which a session began. Asked once it is among those that
   * a change of the files ends.
   */
  boolean isCurrent(User user, String name, Database database) {
    return user(user.name()).equals(Optional.of(user)) && databases.get(name) == database;
  }

  static ServerError changed() {
    return ServerError.fatal("57P01", "terminating connection: the gateway's files changed");
  }

  /** A session that begins. */
  Session session(
      Database database,
      Connector connector,
      Observer observer,
      ShadowWire wire,
      SessionOutput out,
      UserResources.Share share) {
    Settings.Limits limits = settings.get().limits();
    return new Session(
        database.shadow(),
        wire,
        new Analyst(connector, limits.statementTime(), threads, clock, observer, share),
        out,
        share,
        deadlines(),
        new SessionLimits(limits.statements(), 4L * limits.statementBytes()));
  }

  /** A login succeeded or failed. */
  void login(String user, String address, boolean success) {
    metrics.login(success);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("user", user);
    fields.put("address", address);
    if (success) {
      audit.writeSomeOf(user, "login", fields);
    } else {
      audit.writeSome("login failed", fields);
    }
  }

  private static ServerError unwritten() {
    return ServerError.of("58030", "the gateway's audit log cannot be written")
        .with('H', "Private queries are answered again when the owner has fixed it.");
  }

  /** Writes down and counts what becomes of a user's statements. */
  Observer observer(User user, String database, String address) {
    return new Observer() {
      @Override
      public void begins() throws ServerError {
        if (!audit.isWritable()) {
          throw unwritten();
        }
      }

      @Override
      public void turnedAway(String text, Duration time, ServerError error) {
        metrics.refused(error.code());
        refusals.count(error.code());
        Map<String, String> fields = fields(AuditLog.cut(text, BEGINNING), time);
        fields.put("verdict", error.code());
        audit.writeSome("statement turned away", fields);
      }

      @Override
      public void answered(String text, Duration time, String budget, boolean mayBeCharged)
          throws ServerError {
        metrics.answered(time);
        Map<String, String> fields = fields(text, time);
        fields.put("verdict", "answered");
        fields.put("budget", budget);
        boolean isWritten =
            mayBeCharged
                ? audit.write("statement", fields)
                : audit.writeSomeOf(user.name(), "statement", fields);
        if (!isWritten) {
          throw unwritten();
        }
      }

      @Override
      public void refused(String text, Duration time, ServerError error) {
        metrics.refused(error.code());
        refusals.count(error.code());
        Map<String, String> fields = fields(text, time);
        fields.put("verdict", error.code());
        audit.writeSomeOf(user.name(), "statement", fields);
      }

      private Map<String, String> fields(String text, Duration time) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("user", user.name());
        fields.put("analyst", user.analyst());
        fields.put("database", database);
        fields.put("address", address);
        fields.put("statement", text.strip());
        fields.put("milliseconds", String.valueOf(time.toMillis()));
        return fields;
      }
    };
  }

  private Deadlines deadlines() {
    return new Deadlines(clock, stopping, settings.get().limits().statementTime());
  }
}
