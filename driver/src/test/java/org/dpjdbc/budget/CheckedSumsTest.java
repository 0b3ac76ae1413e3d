package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.budget.LedgerFixture.composed;
import static org.dpjdbc.budget.LedgerFixture.gaussian;
import static org.dpjdbc.budget.LedgerFixture.laplace;
import static org.dpjdbc.budget.LedgerFixture.limit;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.request;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sums that an inspection leaves behind are those of the history, and spare reading it. */
class CheckedSumsTest {
  private static final List<String> KEYS = List.of("*", "@ann", "@ben", "@nobody");
  private static final Clock FIRST_DAY = at("2026-01-01T12:00:00Z");
  private static final Clock SECOND_DAY = at("2026-01-02T12:00:00Z");

  @TempDir Path folder;

  private static Clock at(String instant) {
    return Clock.fixed(Instant.parse(instant), ZoneOffset.UTC);
  }

  private static BudgetRules rules(RenewalPeriod renewal, Accounting accounting) {
    return new BudgetRules(limit("10", "1e-3"), Optional.empty(), renewal, accounting);
  }

  private void charge(Clock clock) throws Exception {
    try (Ledger ledger = open(folder, rules(RenewalPeriod.NEVER, Accounting.BASIC), clock)) {
      ledger.charge(request("ann", "0.1"));
      ledger.charge(laplace("ben", "0.01"));
      ledger.charge(gaussian("ann", "0.02", 100));
      ledger.charge(laplace("ben", "0.01"));
    }
  }

  private Connection connect() throws Exception {
    Connection c = H2Files.open(LedgerFiles.at(place(folder).base()), true);
    c.setAutoCommit(false);
    return c;
  }

  private static long startOf(BudgetRules rules, Clock clock) {
    return rules.renewal().windowAt(clock.instant()).startMicros();
  }

  private static void assertSumsOfHistory(
      Connection c, CheckedSums sums, BudgetRules rules, Clock clock) throws Exception {
    long start = startOf(rules, clock);
    for (String key : KEYS) {
      for (long upTo : new long[] {3, 5, Long.MAX_VALUE}) {
        assertThat(sums.spent(c, key, start, rules.accounting(), upTo))
            .as("%s up to %d", key, upTo)
            .isEqualTo(History.sum(c, rules.accounting(), Account.analyst(key), start, 0, upTo));
      }
    }
  }

  /** Of every kind of window, checked at once or in parts, with charges of two days. */
  @ParameterizedTest
  @EnumSource
  void areThoseOfTheHistory(Accounting accounting) throws Exception {
    for (RenewalPeriod renewal : RenewalPeriod.values()) {
      BudgetRules rules = rules(renewal, accounting);
      charge(FIRST_DAY);
      CheckedSums sums = new CheckedSums(rules);
      Inspector inspector = new Inspector(Optional.of(sums), FIRST_DAY);
      try (Connection c = connect()) {
        assertSumsOfHistory(c, sums, rules, FIRST_DAY);
        inspector.inspect(c);
        assertSumsOfHistory(c, sums, rules, FIRST_DAY);
      }
      charge(FIRST_DAY);
      try (Connection c = connect()) {
        assertSumsOfHistory(c, sums, rules, FIRST_DAY);
        inspector.inspect(c);
        assertSumsOfHistory(c, sums, rules, FIRST_DAY);
      }
      charge(SECOND_DAY);
      try (Connection c = connect()) {
        assertSumsOfHistory(c, sums, rules, SECOND_DAY);
        inspector.inspect(c);
        assertSumsOfHistory(c, sums, rules, SECOND_DAY);
        assertSumsOfHistory(c, sums, rules, FIRST_DAY);
        CheckedSums anew = new CheckedSums(rules);
        new Inspector(Optional.of(anew), SECOND_DAY).inspect(c);
        assertSumsOfHistory(c, anew, rules, SECOND_DAY);
      }
      end();
    }
  }

  /** Each kind of window has a ledger of its own. */
  private void end() {
    folder = folder.resolve("next");
    folder.toFile().mkdir();
  }

  /** An inspector whose clock was ahead has left the window in which its charges were counted. */
  @Test
  void aClockThatIsSetBack() throws Exception {
    BudgetRules rules = rules(RenewalPeriod.DAILY, Accounting.ZCDP);
    charge(FIRST_DAY);
    CheckedSums sums = new CheckedSums(rules);
    boolean[] ahead = {true};
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            return (ahead[0] ? SECOND_DAY : FIRST_DAY).instant();
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        };
    Inspector inspector = new Inspector(Optional.of(sums), clock);
    try (Connection c = connect()) {
      inspector.inspect(c);
    }
    ahead[0] = false;
    charge(FIRST_DAY);
    try (Connection c = connect()) {
      inspector.inspect(c);
      assertSumsOfHistory(c, sums, rules, FIRST_DAY);
      assertSumsOfHistory(c, sums, rules, SECOND_DAY);
    }
  }

  /** The history is hidden after it was checked: whoever read it again would find nothing. */
  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void spareReadingTheHistory(Accounting accounting) throws Exception {
    BudgetRules rules = rules(RenewalPeriod.NEVER, accounting);
    charge(FIRST_DAY);
    CheckedSums sums = new CheckedSums(rules);
    try (Connection c = connect();
        Statement statement = c.createStatement()) {
      new Inspector(Optional.of(sums), FIRST_DAY).inspect(c);
      long start = startOf(rules, FIRST_DAY);
      Totals all = History.sum(c, accounting, Optional.empty(), start, 0, 4);
      Totals own = History.sum(c, accounting, Optional.of("ann"), start, 0, 4);
      statement.execute("DELETE FROM dp_entry");
      RenewalPeriod.Window window = rules.renewal().windowAt(FIRST_DAY.instant());
      assertThat(AccountTable.enter(c, "*", window, accounting, sums)).isEqualTo(all);
      assertThat(AccountTable.spent(c, "@ann", window, accounting, sums)).isEqualTo(own);
      c.rollback();
    }
  }

  /** Through the ledger: accounts that go on from the sums are what a new inspection finds. */
  @Test
  void changesOfTheTheoremBackAndForth() throws Exception {
    charge(FIRST_DAY);
    for (Accounting accounting :
        List.of(Accounting.ZCDP, Accounting.PLD, Accounting.BASIC, Accounting.ZCDP)) {
      try (Ledger ledger = open(folder, composed(accounting, "10", "1e-3"), FIRST_DAY)) {
        ledger.charge(gaussian("ann", "0.02", 100));
        assertThat(ledger.budget()).hasSize(3);
        ledger.charge(laplace("ben", "0.01"));
        ledger.verify();
      }
    }
  }
}
