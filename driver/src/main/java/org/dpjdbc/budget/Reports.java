package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the ledger shows of itself. Reads only. */
final class Reports {
  private final Allowance allowance;
  private final CheckedSums sums;
  private final Clock clock;

  Reports(Allowance allowance, CheckedSums sums, Clock clock) {
    this.allowance = allowance;
    this.sums = sums;
    this.clock = clock;
  }

  /**
   * The line of all analysts together, and those of the named analysts; of all who were ever
   * charged if no names are given.
   */
  List<BudgetLine> budget(Connection c, Optional<String> analyst)
      throws SQLException, LedgerException {
    long latest = LedgerTables.find(c).orElseThrow(LedgerMessages::headMissing).countedAtMicros();
    RenewalPeriod.Window window =
        allowance
            .rules()
            .renewal()
            .windowAt(Micros.instant(Math.max(Micros.of(clock.instant()), latest)));
    Totals all = AccountTable.spent(c, Account.ALL_ANALYSTS, window, allowance.accounting(), sums);
    Limits total = allowance.total();
    List<BudgetLine> lines = new ArrayList<>();
    lines.add(
        new BudgetLine(
            BudgetLine.ALL_ANALYSTS, total.spent(all), total.remaining(all), window.end()));
    List<String> keys =
        analyst.isPresent()
            ? List.of(Account.keyOf(AnalystNames.known(c, analyst.orElseThrow())))
            : List.copyOf(AccountTable.all(c).keySet());
    for (String key : keys) {
      Optional<String> name = Account.analyst(key);
      if (name.isPresent()) {
        Totals own = AccountTable.spent(c, key, window, allowance.accounting(), sums);
        lines.add(
            new BudgetLine(
                name.orElseThrow(),
                allowance.analyst().spent(own),
                allowance.remaining(all, own),
                window.end()));
      }
    }
    return List.copyOf(lines);
  }

  /** The charges of one analyst, or of all where empty. */
  List<SpendingLine> spending(Connection c, Optional<String> analyst)
      throws SQLException, LedgerException {
    Optional<String> known =
        analyst.isPresent()
            ? Optional.of(AnalystNames.known(c, analyst.orElseThrow()))
            : Optional.empty();
    return EntryTable.of(c, known).stream()
        .map(EntryTable.Stored::entry)
        .map(
            entry ->
                new SpendingLine(
                    entry.sequence(),
                    Micros.instant(entry.chargedAtMicros()),
                    entry.analyst(),
                    entry.cost(),
                    entry.query()))
        .toList();
  }
}
