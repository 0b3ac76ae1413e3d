package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.budget.accountant.MechanismJson;

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
    return new BudgetRules(
        limit(epsilon, "1e-3"), Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC);
  }

  static BudgetRules rules(String epsilon, String perAnalyst, RenewalPeriod renewal) {
    return new BudgetRules(
        limit(epsilon, "1e-3"), Optional.of(limit(perAnalyst, "1e-3")), renewal, Accounting.BASIC);
  }

  static BudgetRules composed(Accounting accounting, String epsilon, String delta) {
    return new BudgetRules(
        limit(epsilon, delta), Optional.empty(), RenewalPeriod.NEVER, accounting);
  }

  /** One count with Gaussian noise of that deviation, charged at ε and δ = 10^-8. */
  static ChargeRequest gaussian(String analyst, String epsilon, int deviation) {
    return mechanisms(
        analyst,
        new ChargedMechanism.Gaussian(
            fraction(epsilon),
            BigFraction.of(1, 100_000_000),
            BigFraction.ONE,
            BigFraction.of(deviation * deviation),
            BigFraction.of(deviation * deviation)));
  }

  static ChargeRequest laplace(String analyst, String epsilon) {
    return mechanisms(
        analyst, new ChargedMechanism.Laplace(fraction(epsilon), BigFraction.ONE, BigFraction.ONE));
  }

  static ChargeRequest mechanisms(String analyst, ChargedMechanism... mechanisms) {
    BigFraction epsilon = BigFraction.ZERO;
    BigFraction delta = BigFraction.ZERO;
    for (ChargedMechanism mechanism : mechanisms) {
      epsilon = epsilon.add(mechanism.epsilon());
      delta = delta.add(mechanism.delta());
    }
    return new ChargeRequest(
        analyst,
        Cost.of(epsilon, delta),
        "SELECT COUNT(*) FROM patients",
        MechanismJson.write(List.of(mechanisms)));
  }

  static BigFraction fraction(String decimal) {
    BigDecimal value = new BigDecimal(decimal);
    return BigFraction.of(value.unscaledValue()).divide(BigFraction.of(10).pow(value.scale()));
  }

  /** Charges the same as often as the budget allows, and says how often that was. */
  static int chargeUntilRefused(Ledger ledger, ChargeRequest request) throws LedgerException {
    int charged = 0;
    try {
      while (true) {
        ledger.charge(request);
        charged++;
      }
    } catch (BudgetExceededException e) {
      return charged;
    }
  }

  static LedgerLocation.LocalFile place(Path folder) {
    return new LedgerLocation.LocalFile(folder.resolve("clinic.ledger"));
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
    return chargeUntilRefused(ledger, request(analyst, epsilon));
  }

  static Cost spent(Ledger ledger) throws LedgerException {
    List<BudgetLine> lines = ledger.budget();
    return lines.get(0).spent();
  }
}
