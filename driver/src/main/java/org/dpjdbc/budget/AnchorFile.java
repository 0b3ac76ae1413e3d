package org.dpjdbc.budget;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file that keeps an {@link Anchor}: a heading that never changes, then two slots that are
 * written in turn, each with a check value, so that a write interrupted by a crash leaves the other
 * one intact. Plain text, for people to read. Not thread-safe.
 */
final class AnchorFile {
  private static final int HEADING = 8192;
  // A slot is one sector, the unit in which disks write all or nothing.
  private static final int SLOT = 512;
  private static final int SIZE = HEADING + 2 * SLOT;
  private static final Pattern HEADING_TEXT =
      Pattern.compile("dp-jdbc ledger anchor 1\nledger: (\\S+)\nlocation: ([^\n]*)\n *\n");
  private static final Pattern SLOT_TEXT =
      Pattern.compile("charge: (\\d{1,18})\nhash: ([0-9a-f]{64})\ncheck: ([0-9a-f]{64})\n *\n");

  private final Path path;

  AnchorFile(Path path) {
    this.path = path;
  }

  /** What the file says; empty if there is none. */
  Optional<Anchor> read() throws LedgerException {
    try {
      return Files.exists(path) ? Optional.of(decode(Files.readAllBytes(path))) : Optional.empty();
    } catch (IOException e) {
      throw LedgerMessages.cannotRead(path, e);
    }
  }

  /** Makes the file, in place of an older one, all at once. */
  void create(Anchor anchor) throws LedgerException {
    byte[] content = new byte[SIZE];
    String heading =
        "dp-jdbc ledger anchor 1\nledger: %s\nlocation: %s\n"
            .formatted(anchor.ledgerId(), anchor.location());
    pad(heading, content, 0, HEADING);
    byte[] slot = slot(anchor.ledgerId(), anchor.link());
    System.arraycopy(slot, 0, content, HEADING, SLOT);
    System.arraycopy(slot, 0, content, HEADING + SLOT, SLOT);
    Path made = path.resolveSibling(path.getFileName() + ".new");
    try {
      try (RandomAccessFile file = new RandomAccessFile(made.toFile(), "rw")) {
        file.setLength(0);
        file.write(content);
        file.getFD().sync();
      }
      Files.move(made, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncFolder();
    } catch (IOException e) {
      throw LedgerMessages.cannotWrite(path, e);
    }
  }

  /**
   * Moves the anchor forward, never back, and returns once that is on stable storage. What is there
   * is read again each time, so another ledger's anchor is never written to.
   */
  void advance(String ledgerId, Link link) throws LedgerException {
    if (!Files.exists(path)) {
      // Opening it to write would make an empty one.
      throw LedgerMessages.anchorMissing();
    }
    // RandomAccessFile, because an interrupt would close a FileChannel in the middle.
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      byte[] content = new byte[(int) Math.min(file.length(), SIZE)];
      file.readFully(content);
      Parsed parsed = parse(content);
      if (!parsed.anchor().ledgerId().equals(ledgerId)) {
        throw LedgerMessages.replaced(path);
      }
      if (parsed.anchor().link().sequence() >= link.sequence()) {
        return;
      }
      file.seek(HEADING + (long) SLOT * (1 - parsed.newestSlot()));
      file.write(slot(ledgerId, link));
      file.getFD().sync();
    } catch (IOException e) {
      throw LedgerMessages.cannotWrite(path, e);
    }
  }

  /** The anchor that the bytes of a file spell. */
  Anchor decode(byte[] content) throws LedgerException {
    return parse(content).anchor();
  }

  private record Parsed(Anchor anchor, int newestSlot) {}

  private record Slot(int index, Link link) {}

  private Parsed parse(byte[] content) throws LedgerException {
    if (content.length != SIZE) {
      throw LedgerMessages.anchorDamaged(path);
    }
    Matcher heading = HEADING_TEXT.matcher(new String(content, 0, HEADING, StandardCharsets.UTF_8));
    if (!heading.matches()) {
      throw LedgerMessages.anchorDamaged(path);
    }
    String ledgerId = heading.group(1);
    Slot newest =
        Stream.of(0, 1)
            .flatMap(index -> link(ledgerId, content, index).stream())
            .max(Comparator.comparingLong(slot -> slot.link().sequence()))
            .orElseThrow(() -> LedgerMessages.anchorDamaged(path));
    return new Parsed(new Anchor(ledgerId, heading.group(2), newest.link()), newest.index());
  }

  private static List<Slot> link(String ledgerId, byte[] content, int index) {
    byte[] slot = Arrays.copyOfRange(content, HEADING + index * SLOT, HEADING + (index + 1) * SLOT);
    Matcher text = SLOT_TEXT.matcher(new String(slot, StandardCharsets.US_ASCII));
    if (!text.matches()) {
      return List.of();
    }
    Link link = new Link(Long.parseLong(text.group(1)), text.group(2));
    return text.group(3).equals(check(ledgerId, link)) ? List.of(new Slot(index, link)) : List.of();
  }

  private static byte[] slot(String ledgerId, Link link) {
    byte[] slot = new byte[SLOT];
    String text =
        "charge: %d\nhash: %s\ncheck: %s\n"
            .formatted(link.sequence(), link.hash(), check(ledgerId, link));
    pad(text, slot, 0, SLOT);
    return slot;
  }

  private static String check(String ledgerId, Link link) {
    return Hashes.of("dp-jdbc anchor 1").add(ledgerId).add(link.sequence()).add(link.hash()).hex();
  }

  /** Fills a region with text, then spaces, then a line end. */
  private static void pad(String text, byte[] target, int from, int length) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= length) {
      throw new IllegalArgumentException("the text does not fit");
    }
    Arrays.fill(target, from, from + length - 1, (byte) ' ');
    target[from + length - 1] = '\n';
    System.arraycopy(bytes, 0, target, from, bytes.length);
  }

  /** Makes the file's name durable too, on systems where a folder can be synced (not Windows). */
  private void syncFolder() {
    try (FileChannel folder =
        FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException e) {
      // The file is whole; at worst a power cut in the next seconds loses its name, and with it
      // nothing but an anchor at the ledger's beginning.
      return;
    }
  }
}
