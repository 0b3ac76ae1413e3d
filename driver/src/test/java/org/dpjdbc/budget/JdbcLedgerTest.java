package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.dpjdbc.budget.LedgerFixture.chargeUntilRefused;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.limit;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.spent;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcLedgerTest {
  private static final Instant MAY = Instant.parse("2026-05-14T10:00:00Z");

  @TempDir Path folder;

  private static Clock at(String instant) {
    return Clock.fixed(Instant.parse(instant), ZoneOffset.UTC);
  }

  @Test
  void tenTenthsFitAndTheEleventhIsRefused() throws Exception {
    try (Ledger ledger = open(folder, total("1"))) {
      assertThat(chargeUntilRefused(ledger, "ann", "0.1")).isEqualTo(10);
      assertThat(spent(ledger)).isEqualTo(cost("1", "0"));
    }
  }

  @Test
  void deltaIsLimitedToo() throws Exception {
    BudgetRules rules =
        new BudgetRules(
            limit("100", "1e-6"), Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC);
    ChargeRequest request = new ChargeRequest("ann", cost("0.1", "1e-7"), "q", "[]");
    try (Ledger ledger = open(folder, rules)) {
      for (int i = 0; i < 10; i++) {
        ledger.charge(request);
      }
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> ledger.charge(request))
          .satisfies(e -> assertThat(e.remainingTotal()).isEqualTo(cost("99", "0")));
    }
  }

  @Test
  void aRefusalSaysTheCostWhatRemainsAndWhenItRenews() throws Exception {
    try (Ledger ledger =
        open(folder, rules("10", "2", RenewalPeriod.MONTHLY), Clock.fixed(MAY, ZoneOffset.UTC))) {
      ledger.charge(request("ann", "1.5"));
      ledger.charge(request("bob", "2"));
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> ledger.charge(request("ann", "0.6")))
          .withMessageContaining("ε = 0.6")
          .withMessageContaining("ε = 0.5")
          .withMessageContaining("2026-06-01")
          .satisfies(
              e -> {
                assertThat(e.cost()).isEqualTo(cost("0.6", "0"));
                assertThat(e.remainingTotal()).isEqualTo(cost("6.5", "1e-3"));
                assertThat(e.remainingForAnalyst()).isEqualTo(cost("0.5", "1e-3"));
                assertThat(e.renewsAt()).contains(Instant.parse("2026-06-01T00:00:00Z"));
              });
      assertThat(spent(ledger)).isEqualTo(cost("3.5", "0"));
    }
  }

  @Test
  void aShareIsWithinTheWholeAndColludersGainNothing() throws Exception {
    try (Ledger ledger = open(folder, rules("10", "3", RenewalPeriod.NEVER))) {
      assertThat(chargeUntilRefused(ledger, "a", "1")).isEqualTo(3);
      assertThat(chargeUntilRefused(ledger, "b", "1")).isEqualTo(3);
      assertThat(chargeUntilRefused(ledger, "c", "1")).isEqualTo(3);
      assertThat(chargeUntilRefused(ledger, "d", "1")).isEqualTo(1);
      assertThat(chargeUntilRefused(ledger, "e", "1")).isZero();
      assertThat(spent(ledger)).isEqualTo(cost("10", "0"));
    }
  }

  @Test
  void namesThatLookLikeEverybodyAreOrdinary() throws Exception {
    try (Ledger ledger = open(folder, rules("3", "2", RenewalPeriod.NEVER))) {
      assertThat(chargeUntilRefused(ledger, "*", "1")).isEqualTo(2);
      assertThat(chargeUntilRefused(ledger, "@*", "1")).isEqualTo(1);
      assertThat(ledger.spending("*")).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\0b", "a\nb", "\uD800"})
  void refusesNamesThatCannotBeStored(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> request(name, "1"));
  }

  @Test
  void whatIsFreeIsNotCharged() {
    assertThatIllegalArgumentException().isThrownBy(() -> request("ann", "0"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChargeRequest("ann", cost("0", "1e-8"), "q", "[]"));
  }

  @Test
  void storesAnyTextOfAQuery() throws Exception {
    String hostile = "'; DROP TABLE dp_entry; -- \0 \uDC00 \uD83D\uDE00" + "x".repeat(1_000_000);
    try (Ledger ledger = open(folder, total("1"))) {
      ledger.charge(new ChargeRequest("ann", cost("1", "0"), hostile, "[]"));
      assertThat(ledger.spending("ann").get(0).query())
          .hasSize(4_000)
          .startsWith("'; DROP TABLE dp_entry; -- \uFFFD \uFFFD \uD83D\uDE00xxx")
          .endsWith("…");
    }
    try (Ledger ledger = open(folder, total("1"))) {
      assertThat(ledger.verify()).isEqualTo(1);
    }
  }

  /** More than are read at once; the charges of others are between them. */
  @Test
  void showsChargesPageByPage() throws Exception {
    try (Ledger ledger = open(folder, total("10000"))) {
      SharedLedgerTest.runAll(
          Collections.nCopies(
              50,
              () -> {
                for (int i = 0; i < 45; i++) {
                  ledger.charge(request(i % 3 == 0 ? "ann" : "bob", "0.1"));
                }
                return 0;
              }));
      List<Long> all = ledger.spending("ann").stream().map(SpendingLine::sequence).toList();
      assertThat(all).hasSize(750).isSorted().doesNotHaveDuplicates();
      List<Long> paged = new ArrayList<>();
      List<SpendingLine> page;
      do {
        long before = paged.isEmpty() ? Long.MAX_VALUE : paged.get(paged.size() - 1);
        page = ledger.spending("ann", before, 101);
        assertThat(page).hasSizeLessThanOrEqualTo(101).allMatch(l -> l.analyst().equals("ann"));
        page.forEach(line -> paged.add(line.sequence()));
      } while (!page.isEmpty());
      Collections.reverse(paged);
      assertThat(paged).isEqualTo(all);
      assertThat(ledger.spending("eve", Long.MAX_VALUE, 10)).isEmpty();
      assertThat(ledger.spending("ann", 1, 10)).isEmpty();
      assertThat(ledger.spending()).hasSize(50 * 45);
    }
  }

  @Test
  void survivesARestart() throws Exception {
    Receipt receipt;
    try (Ledger ledger = open(folder, total("1"))) {
      ledger.charge(request("ann", "0.25"));
      receipt = ledger.charge(request("ann", "0.25"));
    }
    assertThat(receipt.sequence()).isEqualTo(2);
    assertThat(receipt.hash()).hasSize(64);
    try (Ledger ledger = open(folder, total("1"))) {
      assertThat(spent(ledger)).isEqualTo(cost("0.5", "0"));
      assertThat(ledger.charge(request("ann", "0.5")).sequence()).isEqualTo(3);
      assertThat(chargeUntilRefused(ledger, "ann", "0.000000001")).isZero();
    }
  }

  @Test
  void showsAnAnalystTheWholeAndHerOwnLine() throws Exception {
    try (Ledger ledger =
        open(folder, rules("10", "3", RenewalPeriod.DAILY), at("2026-05-14T10:00:00Z"))) {
      ledger.charge(request("ann", "1"));
      ledger.charge(request("bob", "2"));
      Optional<Instant> midnight = Optional.of(Instant.parse("2026-05-15T00:00:00Z"));
      BudgetLine allAnalysts = new BudgetLine("*", cost("3", "0"), cost("7", "1e-3"), midnight);
      BudgetLine ann = new BudgetLine("ann", cost("1", "0"), cost("2", "1e-3"), midnight);
      BudgetLine bob = new BudgetLine("bob", cost("2", "0"), cost("1", "1e-3"), midnight);
      BudgetLine eve = new BudgetLine("eve", cost("0", "0"), cost("3", "1e-3"), midnight);
      assertThat(ledger.budget("ann")).containsExactly(allAnalysts, ann);
      assertThat(ledger.budget("eve")).containsExactly(allAnalysts, eve);
      assertThat(ledger.budget()).containsExactly(allAnalysts, ann, bob);
      assertThat(ledger.spending("bob"))
          .containsExactly(
              new SpendingLine(
                  2,
                  Instant.parse("2026-05-14T10:00:00Z"),
                  "bob",
                  cost("2", "0"),
                  "SELECT COUNT(*) FROM patients"));
      assertThat(ledger.spending()).extracting(SpendingLine::sequence).containsExactly(1L, 2L);
    }
  }

  @Test
  void renewsWithTheWindow() throws Exception {
    BudgetRules rules = rules("3", "2", RenewalPeriod.MONTHLY);
    try (Ledger ledger = open(folder, rules, at("2026-05-31T23:59:59Z"))) {
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(2);
      assertThat(chargeUntilRefused(ledger, "bob", "1")).isEqualTo(1);
    }
    try (Ledger ledger = open(folder, rules, at("2026-06-01T00:00:00Z"))) {
      assertThat(ledger.budget().get(0).remaining()).isEqualTo(cost("3", "1e-3"));
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(2);
      assertThat(chargeUntilRefused(ledger, "bob", "1")).isEqualTo(1);
      assertThat(ledger.verify()).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @EnumSource(RenewalPeriod.class)
  void aClockSetBackBringsNoBudgetBack(RenewalPeriod renewal) throws Exception {
    BudgetRules rules = rules("3", "3", renewal);
    try (Ledger ledger = open(folder, rules, at("2026-05-14T10:00:00Z"))) {
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(3);
    }
    for (String past :
        List.of("2016-05-14T10:00:00Z", "2026-05-13T10:00:00Z", "1816-01-01T00:00:00Z")) {
      try (Ledger ledger = open(folder, rules, at(past))) {
        assertThat(chargeUntilRefused(ledger, "ann", "1")).isZero();
        assertThat(ledger.budget("ann").get(0).remaining().epsilonNanos()).isZero();
      }
    }
  }

  /** The same without a restart between: the window of the last charge is the earliest there is. */
  @Test
  void aClockSetBackUnderAnOpenLedgerRenewsOnceAtMost() throws Exception {
    Instant[] now = {Instant.parse("2026-05-31T23:59:59Z")};
    try (Ledger ledger = open(folder, rules("3", "3", RenewalPeriod.MONTHLY), movable(now))) {
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(3);
      now[0] = Instant.parse("2026-06-01T00:00:00Z");
      ledger.charge(request("ann", "1"));
      now[0] = Instant.parse("2026-05-01T00:00:00Z");
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(2);
      assertThat(ledger.budget("ann").get(0).renewsAt())
          .contains(Instant.parse("2026-07-01T00:00:00Z"));
      now[0] = Instant.parse("2026-06-30T23:59:59Z");
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isZero();
      now[0] = Instant.parse("2026-07-01T00:00:00Z");
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(3);
      assertThat(ledger.verify()).isEqualTo(9);
    }
  }

  private static Clock movable(Instant[] now) {
    return new Clock() {
      @Override
      public ZoneOffset getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now[0];
      }
    };
  }

  @ParameterizedTest
  @EnumSource(RenewalPeriod.class)
  void aClockSetTenYearsAheadAndBackOpensOneWindowAtMost(RenewalPeriod renewal) throws Exception {
    BudgetRules rules = rules("3", "3", renewal);
    int charged = 0;
    for (String now :
        List.of(
            "2026-05-14T10:00:00Z",
            "2036-05-14T10:00:00Z",
            "2026-05-14T10:00:00Z",
            "2026-06-14T10:00:00Z",
            "2035-05-14T10:00:00Z",
            "2036-05-14T11:00:00Z")) {
      try (Ledger ledger = open(folder, rules, at(now))) {
        charged += chargeUntilRefused(ledger, "ann", "1");
      }
    }
    assertThat(charged).isEqualTo(renewal == RenewalPeriod.NEVER ? 3 : 6);
  }

  @Test
  void changingTheKindOfWindowForgivesNothing() throws Exception {
    Clock clock = at("2026-05-14T10:00:00Z");
    try (Ledger ledger = open(folder, rules("3", "3", RenewalPeriod.NEVER), clock)) {
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(3);
    }
    for (RenewalPeriod renewal : RenewalPeriod.values()) {
      try (Ledger ledger = open(folder, rules("4", "4", renewal), clock)) {
        ledger.verify();
        assertThat(spent(ledger).epsilonNanos()).isGreaterThanOrEqualTo(3_000_000_000L);
        assertThat(chargeUntilRefused(ledger, "bob", "1"))
            .isEqualTo(renewal == RenewalPeriod.NEVER ? 1 : 0);
      }
    }
    try (Ledger ledger =
        open(folder, rules("9", "9", RenewalPeriod.DAILY), at("2026-05-15T10:00:00Z"))) {
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(9);
    }
    try (Ledger ledger =
        open(folder, rules("20", "20", RenewalPeriod.MONTHLY), at("2026-05-16T10:00:00Z"))) {
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isEqualTo(20 - 9 - 4);
      ledger.verify();
    }
  }

  @Test
  void aLowerLimitIsHeldAtOnce() throws Exception {
    try (Ledger ledger = open(folder, total("5"))) {
      chargeUntilRefused(ledger, "ann", "1");
    }
    try (Ledger ledger = open(folder, total("2"))) {
      assertThat(ledger.budget().get(0).remaining()).isEqualTo(cost("0", "1e-3"));
      assertThat(chargeUntilRefused(ledger, "ann", "1")).isZero();
    }
  }

  @Test
  void severalLedgersOfOneProcessShareTheFile() throws Exception {
    try (Ledger first = open(folder, total("1"));
        Ledger second = open(folder, total("1"))) {
      first.charge(request("ann", "0.5"));
      second.charge(request("bob", "0.25"));
      first.charge(request("ann", "0.25"));
      assertThat(chargeUntilRefused(second, "bob", "0.1")).isZero();
      assertThat(first.verify()).isEqualTo(3);
    }
  }

  @Test
  void aClosedLedgerSaysSo() throws Exception {
    Ledger ledger = open(folder, total("1"));
    ledger.close();
    ledger.close();
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> ledger.charge(request("ann", "1")))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(LedgerException.Reason.CLOSED));
  }

  @Test
  void anInterruptedThreadIsChargedAndStaysInterrupted() throws Exception {
    try (Ledger ledger = open(folder, total("1"))) {
      Thread.currentThread().interrupt();
      ledger.charge(request("ann", "0.5"));
      assertThat(Thread.interrupted()).isTrue();
      ledger.charge(request("ann", "0.5"));
      assertThat(ledger.verify()).isEqualTo(2);
    }
  }

  @Test
  void liesBesideThePolicy() throws Exception {
    LedgerLocation place = LedgerLocation.beside(folder.resolve("clinic.v2.yaml"));
    try (Ledger ledger =
        JdbcLedger.open(place, total("1"), LedgerFixture.KEPT, Clock.systemUTC())) {
      ledger.charge(request("ann", "1"));
    }
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "clinic.v2.ledger.mv.db", "clinic.v2.ledger.anchor", "clinic.v2.ledger.lock");
    }
  }

  private static void charge(Path policy) throws Exception {
    try (Ledger ledger =
        JdbcLedger.open(
            LedgerLocation.beside(policy), total("3"), LedgerFixture.KEPT, Clock.systemUTC())) {
      ledger.charge(request("ann", "1"));
    }
  }

  /** However the policy is reached, its budget is one. */
  @Test
  void aLinkToThePolicyBeginsNoLedger() throws Exception {
    Path real = Files.createDirectories(folder.resolve("real/deep"));
    Path policy = Files.createFile(real.resolve("clinic.yaml"));
    Path other = Files.createDirectory(folder.resolve("other"));
    Path link = Files.createSymbolicLink(other.resolve("mine.yaml"), policy);
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), real);
    charge(policy);
    Files.createSymbolicLink(
        other.resolve("mine.ledger.mv.db"), real.resolve("clinic.ledger.mv.db"));
    charge(Files.createSymbolicLink(other.resolve("again.yaml"), link));
    charge(linked.resolve("../deep/./clinic.yaml"));
    assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> charge(link));
    try (var files = Files.list(other)) {
      assertThat(files).hasSize(3);
    }
  }

  @Test
  void aLedgerThatWasBegunBesideALinkGoesOn() throws Exception {
    Path policy = Files.createFile(folder.resolve("clinic.yaml"));
    Path other = Files.createDirectory(folder.resolve("other"));
    Path link = Files.createFile(other.resolve("clinic.yaml"));
    charge(link);
    Files.delete(link);
    Files.createSymbolicLink(link, policy);
    charge(link);
    charge(link);
    assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> charge(link));
    // Nobody can tell which of two counts.
    charge(policy);
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> charge(link))
        .withMessageContaining("at both ends")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(LedgerException.Reason.SEVERAL));
  }

  @Test
  void anotherNameOfThePolicyFileBeginsNoLedger() throws Exception {
    Path policy = Files.createFile(folder.resolve("clinic.yaml"));
    charge(policy);
    Path name = Files.createLink(folder.resolve("mine.yaml"), policy);
    charge(policy);
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> charge(name))
        .withMessageContaining("several names");
  }
}
