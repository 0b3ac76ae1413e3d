package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends what runs too long in a shadow: the analyst could lift a limit that is a setting there.
 *
 * @param clock on which it waits
 * @param limit of each message's work
 */
public record Deadlines(ScheduledExecutorService clock, Duration limit) {
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** A wait for the shadow, which ends when it is closed. */
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /** Watches a session, which is asked to end its work at the limit and cut off soon after. */
  public Watch watch(ShadowWire wire) {
    Future<?> cancel =
        clock.schedule(
            () -> {
              try {
                wire.cancel();
              } catch (IOException e) {
                wire.close();
              }
            },
            limit.toMillis(),
            TimeUnit.MILLISECONDS);
    Future<?> cut =
        clock.schedule(wire::close, limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    return () -> {
      cancel.cancel(false);
      cut.cancel(false);
    };
  }
}
