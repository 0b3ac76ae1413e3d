package org.dpjdbc.gateway.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  @TempDir private Path folder;
  private Instant now = Instant.parse("2026-11-29T20:15:00Z");

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  /** A control character is six in JSON. */
  @Test
  void keepsLinesShort() throws IOException {
    Path file = folder.resolve("audit.jsonl");
    try (AuditLog log = AuditLog.open(file, clock)) {
      log.write("statement", Map.of("statement", "\u0001".repeat(4 << 20)));
      log.write("statement", Map.of("statement", "x".repeat(9_999) + "\ud83d\ude00"));
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).hasSizeLessThan(11_000).endsWith("… (4194304 characters)\"}");
    assertThat(lines.get(1)).endsWith("x… (10001 characters)\"}");
  }

  @Test
  void beginsAnotherFileWhenOneIsOldOrLarge() throws IOException {
    Path file = folder.resolve("audit.jsonl");
    try (AuditLog log = AuditLog.open(file, clock)) {
      log.write("first", Map.of());
    }
    now = now.plus(AuditLog.OLDEST.minusDays(1));
    try (AuditLog log = AuditLog.open(file, clock)) {
      log.write("second", Map.of());
      assertThat(files()).hasSize(1);
      now = now.plus(Duration.ofDays(2));
      log.write("third", Map.of());
      assertThat(files()).hasSize(2);
      assertThat(Files.readAllLines(file)).singleElement().asString().contains("third");
      assertThat(Files.readAllLines(folder.resolve("audit.jsonl.20261230T201500.000Z"))).hasSize(2);
      Map<String, String> long1 = Map.of("statement", "\u0001".repeat(AuditLog.LONGEST));
      for (long size = 0; size < AuditLog.LARGEST; size += AuditLog.LONGEST) {
        now = now.plusSeconds(1);
        assertThat(log.write("statement", long1)).isTrue();
      }
      assertThat(files()).hasSize(3);
      assertThat(Files.size(files().get(2))).isLessThanOrEqualTo(AuditLog.LARGEST);
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        assertThat(Files.getAttribute(file, "unix:mode")).isEqualTo(0100600);
      }
    }
  }

  /** A disk without room, as Linux has one. */
  @Test
  void saysWhetherItCanBeWritten() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full));
    Path file = Files.createSymbolicLink(folder.resolve("audit.jsonl"), full);
    try (AuditLog log = AuditLog.open(file, clock)) {
      assertThat(log.isWritable()).isTrue();
      assertThat(log.write("statement", Map.of())).isFalse();
      assertThat(log.isWritable()).isFalse();
      Files.delete(file);
      assertThat(log.isWritable()).isTrue();
      assertThat(log.write("statement", Map.of())).isTrue();
    }
    assertThat(Files.readString(file)).contains("audit log continued", "statement");
  }

  @Test
  void isNotFilledByStrangers() throws IOException {
    Path file = folder.resolve("audit.jsonl");
    try (AuditLog log = AuditLog.open(file, clock)) {
      for (int i = 0; i < 5000; i++) {
        log.writeSome("login failed", Map.of("user", "eve"));
      }
      assertThat(Files.readAllLines(file)).hasSize(1000);
      now = now.plusSeconds(1);
      log.writeSome("login failed", Map.of("user", "eve"));
      log.writeSome("login failed", Map.of("user", "eve"));
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1002);
    assertThat(lines.get(1000)).contains("\"left_out\":\"4000\"");
    assertThat(lines.get(1001)).doesNotContain("left_out");
  }

  /** Whatever a statement is made of, and however often it is refused. */
  @Test
  void keepsFewBytesOfWhatOneUserCausesWithoutLimit() throws IOException {
    Path file = folder.resolve("audit.jsonl");
    try (AuditLog log = AuditLog.open(file, Clock.systemUTC())) {
      for (String text : new String[] {"\1", "\"", "€", "x"}) {
        for (int i = 0; i < 1_000; i++) {
          log.writeSomeOf("eve", "statement", Map.of("statement", text.repeat(20_000)));
        }
      }
      log.writeSomeOf("ann", "statement", Map.of("statement", "short"));
    }
    assertThat(Files.size(file)).isBetween(10L << 20, 17L << 20);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length < 10_300);
    assertThat(lines.get(lines.size() - 1)).contains("short").doesNotContain("left_out");
  }
}
