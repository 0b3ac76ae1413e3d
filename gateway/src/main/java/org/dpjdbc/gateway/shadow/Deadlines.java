package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * Ends what one session has a shadow do: at its time limit, which is no setting of the shadow that
 * the analyst could lift, when it is cancelled, and when the session ends. PostgreSQL's parser may
 * not notice a request for long, so a wait for it ends soon after, and its process is terminated.
 * Thread-safe.
 */
public final class Deadlines implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final String TIMEOUT = "statement timeout";
  private static final String USER = "user request";
  private static final String END = "the end of the session";

  private final ScheduledExecutorService clock;
  private final Executor threads;
  private final Duration limit;
  private final Set<Watch> running = new HashSet<>();
  private boolean closed;

  /**
   * @param clock on which it waits, and nothing else is done
   * @param threads on which the shadow is notified; they may wait for its network
   * @param limit of each message's work
   */
  public Deadlines(ScheduledExecutorService clock, Executor threads, Duration limit) {
    this.clock = clock;
    this.threads = threads;
    this.limit = limit;
  }

  /** Work of the shadow, until this is closed. */
  public final class Watch implements AutoCloseable {
    private final ShadowWire wire;
    private final boolean isShared;
    private final ResourceLease turn;
    private final List<Future<?>> timers = new ArrayList<>();
    private Optional<ServerError> why = Optional.empty();
    private boolean over;
    private boolean telling;
    private boolean cut;

    private Watch(ShadowWire wire, boolean isShared, ResourceLease turn) {
      this.wire = wire;
      this.isShared = isShared;
      this.turn = turn;
    }

    private synchronized void after(Duration time, Runnable task) {
      if (!over) {
        timers.add(clock.schedule(task, time.toMillis(), TimeUnit.MILLISECONDS));
      }
    }

    /** Why it is ended, if it is; the wire is of no more use to others then. */
    public synchronized Optional<ServerError> stopped() {
      return why;
    }

    /** Requests cancellation, and waits until the session's process has received it. */
    private void tell(String reason) {
      synchronized (this) {
        if (over || cut || telling) {
          return;
        }
        note(reason);
        telling = true;
      }
      try {
        wire.cancelAndAwait();
      } catch (IOException e) {
        wire.close();
      } finally {
        synchronized (this) {
          telling = false;
          notifyAll();
        }
      }
    }

    /** Ends the wait for it. */
    private void cut(String reason) {
      synchronized (this) {
        if (over || cut) {
          return;
        }
        note(reason);
        cut = true;
      }
      wire.close();
      start(
          () -> {
            try {
              wire.terminate();
            } finally {
              turn.close();
            }
          });
    }

    private void note(String reason) {
      if (why.isEmpty()) {
        why = Optional.of(ServerError.of("57014", "canceling statement due to " + reason));
      }
    }

    /** Waits while it is being ended: the request would end what the wire does next. */
    @Override
    public void close() {
      boolean interrupted = false;
      synchronized (this) {
        over = true;
        timers.forEach(timer -> timer.cancel(false));
        while (telling) {
          try {
            wait();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      synchronized (running) {
        running.remove(this);
      }
      if (!cut) { // else its process may go on
        turn.close();
      }
    }
  }

  /** If too many are being ended, it is tried again. */
  @SuppressWarnings("FutureReturnValueIgnored") // it tells nobody
  private void start(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      if (!clock.isShutdown()) {
        clock.schedule(() -> start(task), GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Watches the session's own wire. Cancelling its work goes through the wire. */
  public Watch watch(ShadowWire wire) {
    return watch(wire, ResourceLease.NOTHING);
  }

  /**
   * The same.
   *
   * @param turn is closed when the work has ended, and with it the process if that was cut
   */
  public Watch watch(ShadowWire wire, ResourceLease turn) {
    return watch(wire, false, turn);
  }

  /** Waits for the user's other statements, of which so many may run. */
  public ResourceLease turn(UserResources.Share share) throws ServerError {
    return share.run(limit);
  }

  /** Watches a wire that the session shares with others. */
  public Watch watchShared(ShadowWire wire) {
    return watch(wire, true, ResourceLease.NOTHING);
  }

  private Watch watch(ShadowWire wire, boolean isShared, ResourceLease turn) {
    boolean begun = false;
    try {
      Watch watch = new Watch(wire, isShared, turn);
      watch.after(limit, () -> start(() -> watch.tell(TIMEOUT)));
      watch.after(limit.plus(GRACE), () -> watch.cut(TIMEOUT));
      boolean isLate;
      synchronized (running) {
        running.add(watch);
        isLate = closed;
      }
      if (isLate) {
        watch.cut(END);
      }
      begun = true;
      return watch;
    } finally {
      if (!begun) { // memory may be short
        turn.close();
      }
    }
  }

  private List<Watch> running() {
    synchronized (running) {
      return List.copyOf(running);
    }
  }

  /** Ends what runs on shared wires, by force if it does not notice. Blocks. */
  public void cancelShared() {
    for (Watch watch : running()) {
      if (watch.isShared) {
        if (watch.stopped().isEmpty()) {
          watch.after(GRACE, () -> watch.cut(USER));
        }
        watch.tell(USER);
      }
    }
  }

  /** The session ends, and with it all that runs. */
  @Override
  public void close() {
    synchronized (running) {
      closed = true;
    }
    running().forEach(watch -> watch.cut(END));
  }
}
