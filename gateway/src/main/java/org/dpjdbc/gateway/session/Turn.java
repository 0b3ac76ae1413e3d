package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.OptionalLong;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * What a client waits for: all from its first message up to when the session is ready for the next.
 * A request to cancel may come while a statement is being planned, when there is nothing yet that
 * could be stopped; it is kept until there is. Thread-safe.
 */
final class Turn {
  private boolean running;
  private boolean cancelled;
  private boolean stopping;
  private long number;

  /** Stops whatever runs. */
  interface Stop {
    void stop() throws IOException;
  }

  /** A message has come. */
  synchronized void begin() {
    running = true;
  }

  /**
   * The session is ready for another one. Waits while what runs is being stopped: a request to
   * cancel that came later would stop the next one.
   */
  synchronized void end() {
    running = false;
    cancelled = false;
    stopping = false;
    number++;
  }

  /**
   * Cancels what runs.
   *
   * @return the turn that somebody should begin to stop; empty if nothing runs, or somebody has
   *     begun before
   */
  synchronized OptionalLong cancel() {
    cancelled = running;
    if (!running || stopping) {
      return OptionalLong.empty();
    }
    stopping = true;
    return OptionalLong.of(number);
  }

  /**
   * Stops what runs, if that turn still does.
   *
   * @return whether it did
   */
  synchronized boolean stop(long turn, Stop stop) throws IOException {
    if (!running || number != turn) {
      return false;
    }
    stop.stop();
    return true;
  }

  /** Nobody tries to stop that turn any longer. */
  synchronized void giveUp(long turn) {
    stopping &= number != turn;
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
