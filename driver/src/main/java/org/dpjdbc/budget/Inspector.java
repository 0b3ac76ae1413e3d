package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * Checks that the history is intact: every row's hash follows from the one before, and every
 * account holds the sum of its charges. Remembers how far it has checked, so that checking again
 * costs only what was added since. On the way it adds up what the policy's theorem needs, should
 * the accounts be of another. Not thread-safe.
 */
final class Inspector {
  private Optional<Link> checked = Optional.empty();
  private long countedAtMicros = Long.MIN_VALUE;
  private Map<String, Account> sums = new HashMap<>();
  private final RecentSpends spends = new RecentSpends();
  private final Optional<CheckedSums> policySums;
  private final Clock clock;

  /**
   * @param policySums where to put what was spent by the policy's theorem; empty if it is not
   *     needed
   * @param clock determines the window of those sums
   */
  Inspector(Optional<CheckedSums> policySums, Clock clock) {
    this.policySums = policySums;
    this.clock = clock;
  }

  /**
   * Checks what was not checked before. Locks the ledger's row, so that nothing is charged
   * meanwhile; the caller ends the transaction.
   *
   * @return the number of charges in the ledger
   */
  long inspect(Connection c) throws SQLException, LedgerException {
    Head head = LedgerTables.lock(c);
    Link link = checked.orElse(head.genesis());
    if (head.link().sequence() < link.sequence()) {
      throw LedgerMessages.rolledBack(head.link().sequence(), link.sequence());
    }
    Map<String, Account> accounts = AccountTable.all(c);
    Map<String, Account> running = start(c, accounts, link.sequence());
    long countedAt = countedAtMicros;
    long now = Math.max(Micros.of(clock.instant()), head.countedAtMicros());
    long after = link.sequence();
    Optional<CheckedSums.Adding> adding =
        policySums.map(known -> known.addingAfter(after, countedAtMicros, now));
    while (link.sequence() < head.link().sequence()) {
      long upTo = Math.min(link.sequence() + History.PAGE, head.link().sequence());
      for (EntryTable.Stored stored : EntryTable.range(c, link.sequence(), upTo)) {
        Entry entry = stored.entry();
        if (entry.sequence() != link.sequence() + 1 || entry.countedAtMicros() < countedAt) {
          throw LedgerMessages.edited("charge " + (link.sequence() + 1) + " is out of order");
        }
        link = entry.linkAfter(link.hash());
        if (!link.hash().equals(stored.hash())) {
          throw LedgerMessages.edited("charge " + entry.sequence() + " does not fit its hash");
        }
        countedAt = entry.countedAtMicros();
        if (!entry.analyst().isEmpty()) {
          count(running, entry);
          adding.ifPresent(policy -> policy.add(entry, spends));
        }
      }
      if (link.sequence() < upTo) {
        throw LedgerMessages.edited("charge " + (link.sequence() + 1) + " is gone");
      }
    }
    requireSame(c, head, link, countedAt);
    if (!running.equals(accounts)) {
      throw LedgerMessages.edited("a total is not the sum of its charges");
    }
    checked = Optional.of(link);
    countedAtMicros = countedAt;
    sums = running;
    long upTo = link.sequence();
    adding.ifPresent(policy -> policy.checked(upTo));
    return link.sequence();
  }

  private static void requireSame(Connection c, Head head, Link link, long countedAt)
      throws SQLException, LedgerException {
    if (!link.equals(head.link()) || countedAt != head.countedAtMicros()) {
      throw LedgerMessages.edited("the newest charge is not the one on record");
    }
    if (EntryTable.last(c) > link.sequence()) {
      throw LedgerMessages.edited("it holds charges that are not on record");
    }
  }

  /** The sums up to where the last look ended, for the windows in which the accounts now are. */
  private Map<String, Account> start(Connection c, Map<String, Account> accounts, long upTo)
      throws SQLException, LedgerException {
    Map<String, Account> start = new HashMap<>();
    for (Account account : accounts.values()) {
      Account known = sums.get(account.key());
      Totals sum = Totals.ZERO;
      if (known != null
          && known.accounting() == account.accounting()
          && known.renewal().equals(account.renewal())
          && known.windowStartMicros() == account.windowStartMicros()) {
        sum = known.spent();
      } else if (upTo > 0) {
        sum = sumOf(c, account, upTo);
      }
      start.put(account.key(), account.withSpent(sum));
    }
    return start;
  }

  private Totals sumOf(Connection c, Account account, long upTo)
      throws SQLException, LedgerException {
    long from = account.windowStartMicros();
    Accounting accounting = account.accounting();
    return policySums.isPresent()
        ? policySums.orElseThrow().spent(c, account.key(), from, accounting, upTo)
        : History.sum(c, accounting, Account.analyst(account.key()), from, 0, upTo);
  }

  private void count(Map<String, Account> running, Entry entry) throws LedgerException {
    Account all = account(running, Account.ALL_ANALYSTS);
    Account own = account(running, Account.keyOf(entry.analyst()));
    count(running, all, entry, spends.of(all.accounting(), entry));
    count(running, own, entry, spends.of(own.accounting(), entry));
  }

  private static Account account(Map<String, Account> running, String key) throws LedgerException {
    Account account = running.get(key);
    if (account == null) {
      throw LedgerMessages.edited("a total is missing");
    }
    return account;
  }

  private static void count(
      Map<String, Account> running, Account account, Entry entry, Spend spend) {
    if (entry.countedAtMicros() >= account.windowStartMicros()) {
      running.put(account.key(), account.withSpent(account.spent().plus(spend)));
    }
  }
}
