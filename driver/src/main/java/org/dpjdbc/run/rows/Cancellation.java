package org.dpjdbc.run.rows;

/** Lets another thread stop a run. Thread-safe. What was charged stays charged. */
public final class Cancellation {
  private boolean cancelled;
  private Runnable stop = () -> {};

  /** Stops the run it was given to, now or as soon as it starts. */
  public void cancel() {
    Runnable toStop;
    synchronized (this) {
      cancelled = true;
      toStop = stop;
    }
    toStop.run();
  }

  /** Whether {@link #cancel} was called. */
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /** Sets how to stop what runs from now on; stops it at once if that was requested already. */
  public void onCancel(Runnable action) {
    boolean now;
    synchronized (this) {
      stop = action;
      now = cancelled;
    }
    if (now) {
      action.run();
    }
  }
}
