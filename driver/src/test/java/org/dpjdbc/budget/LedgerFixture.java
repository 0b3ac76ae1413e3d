package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the ledger's tests share. */
final class LedgerFixture {
  static final Duration KEPT = Duration.ofHours(24);

  private LedgerFixture() {}

  static Cost cost(String epsilon, String delta) {
    return Cost.of(new BigDecimal(epsilon), new BigDecimal(delta));
  }

  static Cost limit(String epsilon, String delta) {
    return Cost.limitOf(new BigDecimal(epsilon), new BigDecimal(delta));
  }

  static BudgetRules total(String epsilon) {
    return new BudgetRules(limit(epsilon, "1e-3"), Optional.empty(), RenewalPeriod.NEVER);
  }

  static BudgetRules rules(String epsilon, String perAnalyst, RenewalPeriod renewal) {
    return new BudgetRules(limit(epsilon, "1e-3"), Optional.of(limit(perAnalyst, "1e-3")), renewal);
  }

  static LedgerPlace.LocalFile place(Path folder) {
    return new LedgerPlace.LocalFile(folder.resolve("clinic.ledger"));
  }

  static JdbcLedger open(Path folder, BudgetRules rules) throws LedgerException {
    return open(folder, rules, Clock.systemUTC());
  }

  static JdbcLedger open(Path folder, BudgetRules rules, Clock clock) throws LedgerException {
    return JdbcLedger.open(place(folder), rules, KEPT, clock);
  }

  static ChargeRequest request(String analyst, String epsilon) {
    return new ChargeRequest(
        analyst,
        cost(epsilon, "0"),
        "SELECT COUNT(*) FROM patients",
        "[{\"mechanism\":\"laplace\"}]");
  }

  /** Charges as often as the budget allows, and says how often that was. */
  static int chargeUntilRefused(Ledger ledger, String analyst, String epsilon)
      throws LedgerException {
    int charged = 0;
    try {
      while (true) {
        ledger.charge(request(analyst, epsilon));
        charged++;
      }
    } catch (BudgetExceededException e) {
      return charged;
    }
  }

  static Cost spent(Ledger ledger) throws LedgerException {
    List<BudgetLine> lines = ledger.budget();
    return lines.get(0).spent();
  }
}
