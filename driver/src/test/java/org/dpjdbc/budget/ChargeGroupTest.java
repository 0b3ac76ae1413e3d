package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.composed;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.gaussian;
import static org.dpjdbc.budget.LedgerFixture.laplace;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.spent;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Several charges in one durable write are what they would be one after the other. */
class ChargeGroupTest {
  private static final String SYNC = "CHECKPOINT SYNC";

  @TempDir Path folder;

  private record Tested(ChargeGroup group, AnchorFile anchor) {}

  /** A clock that shows each of some instants once, then the last for ever. */
  private static final class Ticking extends Clock {
    private final Iterator<Instant> instants;
    private Instant last = Instant.EPOCH;

    Ticking(String... instants) {
      this.instants = Arrays.stream(instants).map(Instant::parse).iterator();
    }

    @Override
    public Instant instant() {
      last = instants.hasNext() ? instants.next() : last;
      return last;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private Tested group(BudgetRules rules, Clock clock, List<ChargeRequest> requests)
      throws LedgerException {
    LedgerFiles files = LedgerFiles.at(place(folder).base());
    AnchorFile anchor = new AnchorFile(files.anchor());
    HeadGuard guard = new HeadGuard(Optional.of(anchor), Optional.empty(), Duration.ofSeconds(1));
    Allowance allowance = Allowance.of(rules);
    CheckedSums sums = new CheckedSums(rules);
    Iterator<Charge> charges =
        requests.stream().map(r -> new Charge(r, allowance, sums, guard, clock)).iterator();
    return new Tested(new ChargeGroup(charges, guard), anchor);
  }

  private Connection connect() throws Exception {
    Connection c = H2Files.open(LedgerFiles.at(place(folder).base()), true);
    c.setAutoCommit(false);
    return c;
  }

  /** In words that can be compared, without what is random. */
  private static String outcome(ChargeGroup.Outcome outcome) {
    try {
      Receipt receipt = outcome.receipt();
      return receipt.sequence() + " at " + receipt.chargedAt() + " for " + receipt.cost();
    } catch (BudgetExceededException e) {
      return e.getMessage() + ", of everybody " + e.remainingTotal();
    }
  }

  private static Map<String, Account> accounts(Path folder) throws Exception {
    try (Connection c = H2Files.open(LedgerFiles.at(place(folder).base()), true)) {
      return AccountTable.all(c);
    }
  }

  /** Commit, then disk, then anchor, once for all; and nobody is told of an outcome before. */
  @Test
  void isOnDiskBeforeTheAnchorMoves() throws Exception {
    open(folder, total("10")).close();
    Tested tested =
        group(total("10"), Clock.systemUTC(), List.of(request("ann", "1"), request("ben", "2")));
    List<String> steps = new ArrayList<>();
    try (Connection real = connect()) {
      BiConsumer<String, Boolean> recorder =
          (step, done) -> {
            if (!done && (step.equals("commit") || step.equals(SYNC))) {
              steps.add(step + ", anchor at " + charges(tested.anchor()));
            }
          };
      List<ChargeGroup.Outcome> outcomes = tested.group().on(watched(real, recorder));
      assertThat(outcomes).hasSize(2);
    }
    assertThat(steps).containsExactly("commit, anchor at 0", SYNC + ", anchor at 0");
    assertThat(charges(tested.anchor())).isEqualTo(2);
    try (Ledger ledger = open(folder, total("10"))) {
      assertThat(spent(ledger)).isEqualTo(cost("3", "0"));
    }
  }

  /**
   * Receipts, refusals with what remains in their messages, and totals are those of one by one:
   * also of analysts whose share is used up while everybody's is not, and of names that mean one.
   */
  @ParameterizedTest
  @EnumSource
  void decidesAsOneByOneWould(Accounting accounting) throws Exception {
    BudgetRules rules =
        accounting == Accounting.BASIC
            ? rules("3", "1.5", RenewalPeriod.NEVER)
            : composed(accounting, "1", "1e-6");
    List<ChargeRequest> requests = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      requests.add(request("ann", "0.4"));
      requests.add(laplace("Ben", "0.3"));
      requests.add(gaussian("ben ", "0.2", 100));
      requests.add(request("cleo" + i, "0.35"));
    }
    Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    open(folder, rules, clock).close();
    List<String> together;
    try (Connection c = connect()) {
      together =
          group(rules, clock, requests).group().on(c).stream()
              .map(ChargeGroupTest::outcome)
              .toList();
    }
    Map<String, Account> accounts = accounts(folder);
    Path other = folder.resolve("one by one");
    other.toFile().mkdir();
    List<String> alone = new ArrayList<>();
    try (Ledger ledger = open(other, rules, clock)) {
      for (ChargeRequest request : requests) {
        alone.add(outcome(() -> ledger.charge(request)));
      }
    }
    assertThat(together).isEqualTo(alone);
    assertThat(alone).anyMatch(text -> text.contains("remains"));
    assertThat(accounts).isEqualTo(accounts(other));
    try (Ledger ledger = open(folder, rules, clock)) {
      assertThat(ledger.verify()).isEqualTo(alone.stream().filter(t -> t.contains(" at ")).count());
    }
  }

  private interface Charging {
    Receipt charge() throws BudgetExceededException, LedgerException;
  }

  private static String outcome(Charging charging) throws LedgerException {
    try {
      Receipt receipt = charging.charge();
      return receipt.sequence() + " at " + receipt.chargedAt() + " for " + receipt.cost();
    } catch (BudgetExceededException e) {
      return e.getMessage() + ", of everybody " + e.remainingTotal();
    }
  }

