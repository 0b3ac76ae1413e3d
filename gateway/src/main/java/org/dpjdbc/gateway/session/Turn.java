package org.dpjdbc.gateway.session;

import org.dpjdbc.gateway.wire.ServerError;

/**
 * What a client waits for: all from its first message up to when the session is ready for the next.
 * A request to cancel may come while a statement is being planned, when there is nothing yet that
 * could be stopped; it is kept until there is. Thread-safe.
 */
final class Turn {
  private boolean running;
  private boolean cancelled;
  private long number;

  /** A message has come. */
  synchronized void begin() {
    running = true;
  }

  /** The session is ready for another one. */
  synchronized void end() {
    running = false;
    cancelled = false;
    number++;
  }

  /**
   * Cancels what runs, if anything does.
   *
   * @return the number of the turn
   */
  synchronized long cancel() {
    cancelled = running;
    return number;
  }

  /** Whether that turn still runs. */
  synchronized boolean isRunning(long turn) {
    return running && number == turn;
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
