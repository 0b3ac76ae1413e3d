package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.chargeUntilRefused;
import static org.dpjdbc.budget.LedgerFixture.composed;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.fraction;
import static org.dpjdbc.budget.LedgerFixture.gaussian;
import static org.dpjdbc.budget.LedgerFixture.laplace;
import static org.dpjdbc.budget.LedgerFixture.limit;
import static org.dpjdbc.budget.LedgerFixture.mechanisms;
import static org.dpjdbc.budget.LedgerFixture.request;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A ledger whose costs add up by ρ or by μ², in a file and on a server. */
@ParameterizedClass
@EnumSource(names = {"FILE", "SERVER"})
class CompositionTest {
  private static final BigFraction HALF_DELTA = BigFraction.of(1, 2_000_000);

  @TempDir Path folder;
  private final LedgerSite.Kind kind;
  private LedgerSite site;

  CompositionTest(LedgerSite.Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void begin() throws SQLException {
    site = kind.open(folder);
  }

  @AfterEach
  void end() throws SQLException {
    site.close();
  }

  /** Deviation 20 at (ε = 0.25, δ = 10^-8) each: sequential composition allows four. */
  @Test
  void allowsWhatTheTheoremAllows() throws Exception {
    assertThat(answers(Accounting.BASIC)).isEqualTo(4);
    double rho = Accounting.ZCDP.maxAmount(BigFraction.ONE, HALF_DELTA).doubleValue();
    assertThat(answers(Accounting.ZCDP)).isEqualTo((int) (rho * 2 * 400)).isGreaterThan(12);
    double mu = Accounting.PLD.maxAmount(BigFraction.ONE, HALF_DELTA).doubleValue();
    assertThat(answers(Accounting.PLD)).isEqualTo((int) (mu * (400 - 4.5))).isGreaterThan(13);
  }

  private int answers(Accounting accounting) throws Exception {
    Path own = folder.resolve(accounting.name());
    Files.createDirectory(own);
    try (LedgerSite other = kind.open(own);
        Ledger ledger = other.open(composed(accounting, "1", "1e-6"))) {
      int answers = chargeUntilRefused(ledger, gaussian("ann", "0.25", 20));
      assertThat(ledger.verify()).isEqualTo(answers);
      return answers;
    }
  }

  @Test
  void sixteenThreadsSpendTheBudgetExactly() throws Exception {
    double rho = Accounting.ZCDP.maxAmount(BigFraction.ONE, HALF_DELTA).doubleValue();
    BudgetRules rules = composed(Accounting.ZCDP, "1", "1e-6");
    ExecutorService executor = Executors.newFixedThreadPool(16);
    try (Ledger ledger = site.open(rules);
        Ledger other = site.open(rules)) {
      List<Callable<Integer>> spenders = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        ChargeRequest request = gaussian("analyst " + i, "0.1", 50);
        Ledger one = i % 2 == 0 ? ledger : other;
        spenders.add(() -> chargeUntilRefused(one, request));
      }
      int charged = 0;
      for (Future<Integer> each : executor.invokeAll(spenders)) {
        charged += each.get();
      }
      assertThat(charged).isEqualTo((int) (rho * 2 * 2500));
      assertThat(ledger.verify()).isEqualTo(charged);
    } finally {
      executor.shutdownNow();
    }
  }