  /** A refused charge leaves no account, although it was entered before it was refused. */
  @Test
  void aRefusedOneLeavesNoTrace() throws Exception {
    open(folder, total("1")).close();
    List<ChargeRequest> requests =
        List.of(request("ann", "0.9"), request("nobody", "0.2"), request("ben", "0.1"));
    try (Connection c = connect()) {
      group(total("1"), Clock.systemUTC(), requests).group().on(c);
    }
    assertThat(accounts(folder)).containsOnlyKeys("*", "@ann", "@ben");
    open(folder, total("1")).close();
  }

  /** Nothing to make durable: the anchor and the file stay as they are. */
  @Test
  void aGroupOfRefusedOnesWritesNothing() throws Exception {
    open(folder, total("1")).close();
    List<String> steps = new ArrayList<>();
    Tested tested =
        group(total("1"), Clock.systemUTC(), List.of(request("ann", "2"), request("ben", "3")));
    try (Connection real = connect()) {
      tested.group().on(watched(real, (step, done) -> steps.add(step)));
    }
    assertThat(steps).doesNotContain("commit", SYNC);
    assertThat(tested.group().isCommitBegun()).isFalse();
    assertThat(accounts(folder)).isEmpty();
  }

  /** The day ends between two of one group, and a clock that was set back gives nothing back. */
  @Test
  void aWindowThatEndsWithinTheGroup() throws Exception {
    BudgetRules daily = rules("1", "1", RenewalPeriod.DAILY);
    open(folder, daily, new Ticking("2026-01-01T00:00:00Z")).close();
    Clock clock =
        new Ticking(
            "2026-01-01T23:59:58Z",
            "2026-01-01T23:59:59Z",
            "2026-01-02T00:00:00Z",
            "2026-01-01T12:00:00Z");
    List<ChargeRequest> requests =
        List.of(
            request("ann", "1"), request("ann", "1"), request("ann", "0.75"), request("ann", "1"));
    try (Connection c = connect()) {
      List<ChargeGroup.Outcome> outcomes = group(daily, clock, requests).group().on(c);
      assertThat(outcomes.stream().map(ChargeGroupTest::outcome))
          .containsExactly(
              "1 at 2026-01-01T23:59:58Z for ε = 1, δ = 0",
              "the query costs ε = 1, δ = 0; what remains is ε = 0, δ = 0.001; the budget renews at"
                  + " 2026-01-02T00:00:00Z, of everybody ε = 0, δ = 0.001",
              "2 at 2026-01-02T00:00:00Z for ε = 0.75, δ = 0",
              "the query costs ε = 1, δ = 0; what remains is ε = 0.25, δ = 0.001; the budget renews"
                  + " at 2026-01-03T00:00:00Z, of everybody ε = 0.25, δ = 0.001");
    }
    open(folder, daily, clock).close();
  }

  /**
   * A crash, or a write that fails, at each step: before the commit nothing is charged, after it
   * everything is, and the ledger opens again.
   */
  @ParameterizedTest
  @CsvSource({
    "setSavepoint, false, 0",
    "UPDATE dp_ledger, false, 0",
    "UPDATE dp_ledger, true, 0",
    "commit, false, 0",
    "commit, true, 3",
    SYNC + ", false, 3",
    SYNC + ", true, 3"
  })
  void aFailureAtAnyStep(String failing, boolean afterwards, int charged) throws Exception {
    open(folder, total("10")).close();
    List<ChargeRequest> requests =
        List.of(request("ann", "1"), request("ben", "1"), request("ann", "1"));
    Tested tested = group(total("10"), Clock.systemUTC(), requests);
    try (Connection real = connect()) {
      Connection broken =
          watched(
              real,
              (step, done) -> {
                if (step.startsWith(failing) && done == afterwards) {
                  throw new IllegalStateException("failed");
                }
              });
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> tested.group().on(broken));
    }
    boolean begun = failing.equals("commit") || failing.equals(SYNC);
    assertThat(tested.group().isCommitBegun()).isEqualTo(begun);
    assertThat(charges(tested.anchor())).isZero();
    try (Ledger ledger = open(folder, total("10"))) {
      assertThat(ledger.verify()).isEqualTo(charged);
      assertThat(spent(ledger)).isEqualTo(cost(String.valueOf(charged), "0"));
      assertThat(ledger.charge(request("ann", "1")).sequence()).isEqualTo(charged + 1L);
    }
  }

  private static long charges(AnchorFile anchor) {
    try {
      return anchor.read().orElseThrow().link().sequence();
    } catch (LedgerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection watched(Connection real, BiConsumer<String, Boolean> watcher) {
    return watched(Connection.class, real, watcher);
  }

  /** Names each step, a method or an SQL text, before it is taken (false) and afterwards (true). */
  private static <T> T watched(Class<T> type, T real, BiConsumer<String, Boolean> watcher) {
    return type.cast(
        Proxy.newProxyInstance(
            ChargeGroupTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              boolean isSql = args != null && args.length > 0 && args[0] instanceof String;
              String step = isSql ? (String) args[0] : method.getName();
              watcher.accept(step, false);
              Object result = invoke(() -> method.invoke(real, args));
              watcher.accept(step, true);
              return method.getName().equals("createStatement")
                  ? watched(Statement.class, (Statement) result, watcher)
                  : result;
            }));
  }

  private interface Call {
    Object get() throws IllegalAccessException, InvocationTargetException;
  }

  private static Object invoke(Call call) throws Throwable {
    try {
      return call.get();
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof SQLException failed ? failed : e.getCause();
    }
  }
}
