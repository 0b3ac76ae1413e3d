package org.dpjdbc.run;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.sql.Messages;
import org.dpjdbc.sql.RefusedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the database the questions of one run, on one connection, which it holds from the first
 * question, or from {@link #prepare}, until it is closed. Whatever the database throws is logged
 * for the owner and replaced; its warnings are dropped. Belongs to one thread.
 */
final class Asker implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Asker.class);

  private final Backend backend;
  private final Deadline deadline;
  private final Cancellation cancellation;
  private @Nullable Connection connection;
  private boolean failed;

  /**
   * Gets ready.
   *
   * @param deadline the database is told to stop at it, and cut off if it does not
   */
  Asker(Backend backend, Deadline deadline, Cancellation cancellation) {
    this.backend = backend;
    this.deadline = deadline;
    this.cancellation = cancellation;
  }

  /** Reads the rows of an answer. */
  interface Reader {
    void read(ResultSet rows) throws SQLException;
  }

  /**
   * Gets the connection, so that nothing is charged where there is none.
   *
   * @throws RefusedException if there is none
   */
  void prepare() {
    try {
      connection();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private Connection connection() throws SQLException {
    Connection known = connection;
    if (known == null) {
      known = backend.connections().borrow();
      connection = known;
    }
    return known;
  }

  /**
   * Asks the database.
   *
   * @param parameters bound each as a value of its class, never as SQL; {@code null} is SQL NULL
   * @throws RefusedException if it fails, or the run was stopped
   */
  void ask(String sql, List<@Nullable Object> parameters, Reader reader) {
    stopIfOver();
    try {
      Connection asked = connection();
      stopIfOver();
      try (RowStream stream = RowStream.open(asked, backend.dialect(), backend.fetchSize());
          Question question = question(asked, sql, parameters)) {
        stream.prepare(question.statement());
        question.statement().setQueryTimeout(deadline.secondsLeft());
        read(asked, question, reader);
      }
    } catch (SQLException e) {
      failed = true;
      if (cancellation.isCancelled() || deadline.isOver()) {
        LOGGER.info("A query was stopped", e);
        throw Messages.stopped();
      }
      throw failed(e);
    } catch (RefusedException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // A database in this process may exhaust the stack or the memory.
      failed = true;
      throw failed(e);
    }
    if (cancellation.isCancelled()) {
      throw Messages.stopped();
    }
  }

  /** A statement and how it is run: with its parameters beside it, or written into it. */
  private record Question(Statement statement, Execution execution) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  /** Runs a statement. */
  private interface Execution {
    ResultSet rows() throws SQLException;
  }

  private Question question(Connection asked, String sql, List<@Nullable Object> parameters)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    parameters.forEach(value -> values.add(told(value)));
    Optional<String> written = backend.dialect().written(sql, values);
    if (written.isPresent()) {
      Statement statement = asked.createStatement();
      return new Question(statement, () -> statement.executeQuery(written.get()));
    }
    PreparedStatement statement = asked.prepareStatement(sql);
    try {
      bind(statement, values);
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
    return new Question(statement, statement::executeQuery);
  }

  private void stopIfOver() {
    if (cancellation.isCancelled() || deadline.isOver()) {
      throw Messages.stopped();
    }
  }

  /** Waits no longer than the deadline and a grace, whether the database hears or not. */
  private void read(Connection asked, Question question, Reader reader) throws SQLException {
    Brake brake = new Brake(asked, question.statement());
    ScheduledFuture<?> watch =
        Watchdog.after(deadline.nanosLeft(), brake::stop, TimeUnit.NANOSECONDS);
    cancellation.onCancel(() -> Watchdog.ACTIONS.execute(brake::stop));
    try {
      // What is cancelled before it runs would run all the same.
      stopIfOver();
      try (ResultSet rows = question.execution().rows()) {
        reader.read(textual() ? MomentTexts.of(rows) : rows);
      }
    } finally {
      watch.cancel(false);
      cancellation.onCancel(() -> {});
      failed |= !brake.release();
    }
  }

  private boolean textual() {
    return backend.dialect().tellsMomentsAsTexts();
  }

  /** The value that the database is told in the place of one. */
  private @Nullable Object told(@Nullable Object value) {
    if (value == null || isMissing(value)) {
      return null;
    }
    return textual() ? MomentTexts.of(value) : value;
  }

  private static void bind(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else {
        statement.setObject(i + 1, value);
      }
    }
  }

  /** Whether a released number is none that the database has. */
  private boolean isMissing(Object value) {
    return value instanceof Number number
        && !Double.isFinite(number.doubleValue())
        && !(value instanceof BigDecimal)
        && !backend.dialect().hasNonFinite();
  }

  /** One constant refusal for every failure; what it was is for the owner's log. */
  static RefusedException failed(Throwable cause) {
    LOGGER.error("The database failed", cause);
    return Messages.backendFailed();
  }

  @Override
  public void close() {
    if (connection != null) {
      backend.connections().giveBack(connection, failed);
      connection = null;
    }
  }

  /** Stops a statement; and cuts the connection where the statement goes on all the same. */
  private static final class Brake {
    private final Connection connection;
    private final Statement statement;
    private boolean released;
    private boolean used;
    private boolean cancelling;

    Brake(Connection connection, Statement statement) {
      this.connection = connection;
      this.statement = statement;
    }

    /** Runs on a thread of its own: a server that cannot be reached is waited for. */
    void stop() {
      synchronized (this) {
        if (released || cancelling) {
          return;
        }
        used = true;
        cancelling = true;
      }
      ScheduledFuture<?> cut =
          Watchdog.after(Watchdog.GRACE.toMillis(), this::cut, TimeUnit.MILLISECONDS);
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOGGER.warn("The database did not take a cancellation", e);
      } finally {
        synchronized (this) {
          cancelling = false;
          if (released) {
            cut.cancel(false);
          }
          notifyAll();
        }
      }
    }

    private void cut() {
      synchronized (this) {
        if (released) {
          return;
        }
      }
      try {
        connection.abort(Watchdog.ACTIONS);
      } catch (SQLException e) {
        LOGGER.warn("The connection could not be cut", e);
      }
    }

    /**
     * The statement is over. A cancellation that is under way is waited for, a while, since it
     * could meet what is asked next on this connection.
     *
     * @return whether it was never stopped, so that the connection is whole
     */
    synchronized boolean release() {
      released = true;
      long until = System.nanoTime() + Watchdog.GRACE.toNanos();
      try {
        while (cancelling && System.nanoTime() < until) {
          TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return !used;
    }
  }
}
