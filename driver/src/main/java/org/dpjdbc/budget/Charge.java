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
 * head of the hash chain moves on. Then the commit is forced to disk, then the anchor.
 */
final class Charge implements Storage.Work<Receipt> {
  private final ChargeRequest request;
  private final BudgetRules rules;
  private final HeadGuard guard;
  private final Clock clock;
  private final String id = UUID.randomUUID().toString();

  /** Set when a commit was begun whose outcome is not known: the newest charge before it. */
  private Optional<Long> uncertainAfter = Optional.empty();

  Charge(ChargeRequest request, BudgetRules rules, HeadGuard guard, Clock clock) {
    this.request = request;
    this.rules = rules;
    this.guard = guard;
    this.clock = clock;
  }

  @Override
  public Receipt on(Connection c) throws SQLException, BudgetExceededException, LedgerException {
    Head head = LedgerTables.lock(c);
    guard.check(c, head);
    if (uncertainAfter.isPresent()) {
      Optional<EntryTable.Stored> made = EntryTable.withId(c, id, uncertainAfter.orElseThrow());
      if (made.isPresent()) {
        return finish(c, head, made.orElseThrow().entry(), made.orElseThrow().hash());
      }
    }
    Instant now = clock.instant();
    // Time never goes back, so a window once left, with its budget, never comes again.
    long countedAt = Math.max(Micros.of(now), head.countedAtMicros());
    spend(c, rules.renewal().windowAt(Micros.instant(countedAt)));
    Entry entry =
        new Entry(
            head.link().sequence() + 1,
            id,
            Micros.of(now),
            countedAt,
            request.analyst(),
            request.cost(),
            request.query(),
            request.mechanisms());
    Link link = entry.linkAfter(head.link().hash());
    EntryTable.insert(c, entry, link.hash());
    LedgerTables.advance(c, link, countedAt);
    uncertainAfter = Optional.of(head.link().sequence());
    c.commit();
    return finish(c, head, entry, link.hash());
  }

  private void spend(Connection c, RenewalPeriod.Window window)
      throws SQLException, BudgetExceededException {
    String key = Account.keyOf(request.analyst());
    Cost total = AccountTable.enter(c, Account.EVERYBODY, window).toCost();
    Cost own = AccountTable.enter(c, key, window).toCost();
    boolean within =
        AccountTable.add(c, Account.EVERYBODY, request.cost(), rules.total())
            && AccountTable.add(c, key, request.cost(), rules.analystLimit());
    if (!within) {
      Cost left = rules.total().minus(total);
      throw new BudgetExceededException(
          request.cost(), left, rules.analystLimit().minus(own).min(left), window.end());
    }
  }

  private Receipt finish(Connection c, Head head, Entry entry, String hash)
      throws SQLException, LedgerException {
    Dialect.of(c).makeDurable(c);
    guard.advance(head, new Link(entry.sequence(), hash));
    return new Receipt(
        entry.sequence(), Micros.instant(entry.chargedAtMicros()), entry.cost(), hash);
  }
}
