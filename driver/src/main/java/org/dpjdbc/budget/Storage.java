package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where the ledger's tables are, and how to access them. Thread-safe. */
interface Storage extends AutoCloseable {
  /**
   * Does some work on a connection without auto-commit. The work commits what is to last; all else
   * is undone.
   *
   * @throws BudgetExceededException from the work
   * @throws LedgerException from the work, or if the storage cannot be used
   */
  <T> T run(Work<T> work) throws BudgetExceededException, LedgerException;

  /**
   * Makes a charge, perhaps in one durable write with others that are asked for at the same time.
   *
   * @throws BudgetExceededException if a limit would be passed; nothing is charged
   * @throws LedgerException if the storage cannot be used, in which case the charge may or may not
   *     have been made
   */
  Receipt charge(Charge charge) throws BudgetExceededException, LedgerException;

  /**
   * Answers that need not be read from the database; empty while other processes may change them.
   */
  Optional<LockScopedAnswerCache> lockedAnswers();

  @Override
  void close();

  /** Does the work, and undoes what it did not commit. */
  static <T> T runOn(Connection c, Work<T> work)
      throws SQLException, BudgetExceededException, LedgerException {
    T result;
    try {
      result = work.on(c);
    } catch (Exception e) {
      try {
        c.rollback();
      } catch (SQLException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
    c.rollback();
    return result;
  }

  /**
   * Some work. It may be done again after a failure of the connection, on a new one.
   *
   * @param <T> its result
   */
  interface Work<T> {
    T on(Connection c) throws SQLException, BudgetExceededException, LedgerException;
  }
}
