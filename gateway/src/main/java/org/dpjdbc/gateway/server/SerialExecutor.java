package org.dpjdbc.gateway.server;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks one after the other, on threads that all clients share. Thread-safe. */
final class SerialExecutor implements Executor {
  private static final Logger LOGGER = LoggerFactory.getLogger(SerialExecutor.class);

  private final Executor threads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  SerialExecutor(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (waiting) {
      waiting.add(task);
      if (running) {
        return;
      }
      running = true;
    }
    boolean begun = false;
    try {
      threads.execute(this::run);
      begun = true;
    } finally {
      if (!begun) { // there is no thread, or no memory for one
        synchronized (waiting) {
          running = false;
          waiting.clear();
        }
      }
    }
  }

  /** How many wait. */
  int size() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  private void run() {
    while (true) {
      Runnable next;
      synchronized (waiting) {
        next = waiting.poll();
        if (next == null) {
          running = false;
          return;
        }
      }
      try {
        next.run();
      } catch (RuntimeException | Error e) {
        // Whatever it was must not stop what comes next.
        LOGGER.error("A session's task failed", e);
      }
    }
  }
}
