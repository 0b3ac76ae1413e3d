package org.dpjdbc.gateway.session;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Stops what a session runs. The shadow and the database hear of it only if the statement has begun
 * there, so the request is repeated, up to six times in a second and a half, while it runs. However
 * many requests come, a session has one such series at a time, and no thread waits for it.
 *
 * @param threads on which requests are sent
 * @param clock on which it is waited
 */
public record Canceller(Executor threads, ScheduledExecutorService clock) {
  private static final int TIMES = 6;
  private static final int FIRST_PAUSE_MILLIS = 25;

  /**
   * Starts cancelling.
   *
   * @param notified runs after the first request was sent, or when none is needed
   * @throws RejectedExecutionException if there is no thread
   */
  public void cancel(Session session, Runnable notified) {
    threads.execute(
        () -> {
          try {
            session.cancel().ifPresent(attempt -> again(attempt, 0));
          } finally {
            notified.run();
          }
        });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a session that has no thread runs up to its limit
  private void again(Session.Attempt attempt, int times) {
    if (times < TIMES && attempt.stop()) {
      clock.schedule(
          () -> {
            try {
              threads.execute(() -> again(attempt, times + 1));
            } catch (RejectedExecutionException e) {
              attempt.giveUp();
            }
          },
          FIRST_PAUSE_MILLIS << times,
          TimeUnit.MILLISECONDS);
    } else {
      attempt.giveUp();
    }
  }
}
