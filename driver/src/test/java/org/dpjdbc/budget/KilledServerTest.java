package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.budget.LedgerFixture.KEPT;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.budget.LedgerException.Reason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ledger whose server is killed, all of its processes at once, and started again, while two
 * machines charge: each charge that was acknowledged is there, and the one that was not is there or
 * is not; nobody waits longer than the ledger's patience, and all goes on by itself.
 */
@Tag("thorough")
class KilledServerTest {
  private static final int MACHINES = 2;
  private static final int THREADS = 2;
  private static final int KILLS = 5;

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  @TempDir Path folder;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger failures = new AtomicInteger();
  private final ConcurrentLinkedQueue<Receipt> receipts = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> strangers = new ConcurrentLinkedQueue<>();

  @Test
  @Tag("slow")
  @Timeout(600)
  void whatWasAcknowledgedIsThere() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      List<JdbcLedger> ledgers = new ArrayList<>();
      for (int i = 0; i < MACHINES; i++) {
        Path anchor = folder.resolve("machine" + i + ".ledger");
        ledgers.add(
            JdbcLedger.open(
                LedgerSite.placeOf(server.url(), anchor),
                total("1000000"),
                KEPT,
                Clock.systemUTC(),
                PATIENCE));
      }
      ExecutorService threads = Executors.newFixedThreadPool(MACHINES * THREADS);
      List<Future<Boolean>> chargers = new ArrayList<>();
      for (int i = 0; i < MACHINES * THREADS; i++) {
        chargers.add(threads.submit(charger(ledgers.get(i % MACHINES))));
      }
      SplittableRandom random = new SplittableRandom(11);
      for (int i = 0; i < KILLS; i++) {
        int before = receipts.size();
        while (receipts.size() == before && strangers.isEmpty()) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
        TimeUnit.MICROSECONDS.sleep(random.nextInt(300_000));
        server.kill();
        if (i == 0) {
          TimeUnit.NANOSECONDS.sleep(PATIENCE.multipliedBy(2).toNanos()); // nobody waits so long
        }
        server.startAgain();
      }
      over.set(true);
      for (Future<Boolean> charger : chargers) {
        charger.get();
      }
      threads.shutdown();
      assertThat(strangers).isEmpty();
      assertThat(failures.get()).isPositive();
      compare(ledgers.get(0));
      ledgers.forEach(JdbcLedger::close);
    }
  }

  private Callable<Boolean> charger(Ledger ledger) {
    return () -> {
      while (!over.get()) {
        try {
          receipts.add(ledger.charge(request("ann", "0.1")));
        } catch (LedgerException e) {
          failures.incrementAndGet();
          if (e.reason() != Reason.STORAGE) {
            strangers.add(e.toString());
          }
        }
      }
      return true;
    };
  }

  private void compare(JdbcLedger ledger) throws LedgerException, BudgetExceededException {
    long charged = ledger.verify();
    assertThat(charged).isBetween((long) receipts.size(), (long) receipts.size() + failures.get());
    assertThat(LedgerFixture.spent(ledger).epsilonNanos()).isEqualTo(charged * 100_000_000L);
    var lines =
        ledger.spending().stream()
            .collect(Collectors.toMap(SpendingLine::sequence, Function.identity()));
    assertThat(receipts).allMatch(made -> lines.containsKey(made.sequence()));
    assertThat(receipts.stream().map(Receipt::sequence)).doesNotHaveDuplicates();
    assertThat(ledger.charge(request("ann", "0.1")).sequence()).isEqualTo(charged + 1);
  }
}
