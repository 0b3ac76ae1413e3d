package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * The pools of a process: one for all sessions with the same URL, properties and driver of the
 * database, size, and time limit, whom the database takes for the same user. Each session proves
 * that by logging in itself, so that an outdated password no longer gives access. A pool is closed
 * when no session has used it for a minute, so that a tool that connects anew for each query finds
 * it again. Thread-safe.
 */
public final class BackendPools {
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Map<Key, Open> open = new HashMap<>();
  private final Function<Runnable, Future<?>> later;
  private final LongSupplier nanoTime;

  private record Key(
      String url,
      Map<String, String> properties,
      Optional<String> driver,
      int size,
      Duration timeout,
      Login login) {
    static Key of(Settings settings, Duration timeout, Login login) {
      return new Key(
          settings.backendUrl(),
          settings.backendProperties(),
          settings.backendDriver(),
          settings.pool(),
          timeout,
          login);
    }
  }

  /** A pool, or one that is being opened: whoever wants it meanwhile waits for that. */
  private static final class Open {
    private final CompletableFuture<BackendPool> pool = new CompletableFuture<>();
    private final AtomicBoolean taken = new AtomicBoolean();
    private int sessions;
    private long uses;
    private Runnable keep = () -> {};
    private Optional<Seen> seen = Optional.empty();
  }

  /**
   * What a session that logged in itself has found.
   *
   * @param at when it began to look
   */
  private record Seen(Begun begun, long at) {}

  public BackendPools() {
    this(action -> Watchdog.after(KEPT.toMillis(), action, TimeUnit.MILLISECONDS));
  }

  /**
   * Pools that a caller closes.
   *
   * @param later runs an action when a pool has been unused for long enough, unless it is cancelled
   *     before
   */
  public BackendPools(Function<Runnable, Future<?>> later) {
    this(later, System::nanoTime);
  }

  /** The same by another clock. */
  public BackendPools(Function<Runnable, Future<?>> later, LongSupplier nanoTime) {
    this.later = later;
    this.nanoTime = nanoTime;
  }

  /** How many pools are open. */
  public int size() {
    synchronized (open) {
      return open.size();
    }
  }

  /**
   * A session's use of a pool.
   *
   * @param timeout of a query
   * @throws SQLException if the database fails
   * @throws org.dpjdbc.sql.refusal.RefusedException if it cannot be connected to
   */
  public Connections lease(Settings settings, Duration timeout) throws SQLException {
    Optional<Connections> joined = join(settings, timeout);
    return joined.isPresent() ? joined.get() : leaseAnew(settings, timeout);
  }

  /** Joins a pool whose tables another session has just read. */
  private Optional<Connections> join(Settings settings, Duration timeout) {
    long longest = TimeUnit.SECONDS.toNanos(settings.reuseSeconds());
    synchronized (open) {
      for (Map.Entry<Key, Open> each : open.entrySet()) {
        Key key = each.getKey();
        Optional<Seen> seen = each.getValue().seen;
        if (seen.isPresent()
            && nanoTime.getAsLong() - seen.get().at() < longest
            && key.equals(Key.of(settings, timeout, key.login()))) {
          Open known = use(key);
          return Optional.of(new Lease(key, known, known.pool.join(), seen.map(Seen::begun)));
        }
      }
    }
    return Optional.empty();
  }

  private Connections leaseAnew(Settings settings, Duration timeout) throws SQLException {
    long at = nanoTime.getAsLong();
    Connection own =
        BoundedConnect.open(settings, timeout, Thread.currentThread().getContextClassLoader());
    boolean taken = false;
    try {
      Key key = Key.of(settings, timeout, Login.of(own, settings));
      Open known = use(key);
      if (known.taken.compareAndSet(false, true)) {
        taken = true;
        fill(key, known, own, settings);
      }
      return new Lease(
          key,
          known,
          opened(known),
          settings.reuseSeconds() > 0 ? OptionalLong.of(at) : OptionalLong.empty());
    } finally {
      if (!taken) {
        UnpooledConnection.close(own);
      }
    }
  }

  private Open use(Key key) {
    synchronized (open) {
      Open known = open.computeIfAbsent(key, k -> new Open());
      known.keep.run();
      known.sessions++;
      known.uses++;
      return known;
    }
  }

