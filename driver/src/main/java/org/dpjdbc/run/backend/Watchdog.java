package org.dpjdbc.run.backend;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action later, unless it is cancelled before. An action may block on a lost network
 * connection, so each has a thread of its own: one that hangs does not delay the others.
 */
public final class Watchdog {
  /** How long a database may take to hear that it is to stop, before its connection is cut. */
  static final Duration GRACE = Duration.ofSeconds(2);

  /** Runs actions at once, on daemon threads that end when they are idle. */
  static final ExecutorService ACTIONS = Executors.newCachedThreadPool(threads("dp-jdbc action"));

  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(threads("dp-jdbc watchdog"));

  private Watchdog() {}

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  public static ScheduledFuture<?> after(long delay, Runnable action, TimeUnit unit) {
    return TIMER.schedule(() -> ACTIONS.execute(action), delay, unit);
  }
}
