package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.budget.LedgerFixture.chargeUntilRefused;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.spent;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackends;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many at once: threads, processes, and processes that are killed: {@code -Dledger.kills=50} of
 * each kind of ledger, at instants that {@code -Dledger.seed=8} changes.
 */
@Tag("more")
@ParameterizedClass
@EnumSource
class LedgerSharingTest {
  private static final int KILLS = SuiteCases.LEDGER_SHARING.number("ledger.kills");
  private static final long SEED = TestBackends.seed("ledger.seed", 7);

  @TempDir Path folder;
  private final LedgerSite.Kind kind;
  private LedgerSite site;

  LedgerSharingTest(LedgerSite.Kind kind) {
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

  @Test
  void sixteenThreadsSpendTheBudgetExactly() throws Exception {
    try (Ledger ledger = site.open(rules("10", "0.4", RenewalPeriod.NEVER))) {
      List<Callable<Integer>> spenders = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        String analyst = "analyst " + i;
        spenders.add(() -> chargeUntilRefused(ledger, analyst, "0.1"));
      }
      List<Integer> charged = runAll(16, spenders);
      assertThat(charged).allMatch(n -> n <= 4);
      assertThat(charged.stream().mapToInt(n -> n).sum()).isEqualTo(100);
      assertThat(spent(ledger)).isEqualTo(cost("10", "0"));
      assertThat(ledger.verify()).isEqualTo(100);
    }
  }

  @Test
  @Tag("slow")
  @Timeout(600)
  void fourProcessesSpendTheBudgetExactly() throws Exception {
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      children.add(LedgerChild.start("spend", site, i));
    }
    int charged = 0;
    for (Process child : children) {
      try (BufferedReader output = LedgerChild.output(child)) {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
          if (line.startsWith(LedgerChild.ANSWER)) {
            charged += Integer.parseInt(line.substring(LedgerChild.ANSWER.length() + 1));
          }
        }
      }
      assertThat(child.waitFor()).isZero();
    }
    assertThat(charged).isEqualTo(100);
    try (Ledger ledger = site.open(total("10"))) {
      assertThat(spent(ledger)).isEqualTo(cost("10", "0"));
      assertThat(ledger.verify()).isEqualTo(100);
    }
  }

  /**
   * Two processes at a time charge and answer; each is killed at a random instant, while it starts
   * or while it works, and another takes its place.
   */
  @Test
  @Tag("slow")
  @Timeout(600)
  void whoIsKilledHasChargedWhatWasAnswered() throws Exception {
    List<Callable<Integer>> victims = new ArrayList<>();
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int i = 0; i < KILLS; i++) {
      SplittableRandom random = seeds.split();
      int number = i;
      victims.add(() -> answersOfOneKilled(number, random));
    }
    int answered = runAll(2, victims).stream().mapToInt(n -> n).sum();
    try (Ledger ledger = site.open(total("1000000"))) {
      long charged = ledger.verify();
      assertThat(charged).isBetween((long) answered, answered + (long) KILLS * LedgerChild.CLIENTS);
      assertThat(spent(ledger).epsilonNanos()).isEqualTo(charged * 100_000_000L);
      // Had most been killed before they began, this would test nothing.
      assertThat(answered).isGreaterThan(KILLS / 2);
      ledger.charge(request("ann", "0.1"));
    }
  }

  private int answersOfOneKilled(int number, SplittableRandom random) throws Exception {
    Process child = LedgerChild.start("answer", site, number);
    int answers = 0;
    try (BufferedReader output = LedgerChild.output(child)) {
      if (random.nextInt(5) == 0) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(800));
      } else {
        while (answers == 0) {
          answers += isAnswer(output.readLine()) ? 1 : 0;
        }
        TimeUnit.MICROSECONDS.sleep(random.nextInt(100_000));
      }
      // Not Process.destroyForcibly, which also closes the pipe with the answers in it.
      child.toHandle().destroyForcibly();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        answers += isAnswer(line) ? 1 : 0;
      }
    }
    return answers;
  }

  private static boolean isAnswer(@Nullable String line) {
    if (line == null || line.startsWith(LedgerChild.FAILED)) {
      throw new AssertionError("a child failed: " + line);
    }
    return line.equals(LedgerChild.ANSWER);
  }

  private static <T> List<T> runAll(int threads, List<Callable<T>> tasks) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : executor.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }
}
