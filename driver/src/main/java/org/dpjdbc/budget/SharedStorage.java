package org.dpjdbc.budget;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Set;
import javax.sql.DataSource;

/**
 * A database that many machines share. The pool is the ledger's own: no setting, transaction or
 * fault of a client's connection touches it.
 */
final class SharedStorage implements Storage {
  private static final int CONNECTIONS = 4;
  private static final Set<String> PASSING = Set.of("08", "23", "40", "57");

  private final HikariDataSource pool;

  private SharedStorage(HikariDataSource pool) {
    this.pool = pool;
  }

  /**
   * @param door checks the database, once
   * @param patience how long to wait for a connection
   */
  static SharedStorage open(DataSource source, Door door, Duration patience)
      throws LedgerException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("dp-jdbc-ledger");
    config.setDataSource(new SimpleDataSource(() -> prepared(source)));
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(60_000);
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionTimeout(patience.toMillis());
    // A database that is down is found out by the first connection, below.
    config.setInitializationFailTimeout(-1);
    SharedStorage storage = new SharedStorage(new HikariDataSource(config));
    try {
      storage.run(
          c -> {
            door.admit(c);
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
    try {
      return once(work);
    } catch (SQLException e) {
      if (!mayPass(e)) {
        throw LedgerMessages.storage(e);
      }
    }
    try {
      return once(work);
    } catch (SQLException e) {
      throw LedgerMessages.storage(e);
    }
  }

  private <T> T once(Work<T> work) throws SQLException, BudgetExceededException, LedgerException {
    try (Connection c = borrow()) {
      try {
        return Storage.runOn(c, work);
      } catch (SQLException e) {
        // Not every driver says in a way the pool knows that its connection is dead.
        pool.evictConnection(c);
        throw e;
      }
    } catch (RuntimeException e) {
      throw LedgerMessages.storage(e);
    }
  }

  private static Connection prepared(DataSource source) throws SQLException {
    Connection connection = source.getConnection();
    try {
      Dialect.of(connection).prepare(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private Connection borrow() throws LedgerException {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw LedgerMessages.storage(e);
    }
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
