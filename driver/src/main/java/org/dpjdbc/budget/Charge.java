package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One charge, from the check of the limits to stable storage. In one transaction, with the ledger's
 * row locked: both totals grow by a conditional update each, the history grows by one row, and the
 * head of the hash chain moves on. Then the commit is forced to disk, then the anchor. If the
 * database supports it, all this is one statement, which is tried first. In a file, several charges
 * share the transaction; see {@link ChargeGroup}.
 */
final class Charge implements Storage.Work<Receipt> {
  private final ChargeRequest request;
  private final Allowance allowance;
  private final CheckedSums sums;
  private final Spend spend;
  private final HeadGuard guard;
  private final Clock clock;
  private final String id = UUID.randomUUID().toString();

  /** Set when a commit was begun whose outcome is not known: the newest charge before it. */
  private Optional<Long> uncertainAfter = Optional.empty();

  Charge(
      ChargeRequest request, Allowance allowance, CheckedSums sums, HeadGuard guard, Clock clock) {
    this.request = request;
    this.allowance = allowance;
    this.sums = sums;
    this.spend = Spend.of(allowance.accounting(), request.cost(), request.mechanisms());
    this.guard = guard;
    this.clock = clock;
  }

  @Override
  public Receipt on(Connection c) throws SQLException, BudgetExceededException, LedgerException {
    if (uncertainAfter.isEmpty() && LedgerDialect.of(c).chargesAtOnce() && guard.takeTurn()) {
      try {
        Optional<Receipt> made = atOnce(c);
        if (made.isPresent()) {
          return made.orElseThrow();
        }
      } finally {
        guard.endTurn();
      }
    }
    return stepByStep(c);
  }

  private Optional<Receipt> atOnce(Connection c) throws SQLException, LedgerException {
    Optional<Anchor> seen = guard.seen();
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    Anchor before = seen.orElseThrow();
    Instant now = clock.instant();
    Entry entry = entryAfter(before.link(), now, Micros.of(now), request.analyst());
    Link link = entry.linkAfter(before.link().hash());
    uncertainAfter = Optional.of(before.link().sequence());
    RenewalPeriod.Window window = allowance.rules().renewal().windowAt(now);
    if (!AtomicCharge.make(c, before, entry, link, window, spend, allowance)) {
      uncertainAfter = Optional.empty();
      return Optional.empty();
    }
    return Optional.of(finish(c, before, entry, link.hash()));
  }

  private Receipt stepByStep(Connection c)
      throws SQLException, BudgetExceededException, LedgerException {
    // Before the head is read: if its server dies then, its lock is gone, and others go on.
    Optional<Anchor> newest = guard.seen();
    Head head = LedgerTables.lock(c);
    if (newest.isPresent()) {
      HeadGuard.check(c, head, newest.orElseThrow());
    }
    if (uncertainAfter.isPresent()) {
      Optional<EntryTable.Stored> made = EntryTable.withId(c, id, uncertainAfter.orElseThrow());
      if (made.isPresent()) {
        return finish(c, head.anchor(), made.orElseThrow().entry(), made.orElseThrow().hash());
      }
    }
    Added added = addTo(c, head);
    LedgerTables.advance(c, head, added.head());
    uncertainAfter = Optional.of(head.link().sequence());
    c.commit();
    return finish(c, head.anchor(), added.entry(), added.head().link().hash());
  }

  /**
   * A charge that was added to the history and to the accounts, in a transaction that is not over.
   *
   * @param head what the head of the history becomes
   */
  record Added(Entry entry, Head head) {
    /** To be given out once the transaction is on stable storage. */
    Receipt receipt() {
      return receiptOf(entry, head.link().hash());
    }
  }

  /**
   * Decides the charge, and adds it to the accounts and to the history. The head is not moved on,
   * and its row must be locked.
   *
   * @param head the newest charge, whether committed or added earlier in this transaction
   * @throws BudgetExceededException if a limit would be passed; the accounts may have changed then,
   *     which the caller undoes
   */
  Added addTo(Connection c, Head head)
      throws SQLException, BudgetExceededException, LedgerException {
    Instant now = clock.instant();
    // Time never goes back, so a window once left, with its budget, never comes again.
    long countedAt = Math.max(Micros.of(now), head.countedAtMicros());
    String analyst = AnalystNames.known(c, request.analyst());
    spend(c, analyst, allowance.rules().renewal().windowAt(Micros.instant(countedAt)));
    Entry entry = entryAfter(head.link(), now, countedAt, analyst);
    Link link = entry.linkAfter(head.link().hash());
    EntryTable.insert(c, entry, link.hash());
    return new Added(entry, head.movedTo(link, countedAt));
  }

  private Entry entryAfter(Link newest, Instant now, long countedAt, String analyst) {
    return new Entry(
        newest.sequence() + 1,
        id,
        Micros.of(now),
        countedAt,
        analyst,
        request.cost(),
        request.query(),
        request.mechanisms());
  }

  private void spend(Connection c, String analyst, RenewalPeriod.Window window)
      throws SQLException, BudgetExceededException, LedgerException {
    String key = Account.keyOf(analyst);
    Totals total =
        AccountTable.enter(c, Account.ALL_ANALYSTS, window, allowance.accounting(), sums);
    Totals own = AccountTable.enter(c, key, window, allowance.accounting(), sums);
    boolean within =
        AccountTable.add(c, Account.ALL_ANALYSTS, window, spend, allowance.total())
            && AccountTable.add(c, key, window, spend, allowance.analyst());
    if (!within) {
      throw new BudgetExceededException(
          request.cost(),
          allowance.total().remaining(total),
          allowance.remaining(total, own),
          window.end());
    }
  }

  private Receipt finish(Connection c, Anchor before, Entry entry, String hash)
      throws SQLException, LedgerException {
    LedgerDialect.of(c).makeDurable(c);
    Link link = new Link(entry.sequence(), hash);
    guard.advance(new Anchor(before.ledgerId(), before.location(), link));
    return receiptOf(entry, hash);
  }

  private static Receipt receiptOf(Entry entry, String hash) {
    return new Receipt(
        entry.sequence(), Micros.instant(entry.chargedAtMicros()), entry.cost(), hash);
  }
}
