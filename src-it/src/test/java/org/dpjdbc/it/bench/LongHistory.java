package org.dpjdbc.it.bench;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.LedgerPlace;
import org.dpjdbc.budget.Receipt;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One more charge, decided and durable, after {@value #CHARGES} of one release each. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LongHistory {
  private static final int CHARGES = 100_000;
  private static final Cost LIMIT = Cost.limitOf(new BigDecimal(1_000), new BigDecimal("0.000001"));
  private static final ChargeRequest REQUEST =
      new ChargeRequest(
          "ann",
          Cost.of(new BigDecimal("0.000001"), BigDecimal.ZERO),
          "SELECT COUNT(*) FROM people",
          "{\"version\":1,\"mechanisms\":[{\"mechanism\":\"laplace\",\"count\":1,\"epsilon\":"
              + "\"1/1000000\",\"l1\":\"1\",\"l2Squared\":\"1\"}]}");

  /** The theorem. */
  @Param({"BASIC", "ZCDP", "PLD"})
  public String composition;

  private Folder folder;
  private Ledger ledger;

  /** Writes the history. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    folder = Folder.make("history");
    ledger =
        JdbcLedger.open(
            new LedgerPlace.LocalFile(folder.of("bench.ledger")),
            new BudgetRules(
                LIMIT, Optional.empty(), RenewalPeriod.NEVER, Accounting.valueOf(composition)),
            Duration.ZERO,
            Clock.systemUTC());
    for (int i = 0; i < CHARGES; i++) {
      ledger.charge(REQUEST);
    }
  }

  /** Closes it. */
  @TearDown(Level.Trial)
  public void close() throws Exception {
    ledger.close();
    folder.close();
  }

  /** One more. */
  @Benchmark
  public Receipt charge() throws Exception {
    return ledger.charge(REQUEST);
  }
}
