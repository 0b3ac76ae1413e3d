package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockTest {
  /** Each message has two, and a session would be kept by them. */
  @Test
  void keepsNoTimerThatIsCancelled() {
    ScheduledThreadPoolExecutor clock = GatewayServer.clock();
    clock.schedule(() -> {}, 1, TimeUnit.HOURS).cancel(false);
    assertThat(clock.getQueue()).isEmpty();
    clock.shutdownNow();
  }
}
