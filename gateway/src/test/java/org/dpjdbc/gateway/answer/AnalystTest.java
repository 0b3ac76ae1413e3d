package org.dpjdbc.gateway.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class AnalystTest {
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
    return new Analyst(connector, Duration.ofMinutes(1), NOBODY, allowance);
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
}
