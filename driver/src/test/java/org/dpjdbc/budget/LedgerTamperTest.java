package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.KEPT;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.spent;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.dpjdbc.budget.LedgerException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger that is not what it was is refused, and left as it is. */
class LedgerTamperTest {
  private static final BudgetRules RULES = rules("100", "50", RenewalPeriod.MONTHLY);

  @TempDir Path folder;

  private Path database() {
    return folder.resolve("clinic.ledger.mv.db");
  }

  private Path anchor() {
    return folder.resolve("clinic.ledger.anchor");
  }

  private void charge(int times) throws Exception {
    try (Ledger ledger = open(folder, RULES)) {
      for (int i = 0; i < times; i++) {
        ledger.charge(request("ann", "1"));
      }
    }
  }

  private void edit(String... statements) throws Exception {
    try (Connection c = H2Files.open(LedgerFiles.at(place(folder).base()), true);
        Statement statement = c.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void assertRefused(Path folder, Reason reason) {
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> open(folder, RULES).close())
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  private void assertRefused(Reason reason) {
    assertRefused(folder, reason);
    // And it stays refused: looking does not mend it.
    assertRefused(folder, reason);
  }

  @Test
  void deleted() throws Exception {
    charge(1);
    Files.delete(database());
    assertRefused(Reason.MISSING);
    assertThat(database()).doesNotExist();
  }

  @Test
  void deletedBeforeItsFirstCharge() throws Exception {
    charge(0);
    Files.delete(database());
    assertRefused(Reason.MISSING);
  }

  @Test
  void emptied() throws Exception {
    charge(1);
    Files.write(database(), new byte[0]);
    assertRefused(Reason.MISSING);
  }

  @Test
  void withoutItsAnchor() throws Exception {
    charge(1);
    Files.delete(anchor());
    assertRefused(Reason.ANCHOR_MISSING);
    assertThat(anchor()).doesNotExist();
  }

  @Test
  void aCreationCutShortIsTakenUpAgain() throws Exception {
    charge(0);
    Files.delete(anchor());
    charge(1);
    assertThat(anchor()).exists();
  }

  @Test
  void rolledBack() throws Exception {
    charge(3);
    Path backup = Files.copy(database(), folder.resolve("backup"));
    charge(1);
    Files.copy(backup, database(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(Reason.ROLLED_BACK);
  }

  @Test
  void rolledBackAndSpentAnew() throws Exception {
    charge(3);
    Path backup = Files.copy(database(), folder.resolve("backup"));
    charge(2);
    Path newest = Files.copy(anchor(), folder.resolve("newest"));
    Files.copy(backup, database(), StandardCopyOption.REPLACE_EXISTING);
    Files.delete(anchor());
    JdbcLedger.accept(place(folder), Clock.systemUTC());
    charge(5);
    Files.copy(newest, anchor(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(Reason.EDITED);
  }

  @Test
  void rolledBackWhileInUse() throws Exception {
    try (Ledger ledger = open(folder, RULES)) {
      ledger.charge(request("ann", "1"));
      charge(0);
      Path backup = Files.copy(database(), folder.resolve("backup"));
      ledger.charge(request("ann", "1"));
      charge(0);
      Files.copy(backup, database(), StandardCopyOption.REPLACE_EXISTING);
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> ledger.charge(request("ann", "1")))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.ROLLED_BACK));
    }
  }

  @Test
  void rolledBackWithItsAnchorWhileInUse() throws Exception {
    try (Ledger ledger = open(folder, RULES)) {
      ledger.charge(request("ann", "1"));
      charge(0);
      Path backup = Files.copy(database(), folder.resolve("backup"));
      Path anchorBackup = Files.copy(anchor(), folder.resolve("backup2"));
      ledger.charge(request("ann", "1"));
      charge(0);
      Files.copy(backup, database(), StandardCopyOption.REPLACE_EXISTING);
      Files.copy(anchorBackup, anchor(), StandardCopyOption.REPLACE_EXISTING);
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> ledger.charge(request("ann", "1")))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.ROLLED_BACK));
    }
  }

