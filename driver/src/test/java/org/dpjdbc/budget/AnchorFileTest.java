package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.dpjdbc.budget.LedgerException.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnchorFileTest {
  private static final String LOCATION = "/données/clinic.ledger.mv.db";

  @TempDir Path folder;
  private Path path;
  private AnchorFile file;

  @BeforeEach
  void setUp() {
    path = folder.resolve("clinic.anchor");
    file = new AnchorFile(path);
  }

  private static Link link(long sequence) {
    return new Link(sequence, Hashes.of("test").add(sequence).hex());
  }

  private static Anchor anchor(long sequence) {
    return new Anchor("id", LOCATION, link(sequence));
  }

  @Test
  void isAbsentUntilItIsMade() throws Exception {
    assertThat(file.read()).isEmpty();
    file.create(anchor(0));
    assertThat(file.read()).contains(anchor(0));
  }

  @Test
  void movesForwardOnly() throws Exception {
    file.create(anchor(5));
    for (long sequence : new long[] {6, 9, 7, 10, 3, 11}) {
      file.advance("id", link(sequence));
    }
    assertThat(file.read()).contains(anchor(11));
  }

  @Test
  void isNotWrittenToWhenItIsAnothers() throws Exception {
    file.create(anchor(5));
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> file.advance("other", link(6)))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REPLACED));
    assertThat(file.read()).contains(anchor(5));
  }

  /** A write cut short in the newer slot leaves the older one; any other edit shows. */
  @Test
  void noByteCanBeChangedUnseen() throws Exception {
    file.create(anchor(5));
    file.advance("id", link(6));
    byte[] whole = Files.readAllBytes(path);
    int newestSlot = 8192 + 512;
    for (int i = 0; i < whole.length; i++) {
      byte[] edited = whole.clone();
      edited[i] ^= 1;
      try {
        Anchor read = file.decode(edited);
        if (i >= newestSlot) {
          assertThat(read).as("byte " + i).isEqualTo(anchor(5));
        } else if (i >= 8192) {
          assertThat(read).as("byte " + i).isEqualTo(anchor(6));
        } else {
          // Another place than the ledger's, so the ledger will be refused.
          assertThat(read.location()).as("byte " + i).isNotEqualTo(LOCATION);
        }
      } catch (LedgerException e) {
        assertThat(e.reason()).isEqualTo(Reason.ANCHOR_DAMAGED);
      }
    }
  }

  @Test
  void isDamagedWhenBothSlotsAre() throws Exception {
    file.create(anchor(5));
    byte[] whole = Files.readAllBytes(path);
    whole[8192 + 10] ^= 1;
    whole[8192 + 512 + 10] ^= 1;
    Files.write(path, whole);
    assertThatExceptionOfType(LedgerException.class).isThrownBy(file::read);
    Files.write(path, new byte[0]);
    assertThatExceptionOfType(LedgerException.class).isThrownBy(file::read);
  }
}
