package org.dpjdbc.it.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
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
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.budget.Receipt;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One durable charge, and what this disk takes to make one block durable. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LedgerCharge {
  private static final Cost LIMIT = Cost.limitOf(new BigDecimal(1_000_000), BigDecimal.ONE);
  private static final ChargeRequest REQUEST =
      new ChargeRequest(
          "ann",
          Cost.of(new BigDecimal("0.000001"), BigDecimal.ZERO),
          "SELECT COUNT(*) FROM people",
          "[]");

  private Folder folder;
  private Ledger ledger;
  private RandomAccessFile file;
  private final byte[] block = new byte[4096];

  /** Begins a ledger. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    folder = Folder.make("ledger");
    ledger =
        JdbcLedger.open(
            new LedgerLocation.LocalFile(folder.of("bench.ledger")),
            new BudgetRules(LIMIT, Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC),
            Duration.ZERO,
            Clock.systemUTC());
    file = new RandomAccessFile(folder.of("block").toFile(), "rw");
  }

  /** Closes it. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    ledger.close();
    file.close();
    folder.close();
  }

  /** A charge. */
  @Benchmark
  public Receipt charge() throws Exception {
    return ledger.charge(REQUEST);
  }

  /** One block, written and synced. */
  @Benchmark
  public void sync() throws IOException {
    file.seek(0);
    file.write(block);
    file.getFD().sync();
  }
}
