package org.dpjdbc.backends;

import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;

/**
 * The PostgreSQL that is installed on this machine, in place of the embedded one: an archive of
 * commands that call the installed ones, which find their libraries and shared files themselves.
 *
 * @param home the folder of a version, which has {@code bin}, such as {@code
 *     /usr/lib/postgresql/15} on Debian
 */
record InstalledPostgres(Path home) implements PgBinaryResolver {
  private static final int EXECUTABLE = 0755;

  @Override
  public InputStream getPgBinary(String system, String machineHardware) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream archive =
        new TarArchiveOutputStream(new XZCompressorOutputStream(bytes))) {
      for (String command : List.of("initdb", "pg_ctl", "postgres")) {
        Path installed = home.resolve("bin").resolve(command).toRealPath();
        if (!Files.isExecutable(installed)) {
          throw new IOException(installed + " cannot be run");
        }
        byte[] script =
            ("#!/bin/sh\nexec '" + installed + "' \"$@\"\n").getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry("bin/" + command);
        entry.setMode(EXECUTABLE);
        entry.setSize(script.length);
        archive.putArchiveEntry(entry);
        archive.write(script);
        archive.closeArchiveEntry();
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