  @Test
  void copiedElsewhere() throws Exception {
    charge(1);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.copy(database(), elsewhere.resolve("clinic.ledger.mv.db"));
    assertRefused(elsewhere, Reason.MOVED);
    Files.copy(anchor(), elsewhere.resolve("clinic.ledger.anchor"));
    assertRefused(elsewhere, Reason.MOVED);
    charge(1);
  }

  @Test
  void theSameFolderUnderAnotherNameIsNoCopy() throws Exception {
    charge(1);
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    try (Ledger ledger = open(link, RULES)) {
      assertThat(ledger.charge(request("ann", "1")).sequence()).isEqualTo(2);
    }
  }

  @Test
  void replacedByAnother() throws Exception {
    charge(2);
    Path first = Files.copy(anchor(), folder.resolve("first"));
    Files.delete(anchor());
    Files.delete(database());
    charge(2);
    Files.copy(first, anchor(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(Reason.REPLACED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE dp_entry SET epsilon_nanos = 1 WHERE sequence = 2",
        "UPDATE dp_entry SET epsilon_nanos = 0.5 WHERE sequence = 2",
        "UPDATE dp_entry SET epsilon_nanos = -1 WHERE sequence = 2",
        "UPDATE dp_entry SET delta_yoctos = 1 WHERE sequence = 2",
        "UPDATE dp_entry SET analyst = 'bob' WHERE sequence = 2",
        "UPDATE dp_entry SET analyst = '' WHERE sequence = 2",
        "UPDATE dp_entry SET query = 'x' WHERE sequence = 2",
        "UPDATE dp_entry SET mechanisms = '' WHERE sequence = 2",
        "UPDATE dp_entry SET charged_at = charged_at - 1 WHERE sequence = 2",
        "UPDATE dp_entry SET counted_at = counted_at - 1 WHERE sequence = 2",
        "UPDATE dp_entry SET charge_id = 'x' WHERE sequence = 2",
        "UPDATE dp_entry SET hash = 'x' WHERE sequence = 2",
        "UPDATE dp_entry SET sequence = 7 WHERE sequence = 2",
        "DELETE FROM dp_entry WHERE sequence = 1",
        "DELETE FROM dp_entry WHERE sequence = 3",
        "DELETE FROM dp_entry",
        "INSERT INTO dp_entry SELECT 4, charge_id, charged_at, counted_at, analyst,"
            + " epsilon_nanos, delta_yoctos, query, mechanisms, hash FROM dp_entry WHERE sequence = 3",
        "UPDATE dp_account SET epsilon_nanos = epsilon_nanos - 1 WHERE account = '*'",
        "UPDATE dp_account SET delta_yoctos = 1 WHERE account = '@ann'",
        "UPDATE dp_account SET window_start = 9000000000000000000",
        "DELETE FROM dp_account WHERE account = '*'",
        "DELETE FROM dp_account",
        "INSERT INTO dp_account VALUES ('@eve', 'BASIC', 'MONTHLY', 0, -5000000000, 0, 0, 0, 0)",
        "UPDATE dp_ledger SET head_hash = 'x'",
        "UPDATE dp_ledger SET counted_at = counted_at + 1",
        "UPDATE dp_ledger SET created_at = created_at - 1"
      })
  void edited(String sql) throws Exception {
    charge(3);
    edit(sql);
    assertRefused(Reason.EDITED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM dp_ledger = MISSING",
        "DROP TABLE dp_ledger = MISSING",
        "UPDATE dp_ledger SET version = 2 = VERSION",
        "UPDATE dp_ledger SET ledger_id = 'x' = REPLACED",
        "UPDATE dp_ledger SET head_sequence = 2 = ROLLED_BACK",
        "UPDATE dp_ledger SET location = '/elsewhere' = MOVED",
        "DROP TABLE dp_entry = STORAGE"
      })
  void editedOtherwise(String sqlAndReason) throws Exception {
    charge(3);
    int split = sqlAndReason.lastIndexOf(" = ");
    edit(sqlAndReason.substring(0, split));
    assertRefused(Reason.valueOf(sqlAndReason.substring(split + 3)));
  }

  /** Whoever removes a charge and makes all hashes and totals fit again still meets the anchor. */
  @Test
  void editedWithEveryHashMadeToFit() throws Exception {
    charge(3);
    LedgerFiles files = LedgerFiles.at(place(folder).base());
    try (Connection c = H2Files.open(files, true);
        Statement statement = c.createStatement()) {
      List<EntryTable.Stored> entries = EntryTable.range(c, 0, 3);
      Head head = LedgerTables.find(c).orElseThrow();
      Link link = head.genesis();
      for (EntryTable.Stored stored : entries) {
        Entry e = stored.entry();
        Entry cheap =
            new Entry(
                e.sequence(),
                e.id(),
                e.chargedAtMicros(),
                e.countedAtMicros(),
                e.analyst(),
                cost("1e-9", "0"),
                e.query(),
                e.mechanisms());
        link = cheap.linkAfter(link.hash());
        statement.execute(
            "UPDATE dp_entry SET epsilon_nanos = 1, hash = '%s' WHERE sequence = %d"
                .formatted(link.hash(), e.sequence()));
      }
      statement.execute("UPDATE dp_account SET epsilon_nanos = 3");
      statement.execute("UPDATE dp_ledger SET head_hash = '" + link.hash() + "'");
      assertThat(new Inspector(Optional.empty(), Clock.systemUTC()).inspect(c)).isEqualTo(3);
    }
    assertRefused(Reason.EDITED);
  }

  /** Any one byte of the file: the ledger is refused, or nothing that counts was changed. */
  @Test
  void oneByteOfTheFile() throws Exception {
    charge(3);
    byte[] whole = Files.readAllBytes(database());
    byte[] name = "SELECT COUNT(*) FROM patients".getBytes(StandardCharsets.UTF_8);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i + name.length < whole.length; i++) {
      if (whole[i] == name[0]
          && new String(whole, i, name.length, StandardCharsets.UTF_8).startsWith("SELECT COUNT")) {
        places.add(i + 3);
      }
    }
    assertThat(places).isNotEmpty();
    byte[] everywhere = whole.clone();
    places.forEach(i -> everywhere[i] ^= 1);
    Files.write(database(), everywhere);
    assertThatExceptionOfType(LedgerException.class).isThrownBy(() -> open(folder, RULES).close());

    SplittableRandom random = new SplittableRandom(11);
    int refused = 0;
    for (int round = 0; round < 30; round++) {
      byte[] edited = whole.clone();
      edited[random.nextInt(edited.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(database(), edited);
      try (Ledger ledger = open(folder, RULES)) {
        assertThat(ledger.verify()).isEqualTo(3);
        assertThat(spent(ledger)).isEqualTo(cost("3", "0"));
      } catch (LedgerException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void acceptedAfterAMove() throws Exception {
    charge(3);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.move(database(), elsewhere.resolve("clinic.ledger.mv.db"));
    JdbcLedger.accept(place(elsewhere), Clock.systemUTC());
    try (Ledger ledger = JdbcLedger.open(place(elsewhere), RULES, KEPT, Clock.systemUTC())) {
      assertThat(spent(ledger)).isEqualTo(cost("3", "0"));
      assertThat(ledger.charge(request("ann", "1")).sequence()).isEqualTo(5);
      assertThat(ledger.spending())
          .extracting(SpendingLine::sequence)
          .containsExactly(1L, 2L, 3L, 5L);
      assertThat(ledger.budget()).extracting(BudgetLine::analyst).containsExactly("*", "ann");
      assertThat(ledger.verify()).isEqualTo(5);
    }
  }

  @Test
  void notAcceptedWhenEdited() throws Exception {
    charge(3);
    edit("UPDATE dp_entry SET epsilon_nanos = 1 WHERE sequence = 2");
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> JdbcLedger.accept(place(folder), Clock.systemUTC()))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.EDITED));
  }
}
