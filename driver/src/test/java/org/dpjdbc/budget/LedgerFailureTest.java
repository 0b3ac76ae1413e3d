package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.KEPT;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.spent;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.dpjdbc.budget.LedgerException.Reason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger that cannot be used says so soon, and charges nothing by halves. */
@Timeout(600)
class LedgerFailureTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir Path folder;

  private static JdbcLedger openSoon(LedgerLocation place) throws LedgerException {
    return JdbcLedger.open(place, total("10"), KEPT, Clock.systemUTC(), SHORT);
  }

  private static void assertFails(LedgerLocation place, Reason reason) {
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> openSoon(place).close())
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  @Test
  void aTurnThatIsNeverHandedOver() throws Exception {
    try (Ledger ledger = open(folder, total("10"))) {
      ledger.charge(request("ann", "1"));
    }
    try (LockFile lock = LockFile.open(LedgerFiles.at(place(folder).base()).lock())) {
      assertThat(lock.tryLock(LockFile.Place.OWNER)).isTrue();
      assertFails(place(folder), Reason.LOCKED);
      lock.unlock(LockFile.Place.OWNER);
      open(folder, total("10")).close();
    }
  }

  @Test
  @Tag("slow")
  void aToolOfAnotherProcessThatHasTheFileOpen() throws Exception {
    try (Ledger ledger = open(folder, total("10"))) {
      ledger.charge(request("ann", "1"));
    }
    Process tool = LedgerChild.start("hold", LedgerSite.Kind.FILE.open(folder), 0);
    try (BufferedReader output = LedgerChild.output(tool)) {
      assertThat(output.readLine()).isEqualTo(LedgerChild.READY);
      assertFails(place(folder), Reason.LOCKED);
    } finally {
      tool.destroyForcibly().waitFor();
    }
    try (Ledger ledger = open(folder, total("10"))) {
      assertThat(ledger.charge(request("ann", "1")).sequence()).isEqualTo(2);
    }
  }

  @Test
  void aFolderThatIsNotThere() {
    assertFails(place(folder.resolve("absent")), Reason.STORAGE);
  }

  @Test
  void aFolderThatIsAFile() throws Exception {
    assertFails(place(Files.createFile(folder.resolve("file"))), Reason.STORAGE);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatCannotBeWritten() {
    // Not even the superuser makes files there.
    assertFails(place(Path.of("/proc")), Reason.STORAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a;INIT=SELECT 1", "a\nb"})
  void aNameThatTheDatabaseWouldMisread(String name) {
    assertFails(new LedgerLocation.LocalFile(folder.resolve(name)), Reason.STORAGE);
  }

  /** The child may write no file longer than 256 KiB: its database grows into that limit. */
  @Test
  @Tag("slow")
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aDiskThatIsFullWhileCharging() throws Exception {
    Process child =
        LedgerChild.start(
            "answer",
            LedgerSite.Kind.FILE.open(folder),
            0,
            "bash",
            "-c",
            "ulimit -f 256; exec \"$0\" \"$@\"");
    int answers = 0;
    String last = "";
    try (BufferedReader output = LedgerChild.output(child)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        answers += line.equals(LedgerChild.ANSWER) ? 1 : 0;
        last = line;
      }
    }
    assertThat(child.waitFor()).isZero();
    assertThat(last).isEqualTo(LedgerChild.FAILED + " " + Reason.STORAGE);
    assertThat(answers).isPositive();
    try (Ledger ledger = open(folder, total("1000000"))) {
      assertThat(ledger.verify()).isBetween((long) answers, (long) answers + LedgerChild.CLIENTS);
      ledger.charge(request("ann", "0.1"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnchorThatVanishesWhileInUse(LedgerSite.Kind kind) throws Exception {
    try (LedgerSite site = kind.open(folder);
        Ledger ledger = site.open(total("10"))) {
      ledger.charge(request("ann", "1"));
      Files.delete(LedgerFiles.at(site.base(0)).anchor());
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatExceptionOfType(LedgerException.class)
            .isThrownBy(() -> ledger.charge(request("ann", "1")))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.ANCHOR_MISSING));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFailureThatPassesIsForgotten(LedgerSite.Kind kind) throws Exception {
    try (LedgerSite site = kind.open(folder);
        Ledger ledger = site.open(total("10"))) {
      ledger.charge(request("ann", "1"));
      Path anchor = LedgerFiles.at(site.base(0)).anchor();
      Path away = Files.move(anchor, folder.resolve("away"));
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> ledger.charge(request("ann", "1")));
      Files.move(away, anchor);
      ledger.charge(request("ann", "1"));
      // The charge in between was committed before its anchor failed: it stays charged.
      assertThat(spent(ledger)).isEqualTo(cost("3", "0"));
    }
  }

  @Test
  void aDatabaseInMemoryIsNoLedger() {
    for (String url : new String[] {"jdbc:h2:mem:x", "jdbc:h2:nio:/x"}) {
      assertRefused(url, "would forget what was spent (memory)");
    }
    assertRefused("jdbc:h2:file:/x;INIT=y", "with options");
    assertRefused("jdbc:nobody://x", "no driver on the class path");
    assertRefused("/x", "a file's is jdbc:h2:file:PATH");
  }

  /** What everybody is told, who cannot read the owner's log. */
  private static void assertRefused(String url, String summary) {
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> LedgerLocation.of(url, "", "", Optional.empty()))
        .satisfies(e -> assertThat(e.reason().summary()).contains(summary));
  }
}
