package org.dpjdbc.run.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;

/**
 * The answers that sessions of this process are making. Sessions that ask the same query at once
 * wait for the first one's answer, so that it is charged once. A waiting session learns no more
 * than it would from the kept answer. Thread-safe.
 */
public final class PendingAnswers {
  private final Map<String, Pending> pending = new HashMap<>();

  /**
   * Joins those who want an answer.
   *
   * @param key names the query and everything that its answer depends on
   * @return the answer, which is to be made if it {@link Pending#isOwn}
   */
  public Pending join(String key) {
    synchronized (pending) {
      Pending first = pending.get(key);
      if (first != null) {
        return new Pending(key, first.answer, false);
      }
      Pending own = new Pending(key, new CompletableFuture<>(), true);
      pending.put(key, own);
      return own;
    }
  }

  /**
   * An answer that is being made. Whoever makes it closes it, whether there is an answer or not.
   */
  public final class Pending implements AutoCloseable {
    private final String key;
    private final CompletableFuture<Optional<byte[]>> answer;
    private final boolean own;

    private Pending(String key, CompletableFuture<Optional<byte[]>> answer, boolean own) {
      this.key = key;
      this.answer = answer;
      this.own = own;
    }

    /** Whether the caller makes the answer. */
    public boolean isOwn() {
      return own;
    }

    /**
     * Hands the answer to those who wait.
     *
     * @param content not changed afterwards
     */
    public void finish(byte[] content) {
      answer.complete(Optional.of(content));
    }

    /**
     * Waits for the answer.
     *
     * @return empty if there is none, or the caller must not wait any longer
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<byte[]> await(Deadline deadline, Cancellation cancellation)
        throws InterruptedException {
      CompletableFuture<Optional<byte[]>> mine = answer.copy();
      cancellation.onCancel(() -> mine.complete(Optional.empty()));
      try {
        return mine.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return Optional.empty();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      } finally {
        cancellation.onCancel(() -> {});
      }
    }

    /** Lets those who wait make the answer, unless it {@link #finish}ed. */
    @Override
    public void close() {
      if (own) {
        synchronized (pending) {
          pending.remove(key);
        }
        answer.complete(Optional.empty());
      }
    }
  }
}
