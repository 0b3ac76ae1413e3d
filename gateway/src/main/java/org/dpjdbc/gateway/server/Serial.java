package org.dpjdbc.gateway.server;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs what it is given one after the other, on threads that all clients share. Thread-safe. */
final class Serial implements Executor {
  private final Executor threads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  Serial(Executor threads) {
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
    threads.execute(this::run);
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
      next.run();
    }
  }
}