  /** What is pure may be spent up to ε by itself, whatever ρ it has; a Gaussian ends that. */
  @Test
  void pureMechanismsAlsoAddUpByThemselves() throws Exception {
    try (Ledger ledger = site.open(composed(Accounting.ZCDP, "1", "1e-6"))) {
      assertThat(remaining(ledger)).isEqualTo(cost("1", "5e-7"));
      ledger.charge(laplace("ann", "0.5"));
      assertThat(spent(ledger)).isEqualTo(cost("0.5", "0"));
      assertThat(remaining(ledger)).isEqualTo(cost("0.5", "5e-7"));
      ledger.charge(mechanisms("ann", selection("0.4", "4e-7")));
      assertThat(spent(ledger)).isEqualTo(cost("0.9", "4e-7"));
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> ledger.charge(gaussian("ann", "0.05", 50)));
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> ledger.charge(mechanisms("ann", selection("0.05", "2e-7"))))
          .satisfies(e -> assertThat(e.remainingForAnalyst()).isEqualTo(cost("0.1", "1e-7")));
      ledger.charge(laplace("ann", "0.1"));
      assertThat(remaining(ledger)).isEqualTo(cost("0", "1e-7"));
    }
  }

  /** What is said to remain is answered, and not much more is. */
  @Test
  void whatRemainsIsAnswered() throws Exception {
    for (Accounting accounting : List.of(Accounting.ZCDP, Accounting.PLD)) {
      try (Ledger ledger = site.open(composed(accounting, "1", "1e-6"))) {
        ledger.charge(gaussian("ann", "0.25", 20));
        Cost left = remaining(ledger);
        assertThat(left.epsilonNanos()).isBetween(50_000_000L, 250_000_000L);
        String more = left.epsilon().add(new BigDecimal("1e-9")).toString();
        assertThatExceptionOfType(BudgetExceededException.class)
            .isThrownBy(() -> ledger.charge(laplace("ann", more)));
        ledger.charge(laplace("ann", left.epsilon().toString()));
      }
      site.close();
      site = kind.open(Files.createDirectory(folder.resolve("after " + accounting)));
    }
  }

  @Test
  void aHistoryIsComposedAgainWhenThePolicyChanges() throws Exception {
    Cost plain;
    Cost byRho;
    try (Ledger ledger = site.open(composed(Accounting.BASIC, "10", "1e-6"))) {
      for (int i = 0; i < 10; i++) {
        ledger.charge(gaussian("ann", "0.25", 20));
      }
      ledger.charge(request("bob", "0.1"));
      plain = spent(ledger);
      assertThat(plain).isEqualTo(cost("2.6", "1e-7"));
    }
    try (Ledger ledger = site.open(composed(Accounting.ZCDP, "10", "1e-6"))) {
      byRho = spent(ledger);
      // ten Gaussians and, of a mechanism that the history does not tell, its epsilon
      double rho = 10 / (2 * 400.0) + 0.1 * Math.tanh(0.05);
      double epsilon =
          Accounting.ZCDP.epsilon(fraction(String.valueOf(rho)), HALF_DELTA).doubleValue();
      assertThat(byRho.epsilonNanos() / 1e9).isBetween(epsilon * 0.9999, epsilon * 1.0001);
      assertThat(byRho.epsilonNanos()).isLessThan(plain.epsilonNanos() / 2);
      ledger.charge(gaussian("ann", "0.25", 20));
      assertThat(ledger.verify()).isEqualTo(12);
    }
    try (Ledger ledger = site.open(composed(Accounting.PLD, "10", "1e-6"))) {
      assertThat(spent(ledger).epsilonNanos()).isLessThan(byRho.epsilonNanos());
      ledger.charge(gaussian("ann", "0.25", 20));
    }
    try (Ledger ledger = site.open(composed(Accounting.BASIC, "10", "1e-6"))) {
      assertThat(spent(ledger)).isEqualTo(cost("3.1", "1.2e-7"));
      ledger.charge(gaussian("ann", "0.25", 20));
      assertThat(ledger.verify()).isEqualTo(14);
      assertThat(spent(ledger)).isEqualTo(cost("3.35", "1.3e-7"));
    }
  }

  /**
   * What was admitted as pure, with less room left than its share of a Gaussian needs, is no share
   * of a Gaussian later on.
   */
  @Test
  void headroomRemainsForGood() throws Exception {
    try (Ledger ledger = site.open(composed(Accounting.PLD, "1", "1e-6"))) {
      double mu = Accounting.PLD.maxAmount(BigFraction.ONE, HALF_DELTA).doubleValue();
      double epsilon = Math.sqrt(mu / 4.5);
      assertThat(1.04 * epsilon * epsilon + 1e-4).isLessThan(mu);
      ledger.charge(laplace("ann", BigDecimal.valueOf(epsilon).toPlainString().substring(0, 8)));
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> ledger.charge(gaussian("ann", "0.05", 100)));
      ledger.charge(laplace("ann", "0.5"));
      assertThat(ledger.verify()).isEqualTo(2);
    }
  }

  @Test
  void anAnalystHasAShare() throws Exception {
    BudgetRules rules =
        new BudgetRules(
            limit("1", "1e-6"),
            Optional.of(limit("0.5", "1e-6")),
            RenewalPeriod.NEVER,
            Accounting.ZCDP);
    try (Ledger ledger = site.open(rules)) {
      double all = Accounting.ZCDP.maxAmount(BigFraction.ONE, HALF_DELTA).doubleValue();
      double share = Accounting.ZCDP.maxAmount(BigFraction.of(1, 2), HALF_DELTA).doubleValue();
      int max = (int) (share * 2 * 400);
      assertThat(chargeUntilRefused(ledger, gaussian("ann", "0.1", 20))).isEqualTo(max);
      assertThat(chargeUntilRefused(ledger, gaussian("bob", "0.1", 20))).isEqualTo(max);
      assertThat(chargeUntilRefused(ledger, gaussian("eve", "0.1", 20))).isEqualTo(max);
      int left = (int) (all * 2 * 400) - 3 * max;
      assertThat(chargeUntilRefused(ledger, gaussian("dan", "0.1", 20)))
          .isEqualTo(Math.min(left, max));
      BudgetLine own = ledger.budget("ann").get(1);
      assertThat(own.spent().epsilonNanos()).isBetween(400_000_000L, 500_000_000L);
    }
  }

  @Test
  void theNextWindowBeginsAnew() throws Exception {
    BudgetRules rules =
        new BudgetRules(limit("1", "1e-6"), Optional.empty(), RenewalPeriod.DAILY, Accounting.PLD);
    int first;
    try (Ledger ledger = at("2026-01-01T12:00:00Z", rules)) {
      first = chargeUntilRefused(ledger, gaussian("ann", "0.25", 20));
      assertThat(first).isGreaterThan(13);
    }
    try (Ledger ledger = at("2026-01-02T12:00:00Z", rules)) {
      assertThat(spent(ledger)).isEqualTo(Cost.FREE);
      assertThat(chargeUntilRefused(ledger, gaussian("ann", "0.25", 20))).isEqualTo(first);
      assertThat(ledger.verify()).isEqualTo(2L * first);
    }
  }

  @Test
  void anEditedLossIsFound() throws Exception {
    BudgetRules rules = composed(Accounting.ZCDP, "1", "1e-6");
    for (String edit :
        List.of("loss = 0", "headroom = 1", "failure_yoctos = 1", "composition = 'PLD'")) {
      try (Ledger ledger = site.open(rules)) {
        ledger.charge(gaussian("ann", "0.05", 50));
      }
      try (Connection c = connection();
          Statement statement = c.createStatement()) {
        statement.execute("CREATE TABLE kept AS SELECT * FROM dp_account");
        statement.execute("UPDATE dp_account SET " + edit);
      }
      assertThatExceptionOfType(LedgerException.class)
          .as(edit)
          .isThrownBy(() -> site.open(rules))
          .matches(e -> e.reason() == LedgerException.Reason.EDITED);
      try (Connection c = connection();
          Statement statement = c.createStatement()) {
        statement.execute("DELETE FROM dp_account");
        statement.execute("INSERT INTO dp_account SELECT * FROM kept");
        statement.execute("DROP TABLE kept");
      }
    }
  }

  private Connection connection() throws SQLException, LedgerException {
    return site.url().isEmpty()
        ? H2Files.open(LedgerFiles.at(site.base(0)), true)
        : DriverManager.getConnection(site.url());
  }

  private Ledger at(String instant, BudgetRules rules) throws LedgerException {
    Clock clock = Clock.fixed(Instant.parse(instant), ZoneOffset.UTC);
    return JdbcLedger.open(site.place(0), rules, LedgerFixture.KEPT, clock);
  }

  private static ChargedMechanism selection(String epsilon, String delta) {
    return new ChargedMechanism.Selection(fraction(epsilon), fraction(delta), 1);
  }

  private static Cost spent(Ledger ledger) throws LedgerException {
    return LedgerFixture.spent(ledger);
  }

  private static Cost remaining(Ledger ledger) throws LedgerException {
    return ledger.budget().get(0).remaining();
  }
}
