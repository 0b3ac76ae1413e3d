package org.dpjdbc.run.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
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
 * form a queue: the first one makes the answer, and the others wait for it, so that it is charged
 * once. If it fails, the one that has waited longest makes it, and the others go on waiting. A
 * waiting session learns no more than it would from the kept answer. Thread-safe.
 */
public final class PendingAnswers {
  /** By key, those who want an answer; the first one makes it. */
  private final Map<String, Deque<Pending>> queues = new HashMap<>();

  /**
   * Joins those who want an answer.
   *
   * @param key names the query and everything that its answer depends on
   * @return the answer, which is to be made if it {@link Pending#isOwn}
   */
  public Pending join(String key) {
    synchronized (queues) {
      Deque<Pending> queue = queues.computeIfAbsent(key, any -> new ArrayDeque<>());
      Pending joined = new Pending(key, queue);
      queue.add(joined);
      return joined;
    }
  }

  /**
   * A pending answer that a session waits for. The session closes it in the end, answered or not.
   */
  public final class Pending implements AutoCloseable {
    private final String key;
    private final Deque<Pending> queue;

    /** What another one has made, or nothing if it is this one's turn to make it. */
    private final CompletableFuture<Optional<byte[]>> answer = new CompletableFuture<>();

    private Pending(String key, Deque<Pending> queue) {
      this.key = key;
      this.queue = queue;
    }

    /** Whether the caller makes the answer. */
    public boolean isOwn() {
      synchronized (queues) {
        return queue.peek() == this;
      }
    }

    /**
     * Hands the answer to those who wait. Whoever joins from now on finds the kept one.
     *
     * @param content not changed afterwards
     */
    public void finish(byte[] content) {
      synchronized (queues) {
        queues.remove(key, queue);
        queue.forEach(each -> each.answer.complete(Optional.of(content)));
      }
    }

    /**
     * Waits for the answer, or for the turn to make it.
     *
     * @return empty if there is none, because it {@link #isOwn} now, or because the caller must not
     *     wait any longer
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

    /** Leaves the queue. If this one should have made the answer, it is the next one's turn. */
    @Override
    public void close() {
      synchronized (queues) {
        queue.remove(this);
        if (queue.isEmpty()) {
          queues.remove(key, queue);
        } else {
          queue.element().answer.complete(Optional.empty());
        }
      }
    }
  }
}
