package org.dpjdbc.gateway.server;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * A warning that unauthenticated clients can cause without limit: it is logged once a minute, with
 * the number of suppressed ones. Thread-safe.
 */
final class ThrottledLog {
  private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

  private final Logger logger;
  private final LongSupplier nanoTime;
  private boolean any;
  private long last;
  private long leftOut;

  /**
   * @param nanoTime as {@link System#nanoTime()}
   */
  ThrottledLog(Logger logger, LongSupplier nanoTime) {
    this.logger = logger;
    this.nanoTime = nanoTime;
  }

  void warn(String message, Throwable cause) {
    long missing;
    synchronized (this) {
      long now = nanoTime.getAsLong();
      if (any && now - last < PAUSE) {
        leftOut++;
        return;
      }
      any = true;
      last = now;
      missing = leftOut;
      leftOut = 0;
    }
    if (cause instanceof Error) {
      logger.error("{} ({} more were left out)", message, missing, cause);
    } else {
      logger.warn("{}: {} ({} more were left out)", message, cause.toString(), missing);
    }
  }
}
