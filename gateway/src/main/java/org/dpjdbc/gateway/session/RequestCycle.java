package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.OptionalLong;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * One request of a client: from its first message until the session is ready for the next. A
 * request to cancel may come while a statement is being planned, when there is nothing yet that
 * could be stopped; it is kept until there is. One that comes while the session waits for the
 * client's next message is forgotten. Thread-safe.
 */
final class RequestCycle {
  private boolean running;
  private boolean cancelled;
  private boolean begun;
  private boolean stopping;
  private long number;

  /** Stops whatever runs. */
  interface Stop {
    void stop() throws IOException;
  }

  /** A message is taken. */
  synchronized void begin() {
    running = true;
  }

  /** It has been, and the session waits for another one. */
  synchronized void pause() {
    running = false;
  }

  /**
   * The session is ready. Waits while what runs is being stopped: a request to cancel that arrives
   * later would stop the next one.
   */
  synchronized void end() {
    boolean interrupted = false;
    while (stopping) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    running = false;
    cancelled = false;
    begun = false;
    number++;
  }

  /**
   * Cancels what runs.
   *
   * @return the cycle to stop; empty if nothing runs, or if it is already being stopped
   */
  synchronized OptionalLong cancel() {
    cancelled |= running;
    if (!running || begun) {
      return OptionalLong.empty();
    }
    begun = true;
    return OptionalLong.of(number);
  }

  /**
   * Stops what runs, if it is that turn.
   *
   * @return whether the turn goes on
   */
  boolean stop(long cycle, Stop stop) throws IOException {
    synchronized (this) {
      if (number != cycle || !running) {
        return number == cycle;
      }
      stopping = true;
    }
    try {
      stop.stop();
      return true;
    } finally {
      synchronized (this) {
        stopping = false;
        notifyAll();
      }
    }
  }

  /** Ends the attempts to stop that cycle. */
  synchronized void giveUp(long cycle) {
    begun &= number != cycle;
  }

  /**
   * Before a statement begins.
   *
   * @throws ServerError if it has been cancelled
   */
  synchronized void check() throws ServerError {
    if (cancelled) {
      cancelled = false;
      throw ServerError.of("57014", "canceling statement due to user request");
    }
  }
}
