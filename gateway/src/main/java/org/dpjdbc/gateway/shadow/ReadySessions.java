package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * Sessions with shadows that are opened ahead, so that a client that connects anew for each query
 * does not wait for the shadow. After each session another one is opened for the same user with the
 * same options: it is what would have been opened later. It is handed over once and never given
 * back, so that nothing of one client's session is in another's. Thread-safe.
 */
public final class ReadySessions implements AutoCloseable {
  /** Of all users. */
  private static final int MAX_READY = 16;

  /** Of one user, who may not take the places of all others. */
  private static final int MAX_OF_USER = 2;

  private static final int MAX_OPTION_CHARACTERS = 1000;
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Executor threads;
  private final IntPredicate hasRoom;
  private final LongSupplier nanoTime;

  /** The oldest is the first. */
  private final Map<Wanted, Ready> ready = new LinkedHashMap<>();

  private boolean closed;

  /** What a session is opened with. */
  private record Wanted(Shadow shadow, String user, Map<String, String> options) {
    boolean isShort() {
      return options.entrySet().stream()
              .mapToInt(option -> option.getKey().length() + option.getValue().length())
              .sum()
          <= MAX_OPTION_CHARACTERS;
    }
  }

  /**
   * A session, or one that is being opened.
   *
   * @param since when it was begun to be
   */
  private record Ready(CompletableFuture<ShadowWire> session, long since) {
    /** It is closed as soon as it is there. */
    @SuppressWarnings("FutureReturnValueIgnored") // if it fails, there is nothing to close
    void drop() {
      session.thenAccept(ShadowWire::close);
    }
  }

  /**
   * @param threads on which they are opened
   * @param hasRoom whether there may be so many beside the sessions of clients
   * @param nanoTime as {@link System#nanoTime()}
   */
  public ReadySessions(Executor threads, IntPredicate hasRoom, LongSupplier nanoTime) {
    this.threads = threads;
    this.hasRoom = hasRoom;
    this.nanoTime = nanoTime;
  }

  /**
   * Begins a session, and has another one opened for the next.
   *
   * @param user whose role it has
   * @param options settings that the client asks for
   * @throws ServerError if the shadow does not take an option
   * @throws IOException if it does not answer
   */
  public ShadowWire open(Shadow shadow, String user, Map<String, String> options)
      throws IOException, ServerError {
    Wanted wanted = new Wanted(shadow, user, Map.copyOf(options));
    Optional<ShadowWire> found = take(wanted);
    if (found.isEmpty()) {
      giveWay();
    }
    ShadowWire wire = found.isPresent() ? found.get() : shadow.open(user, options);
    prepare(wanted);
    return wire;
  }

  private Optional<ShadowWire> take(Wanted wanted) {
    Ready found;
    synchronized (ready) {
      found = ready.remove(wanted);
    }
    if (found == null) {
      return Optional.empty();
    }
    try {
      ShadowWire wire = found.session().join();
      if (wire.isReady()) {
        return Optional.of(wire);
      }
      wire.close();
    } catch (CompletionException e) {
      // It could not be opened; if that still fails, the client gets the reason.
    }
    return Optional.empty();
  }

  /** Clients come first. */
  private void giveWay() {
    synchronized (ready) {
      if (!hasRoom.test(ready.size() + 1)) {
        dropFirst(each -> true);
      }
    }
  }

  private void prepare(Wanted wanted) {
    CompletableFuture<ShadowWire> session = new CompletableFuture<>();
    synchronized (ready) {
      if (closed || ready.containsKey(wanted) || !wanted.isShort()) {
        return;
      }
      makeRoom(wanted.user());
      if (!hasRoom.test(ready.size() + 1)) {
        return;
      }
      ready.put(wanted, new Ready(session, nanoTime.getAsLong()));
    }
    boolean begun = false;
    try {
      threads.execute(() -> fill(wanted, session));
      begun = true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // All threads are in use: there is no time for sessions that are not needed yet.
    } finally {
      if (!begun) {
        fail(wanted, session, new RejectedExecutionException());
      }
    }
  }

  private void fill(Wanted wanted, CompletableFuture<ShadowWire> session) {
    try {
      session.complete(wanted.shadow().open(wanted.user(), wanted.options()));
    } catch (IOException | ServerError | RuntimeException | Error e) {
      fail(wanted, session, e);
    }
  }

  private void fail(Wanted wanted, CompletableFuture<ShadowWire> session, Throwable why) {
    synchronized (ready) {
      ready.computeIfPresent(
          wanted, (key, current) -> current.session() == session ? null : current);
    }
    session.completeExceptionally(why);
  }

  /** For one more. */
  private void makeRoom(String user) {
    if (ready.keySet().stream().filter(each -> each.user().equals(user)).count() >= MAX_OF_USER) {
      dropFirst(each -> each.user().equals(user));
    }
    if (ready.size() >= MAX_READY) {
      dropFirst(each -> true);
    }
  }

  private void dropFirst(Predicate<Wanted> which) {
    Iterator<Map.Entry<Wanted, Ready>> each = ready.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Wanted, Ready> entry = each.next();
      if (which.test(entry.getKey())) {
        each.remove();
        entry.getValue().drop();
        return;
      }
    }
  }

  /** How many there are. */
  public int size() {
    synchronized (ready) {
      return ready.size();
    }
  }

  /** Closes those that have not been used for a minute. */
  public void closeOld() {
    long now = nanoTime.getAsLong();
    closeIf((wanted, since) -> now - since > KEPT.toNanos());
  }

  /** Closes those of a shadow. */
  public void closeOf(Shadow shadow) {
    closeIf((wanted, since) -> wanted.shadow() == shadow);
  }

  private interface Condition {
    boolean isTrueOf(Wanted wanted, long since);
  }

  private void closeIf(Condition condition) {
    Map<Wanted, Ready> dropped = new HashMap<>();
    synchronized (ready) {
      ready.forEach(
          (wanted, each) -> {
            if (condition.isTrueOf(wanted, each.since())) {
              dropped.put(wanted, each);
            }
          });
      ready.keySet().removeAll(dropped.keySet());
    }
    dropped.values().forEach(Ready::drop);
  }

  @Override
  public void close() {
    synchronized (ready) {
      closed = true;
    }
    closeIf((wanted, since) -> true);
  }
}
