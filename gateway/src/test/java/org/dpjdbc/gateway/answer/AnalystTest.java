package org.dpjdbc.gateway.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.text.Placeholders;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnalystTest {
  private static final ScheduledExecutorService CLOCK = Executors.newScheduledThreadPool(1);

  @AfterAll
  static void stop() {
    CLOCK.shutdownNow();
  }

  private static final Observer NO_OBSERVER =
      new Observer() {
        @Override
        public void begins() {}

        @Override
        public void turnedAway(String text, Duration time, ServerError error) {}

        @Override
        public void answered(String text, Duration time, String budget, boolean mayBeCharged) {}

        @Override
        public void refused(String text, Duration time, ServerError error) {}
      };

  /** One that can be closed, and nothing else. */
  private static Connection connection(AtomicBoolean closed) {
    return proxy(
        Connection.class,
        closed,
        (proxy, method, arguments) -> {
          throw new SQLException("nothing else", "58000");
        });
  }

  /** What can be closed, and what else somebody says. */
  private static <T> T proxy(Class<T> type, AtomicBoolean closed, InvocationHandler others) {
    return type.cast(
        Proxy.newProxyInstance(
            AnalystTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "close" -> {
                  closed.set(true);
                  return null;
                }
                case "isClosed" -> {
                  return closed.get();
                }
                default -> {
                  return others.invoke(proxy, method, arguments);
                }
              }
            }));
  }

  /** A driver's connection, whose statements get the rows that somebody says. */
  private static Connection answering(AtomicBoolean closed, Callable<ResultSet> rows) {
    AtomicBoolean others = new AtomicBoolean();
    ResultSet charges =
        proxy(
            ResultSet.class,
            others,
            (proxy, method, arguments) -> method.getName().equals("next") ? true : "1");
    Statement budget = proxy(Statement.class, others, (proxy, method, arguments) -> charges);
    ResultSetMetaData none =
        proxy(ResultSetMetaData.class, others, (proxy, method, arguments) -> 0);
    PreparedStatement statement =
        proxy(
            PreparedStatement.class,
            closed,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "executeQuery" -> rows.call();
                  case "getMetaData" -> none;
                  default -> null;
                });
    return proxy(
        Connection.class,
        others,
        (proxy, method, arguments) ->
            method.getName().equals("createStatement") ? budget : statement);
  }

  /** Rows that cannot be read for lack of memory. */
  private static ResultSet unreadable() {
    return proxy(
        ResultSet.class,
        new AtomicBoolean(),
        (proxy, method, arguments) -> {
          throw new OutOfMemoryError("no space for rows");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"53200", "XX000"})
  void tellsThatAPaidAnswerIsLost(String state) throws ServerError {
    AtomicBoolean closed = new AtomicBoolean();
    UserResources.Share share = share(1);
    Analyst analyst =
        new Analyst(
            set ->
                answering(
                    closed,
                    () -> {
                      if (state.equals("53200")) {
                        return unreadable();
                      }
                      throw new IllegalStateException("after it was charged");
                    }),
            Duration.ofMinutes(1),
            Runnable::run,
            CLOCK,
            NO_OBSERVER,
            share);
    PrivateStatement statement =
        new PrivateStatement(
            "SELECT", Placeholders.of("SELECT", true), List.of(), List.of(), false);
    for (int i = 0; i < 2; i++) { // and the turn has been returned
      closed.set(false);
      assertThatThrownBy(() -> analyst.run(statement, List.of()))
          .isInstanceOf(ServerError.class)
          .hasMessage("the answer was lost in the gateway, and may have been charged")
          .extracting(e -> ((ServerError) e).state())
          .isEqualTo(state);
      assertThat(closed).as("the statement").isTrue();
    }
    share.take(1 << 20).close(); // all that there is
  }

  private static UserResources.Share share(int atOnce) throws ServerError {
    UserResources.Limits limits = new UserResources.Limits(atOnce, 1000, 1 << 20, 1 << 20);
    return new Resources(() -> new Resources.Limits(1, 1, limits), System::nanoTime).enter("ann");
  }

  private static Analyst analyst(Connector connector) throws ServerError {
    return new Analyst(
        connector, Duration.ofMinutes(1), Runnable::run, CLOCK, NO_OBSERVER, share(4));
  }

  private static void ask(Analyst analyst) throws ServerError {
    analyst.prepare("SELECT COUNT(*) FROM patients", List.of(), List.of(), true);
  }

  @Test
  void keepsNoConnectionThatIsOpenedWhileItEnds() throws ServerError {
    AtomicBoolean closed = new AtomicBoolean();
    AtomicReference<Analyst> ending = new AtomicReference<>();
    Analyst analyst =
        analyst(
            set -> {
              ending.get().close();
              return connection(closed);
            });
    ending.set(analyst);
    assertThatThrownBy(() -> ask(analyst)).hasMessage("canceling statement due to user request");
    assertThat(closed).isTrue();
  }

  @Test
  void tellsAWrongSettingFromADriverThatCannotConnect() throws ServerError {
    AtomicBoolean broken = new AtomicBoolean();
    Analyst analyst =
        analyst(
            set -> {
              if (broken.get() || !set.isEmpty()) {
                throw new SQLException("DP-POLICY: something is wrong", "08001");
              }
              return connection(new AtomicBoolean());
            });
    analyst.use(Map.of("dp.epsilon", "0"));
    assertThatThrownBy(() -> ask(analyst))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(ServerError.class))
        .extracting(ServerError::state)
        .isEqualTo("22023");
    broken.set(true);
    assertThatThrownBy(() -> ask(analyst))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(ServerError.class))
        .extracting(ServerError::state)
        .isEqualTo("57P03");
  }

  /** One whose statements are prepared until it is aborted. */
  private static Connection slow(CountDownLatch begun, CompletableFuture<Boolean> ended) {
    return (Connection)
        Proxy.newProxyInstance(
            AnalystTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "prepareStatement" -> {
                  begun.countDown();
                  ended.get(1, TimeUnit.MINUTES);
                  throw new SQLException("the connection is closed", "08003");
                }
                case "abort" -> {
                  ended.complete(true);
                  return null;
                }
                case "isClosed" -> {
                  return ended.isDone();
                }
                default -> {
                  return null;
                }
              }
            });
  }

  /** The user's turn lasts as long as the connecting: no more threads wait than turns there are. */
  @ParameterizedTest
  @ValueSource(strings = {"user request", "statement timeout"})
  void doesNotWaitForASilentDatabase(String why) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch silence = new CountDownLatch(1);
    AtomicBoolean closed = new AtomicBoolean();
    Connector connector =
        set -> {
          begun.countDown();
          try {
            silence.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new SQLException(e);
          }
          return connection(closed);
        };
    UserResources.Share share = share(1);
    ExecutorService threads = Executors.newCachedThreadPool();
    Analyst analyst =
        new Analyst(connector, Duration.ofMinutes(1), threads, CLOCK, NO_OBSERVER, share);
    if (why.equals("user request")) {
      threads.execute(
          () -> {
            try {
              begun.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            analyst.cancel();
          });
    } else {
      analyst.limit(Duration.ofMillis(100));
    }
    assertThatThrownBy(() -> ask(analyst)).hasMessage("canceling statement due to " + why);
    assertThatThrownBy(() -> share.enter(Duration.ofMillis(1)))
        .hasMessage("too many statements of this user run at once");
    silence.countDown();
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(closed).isTrue();
    share.enter(Duration.ofMillis(1));
  }

  @Test
  void stopsReadingWhenItIsCancelled() throws InterruptedException, ServerError {
    CountDownLatch begun = new CountDownLatch(1);
    Analyst analyst = analyst(set -> slow(begun, new CompletableFuture<>()));
    CompletableFuture<Void> asked =
        CompletableFuture.runAsync(
            () -> {
              try {
                ask(analyst);
              } catch (ServerError e) {
                throw new CompletionException(e);
              }
            });
    begun.await();
    analyst.cancel();
    assertThatThrownBy(asked::join).hasRootCauseMessage("canceling statement due to user request");
    analyst.limit(Duration.ofMillis(100));
    assertThatThrownBy(() -> ask(analyst))
        .hasMessage("canceling statement due to statement timeout");
  }
}
