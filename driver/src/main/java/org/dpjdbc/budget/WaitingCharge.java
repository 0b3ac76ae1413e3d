package org.dpjdbc.budget;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A charge that a client waits for while another thread makes it. It is taken once: by the thread
 * that makes it, or back by the client, who then knows that it will not be made. Thread-safe.
 */
final class WaitingCharge {
  private final Charge charge;
  private final LedgerDeadline deadline;
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile boolean abandoned;
  private final CompletableFuture<ChargeGroup.Outcome> outcome = new CompletableFuture<>();

  /**
   * @param deadline how long to wait for other processes
   */
  WaitingCharge(Charge charge, LedgerDeadline deadline) {
    this.charge = charge;
    this.deadline = deadline;
  }

  Charge charge() {
    return charge;
  }

  LedgerDeadline deadline() {
    return deadline;
  }

  /** Takes it; false if it was taken before. */
  boolean take() {
    return taken.compareAndSet(false, true);
  }

  /**
   * Says that the client waits no longer.
   *
   * @return whether it was taken back; else the thread that took it may make it, but not try again
   */
  boolean giveUp() {
    abandoned = true;
    return take();
  }

  /** Whether the client waits no longer. */
  boolean isAbandoned() {
    return abandoned;
  }

  /** What the client waits for. */
  Future<ChargeGroup.Outcome> outcome() {
    return outcome;
  }

  void finish(ChargeGroup.Outcome found) {
    outcome.complete(found);
  }

  void fail(Throwable failure) {
    outcome.completeExceptionally(failure);
  }
}