  /** Opening may take long: those who want another database do not wait for it. */
  private void fill(Key key, Open known, Connection first, Settings settings) {
    try {
      known.pool.complete(BackendPool.open(first, settings, key.login(), key.timeout()));
    } catch (SQLException | RuntimeException | Error e) {
      synchronized (open) {
        open.remove(key);
      }
      known.pool.completeExceptionally(e);
    }
  }

  /** All who waited for one pool have its failure. */
  private static BackendPool opened(Open known) throws SQLException {
    try {
      return known.pool.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        throw refused;
      }
      throw new SQLException("the pool could not be opened", e.getCause());
    }
  }

  private void giveBack(Key key, Open known) {
    synchronized (open) {
      known.sessions--;
      if (known.sessions == 0) {
        long uses = known.uses;
        Future<?> closing = later.apply(() -> closeIfUnused(key, known, uses));
        known.keep = () -> closing.cancel(false);
      }
    }
  }

  private void closeIfUnused(Key key, Open known, long uses) {
    synchronized (open) {
      if (known.sessions > 0 || known.uses != uses) {
        return;
      }
      open.remove(key);
    }
    known.pool.join().close();
  }

  /**
   * What a session began with.
   *
   * @param connections how many the pool had opened when the tables were last seen to be these
   */
  private record Begun(Policy policy, LiveSchema live, long connections) {}

  /** Given back once. */
  private final class Lease implements Connections {
    private final Key key;
    private final Open used;
    private final BackendPool pool;

    /** When it logged in itself, if others may begin as it has. */
    private final OptionalLong loggedIn;

    private Optional<Begun> begun;

    /** Whether the session has planned anything by the tables. */
    private boolean planned;

    private boolean returned;

    /** Of a session that has logged in itself. */
    Lease(Key key, Open used, BackendPool pool, OptionalLong loggedIn) {
      this.key = key;
      this.used = used;
      this.pool = pool;
      this.loggedIn = loggedIn;
      this.begun = Optional.empty();
    }

    /** Of one that takes over what another has found. */
    Lease(Key key, Open used, BackendPool pool, Optional<Begun> begun) {
      this.key = key;
      this.used = used;
      this.pool = pool;
      this.loggedIn = OptionalLong.empty();
      this.begun = begun;
    }

    /** The pool may have a connection that it had not when the session last saw the tables. */
    @Override
    public Connection borrow() throws SQLException {
      Connection connection = borrowed();
      boolean failed = true;
      try {
        long connections = pool.connections();
        if (planned && begun.isPresent() && begun.get().connections() != connections) {
          Policy policy = begun.get().policy();
          LiveSchema live = begun.get().live();
          UnpooledConnection.check(connection, policy, live);
          begun = Optional.of(new Begun(policy, live, connections));
        }
        failed = false;
        return connection;
      } finally {
        if (failed) {
          pool.giveBack(connection, /* failed= */ true);
          forget();
        }
      }
    }

    private Connection borrowed() throws SQLException {
      boolean failed = true;
      try {
        Connection connection = pool.borrow();
        failed = false;
        return connection;
      } finally {
        if (failed) {
          forget();
        }
      }
    }

    /** The next session finds out for itself. */
    private void forget() {
      synchronized (open) {
        used.seen = Optional.empty();
      }
    }

    @Override
    public void giveBack(Connection connection, boolean failed) {
      pool.giveBack(connection, failed);
    }

    @Override
    public Login login() {
      return key.login();
    }

    @Override
    public String schema() {
      return pool.schema();
    }

    @Override
    public LiveSchema tables(Policy policy) throws SQLException {
      planned = true;
      if (begun.isPresent()
          && begun.get().policy().equals(policy)
          && begun.get().connections() == pool.connections()) {
        return begun.get().live();
      }
      Connection connection = pool.borrow();
      boolean failed = true;
      try {
        long connections = pool.connections();
        LiveSchema live = LiveSchemaReader.read(connection, policy);
        begun = Optional.of(new Begun(policy, live, connections));
        note();
        failed = false;
        return live;
      } finally {
        giveBack(connection, failed);
      }
    }

    /** Others may begin as this one has. */
    private void note() {
      if (loggedIn.isPresent()) {
        synchronized (open) {
          used.seen = begun.map(now -> new Seen(now, loggedIn.getAsLong()));
        }
      }
    }

    @Override
    public void close() {
      synchronized (open) {
        if (!returned) {
          returned = true;
          BackendPools.this.giveBack(key, used);
        }
      }
    }
  }
}
