package org.dpjdbc.it.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * Durable charges per second that so many clients get at the same time from one ledger in a file.
 * Rounds alternate with rounds of syncing one block, which a charge cannot be faster than if it is
 * alone.
 */
final class GroupedCharges {
  private static final int ROUNDS = 5;
  private static final Duration ROUND = Duration.ofSeconds(2);
  private static final List<Integer> CLIENTS = List.of(1, 2, 4, 8, 16, 32);
  private static final Cost LIMIT = Cost.limitOf(new BigDecimal(1_000_000), BigDecimal.ONE);

  private GroupedCharges() {}

  static List<Figure> measure() throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (Folder folder = Folder.make("ledger");
        RandomAccessFile file = new RandomAccessFile(folder.of("block").toFile(), "rw");
        Ledger ledger =
            JdbcLedger.open(
                new LedgerLocation.LocalFile(folder.of("bench.ledger")),
                new BudgetRules(LIMIT, Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC),
                Duration.ZERO,
                Clock.systemUTC())) {
      for (int clients : CLIENTS) {
        List<Double> charges = new ArrayList<>();
        List<Double> syncs = new ArrayList<>();
        for (int round = -1; round < ROUNDS; round++) {
          double synced = syncs(file);
          double charged = charges(ledger, clients);
          if (round >= 0) {
            syncs.add(synced);
            charges.add(charged);
          }
        }
        figures.add(
            Figure.of(
                "durable charges, " + clients + (clients == 1 ? " client" : " clients"),
                "per s",
                clients == 8 ? "2000" : "",
                charges));
        figures.add(Figure.of("  one block synced, on this disk", "per s", "", syncs));
        System.err.println(figures.get(figures.size() - 2));
      }
    }
    return figures;
  }

  private static double syncs(RandomAccessFile file) throws IOException {
    byte[] block = new byte[4096];
    long begin = System.nanoTime();
    int syncs = 0;
    while (System.nanoTime() - begin < ROUND.toNanos() / 4) {
      file.seek(0);
      file.write(block);
      file.getFD().sync();
      syncs++;
    }
    return perSecond(syncs, begin);
  }

  private static double charges(Ledger ledger, int clients) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    CyclicBarrier start = new CyclicBarrier(clients);
    List<Future<Double>> rates = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      ChargeRequest request = request("analyst" + i);
      rates.add(
          threads.submit(
              () -> {
                start.await();
                return charges(ledger, request);
              }));
    }
    double all = 0;
    for (Future<Double> rate : rates) {
      all += rate.get();
    }
    threads.shutdown();
    return all;
  }

  private static double charges(Ledger ledger, ChargeRequest request) throws Exception {
    long begin = System.nanoTime();
    int charges = 0;
    while (System.nanoTime() - begin < ROUND.toNanos()) {
      ledger.charge(request);
      charges++;
    }
    return perSecond(charges, begin);
  }

  private static double perSecond(int times, long begin) {
    return times / ((System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1));
  }

  private static ChargeRequest request(String analyst) {
    return new ChargeRequest(
        analyst,
        Cost.of(new BigDecimal("0.000001"), BigDecimal.ZERO),
        "SELECT COUNT(*) FROM people",
        "[]");
  }
}
