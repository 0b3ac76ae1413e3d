package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcAnswersTest {
  private static final Instant NOW = Instant.parse("2026-05-14T10:00:00Z");
  private static final String KEY = "0123456789abcdef".repeat(4);
  private static final String OTHER = "f".repeat(64);

  @TempDir Path folder;

  private JdbcLedger openAt(Instant now) throws LedgerException {
    return open(folder, total("1"), Clock.fixed(now, ZoneOffset.UTC));
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 524_288, 524_289, 3_000_000})
  void surviveARestart(int length) throws Exception {
    byte[] answer = random(length);
    try (Ledger ledger = openAt(NOW)) {
      ledger.answers().store(KEY, answer, NOW);
    }
    try (Ledger ledger = openAt(NOW)) {
      assertThat(ledger.answers().find(KEY, NOW)).hasValue(answer);
      assertThat(ledger.answers().find(OTHER, NOW)).isEmpty();
      assertThat(ledger.answers().find(KEY, NOW.plusMillis(1))).isEmpty();
    }
  }

  @Test
  void aNewerAnswerTakesThePlaceOfAnOlder() throws Exception {
    try (Ledger ledger = openAt(NOW)) {
      ledger.answers().store(KEY, random(2_000_000), NOW);
      ledger.answers().store(KEY, new byte[] {7}, NOW.plusSeconds(1));
      assertThat(ledger.answers().find(KEY, NOW)).hasValue(new byte[] {7});
    }
  }

  @Test
  void areDroppedWhenTheirTimeIsOver() throws Exception {
    try (Ledger ledger = openAt(NOW)) {
      ledger.answers().store(KEY, new byte[] {7}, NOW);
      ledger.answers().store(OTHER, new byte[] {8}, NOW.plusSeconds(2));
    }
    Instant later = NOW.plus(Duration.ofHours(24)).plusSeconds(1);
    try (Ledger ledger = openAt(later)) {
      ledger.answers().store("a".repeat(64), new byte[] {9}, later);
      assertThat(ledger.answers().find(KEY, Instant.EPOCH)).isEmpty();
      assertThat(ledger.answers().find(OTHER, Instant.EPOCH)).hasValue(new byte[] {8});
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE dp_answer SET content = X'00' WHERE part = 0",
        "UPDATE dp_answer SET digest = 'x'",
        "UPDATE dp_answer SET stored_at = stored_at + 1",
        "UPDATE dp_answer SET part = 1 - part",
        "DELETE FROM dp_answer WHERE part = 1"
      })
  void areAbsentWhenCorrupted(String sql) throws Exception {
    try (Ledger ledger = openAt(NOW)) {
      ledger.answers().store(KEY, random(600_000), NOW);
    }
    try (Connection c = H2Files.open(LedgerFiles.at(place(folder).base()), true);
        Statement statement = c.createStatement()) {
      // Two parts change places by way of a third.
      statement.execute(sql.replace("1 - part", "part + 2 WHERE part = 0"));
    }
    try (Ledger ledger = openAt(NOW)) {
      assertThat(ledger.answers().find(KEY, NOW)).isEmpty();
      ledger.answers().store(KEY, new byte[] {1}, NOW);
      assertThat(ledger.answers().find(KEY, NOW)).hasValue(new byte[] {1});
    }
  }

  /** Two that share a file take turns, and what one remembers ends with its turn. */
  @Test
  void whatAnotherProcessStoresIsFound() throws Exception {
    try (Ledger one = openAt(NOW);
        Ledger other = openAt(NOW)) {
      for (byte i = 0; i < 3; i++) {
        one.answers().store(KEY, new byte[] {i}, NOW);
        assertThat(other.answers().find(KEY, NOW)).hasValue(new byte[] {i});
        assertThat(one.answers().find(KEY, NOW)).hasValue(new byte[] {i});
      }
    }
  }

  @Test
  void whatACallerDoesToAnAnswerStaysWithTheCaller() throws Exception {
    try (Ledger ledger = openAt(NOW)) {
      byte[] answer = {1};
      ledger.answers().store(KEY, answer, NOW);
      answer[0] = 2;
      for (int i = 0; i < 3; i++) {
        byte[] found = ledger.answers().find(KEY, NOW).orElseThrow();
        assertThat(found).containsExactly(1);
        found[0] = 3;
      }
    }
  }

  @Test
  void aClosedLedgerHasNone() throws Exception {
    JdbcLedger ledger = openAt(NOW);
    ledger.answers().store(KEY, new byte[] {1}, NOW);
    ledger.close();
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> ledger.answers().find(KEY, NOW));
  }

  @Test
  void whatIsVeryLongIsNotKept() throws Exception {
    try (Ledger ledger = openAt(NOW)) {
      ledger.answers().store(KEY, new byte[AnswerTable.MAX_BYTES + 1], NOW);
      assertThat(ledger.answers().find(KEY, NOW)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"})
  void keysAreHashes(String key) throws Exception {
    try (Ledger ledger = openAt(NOW)) {
      assertThatIllegalArgumentException().isThrownBy(() -> ledger.answers().find(key, NOW));
    }
  }
}
