package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresProgramsTest {
  @TempDir private Path all;
  private byte[] packed = {};

  @BeforeEach
  void pack() throws IOException {
    assumeTrue(all.getFileSystem().supportedFileAttributeViews().contains("unix"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream archive =
        new TarArchiveOutputStream(new XZCompressorOutputStream(bytes))) {
      byte[] program = "#!/bin/sh".getBytes(StandardCharsets.US_ASCII);
      TarArchiveEntry entry = new TarArchiveEntry("bin/initdb");
      entry.setSize(program.length);
      entry.setMode(0755);
      archive.putArchiveEntry(entry);
      archive.write(program);
      archive.closeArchiveEntry();
    }
    packed = bytes.toByteArray();
  }

  private Path programs() throws IOException {
    try (ServerFolder own = ServerFolder.below(all)) {
      Path folder = PostgresPrograms.in(own, packed);
      assertThat(folder.resolve("bin/initdb")).isExecutable();
      return folder;
    }
  }

  @Test
  void areUnpackedOnceForAllGatewaysOfAUser() throws IOException {
    Path first = programs();
    Object made = Files.getAttribute(first, "unix:ino");
    assertThat((int) Files.getAttribute(first, "unix:mode") & 0777).isEqualTo(0700);
    assertThat(programs()).isEqualTo(first);
    assertThat(Files.getAttribute(first, "unix:ino")).isEqualTo(made);
  }

  @Test
  void areUnpackedAgainWhereOneIsMissing() throws IOException {
    Path first = programs();
    Files.delete(first.resolve("bin/initdb"));
    assertThat(programs()).isEqualTo(first);
  }

  /** Another user may have changed a program while that was possible. */
  @Test
  void areNotTakenFromWhereOthersCouldWrite() throws IOException {
    Path first = programs();
    Files.setAttribute(first, "unix:mode", 0777);
    assertThat(programs()).isNotEqualTo(first).doesNotExist();
  }
}
