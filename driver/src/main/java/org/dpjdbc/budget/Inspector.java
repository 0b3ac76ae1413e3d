package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that the history is intact: every row's hash follows from the one before, and every
 * account holds the sum of its charges. Remembers how far it has checked, so that checking again
 * costs only what was added since. Not thread-safe.
 */
final class Inspector {
  private Optional<Link> checked = Optional.empty();
  private long countedAtMicros = Long.MIN_VALUE;
  private Map<String, Account> sums = new HashMap<>();

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
        count(running, entry);
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
        sum =
            History.sum(
                c,
                account.accounting(),
                Account.analyst(account.key()),
                account.windowStartMicros(),
                upTo);
      }
      start.put(account.key(), account.withSpent(sum));
    }
    return start;
  }

  private static void count(Map<String, Account> running, Entry entry) throws LedgerException {
    if (entry.analyst().isEmpty()) {
      return;
    }
    Account all = account(running, Account.EVERYBODY);
    Account own = account(running, Account.keyOf(entry.analyst()));
    Spend spend = Spend.of(all.accounting(), entry.cost(), entry.mechanisms());
    count(running, all, entry, spend);
    boolean same = own.accounting() == all.accounting();
    count(
        running,
        own,
        entry,
        same ? spend : Spend.of(own.accounting(), entry.cost(), entry.mechanisms()));
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
