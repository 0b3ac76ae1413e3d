package org.dpjdbc.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new folder, deleted with all that is in it once closed: mostly under {@code target/benchmark}.
 */
final class Folder implements AutoCloseable {
  private final Path path;

  private Folder(Path path) {
    this.path = path;
  }

  /**
   * Makes one.
   *
   * @param prefix of its name
   */
  static Folder make(String prefix) throws IOException {
    Path all = Files.createDirectories(Path.of("target", "benchmark").toAbsolutePath());
    return new Folder(Files.createTempDirectory(all, prefix));
  }

  /**
   * Makes one that is kept in memory, where the system has such folders.
   *
   * @param prefix of its name
   */
  static Folder inMemory(String prefix) throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isDirectory(memory)
        ? new Folder(Files.createTempDirectory(memory, prefix))
        : make(prefix);
  }

  /** Where it is. */
  Path path() {
    return path;
  }

  /** A file in it, there or not. */
  Path of(String file) {
    return path.resolve(file);
  }

  @Override
  public void close() throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(path)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      // What a database has just closed may be gone already.
      Files.deleteIfExists(each);
    }
  }
}
