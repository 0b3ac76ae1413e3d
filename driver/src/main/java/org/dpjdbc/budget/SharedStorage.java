package org.dpjdbc.budget;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database shared by many machines. The pool is the ledger's own: no setting, transaction or
 * fault of a client's connection affects it. A connection is not tested before use, which would be
 * a further round trip for each charge: an operation that fails on a dead connection is repeated on
 * a new one. No operation waits longer than the patience for a server or network that does not
 * respond. Once one has failed for that, one operation at a time tries again, and the others fail
 * soon.
 */
final class SharedStorage implements Storage {
  private static final Logger LOGGER = LoggerFactory.getLogger(SharedStorage.class);
  private static final int CONNECTIONS = 4;
  private static final int PROBE_MILLIS = 500;
  private static final Set<String> PASSING = Set.of("08", "23", "40", "57");

  private final HikariDataSource pool;
  private final Duration patience;

  /** Whether the server has not responded to the operation that last ended. */
  private final AtomicBoolean silent = new AtomicBoolean();

  /** Of the operation that finds out whether it still does not. */
  private final Semaphore probing = new Semaphore(1);

  private SharedStorage(HikariDataSource pool, Duration patience) {
    this.pool = pool;
    this.patience = patience;
  }

  /**
   * @param opening checks the database, once
   * @param patience how long to wait for a connection, and for an answer on it
   */
  static SharedStorage open(DataSource source, LedgerOpening opening, Duration patience)
      throws LedgerException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("dp-jdbc-ledger");
    config.setDataSource(new SimpleDataSource(() -> prepared(source, patience)));
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(60_000);
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionTimeout(patience.toMillis());
    // A database that is down is found out by the first connection, below.
    config.setInitializationFailTimeout(-1);
    SharedStorage storage = new SharedStorage(new HikariDataSource(config), patience);
    try {
      storage.run(
          c -> {
            opening.admit(c);
            return true;
          });
      return storage;
    } catch (LedgerException e) {
      storage.close();
      throw e;
    } catch (BudgetExceededException e) {
      storage.close();
      throw new IllegalStateException("a door charges nothing", e);
    }
  }

  @Override
  public <T> T run(Work<T> work) throws BudgetExceededException, LedgerException {
    if (!silent.get()) {
      return inTime(work);
    }
    if (!probe()) {
      throw LedgerMessages.stillSilent();
    }
    try {
      return inTime(work);
    } finally {
      probing.release();
    }
  }

  /** Waits a little for one that may find that the server responds again. */
  private boolean probe() {
    try {
      return probing.tryAcquire(PROBE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private <T> T inTime(Work<T> work) throws BudgetExceededException, LedgerException {
    LedgerDeadline deadline = LedgerDeadline.after(patience);
    try {
      return once(work, deadline);
    } catch (SQLException e) {
      if (!mayPass(e) || deadline.passed()) {
        throw failure(e, deadline);
      }
    }
    try {
      return once(work, deadline);
    } catch (SQLException e) {
      throw failure(e, deadline);
    }
  }

  private LedgerException failure(SQLException e, LedgerDeadline deadline) {
    if (!deadline.passed()) {
      return LedgerMessages.storage(e);
    }
    silent.set(true);
    return LedgerMessages.silent(e);
  }

  /** Each by itself: where one statement is a charge, there is no transaction to share. */
  @Override
  public Receipt charge(Charge charge) throws BudgetExceededException, LedgerException {
    return run(charge);
  }

  /** Other machines may change them at any time. */
  @Override
  public Optional<LockScopedAnswerCache> lockedAnswers() {
    return Optional.empty();
  }

  private <T> T once(Work<T> work, LedgerDeadline deadline)
      throws SQLException, BudgetExceededException, LedgerException {
    try (Connection c = pool.getConnection()) {
      boolean responds = true;
      try {
        limit(c, deadline.left());
        return Storage.runOn(c, work);
      } catch (SQLException e) {
        responds = false;
        // Not every driver says in a way the pool knows that its connection is dead; and what
        // killed it may have killed those that are idle.
        pool.evictConnection(c);
        pool.getHikariPoolMXBean().softEvictConnections();
        throw e;
      } finally {
        if (responds) {
          silent.set(false);
        }
      }
    } catch (RuntimeException e) {
      throw LedgerMessages.storage(e);
    }
  }

  private static Connection prepared(DataSource source, Duration patience) throws SQLException {
    Connection connection = TimedConnect.open(source::getConnection, patience);
    try {
      limit(connection, patience);
      LedgerDialect.of(connection).prepare(connection);
      return trusted(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** The driver stops waiting for the network, if it can, in the middle of an answer as well. */
  private static void limit(Connection connection, Duration patience) {
    try {
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(patience.toMillis()));
    } catch (SQLException | RuntimeException | LinkageError e) {
      LOGGER.debug("The ledger's connection takes no network time-out", e);
    }
  }

  /** One that the pool takes to be alive unless the driver knows that it is not. */
  private static Connection trusted(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            SharedStorage.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("isValid")
                    ? !connection.isClosed()
                    : method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /**
   * Whether a failure may pass on a new connection: a lost connection (08, 57), a conflict (40), or
   * two at once making the same row (23).
   */
  private static boolean mayPass(SQLException e) {
    String state = e.getSQLState();
    return e instanceof SQLNonTransientConnectionException
        || e instanceof SQLRecoverableException
        || e instanceof SQLTransientException
        || (state != null && PASSING.contains(state.substring(0, Math.min(2, state.length()))));
  }

  @Override
  public void close() {
    pool.close();
  }
}
