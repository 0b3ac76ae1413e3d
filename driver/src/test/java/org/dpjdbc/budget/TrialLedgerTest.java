package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.budget.LedgerFixture.chargeUntilRefused;
import static org.dpjdbc.budget.LedgerFixture.composed;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.gaussian;
import static org.dpjdbc.budget.LedgerFixture.laplace;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrialLedgerTest {
  private static final String KEY = "0123456789abcdef".repeat(4);
  private static final byte[] ANSWER = {1, 2, 3};

  @TempDir Path folder;

  /** What it says of many charges is what the ledger does with them, one after the other. */
  @ParameterizedTest
  @EnumSource
  void allowsWhatTheLedgerAllows(Accounting accounting) throws Exception {
    SplittableRandom random = new SplittableRandom(47);
    for (int round = 0; round < 5; round++) {
      String delta = random.nextInt(4) == 0 ? "0" : "1e-6";
      Path own = Files.createDirectory(folder.resolve(String.valueOf(round)));
      try (Ledger ledger = open(own, composed(accounting, "1", delta))) {
        for (int before = random.nextInt(3); before > 0; before--) {
          tryCharge(ledger, any(random));
        }
        ChargeRequest next = any(random);
        TrialLedger trial = ledger.trial("ann");
        trial.charge(next);
        int times = chargeUntilRefused(ledger, next);
        assertThat(trial.allows(times)).as("%s: %d times", next, times).isTrue();
        assertThat(trial.allows(times + 1)).as("%s: once more", next).isFalse();
      }
    }
  }

  private static void tryCharge(Ledger ledger, ChargeRequest request) throws LedgerException {
    try {
      ledger.charge(request);
    } catch (BudgetExceededException e) {
      // As good as any other history.
    }
  }

  private static ChargeRequest any(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> laplace("ann", "0." + (1 + random.nextInt(9)));
      case 1 -> gaussian("ann", "0.25", 10 + random.nextInt(30));
      default -> request("ann", "0.1" + random.nextInt(9));
    };
  }

  @Test
  void countsWhatTheAnalystAndAllOthersHaveSpent() throws Exception {
    try (Ledger ledger = open(folder, rules("1", "0.6", RenewalPeriod.NEVER))) {
      ledger.charge(request("bob", "0.5"));
      TrialLedger ann = ledger.trial("ann");
      ann.charge(request("ann", "0.25"));
      assertThat(List.of(ann.allows(1), ann.allows(2), ann.allows(3)))
          .containsExactly(true, true, false);
      TrialLedger bob = ledger.trial("bob");
      bob.charge(request("bob", "0.1"));
      assertThat(List.of(bob.allows(1), bob.allows(2))).containsExactly(true, false);
    }
  }

  @Test
  void changesNothing() throws Exception {
    try (Ledger ledger = open(folder, total("1"))) {
      TrialLedger trial = ledger.trial("ann");
      trial.begin(1);
      trial.charge(request("ann", "0.75"));
      trial.charge(request("ann", "0.75"));
      trial.answers().store(KEY, ANSWER, Instant.now());
      trial.close();
      assertThat(trial.sum()).isEqualTo(cost("1.5", "0"));
      assertThat(ledger.spending()).isEmpty();
      assertThat(ledger.answers().find(KEY, Instant.EPOCH)).isEmpty();
      assertThat(chargeUntilRefused(ledger, "ann", "0.5")).isEqualTo(2);
    }
  }

  @Test
  void saysWhereAnAnswerIsFrom() throws Exception {
    Instant stored = Instant.parse("2026-05-14T10:00:00Z");
    String other = "f".repeat(64);
    try (Ledger ledger = open(folder, total("1"))) {
      ledger.answers().store(KEY, ANSWER, stored);
      TrialLedger trial = ledger.trial("ann");
      TrialLedger.Outcome kept = trial.begin(1);
      assertThat(trial.answers().find(KEY, stored)).hasValue(ANSWER);
      trial.got(KEY, stored);
      TrialLedger.Outcome charged = trial.begin(2);
      assertThat(trial.answers().find(other, stored)).isEmpty();
      trial.charge(request("ann", "0.5"));
      trial.answers().store(other, ANSWER, stored);
      TrialLedger.Outcome same = trial.begin(3);
      assertThat(trial.answers().find(other, stored)).hasValue(ANSWER);
      trial.got(other, stored);
      assertThat(trial.answers().find(KEY, stored.plusSeconds(1))).isEmpty();
      assertThat(kept.keptSince()).hasValue(stored);
      assertThat(kept.charged().isFree()).isTrue();
      assertThat(charged.charged()).isEqualTo(cost("0.5", "0"));
      assertThat(charged.sameAs()).isEmpty();
      assertThat(same.sameAs()).hasValue(2);
      assertThat(same.keptSince()).isEmpty();
    }
  }
}
