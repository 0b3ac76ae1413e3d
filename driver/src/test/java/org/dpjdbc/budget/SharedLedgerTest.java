package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.KEPT;
import static org.dpjdbc.budget.LedgerFixture.chargeUntilRefused;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.spent;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.dpjdbc.budget.LedgerException.Reason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ledger on a server, whichever it is. */
@Timeout(600)
abstract class SharedLedgerTest {
  /** Longer than any machine needs for a charge. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Of charges that are to fail: what is tried again after them may fail as well. */
  static final Duration SHORT = Duration.ofSeconds(5);

  @TempDir Path folder;

  /** Of a database without a ledger, the same all through a test. */
  abstract String url();

  DataSource source() throws Exception {
    LedgerLocation place = LedgerLocation.of(url(), "", "", Optional.empty());
    return ((LedgerLocation.SharedDatabase) place).source();
  }

  JdbcLedger open(DataSource source, BudgetRules rules, String machine) throws Exception {
    return open(source, rules, machine, PATIENCE);
  }

  JdbcLedger open(DataSource source, BudgetRules rules, String machine, Duration patience)
      throws Exception {
    return JdbcLedger.open(
        new LedgerLocation.SharedDatabase(source, Optional.of(folder.resolve(machine + ".ledger"))),
        rules,
        KEPT,
        Clock.systemUTC(),
        patience);
  }

  JdbcLedger open(BudgetRules rules, String machine) throws Exception {
    return open(source(), rules, machine);
  }

  /** Charges, however often it takes; says how many charges failed, each of which may stand. */
  static int chargeInTheEnd(Ledger ledger) throws Exception {
    for (int failed = 0; ; failed++) {
      try {
        ledger.charge(request("ann", "1"));
        return failed;
      } catch (LedgerException e) {
        assertThat(e.reason()).isEqualTo(Reason.STORAGE);
      }
    }
  }

  private void edit(String... statements) throws Exception {
    try (Connection c = source().getConnection();
        Statement statement = c.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void sixteenThreadsOfTwoMachinesSpendTheBudgetExactly() throws Exception {
    BudgetRules rules = rules("6", "4", RenewalPeriod.MONTHLY);
    try (Ledger here = open(rules, "here");
        Ledger there = open(rules, "there")) {
      List<Callable<Integer>> spenders = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        Ledger ledger = i % 2 == 0 ? here : there;
        String analyst = i % 4 < 2 ? "ann" : "bob";
        spenders.add(() -> chargeUntilRefused(ledger, analyst, "0.1"));
      }
      assertThat(runAll(spenders).stream().mapToInt(n -> n).sum()).isEqualTo(60);
      assertThat(spent(here)).isEqualTo(cost("6", "0"));
      assertThat(there.verify()).isEqualTo(60);
      assertThat(there.spending()).hasSize(60);
    }
  }

  @RepeatedTest(20)
  void machinesThatOpenItAtOnceBeginOneLedger() throws Exception {
    List<Callable<Integer>> machines = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String machine = "machine" + i;
      machines.add(
          () -> {
            try (Ledger ledger = open(total("0.4"), machine)) {
              return chargeUntilRefused(ledger, "ann", "0.1");
            }
          });
    }
    assertThat(runAll(machines).stream().mapToInt(n -> n).sum()).isEqualTo(4);
  }

  @Test
  void ledgersOfOneMachineShareAnAnchor() throws Exception {
    try (Ledger first = open(total("10"), "here");
        Ledger second = open(total("10"), "here")) {
      List<Callable<Integer>> spenders =
          List.of(
              () -> chargeUntilRefused(first, "ann", "0.1"),
              () -> chargeUntilRefused(second, "ann", "0.1"));
      assertThat(runAll(spenders).stream().mapToInt(n -> n).sum()).isEqualTo(100);
    }
    Optional<Anchor> anchor = new AnchorFile(folder.resolve("here.ledger.anchor")).read();
    assertThat(anchor.orElseThrow().link().sequence()).isEqualTo(100);
  }

