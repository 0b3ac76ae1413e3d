package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.sql.refusal.RunMessages;
import org.junit.jupiter.api.Test;

class StatementTest {
  private static final String COUNT = "SELECT COUNT(*) FROM patients";

  private final FakeSession session = new FakeSession();
  private final Connection connection = new DpConnection(session);

  @Test
  void anExecutedQueryHasOneResultAndNoUpdateCount() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.getResultSet()).isNull();
      assertThat(statement.execute(COUNT)).isTrue();
      ResultSet result = statement.getResultSet();
      assertThat(result.next()).isTrue();
      assertThat(result.getLong("X")).isEqualTo(42);
      assertThat(result.getStatement()).isSameAs(statement);
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(statement.getLargeUpdateCount()).isEqualTo(-1);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(result.isClosed()).isTrue();
      assertThat(statement.getResultSet()).isNull();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat((Object) statement.getWarnings()).isNull();
      assertThat(statement.getGeneratedKeys().next()).isFalse();
    }
  }

  @Test
  void runningAgainClosesTheResultBefore() throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet first = statement.executeQuery(COUNT);
    ResultSet second = statement.executeQuery(COUNT);
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isFalse();
    assertThat(session.runs).hasValue(2);
  }

  @Test
  void keepsAResultWhenAsked() throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet result = statement.executeQuery(COUNT);
    assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isFalse();
    assertThat(result.isClosed()).isFalse();
    assertThat(statement.getResultSet()).isNull();
  }

  @Test
  void closesOnCompletion() throws SQLException {
    Statement statement = connection.createStatement();
    statement.closeOnCompletion();
    statement.executeQuery(COUNT);
    ResultSet second = statement.executeQuery(COUNT);
    assertThat(statement.isClosed()).isFalse();
    second.close();
    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void closingTheConnectionClosesAllOnce() throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet result = statement.executeQuery(COUNT);
    ResultSet metadata = connection.getMetaData().getTables(null, null, "%", null);
    assertThat(metadata.getStatement()).isNull();
    connection.close();
    connection.close();
    assertThat(statement.isClosed()).isTrue();
    assertThat(result.isClosed()).isTrue();
    assertThat(metadata.isClosed()).isTrue();
    assertThat(session.closes).hasValue(1);
  }

  @Test
  void passesLimitsOn() throws SQLException {
    Statement statement = connection.createStatement();
    statement.setMaxRows(7);
    statement.setQueryTimeout(3);
    statement.executeQuery(COUNT);
    RunOptions options = session.options.remove();
    assertThat(options.maxRows()).isEqualTo(7);
    assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(3));
    statement.setFetchSize(Integer.MIN_VALUE);
    assertThat(statement.getFetchSize()).isZero();
  }

  @Test
  void refusesUpdatesBatchesAndWhatIsNoQuery() throws SQLException {
    Statement statement = connection.createStatement();
    assertThatThrownBy(() -> statement.executeUpdate(COUNT))
        .hasMessageContaining("call executeQuery");
    assertThatThrownBy(() -> statement.addBatch(COUNT)).hasMessageContaining("not supported");
    assertThat(session.runs).hasValue(0);
    assertThatThrownBy(() -> statement.executeQuery(FakeSession.REFUSED))
        .isInstanceOfSatisfying(
            SQLSyntaxErrorException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("42501");
              assertThat(e.getErrorCode()).isEqualTo(2);
              assertThat(e.getMessage()).startsWith("DP-NO-BOUNDS: ");
              assertThat(e.getCause()).isNull();
            });
  }

  @Test
  void saysNothingOfAFailureNobodyForesaw() throws SQLException {
    Statement statement = connection.createStatement();
    assertThatThrownBy(() -> statement.executeQuery("BUG"))
        .isExactlyInstanceOf(SQLNonTransientException.class)
        .hasMessageNotContaining("Smith")
        .hasNoCause();
    session.during(
        () -> {
          throw new StackOverflowError("deep");
        });
    assertThatThrownBy(() -> statement.executeQuery(COUNT))
        .isExactlyInstanceOf(SQLNonTransientException.class)
        .hasNoCause();
  }

  @Test
  void aParameterOutsideAPreparedStatementHasNoValue() throws SQLException {
    Statement statement = connection.createStatement();
    assertThatThrownBy(() -> statement.executeQuery("SELECT ?"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("07001"));
    assertThat(session.runs).hasValue(0);
  }

  @Test
  void refusesUpdatableResultsAndGivesScrollableOnes() throws SQLException {
    assertThatThrownBy(
            () ->
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("HYC00"));
    Statement scrolling =
        connection.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_READ_ONLY);
    assertThat(scrolling.getResultSetType()).isEqualTo(ResultSet.TYPE_SCROLL_INSENSITIVE);
    session.answering(sql -> FakeSession.answer(Types.BIGINT, "BIGINT", 1L, 2L, 3L));
    ResultSet result = scrolling.executeQuery(COUNT);
    assertThat(result.last()).isTrue();
    assertThat(result.getInt(1)).isEqualTo(3);
  }

  @Test
  void cancelStopsWhatRuns() throws Exception {
    Statement statement = connection.createStatement();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    session.during(
        () -> {
          started.countDown();
          RunOptions options = session.options.element();
          while (!options.cancellation().isCancelled()) {
            Thread.onSpinWait();
          }
          stopped.countDown();
          throw RunMessages.stopped();
        });
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<ResultSet> run = other.submit(() -> statement.executeQuery(COUNT));
      assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
      statement.cancel();
      assertThat(stopped.await(5, TimeUnit.MINUTES)).isTrue();
      assertThatThrownBy(run::get)
          .cause()
          .isInstanceOfSatisfying(
              SQLTimeoutException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    } finally {
      other.shutdownNow();
    }
    assertThat(statement.isClosed()).isFalse();
  }

  @Test
  void abortStopsWhatRunsAndGivesTheSessionBackAfterwards() throws Exception {
    Statement statement = connection.createStatement();
    CountDownLatch started = new CountDownLatch(1);
    AtomicInteger closesDuringRun = new AtomicInteger(-1);
    session.during(
        () -> {
          started.countDown();
          while (!session.options.element().cancellation().isCancelled()) {
            Thread.onSpinWait();
          }
          closesDuringRun.set(session.closes.get());
        });
    ExecutorService other = Executors.newCachedThreadPool();
    try {
      Future<ResultSet> run = other.submit(() -> statement.executeQuery(COUNT));
      assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
      connection.abort(other);
      assertThat(connection.isClosed()).isTrue();
      ResultSet late = run.get(5, TimeUnit.MINUTES);
      assertThat(late.isClosed()).isTrue();
    } finally {
      other.shutdown();
      assertThat(other.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(closesDuringRun).hasValue(0);
    assertThat(session.closes).hasValue(1);
  }

  @Test
  void aQueryWaitsForTheOneBeforeIt() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    session.during(
        () -> {
          inside.incrementAndGet();
          started.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    FutureTask<ResultSet> first = new FutureTask<>(() -> run(COUNT));
    FutureTask<ResultSet> second = new FutureTask<>(() -> run(COUNT));
    Thread waiting = new Thread(second);
    try {
      new Thread(first).start();
      assertThat(started.await(5, TimeUnit.MINUTES)).isTrue();
      waiting.start();
      while (waiting.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertThat(inside).hasValue(1);
    } finally {
      end.countDown();
    }
    first.get();
    second.get();
    assertThat(inside).hasValue(2);
  }

  private ResultSet run(String sql) throws SQLException {
    return connection.createStatement().executeQuery(sql);
  }

  @Test
  void twoThreadsOnOneStatementEachGetTheirOwnRowsOrAClosedResult() throws Exception {
    session.answering(
        sql -> FakeSession.answer(Types.VARCHAR, "VARCHAR", sql.substring(sql.indexOf('\''))));
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    session.during(
        () -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          Thread.onSpinWait();
          inside.decrementAndGet();
        });
    Statement statement = connection.createStatement();
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> left = two.submit(() -> readOften(statement, "'left'"));
      Future<Integer> right = two.submit(() -> readOften(statement, "'right'"));
      assertThat(left.get() + right.get()).isPositive();
    } finally {
      two.shutdownNow();
    }
    assertThat(most).hasValue(1);
    assertThat(session.runs).hasValue(4000);
  }

  /** How many results could be read before the other thread closed them; each had to be ours. */
  private static int readOften(Statement statement, String mine) throws SQLException {
    int read = 0;
    for (int i = 0; i < 2000; i++) {
      ResultSet result = statement.executeQuery("SELECT " + mine);
      try {
        result.next();
        assertThat(result.getString(1)).isEqualTo(mine);
        read++;
      } catch (SQLException closed) {
        assertThat(closed.getSQLState()).isEqualTo("24000");
      }
    }
    return read;
  }
}
