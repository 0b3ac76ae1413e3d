package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.run.api.RowStream;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the statements of one run on one connection, which it holds from the first statement, or
 * from {@link #prepare}, until it is closed; after that it gets another one. Errors of the database
 * are logged for the owner and replaced by a constant message; its warnings are dropped. Belongs to
 * one thread.
 */
public final class BackendReader implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(BackendReader.class);

  private final Backend backend;
  private final Deadline deadline;
  private final Cancellation cancellation;
  private @Nullable Connection connection;
  private @Nullable RunStatements statements;
  private boolean failed;
  private boolean charged;

  /**
   * Gets ready.
   *
   * @param deadline when the database must stop; otherwise its connection is closed
   */
  public BackendReader(Backend backend, Deadline deadline, Cancellation cancellation) {
    this.backend = backend;
    this.deadline = deadline;
    this.cancellation = cancellation;
  }

  /** Reads the rows of an answer. */
  public interface Reader {
    void read(ResultSet rows) throws SQLException;
  }

  /** A statement that runs later. */
  public record Planned(String sql, List<@Nullable Object> parameters) {}

  /**
   * Gets the connection and has the database check statements before they are charged: what it
   * would reject costs nothing. It reads no row for that.
   *
   * @param statements whose parameters are {@code null} where they are not known yet
   * @throws RefusedException if there is no connection, or one of them is rejected
   */
  public void prepare(List<Planned> statements) {
    stoppable(
        asked -> {
          for (Planned planned : statements) {
            guarded(asked, canceller -> statements(asked).check(planned, canceller));
            stopIfOver();
          }
        });
  }

  /** From here on a failure does not undo the charge, and says so. */
  public void charged() {
    charged = true;
  }

  private Connection connection() throws SQLException {
    Connection known = connection;
    if (known == null) {
      known = backend.connections().borrow(this::isOver);
      connection = known;
    }
    return known;
  }

  private RunStatements statements(Connection asked) {
    RunStatements known = statements;
    if (known == null) {
      known = new RunStatements(asked, backend.dialect());
      statements = known;
    }
    return known;
  }

  /**
   * Asks the database.
   *
   * @param planned the statement, and what is bound: each as a value of its class, never as SQL;
   *     {@code null} is SQL NULL
   * @throws RefusedException if it fails, or the run was stopped
   */
  public void ask(Planned planned, Reader reader) {
    stoppable(
        asked -> {
          try (RowStream stream = RowStream.open(asked, backend.dialect(), backend.fetchSize())) {
            guarded(
                asked,
                canceller -> {
                  try (RunStatements.RunningStatement running =
                      statements(asked).running(planned)) {
                    canceller.holds(running.statement());
                    stream.prepare(running.statement());
                    limit(running.statement(), deadline.secondsLeft());
                    // What is cancelled before it runs would run all the same.
                    stopIfOver();
                    read(running, reader);
                  }
                });
          }
        });
    if (cancellation.isCancelled()) {
      throw stopped();
    }
  }

  /**
   * Sets a time limit that is not set yet. H2 compiles every statement again after any limit was
   * set, and keeps the limit with the connection.
   */
  private static void limit(Statement statement, int seconds) throws SQLException {
    if (statement.getQueryTimeout() != seconds) {
      statement.setQueryTimeout(seconds);
    }
  }

  private void read(RunStatements.RunningStatement running, Reader reader) throws SQLException {
    try (ResultSet rows = running.step().rows()) {
      reader.read(backend.dialect().returnsTimestampsAsStrings() ? TimestampFormat.of(rows) : rows);
    }
  }

  /** Something that is done with the connection. */
  private interface Work {
    void on(Connection connection) throws SQLException;
  }

  /** Something that may have to be stopped. */
  private interface Guarded {
    void run(StatementCanceller canceller) throws SQLException;
  }

  private void stoppable(Work work) {
    stopIfOver();
    try {
      Connection asked = connection();
      stopIfOver();
      work.on(asked);
    } catch (SQLException e) {
      failed = true;
      if (isOver()) {
        LOGGER.info("A query was stopped: {}", e.toString());
        throw stopped();
      }
      throw refused(e);
    } catch (RefusedException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // A database in this process may exhaust the stack or the memory.
      failed = true;
      throw refused(e);
    }
  }

  /** What the run says if it was stopped: whether it was charged by then. */
  public RefusedException stopped() {
    return charged ? RunMessages.stoppedAfterCharge() : RunMessages.stopped();
  }

  private RefusedException refused(Throwable cause) {
    if (cause instanceof SQLException e && backend.dialect().isBusy(e.getErrorCode())) {
      LOGGER.warn("The database is busy: {}", e.toString());
      return charged ? RunMessages.busyAfterCharge() : RunMessages.busy();
    }
    return charged ? failedAfterCharge(cause) : failed(cause);
  }

  private boolean isOver() {
    return cancellation.isCancelled() || deadline.isOver();
  }

  private void stopIfOver() {
    if (isOver()) {
      throw stopped();
    }
  }

  /** Waits no longer than the deadline and a grace, whether the database hears or not. */
  private void guarded(Connection asked, Guarded work) throws SQLException {
    StatementCanceller canceller = new StatementCanceller(asked);
    ScheduledFuture<?> watch =
        Watchdog.after(deadline.nanosLeft(), canceller::stop, TimeUnit.NANOSECONDS);
    cancellation.onCancel(() -> Watchdog.ACTIONS.execute(canceller::stop));
    try {
      stopIfOver();
      work.run(canceller);
    } finally {
      watch.cancel(false);
      cancellation.onCancel(() -> {});
      failed |= !canceller.release();
    }
  }

  /**
   * One constant refusal for every failure if nothing was charged; what it was is for the owner's
   * log.
   */
  public static RefusedException failed(Throwable cause) {
    LOGGER.error("The database failed", cause);
    return RunMessages.backendRejected();
  }

  /** One constant refusal for every failure after a charge. */
  static RefusedException failedAfterCharge(Throwable cause) {
    LOGGER.error("The database failed", cause);
    return RunMessages.backendFailed();
  }

  @Override
  public void close() {
    if (statements != null) {
      statements.close();
      statements = null;
    }
    if (connection != null) {
      backend.connections().giveBack(connection, failed);
      connection = null;
    }
  }
}
