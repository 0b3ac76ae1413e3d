package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a shadow's server, or the programs of all of them: a folder for temporary files that
 * no other user of the machine can read, write or replace, locked as long as its gateway lives.
 * Whoever makes one removes those of gateways that were killed, and ends their servers.
 */
final class ServerFolder implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(ServerFolder.class);
  private static final String PREFIX = "dp-jdbc-shadow";
  private static final String LOCK = "lock";
  private static final String PROCESS = "process";
  private static final String DATA = "data";
  private static final Object ROOT = 0;
  private static final int OTHERS = 077;
  private static final int WRITABLE = 022;
  private static final int STICKY = 01000;

  /** For all processes of a server. */
  private static final long PATIENCE_SECONDS = 5;

  /** Of this process, whose locks would end if their files were opened and closed again. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel lock;

  private ServerFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Creates a folder, after removing those that are no longer in use. */
  static ServerFolder make() throws IOException {
    return in(Files.createTempDirectory(PREFIX));
  }

  /** Makes one beside those that are below a folder. */
  static ServerFolder below(Path parent) throws IOException {
    return in(Files.createTempDirectory(parent, PREFIX));
  }

  private static ServerFolder in(Path made) throws IOException {
    Path folder = made.toRealPath();
    try {
      checkOthers(folder);
    } catch (IOException e) {
      Files.delete(folder);
      throw e;
    }
    OWN.add(folder);
    removeThoseOfTheDead(folder);
    // The file has its name when it is locked, so that no other gateway takes this one for dead.
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

  /**
   * Checks that no other user of the machine can read the folder, or put another one in its place.
   *
   * @throws IOException if another user could
   */
  static void checkOthers(Path folder) throws IOException {
    if (!hasOwners(folder)) {
      return;
    }
    Object user = Files.getAttribute(folder, "unix:uid");
    if (!isPrivate(folder, user)) {
      throw new IOException("other users of the machine can use " + folder);
    }
    for (Path each = folder.getParent(); each != null; each = each.getParent()) {
      Object owner = Files.getAttribute(each, "unix:uid");
      int mode = (int) Files.getAttribute(each, "unix:mode");
      boolean isOthers = !owner.equals(user) && !owner.equals(ROOT);
      if (isOthers || ((mode & WRITABLE) != 0 && (mode & STICKY) == 0)) {
        throw new IOException(
            "other users of the machine can replace what is in %s; start the gateway with"
                    .formatted(each)
                + " -Djava.io.tmpdir=FOLDER, a folder of its user's own");
      }
    }
  }

  private static boolean hasOwners(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  /** Whether it is a folder of a user's that no other user can read or write. A link is none. */
  private static boolean isPrivate(Path folder, Object user) throws IOException {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user)
        && ((int) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS) & OTHERS) == 0;
  }

  /** Whether a gateway of the same user made it. */
  private static boolean isOfSameUser(Path folder, Path own) throws IOException {
    return hasOwners(own)
        ? isPrivate(folder, Files.getAttribute(own, "unix:uid"))
        : Files.getOwner(folder).equals(Files.getOwner(own));
  }

  /** Whether something beside it is a folder that its user made, and no other can use. */
  boolean isOfSameUser(Path other) throws IOException {
    return Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS) && isOfSameUser(other, folder);
  }

  /** What stands beside it, or could. */
  Path beside(String name) {
    return folder.resolveSibling(name);
  }

  /** Where the server has its files. */
  Path data() {
    return folder.resolve(DATA);
  }

  /** Makes the folder of the files, for its user alone wherever it is moved. */
  Path createData() throws IOException {
    return hasOwners(folder)
        ? Files.createDirectory(
            data(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
        : Files.createDirectory(data());
  }

  /**
   * Notes which process the server is.
   *
   * @return that process
   */
  ProcessHandle started() throws IOException {
    ProcessHandle server =
        server()
            .orElseThrow(() -> new IOException("the shadow's server does not tell its process"));
    Optional<Instant> start = server.info().startInstant();
    if (start.isPresent()) {
      Files.writeString(
          folder.resolve(PROCESS), server.pid() + " " + start.get(), StandardCharsets.US_ASCII);
    }
    return server;
  }

  /** The process that says it is the server. */
  Optional<ProcessHandle> server() {
    try (Stream<String> lines = Files.lines(data().resolve("postmaster.pid"))) {
      return lines.findFirst().map(String::strip).map(Long::valueOf).flatMap(ProcessHandle::of);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static void removeThoseOfTheDead(Path own) {
    Path all = own.getParent();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(all, PREFIX + "*")) {
      for (Path each : folders) {
        try {
          Path lock = each.resolve(LOCK);
          if (!OWN.contains(each) && isOfSameUser(each, own) && Files.isRegularFile(lock)) {
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
          .ifPresent(ServerFolder::kill);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // killed while it was written
    }
  }

  /** Ends a server at once, and its sessions' processes, which it might not end. */
  static void kill(ProcessHandle server) {
    List<ProcessHandle> all = Stream.concat(Stream.of(server), server.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (ProcessHandle each : all) {
      try {
        each.onExit().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException e) {
        LOGGER.warn("The process {} of a catalog server does not end", each.pid());
      }
    }
  }

  /** The lock's file goes before the lock: no other gateway is to take this one for killed. */
  @Override
  public void close() throws IOException {
    remove(folder);
    lock.close();
    OWN.remove(folder);
  }

  /** The lock is released last: by it another gateway finds what cannot be removed now. */
  private static void remove(Path folder) {
    try {
      empty(folder.resolve(DATA));
      empty(folder);
    } catch (IOException | UncheckedIOException e) {
      LOGGER.warn("What is in {} is still in use: {}", folder, e.toString());
    }
  }

  /** Removes a folder with all that is in it. */
  static void empty(Path folder) throws IOException {
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
