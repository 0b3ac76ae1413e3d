package org.dpjdbc.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;

/**
 * The pools of a process: one for all sessions with the same URL, properties and driver of the
 * database, size, and time limit. A pool is closed when no session has used it for a minute, so
 * that a tool that connects anew for each query finds it again. Thread-safe.
 */
final class BackendPools {
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Map<Key, Open> open = new HashMap<>();
  private final Duration kept;

  private record Key(
      String url,
      Map<String, String> properties,
      Optional<String> driver,
      int size,
      Duration timeout) {}

  private static final class Open {
    private final BackendPool pool;
    private int sessions;
    private long uses;
    private Runnable keep = () -> {};

    Open(BackendPool pool) {
      this.pool = pool;
    }
  }

  BackendPools() {
    this(KEPT);
  }

  BackendPools(Duration kept) {
    this.kept = kept;
  }

  /** How many pools are open. */
  int size() {
    synchronized (open) {
      return open.size();
    }
  }

  /**
   * A session's use of a pool.
   *
   * @param timeout of a query
   * @throws SQLException if the database fails
   * @throws org.dpjdbc.sql.RefusedException if it cannot be connected to
   */
  Connections lease(Settings settings, Duration timeout) throws SQLException {
    Key key =
        new Key(
            settings.backendUrl(),
            settings.backendProperties(),
            settings.backendDriver(),
            settings.pool(),
            timeout);
    synchronized (open) {
      Open known = open.get(key);
      if (known == null) {
        known = new Open(BackendPool.open(settings, timeout));
        open.put(key, known);
      }
      known.keep.run();
      known.sessions++;
      known.uses++;
      return new Lease(key, known);
    }
  }

  private void giveBack(Key key, Open known) {
    synchronized (open) {
      known.sessions--;
      if (known.sessions == 0) {
        long uses = known.uses;
        Future<?> closing =
            Watchdog.after(
                kept.toMillis(), () -> closeIfUnused(key, known, uses), TimeUnit.MILLISECONDS);
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
    known.pool.close();
  }

  /** Given back once. */
  private final class Lease implements Connections {
    private final Key key;
    private final Open used;
    private boolean returned;

    Lease(Key key, Open used) {
      this.key = key;
      this.used = used;
    }

    @Override
    public Connection borrow() {
      return used.pool.borrow();
    }

    @Override
    public void giveBack(Connection connection, boolean failed) {
      used.pool.giveBack(connection, failed);
    }

    @Override
    public String schema() {
      return used.pool.schema();
    }

    @Override
    public LiveSchema tables(Policy policy) throws SQLException {
      Connection connection = borrow();
      boolean failed = true;
      try {
        LiveSchema tables = LiveSchemaReader.read(connection, policy);
        failed = false;
        return tables;
      } finally {
        giveBack(connection, failed);
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
