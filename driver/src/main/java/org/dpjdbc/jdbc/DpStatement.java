package org.dpjdbc.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.dpjdbc.jdbc.error.ArgumentChecks;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * Runs one query after the other, each charged on its own. Thread-safe in that any thread may
 * cancel or close it; if two threads run queries on it, each gets its own rows, and the result that
 * finished first is closed.
 */
class DpStatement implements OwnWrapper, StatementStubs, Updates, Quoting, ResultOwner {
  private final DpConnection connection;
  private final boolean scrollable;
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable DpResultSet> current = new AtomicReference<>();
  private volatile boolean closed;
  private volatile boolean closeOnCompletion;
  private volatile boolean escapeProcessing = true;
  private volatile boolean poolable = this instanceof DpPreparedStatement;
  private volatile long maxRows;
  private volatile int queryTimeout;
  private volatile int fetchSize;
  private volatile int fetchDirection = ResultSet.FETCH_FORWARD;
  private volatile @Nullable SQLWarning warning;
  private volatile long updateCount = -1;

  DpStatement(DpConnection connection, boolean scrollable) {
    this.connection = connection;
    this.scrollable = scrollable;
  }

  @Override
  public final void checkOpen() throws SQLException {
    if (isClosed()) {
      throw Errors.statementClosed();
    }
  }

  final DpResultSet run(Query query, List<@Nullable Object> parameters) throws SQLException {
    Answer answer = answer(query, parameters);
    warning = Warnings.of(answer);
    DpResultSet result = new DpResultSet(this, answer, scrollable);
    DpResultSet previous = current.getAndSet(result);
    if (previous != null) {
      previous.closedByOwner();
    }
    return result;
  }

  private Answer answer(Query query, List<@Nullable Object> parameters) throws SQLException {
    checkOpen();
    dropCurrent();
    updateCount = -1;
    warning = null;
    return call(
        (session, cancellation) ->
            query.run(
                parameters,
                new RunOptions(Duration.ofSeconds(queryTimeout), maxRows, cancellation)));
  }

  /** Calls the session so that {@link #cancel} and the time limit stop it. */
  final <T> T call(BiFunction<Session, Cancellation, T> work) throws SQLException {
    Cancellation cancellation = new Cancellation();
    running.add(cancellation);
    try {
      checkOpen();
      return connection
          .guard()
          .call(
              session -> work.apply(session, cancellation),
              cancellation,
              Duration.ofSeconds(queryTimeout));
    } finally {
      running.remove(cancellation);
    }
  }

  private void dropCurrent() {
    DpResultSet previous = current.getAndSet(null);
    if (previous != null) {
      previous.closedByOwner();
    }
  }

  /**
   * Parses and validates.
   *
   * @throws SQLException if it is neither a query nor keeps the answer of one, or is refused
   */
  Query prepare(String sql) throws SQLException {
    checkOpen();
    ArgumentChecks.notNull(sql, "the SQL text");
    boolean escapes = escapeProcessing;
    return call((session, stop) -> session.prepare(escapes ? Escapes.blank(sql) : sql));
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    Query query = withoutParameters(sql);
    if (query.writes()) {
      throw Errors.queryOfUpdate();
    }
    return run(query, List.of());
  }

  private Query withoutParameters(String sql) throws SQLException {
    Query query = prepare(sql);
    if (!query.parameters().isEmpty()) {
      throw Errors.parameterNotSet(1);
    }
    return query;
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return execute(withoutParameters(sql), List.of());
  }

  /** Whether there are rows; else the update count is how many were written. */
  final boolean execute(Query query, List<@Nullable Object> parameters) throws SQLException {
    if (query.writes()) {
      update(query, parameters);
      return false;
    }
    run(query, parameters);
    return true;
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return update(withoutParameters(sql), List.of());
  }

  /** The rows of a released answer that were written to a table. */
  final long update(Query query, List<@Nullable Object> parameters) throws SQLException {
    if (!query.writes()) {
      throw Errors.updateOfQuery();
    }
    long written = (Long) Objects.requireNonNull(answer(query, parameters).rows().get(0, 0));
    updateCount = written;
    return written;
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return current.get();
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int what) throws SQLException {
    checkOpen();
    updateCount = -1;
    DpResultSet result = current.getAndSet(null);
    switch (what) {
      case CLOSE_CURRENT_RESULT, CLOSE_ALL_RESULTS -> {
        if (result != null) {
          result.close();
        }
      }
      case KEEP_CURRENT_RESULT -> {}
      default -> throw Errors.badArgument("getMoreResults");
    }
    return false;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return (int) Math.min(getLargeUpdateCount(), Integer.MAX_VALUE);
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return updateCount;
  }

  /** Stops what runs; does nothing when nothing does. What was charged stays charged. */
  @Override
  public void cancel() throws SQLException {
    checkOpen();
    running.forEach(Cancellation::cancel);
  }

  @Override
  public void close() {
    closed = true;
    running.forEach(Cancellation::cancel);
    dropCurrent();
  }

  @Override
  public boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public boolean ownerClosed() {
    return isClosed();
  }

  @Override
  public void resultClosed(DpResultSet result) {
    current.compareAndSet(result, null);
    if (closeOnCompletion) {
      close();
    }
  }

  @Override
  public Optional<DpStatement> statement() {
    return Optional.of(this);
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    checkOpen();
    return closeOnCompletion;
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    return new DpResultSet(this, MetadataLayouts.GENERATED_KEYS.empty(), scrollable);
  }

  @Override
  public int getMaxRows() throws SQLException {
    return (int) Math.min(getLargeMaxRows(), Integer.MAX_VALUE);
  }

  @Override
  public void setMaxRows(int rows) throws SQLException {
    setLargeMaxRows(rows);
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    checkOpen();
    return maxRows;
  }

  /** Limits the released rows; neither the charge nor what the database does changes. */
  @Override
  public void setLargeMaxRows(long rows) throws SQLException {
    checkOpen();
    maxRows = ArgumentChecks.notNegative(rows, "maximum rows");
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return queryTimeout;
  }

  /** The policy's own limit is the ceiling. */
  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    queryTimeout = (int) ArgumentChecks.notNegative(seconds, "query timeout");
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  /** Values are never cut off: ignored. */
  @Override
  public void setMaxFieldSize(int size) throws SQLException {
    checkOpen();
    ArgumentChecks.notNegative(size, "maximum field size");
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  /** A hint without effect, since answers are in memory; any value is taken. */
  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    fetchSize = Math.max(0, rows);
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return fetchDirection;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    fetchDirection = ArgumentChecks.fetchDirection(direction);
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() throws SQLException {
    checkOpen();
    return scrollable ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public boolean isPoolable() throws SQLException {
    checkOpen();
    return poolable;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
    this.poolable = poolable;
  }

  /** Those escapes that are part of the grammar are read in any case. */
  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
    escapeProcessing = enable;
  }

  /** There are no positioned updates: ignored, as JDBC asks. */
  @Override
  public void setCursorName(String name) throws SQLException {
    checkOpen();
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warning;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warning = null;
  }
}
