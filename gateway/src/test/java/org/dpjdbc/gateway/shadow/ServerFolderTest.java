package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFolderTest {
  private static final int TIMES = 300;

  @TempDir private Path all;

  /** What a log says. */
  private static final class Said extends Handler {
    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord entry) {
      said.add(entry.getMessage());
    }

    @Override
    public void flush() {
      // nothing is kept back
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  /** Gateways that begin look at the folders of those that end meanwhile. */
  @Test
  void whoeverEndsIsNotTakenForKilled() throws InterruptedException, ExecutionException {
    Logger logger = Logger.getLogger(ServerFolder.class.getName());
    Said said = new Said();
    logger.addHandler(said);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Void> gateways =
          () -> {
            for (int i = 0; i < TIMES; i++) {
              open().close();
            }
            return null;
          };
      List<Future<Void>> both = new ArrayList<>(threads.invokeAll(List.of(gateways, gateways)));
      for (Future<Void> each : both) {
        each.get();
      }
    } finally {
      threads.shutdown();
      logger.removeHandler(said);
    }
    assertThat(said.said).isEmpty();
  }

  private ServerFolder open() throws IOException {
    ServerFolder folder = ServerFolder.below(all);
    Files.createDirectories(folder.data().resolve("base"));
    return folder;
  }

  /** A process that opens and closes a file has lost its locks on it. */
  @Test
  void whoeverBeginsTwoHoldsBoth() throws IOException {
    try (ServerFolder first = open()) {
      assumeTrue(isLocked(first), "the locks of this system are not told");
      try (ServerFolder second = open()) {
        assertThat(isLocked(first)).isTrue();
        assertThat(isLocked(second)).isTrue();
      }
    }
  }

  private static boolean isLocked(ServerFolder folder) throws IOException {
    Path locks = Path.of("/proc/locks");
    Path lock = folder.data().resolveSibling("lock");
    return Files.isReadable(locks)
        && Files.readString(locks).contains(":" + Files.getAttribute(lock, "unix:ino") + " ");
  }

  /** Whoever can write there could put programs of their own in the place of the gateway's. */
  @ParameterizedTest
  @CsvSource({"0777, false", "0770, false", "1777, true", "0755, true", "0700, true"})
  void isMadeOnlyWhereOthersCannotReplaceIt(String mode, boolean isTaken) throws IOException {
    assumeTrue(all.getFileSystem().supportedFileAttributeViews().contains("unix"));
    Path parent = Files.createDirectory(all.resolve("shared"));
    Files.setAttribute(parent, "unix:mode", Integer.parseInt(mode, 8));
    if (isTaken) {
      try (ServerFolder made = ServerFolder.below(parent)) {
        ServerFolder.checkOthers(made.data().getParent());
      }
    } else {
      assertThatThrownBy(() -> ServerFolder.below(parent))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("other users of the machine can replace what is in " + parent);
    }
    assertThat(parent).isEmptyDirectory();
  }

  /** Of the programs, too. */
  @Test
  void isReadByNobodyElse() throws IOException {
    assumeTrue(all.getFileSystem().supportedFileAttributeViews().contains("unix"));
    ServerFolder.checkOthers(PostgresPrograms.get().folder());
    Files.setAttribute(all, "unix:mode", 0750);
    assertThatThrownBy(() -> ServerFolder.checkOthers(all)).isInstanceOf(IOException.class);
  }

  /**
   * Somebody else's link may lead to a folder of the gateway's user, and others' may be written.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void removesNothingThatNoGatewayMade(boolean isLink) throws IOException {
    assumeTrue(all.getFileSystem().supportedFileAttributeViews().contains("unix"));
    Path shadow = all.resolve("dp-jdbc-shadow1");
    Path folder = Files.createDirectory(isLink ? all.resolve("home") : shadow);
    Files.setAttribute(folder, "unix:mode", isLink ? 0700 : 0777);
    Path kept = Files.createFile(folder.resolve("kept"));
    Files.createFile(folder.resolve("lock"));
    if (isLink) {
      Files.createSymbolicLink(shadow, folder);
    }
    open().close();
    assertThat(kept).exists();
  }
}
