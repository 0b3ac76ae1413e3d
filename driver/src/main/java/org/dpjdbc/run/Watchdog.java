package org.dpjdbc.run;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Does something later, on one daemon thread, unless it is called off before. */
final class Watchdog {
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "dp-jdbc watchdog");
            thread.setDaemon(true);
            return thread;
          });

  private Watchdog() {}

  static ScheduledFuture<?> after(long delay, Runnable action, TimeUnit unit) {
    return TIMER.schedule(action, delay, unit);
  }
}
