package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/** Adds the history up. */
final class History {
  /** Rows read at a time: bounds memory, and is still few round trips. */
  static final int PAGE = 2_000;

  private History() {}

  /**
   * What one analyst, or everybody where empty, was charged since a point in time, by a theorem, in
   * the charges {@code afterSequence < sequence <= upToSequence}. Only sequential composition is
   * added up by the database; for the others the mechanisms are read.
   */
  static Totals sum(
      Connection c,
      Accounting accounting,
      Optional<String> analyst,
      long fromMicros,
      long afterSequence,
      long upToSequence)
      throws SQLException, LedgerException {
    if (accounting == Accounting.BASIC) {
      return EntryTable.sum(c, analyst, fromMicros, afterSequence, upToSequence);
    }
    Totals totals = Totals.ZERO;
    long after = afterSequence;
    RecentSpends spends = new RecentSpends();
    List<EntryTable.Stored> page;
    do {
      page = EntryTable.since(c, analyst, fromMicros, after, upToSequence, PAGE);
      for (EntryTable.Stored stored : page) {
        Entry entry = stored.entry();
        totals = totals.plus(spends.of(accounting, entry));
        after = entry.sequence();
      }
    } while (page.size() == PAGE);
    return totals;
  }
}
