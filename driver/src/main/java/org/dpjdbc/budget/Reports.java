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
    RenewalPeriod.Window window = window(c);
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

  private RenewalPeriod.Window window(Connection c) throws SQLException, LedgerException {
    long latest = LedgerTables.find(c).orElseThrow(LedgerMessages::headMissing).countedAtMicros();
    return allowance
        .rules()
        .renewal()
        .windowAt(Micros.instant(Math.max(Micros.of(clock.instant()), latest)));
  }

  /** What all analysts together, and one of them, have spent in the present window. */
  record Spent(Totals allAnalysts, Totals own) {}

  Spent spent(Connection c, String analyst) throws SQLException, LedgerException {
    RenewalPeriod.Window window = window(c);
    String key = Account.keyOf(AnalystNames.known(c, analyst));
    return new Spent(
        AccountTable.spent(c, Account.ALL_ANALYSTS, window, allowance.accounting(), sums),
        AccountTable.spent(c, key, window, allowance.accounting(), sums));
  }

  /** Whose charges there are, and the last sequence number. */
  record Charges(Optional<String> analyst, long last) {}

  /**
   * Where to read the charges of one analyst, or of all where empty.
   *
   * @param before charges with smaller sequence numbers alone
   */
  static Charges charges(Connection c, Optional<String> analyst, long before)
      throws SQLException, LedgerException {
    return new Charges(
        analyst.isPresent()
            ? Optional.of(AnalystNames.known(c, analyst.orElseThrow()))
            : Optional.empty(),
        Math.min(before - 1, EntryTable.last(c)));
  }
}
