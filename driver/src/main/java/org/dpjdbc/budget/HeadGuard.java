package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Remembers the newest charge that this process has seen, and updates the anchor file, if there is
 * one. Thread-safe.
 */
final class HeadGuard {
  private final Optional<AnchorFile> file;
  private final Optional<LockFile> lock;
  private final Duration patience;
  private final ReentrantLock turn = new ReentrantLock();
  private Optional<Anchor> seen = Optional.empty();

  /**
   * @param file where the anchor is kept
   * @param lock serialises writers of that file; empty if the owner lock already does
   */
  HeadGuard(Optional<AnchorFile> file, Optional<LockFile> lock, Duration patience) {
    this.file = file;
    this.lock = lock;
    this.patience = patience;
  }

  /** The anchor as it is on disk, or as this process knows it, whichever is further. */
  synchronized Optional<Anchor> anchor() throws LedgerException {
    if (file.isPresent()) {
      Optional<Anchor> kept = file.orElseThrow().read();
      if (kept.isEmpty() && seen.isPresent()) {
        // It existed just before.
        throw LedgerMessages.anchorMissing();
      }
      boolean further =
          kept.isPresent()
              && (seen.isEmpty()
                  || kept.orElseThrow().link().sequence() > seen.orElseThrow().link().sequence());
      return further ? kept : seen.isPresent() ? seen : kept;
    }
    return seen;
  }

  /** Refuses a ledger that is not the anchor's, or that does not go through its charge. */
  static void check(Connection c, Head head, Anchor anchor) throws SQLException, LedgerException {
    if (!anchor.ledgerId().equals(head.ledgerId())) {
      throw LedgerMessages.otherLedger();
    }
    Link link = anchor.link();
    if (link.sequence() > head.link().sequence()) {
      throw LedgerMessages.rolledBack(head.link().sequence(), link.sequence());
    }
    Optional<String> hash = Optional.of(head.link().hash());
    if (link.sequence() == 0) {
      hash = Optional.of(head.genesis().hash());
    } else if (link.sequence() < head.link().sequence()) {
      hash = EntryTable.hashAt(c, link.sequence());
    }
    if (!hash.equals(Optional.of(link.hash()))) {
      throw LedgerMessages.edited("charge " + link.sequence() + " is not the one the anchor names");
    }
  }

  /** Makes the anchor anew, for a ledger that has none or that the owner accepts. */
  synchronized void create(Anchor anchor) throws LedgerException {
    if (file.isPresent()) {
      file.orElseThrow().create(anchor);
    }
    seen = Optional.of(anchor);
  }

  /** The newest charge that this process has seen. */
  synchronized Optional<Anchor> seen() {
    return seen;
  }

  /**
   * Waits until no other thread of this process makes a charge by what was {@link #seen}.
   *
   * @return whether this thread may, and says {@link #endTurn} then
   */
  boolean takeTurn() {
    try {
      return turn.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void endTurn() {
    turn.unlock();
  }

  /** Moves the anchor forward to a charge that is committed; durable on return. */
  synchronized void advance(Anchor committed) throws LedgerException {
    if (file.isPresent()) {
      if (lock.isPresent()) {
        lock.orElseThrow().lock(LockFile.Place.ANCHOR, LedgerDeadline.after(patience));
      }
      try {
        file.orElseThrow().advance(committed.ledgerId(), committed.link());
      } finally {
        lock.ifPresent(held -> held.unlock(LockFile.Place.ANCHOR));
      }
    }
    if (seen.isEmpty() || seen.orElseThrow().link().sequence() < committed.link().sequence()) {
      seen = Optional.of(committed);
    }
  }
}
