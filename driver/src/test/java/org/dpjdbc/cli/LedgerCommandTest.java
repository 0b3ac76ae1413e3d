package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.LedgerPlace;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void chargeTwice() throws Exception {
    Cost one = Cost.of(BigDecimal.ONE, BigDecimal.ZERO);
    try (JdbcLedger ledger =
        JdbcLedger.open(
            LedgerPlace.beside(folder.resolve("clinic.yaml")),
            new BudgetRules(one.plus(one), Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC),
            Duration.ZERO,
            Clock.systemUTC())) {
      ledger.charge(new ChargeRequest("ann", one, "q", "[]"));
      ledger.charge(new ChargeRequest("ann", one, "q", "[]"));
    }
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void verifies() {
    assertThat(run("ledger", "verify", folder.resolve("clinic.yaml").toString())).isZero();
    assertThat(out.toString()).contains("whole: 2 entries");
  }

  @Test
  void acceptsAMovedLedgerWhenAsked() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    for (String ending : new String[] {".mv.db", ".anchor"}) {
      Files.move(
          folder.resolve("clinic.ledger" + ending), elsewhere.resolve("clinic.ledger" + ending));
    }
    String policy = elsewhere.resolve("clinic.yaml").toString();
    assertThat(run("ledger", "verify", policy)).isEqualTo(3);
    assertThat(err.toString()).contains("lies at").contains("ledger accept");
    assertThat(run("ledger", "accept", policy)).isZero();
    assertThat(run("ledger", "verify", policy)).isZero();
    assertThat(out.toString()).contains("whole: 3 entries");
  }

  @Test
  void doesNotBeginALedger() {
    assertThat(run("ledger", "verify", folder.resolve("other.yaml").toString())).isEqualTo(3);
    assertThat(run("ledger", "accept", folder.resolve("other.yaml").toString())).isEqualTo(3);
    assertThat(err.toString()).contains("there is no ledger");
    assertThat(folder.resolve("other.ledger.mv.db")).doesNotExist();
  }
}