  @Test
  void aRollbackIsSeenByEveryMachineThatWasThere() throws Exception {
    try (Ledger running = open(total("10"), "here")) {
      for (int i = 0; i < 3; i++) {
        running.charge(request("ann", "1"));
      }
      edit(
          "UPDATE dp_ledger SET head_sequence = 2, head_hash ="
              + " (SELECT hash FROM dp_entry WHERE sequence = 2), counted_at ="
              + " (SELECT counted_at FROM dp_entry WHERE sequence = 2)",
          "DELETE FROM dp_entry WHERE sequence = 3",
          "UPDATE dp_account SET epsilon_nanos = 2000000000");
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> running.charge(request("ann", "1")))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.ROLLED_BACK));
    }
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> open(total("10"), "here").close())
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.ROLLED_BACK));
  }

  @Test
  void aLedgerThatIsGoneIsNotBegunAgain() throws Exception {
    try (Ledger ledger = open(total("10"), "here")) {
      ledger.charge(request("ann", "1"));
    }
    edit("DROP TABLE dp_ledger", "DROP TABLE dp_entry", "DROP TABLE dp_account");
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> open(total("10"), "here").close())
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MISSING));
  }

  /**
   * The commit arrives, its acknowledgement does not: the retry finds the charge and makes no
   * other.
   */
  @Test
  void aCommitOfUnknownOutcomeIsChargedOnce() throws Exception {
    AtomicInteger commitsToBreak = new AtomicInteger();
    DataSource real = source();
    DataSource breaking =
        new SimpleDataSource(() -> breakingAfterCommit(real.getConnection(), commitsToBreak));
    try (Ledger ledger = open(breaking, total("10"), "here")) {
      ledger.charge(request("ann", "1"));
      commitsToBreak.set(1);
      assertThat(ledger.charge(request("ann", "1")).sequence()).isEqualTo(2);
      assertThat(commitsToBreak).hasValue(0);
      assertThat(spent(ledger)).isEqualTo(cost("2", "0"));
      assertThat(ledger.verify()).isEqualTo(2);
    }
  }

  private static Connection breakingAfterCommit(Connection real, AtomicInteger commitsToBreak) {
    return intercepted(
        Connection.class,
        real,
        (method, result) -> {
          if (method.equals("commit")) {
            breakOnce(real, commitsToBreak);
          }
          return result instanceof PreparedStatement statement
              ? intercepted(
                  PreparedStatement.class,
                  statement,
                  (asked, answer) -> {
                    if (asked.equals("executeQuery") && real.getAutoCommit()) {
                      breakOnce(real, commitsToBreak);
                    }
                    return answer;
                  })
              : result;
        });
  }

  private static void breakOnce(Connection real, AtomicInteger commitsToBreak) throws SQLException {
    if (commitsToBreak.get() > 0) {
      commitsToBreak.decrementAndGet();
      real.close();
      throw new SQLException("connection reset", "08006");
    }
  }

  /** What happens after a method has returned. */
  private interface After {
    @Nullable Object returned(String method, @Nullable Object result) throws Exception;
  }

  private static <T> T intercepted(Class<T> type, T real, After after) {
    return type.cast(
        Proxy.newProxyInstance(
            SharedLedgerTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              try {
                return after.returned(method.getName(), method.invoke(real, args));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  @Test
  void keepsAnswersToo() throws Exception {
    Instant now = Instant.now();
    byte[] answer = new byte[1_000_000];
    String key = "ab".repeat(32);
    try (Ledger ledger = open(total("10"), "here")) {
      ledger.answers().store(key, answer, now);
    }
    try (Ledger ledger = open(total("10"), "there")) {
      assertThat(ledger.answers().find(key, now.minusSeconds(1))).hasValue(answer);
    }
  }

  static List<Integer> runAll(List<Callable<Integer>> tasks) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Integer> results = new ArrayList<>();
      for (Future<Integer> future : executor.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }
}
