package org.dpjdbc.gateway.shadow;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * PostgreSQL's programs, unpacked once by this process into a new folder that no other user of the
 * machine can read or write. They do not get this process's environment, which may hold passwords.
 */
final class PostgresPrograms {
  /** The time zone of the machine, and where Windows has its libraries. */
  private static final Set<String> ENVIRONMENT = Set.of("TZ", "SystemRoot");

  private static final long PATIENCE_SECONDS = 150;
  private static final int EXECUTABLE = 0111;

  private static Optional<ServerFolder> unpacked = Optional.empty();

  private final Path folder;

  private PostgresPrograms(Path folder) {
    this.folder = folder;
  }

  /**
   * Unpacks them, if this process has not done so. They are removed when it ends, after its servers
   * have been stopped.
   *
   * @throws IOException if there are none for this machine
   */
  static synchronized PostgresPrograms get() throws IOException {
    if (unpacked.isEmpty()) {
      ServerFolder made = ServerFolder.make();
      try {
        unpack(made.data());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> removeAtEnd(made), "shadow-end"));
      } catch (IOException | RuntimeException e) {
        made.close();
        throw new IOException("PostgreSQL's programs cannot be unpacked", e);
      }
      unpacked = Optional.of(made);
    }
    return new PostgresPrograms(unpacked.get().data());
  }

  Path folder() {
    return folder;
  }

  private static void removeAtEnd(ServerFolder folder) {
    ShadowServer.closeAll();
    try {
      folder.close();
    } catch (IOException e) {
      // the next gateway removes it
    }
  }

  private static void unpack(Path folder) throws IOException {
    try (InputStream packed =
            DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system(), machine());
        TarArchiveInputStream archive =
            new TarArchiveInputStream(
                new XZCompressorInputStream(new BufferedInputStream(packed)))) {
      for (TarArchiveEntry entry = archive.getNextEntry();
          entry != null;
          entry = archive.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(file);
          continue;
        }
        Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(folder));
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
          Files.createLink(file, folder.resolve(entry.getLinkName()));
        } else {
          Files.copy(archive, file);
          if ((entry.getMode() & EXECUTABLE) != 0
              && Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
          }
        }
      }
    }
  }

  private static String system() {
    String name = System.getProperty("os.name", "");
    return name.startsWith("Windows") ? "Windows" : name.startsWith("Mac") ? "Darwin" : "Linux";
  }

  private static String machine() {
    String name = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return name.equals("amd64") ? "x86_64" : name;
  }

  /**
   * Runs one of them to its end.
   *
   * @throws IOException if it fails
   */
  void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U")); // they do not run as root
    }
    command.add(folder.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD);
    builder.environment().keySet().retainAll(ENVIRONMENT);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(program + " does not end");
      }
      if (process.exitValue() != 0) {
        throw new IOException(program + " failed with exit code " + process.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + program + " ran", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
