package org.dpjdbc.gateway.shadow;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * PostgreSQL's programs, in a folder that no other user of the machine can read or write, and that
 * the gateways of one user share. They do not get this process's environment, which may hold
 * passwords.
 */
final class PostgresPrograms {
  /** The time zone of the machine, and where Windows has its libraries. */
  private static final Set<String> ENVIRONMENT = Set.of("TZ", "SystemRoot");

  private static final long PATIENCE_SECONDS = 150;
  private static final int EXECUTABLE = 0111;
  private static final int NAME_BYTES = 8;

  private static final String PREFIX = "dp-jdbc-postgres-";

  /** The names and sizes of all other files. */
  private static final String CONTENTS = "contents";

  private static Optional<PostgresPrograms> found = Optional.empty();

  private final Path folder;

  private PostgresPrograms(Path folder) {
    this.folder = folder;
  }

  /**
   * Finds or unpacks them. When this process ends, its servers are stopped.
   *
   * @throws IOException if there are none for this machine
   */
  static synchronized PostgresPrograms get() throws IOException {
    if (found.isEmpty()) {
      ServerFolder own = ServerFolder.make();
      try {
        Path folder = in(own, packed());
        boolean isOwn = folder.equals(own.data());
        if (!isOwn) {
          own.close();
        }
        Runtime.getRuntime()
            .addShutdownHook(
                new Thread(() -> end(isOwn ? Optional.of(own) : Optional.empty()), "shadow-end"));
        found = Optional.of(new PostgresPrograms(folder));
      } catch (IOException | RuntimeException e) {
        own.close();
        throw new IOException("PostgreSQL's programs cannot be unpacked", e);
      }
    }
    return found.get();
  }

  private static void end(Optional<ServerFolder> own) {
    ShadowServer.closeAll();
    try {
      if (own.isPresent()) {
        own.get().close();
      }
    } catch (IOException e) {
      // the next gateway removes it
    }
  }

  Path folder() {
    return folder;
  }

  private static byte[] packed() throws IOException {
    try (InputStream packed =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system(), machine())) {
      return packed.readAllBytes();
    }
  }

  /**
   * The folder beside a new one in which this user's gateways keep the programs of an archive. It
   * is used only if no other user can read or write it and all files are there; else, where it
   * cannot be replaced, they are unpacked into the new one.
   */
  static Path in(ServerFolder own, byte[] packed) throws IOException {
    Path kept = own.beside(PREFIX + name(packed));
    if (isIntegral(kept, own)) {
      return kept;
    }
    Path unpacked = own.createData();
    unpack(packed, unpacked);
    Files.writeString(unpacked.resolve(CONTENTS), contents(unpacked), StandardCharsets.UTF_8);
    try {
      if (own.isOfSameUser(kept)) {
        ServerFolder.empty(kept);
      }
      Files.move(unpacked, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // another gateway was faster, or another user has that name
    }
    return isIntegral(kept, own) ? kept : unpacked;
  }

  private static String name(byte[] packed) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(System.getProperty("user.name", "").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(packed), 0, NAME_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isIntegral(Path kept, ServerFolder own) throws IOException {
    Path contents = kept.resolve(CONTENTS);
    return own.isOfSameUser(kept)
        && Files.isRegularFile(contents)
        && Files.readString(contents, StandardCharsets.UTF_8).equals(contents(kept));
  }

  private static String contents(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Path name = folder.relativize(file);
        if (!name.equals(Path.of(CONTENTS))) {
          lines.add(name + " " + Files.size(file));
        }
      }
    }
    return String.join("\n", lines);
  }

  private static void unpack(byte[] packed, Path folder) throws IOException {
    try (TarArchiveInputStream archive =
        new TarArchiveInputStream(new XZCompressorInputStream(new ByteArrayInputStream(packed)))) {
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
