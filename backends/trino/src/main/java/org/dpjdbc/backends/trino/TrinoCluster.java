package org.dpjdbc.backends.trino;

import io.trino.plugin.memory.MemoryPlugin;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingSession;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

/**
 * One coordinator, which runs no part of a query, and two workers, with the catalogs {@code memory}
 * and {@code tpch}, and those of {@link RenamedMemory} if they are wanted. Runs until its input
 * ends, or until nobody uses it.
 */
final class TrinoCluster {
  private static final int COORDINATOR_AND_WORKERS = 3;

  private static final long SWEEP_MILLIS = 20_000;

  private TrinoCluster() {}

  /** Starts it: the argument is the file that its users have locked, if there are several. */
  public static void main(String[] arguments) throws Exception {
    // What is printed later is logged.
    PrintStream out = System.out;
    try (DistributedQueryRunner cluster =
        DistributedQueryRunner.builder(TestingSession.testSessionBuilder().build())
            .setNodeCount(COORDINATOR_AND_WORKERS)
            .addCoordinatorProperty("node-scheduler.include-coordinator", "false")
            .build()) {
      cluster.installPlugin(new MemoryPlugin());
      cluster.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "256MB"));
      cluster.installPlugin(new TpchPlugin());
      cluster.createCatalog("tpch", "tpch", Map.of());
      if (Boolean.getBoolean(TrinoProcess.RENAMED)) {
        cluster.installPlugin(new RenamedMemory());
        for (String connector : RenamedMemory.NAMES) {
          cluster.createCatalog("of_" + connector, connector, Map.of());
        }
      }
      out.println(cluster.getCoordinator().getBaseUrl());
      Timer sweeper = new Timer(true);
      sweeper.schedule(sweep(cluster), SWEEP_MILLIS, SWEEP_MILLIS);
      if (arguments.length > 0) {
        waitForUsers(Path.of(arguments[0]));
      } else {
        waitForEndOfInput();
      }
      sweeper.cancel();
    }
    // Whatever threads are left.
    System.exit(0);
  }

  /** Every query leaves traces in memory, until one is run in this way. */
  private static TimerTask sweep(DistributedQueryRunner cluster) {
    return new TimerTask() {
      @Override
      public void run() {
        cluster.execute("SELECT 1");
      }
    };
  }

  /** They hold shared locks on the file's second byte; the lock is kept until this has ended. */
  private static void waitForUsers(Path users) throws IOException {
    FileChannel channel =
        FileChannel.open(users, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel.lock(1, 1, false);
    Files.deleteIfExists(Path.of(users + ".address"));
  }

  private static void waitForEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // whoever started this is still there
    }
  }
}
