package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class ThrottledLogTest {
  private final List<String> lines = new ArrayList<>();
  private final AtomicLong time = new AtomicLong(-5); // as nanoTime, which may be negative
  private final ThrottledLog log = new ThrottledLog(logger(), time::get);

  private Logger logger() {
    return (Logger)
        Proxy.newProxyInstance(
            ThrottledLogTest.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) ->
                lines.add(method.getName() + " " + Arrays.deepToString(arguments)));
  }

  private void warn(Throwable cause) {
    log.warn("it failed", cause);
  }

  @Test
  void writesOnceAMinuteAndSaysHowManyWereLeftOut() {
    for (int i = 0; i < 1000; i++) {
      warn(new IOException("why"));
    }
    time.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
    warn(new IOException("why"));
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).startsWith("warn").contains("it failed", "why, 0]");
    time.addAndGet(1);
    warn(new OutOfMemoryError("no space"));
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("error").contains("it failed, 1000,");
    time.addAndGet(Duration.ofMinutes(1).toNanos());
    warn(new IOException("why"));
    assertThat(lines.get(2)).contains(", 0]");
  }
}
