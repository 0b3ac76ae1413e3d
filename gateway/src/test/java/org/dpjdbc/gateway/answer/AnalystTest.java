package org.dpjdbc.gateway.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AnalystTest {
  private static final ScheduledExecutorService CLOCK = Executors.newScheduledThreadPool(1);

  @AfterAll
  static void stop() {
    CLOCK.shutdownNow();
  }

  private static final Observer NOBODY =
      new Observer() {
        @Override
        public void begins() {}

        @Override
        public void turnedAway(String text, Duration time, ServerError error) {}

        @Override
        public void answered(String text, Duration time, String budget) {}

        @Override
        public void refused(String text, Duration time, ServerError error) {}
      };

  /** One that can be closed, and nothing else. */
  private static Connection connection(AtomicBoolean closed) {
    return (Connection)
        Proxy.newProxyInstance(
            AnalystTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "close" -> {
                  closed.set(true);
                  return null;
                }
                case "isClosed" -> {
                  return closed.get();
                }
                default -> throw new SQLException("nothing else", "58000");
              }
            });
  }

  private static Analyst analyst(Connector connector) {
    Allowance allowance =
        new Allowance(() -> new Allowance.Most(4, 1000, 1 << 20), System::nanoTime);
    return new Analyst(connector, Duration.ofMinutes(1), CLOCK, NOBODY, allowance);
  }

  private static void ask(Analyst analyst) throws ServerError {
    analyst.prepare("SELECT COUNT(*) FROM patients", List.of(), List.of(), true);
  }

  @Test
  void keepsNoConnectionThatIsOpenedWhileItEnds() {
    AtomicBoolean closed = new AtomicBoolean();
    AtomicReference<Analyst> ending = new AtomicReference<>();
    Analyst analyst =
        analyst(
            set -> {
              ending.get().close();
              return connection(closed);
            });
    ending.set(analyst);
    assertThatThrownBy(() -> ask(analyst)).hasMessage("the session has ended");
    assertThat(closed).isTrue();
  }

  @Test
  void tellsAWrongSettingFromADriverThatCannotConnect() {
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

  @Test
  void stopsReadingWhenItIsCancelled() throws InterruptedException {
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
