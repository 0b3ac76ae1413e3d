package org.dpjdbc.backends.spark;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.hive.thriftserver.HiveThriftServer2;

/**
 * Spark in one process, asked through its JDBC endpoint. Its tables are files in a folder; its
 * catalog is in memory. Runs until its input ends, or until nobody uses it.
 */
final class SparkServer {
  private SparkServer() {}

  /**
   * Starts it: the arguments are the folder of the tables, in a folder of its own; the port; and
   * the file that its users have locked, if there are several.
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .appName("dp-jdbc")
            .config("spark.ui.enabled", "false")
            // What it keeps of thousands of statements that are over fills its memory.
            .config("spark.sql.ui.retainedExecutions", "10")
            .config("spark.ui.retainedJobs", "10")
            .config("spark.ui.retainedStages", "10")
            .config("spark.ui.retainedTasks", "100")
            .config("spark.sql.thriftserver.ui.retainedStatements", "10")
            .config("spark.sql.thriftserver.ui.retainedSessions", "100")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.catalogImplementation", "in-memory")
            .config("spark.sql.legacy.createHiveTableByDefault", "false")
            .config("spark.sql.warehouse.dir", arguments[0])
            // What one session writes another reads at once.
            .config("spark.sql.filesourceTableRelationCacheSize", "0")
            // Of few rows.
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.leafNodeDefaultParallelism", "1")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.parquet.compression.codec", "uncompressed")
            .config("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
            .config("spark.sql.parquet.int96RebaseModeInWrite", "CORRECTED")
            // What a session of ours must not rest on.
            .config("spark.sql.session.timeZone", "America/New_York")
            .config("spark.sql.ansi.enabled", "false")
            .config("spark.hadoop.hive.server2.thrift.bind.host", "127.0.0.1")
            .config("spark.hadoop.hive.server2.thrift.port", arguments[1])
            .config("spark.hadoop.hive.server2.logging.operation.enabled", "false")
            .getOrCreate();
    HiveThriftServer2.startWithContext(session.sqlContext());
    forgetStatements();
    out.println("127.0.0.1:" + arguments[1]);
    if (arguments.length > 2) {
      waitForUsers(Path.of(arguments[2]));
      delete(Objects.requireNonNull(Path.of(arguments[0]).getParent()));
    }
    while (arguments.length == 2 && System.in.read() >= 0) {
      // whoever started this is still there
    }
    // Whatever threads are left.
    System.exit(0);
  }

  /**
   * Every half minute. The parser keeps what it has learnt of each statement, which after some
   * thousands of long ones fills the memory, and the server ends.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the process
  private static void forgetStatements() {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "forget-statements");
              thread.setDaemon(true);
              return thread;
            });
    timer.scheduleWithFixedDelay(
        () -> new SqlBaseParser(null).getInterpreter().clearDFA(), 30, 30, TimeUnit.SECONDS);
  }

  /** They hold shared locks on the file's second byte; the lock is kept until this has ended. */
  private static void waitForUsers(Path users) throws IOException {
    FileChannel channel =
        FileChannel.open(users, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel.lock(1, 1, false);
    Files.deleteIfExists(Path.of(users + ".address"));
  }

  /** As far as they can be: nobody reads them. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
