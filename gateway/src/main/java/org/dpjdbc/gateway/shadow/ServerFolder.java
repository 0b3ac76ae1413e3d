package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a shadow's server: a folder for temporary files, locked as long as its gateway
 * lives. Whoever makes one removes those of gateways that were killed, and ends their servers.
 */
final class ServerFolder implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(ServerFolder.class);
  private static final String PREFIX = "dp-jdbc-shadow";
  private static final String LOCK = "lock";
  private static final String PROCESS = "process";
  private static final String DATA = "data";

  /** Of this process, whose locks would end if their files were opened and closed again. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel lock;

  private ServerFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Makes one, after those that nobody needs any more are removed. */
  static ServerFolder make() throws IOException {
    return in(Files.createTempDirectory(PREFIX));
  }

  /** Makes one beside those that are below a folder. */
  static ServerFolder below(Path parent) throws IOException {
    return in(Files.createTempDirectory(parent, PREFIX));
  }

  private static ServerFolder in(Path made) throws IOException {
    Path folder = made.toAbsolutePath();
    OWN.add(folder);
    removeThoseOfTheDead(folder);
    // The file has its name when it is locked, so that nobody takes this gateway for dead.
    Path unlocked = folder.resolve("unlocked");
    FileChannel channel =
        FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      channel.close();
      throw new IOException("cannot lock " + unlocked);
    }
    Files.move(unlocked, folder.resolve(LOCK));
    return new ServerFolder(folder, channel);
  }

  /** Where the server has its files. */
  Path data() {
    return folder.resolve(DATA);
  }

  /** Notes which process the server is. */
  void started() throws IOException {
    try (Stream<String> lines = Files.lines(data().resolve("postmaster.pid"))) {
      long number = Long.parseLong(lines.findFirst().orElse("").strip());
      Optional<Instant> start =
          ProcessHandle.of(number).flatMap(each -> each.info().startInstant());
      if (start.isPresent()) {
        Files.writeString(
            folder.resolve(PROCESS), number + " " + start.get(), StandardCharsets.US_ASCII);
      }
    } catch (NumberFormatException e) {
      throw new IOException("the shadow's server does not tell its process", e);
    }
  }

  private static void removeThoseOfTheDead(Path own) {
    Path all = own.getParent();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(all, PREFIX + "*")) {
      for (Path each : folders) {
        try {
          Path lock = each.resolve(LOCK);
          if (!OWN.contains(each)
              && Files.isRegularFile(lock)
              && Files.getOwner(each).equals(Files.getOwner(own))) {
            removeIfDead(each, lock);
          }
        } catch (NoSuchFileException e) {
          // its gateway ends
        }
      }
    } catch (IOException | UncheckedIOException e) {
      LOGGER.warn("What a gateway left behind cannot be removed: {}", e.toString());
    }
  }

  private static void removeIfDead(Path folder, Path lock) throws IOException {
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      if (free != null && Files.exists(lock)) {
        LOGGER.warn("A gateway was killed; what is left of its catalog server is removed");
        Path process = folder.resolve(PROCESS);
        if (Files.exists(process)) {
          end(Files.readString(process, StandardCharsets.US_ASCII).split(" "));
        }
        remove(folder);
      }
    } catch (OverlappingFileLockException e) {
      // another thread of this process removes it
    }
  }

  /** A number may be another process's by now, which began at another time. */
  private static void end(String[] numberAndStart) {
    try {
      ProcessHandle.of(Long.parseLong(numberAndStart[0]))
          .filter(
              each ->
                  each.info()
                      .startInstant()
                      .map(Instant::toString)
                      .equals(Optional.of(numberAndStart[1])))
          .ifPresent(
              server -> {
                server.destroyForcibly();
                server.onExit().join();
              });
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // killed while it was written
    }
  }

  /**
   * The lock's file goes before the lock: nobody is to take this gateway for one that was killed.
   */
  @Override
  public void close() throws IOException {
    remove(folder);
    lock.close();
    OWN.remove(folder);
  }

  /** The lock goes last: by it somebody else finds what cannot be removed now. */
  private static void remove(Path folder) {
    try {
      empty(folder.resolve(DATA));
      empty(folder);
    } catch (IOException | UncheckedIOException e) {
      LOGGER.debug("What is in {} is still in use", folder, e);
    }
  }

  private static void empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : deepestFirst) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
