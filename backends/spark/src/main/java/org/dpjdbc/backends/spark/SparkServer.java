package org.dpjdbc.backends.spark;

import java.io.IOException;
import java.io.PrintStream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.hive.thriftserver.HiveThriftServer2;

/**
 * Spark in one process, asked through its JDBC endpoint. Its tables are files in a folder; its
 * catalog is in memory. Runs until its input ends.
 */
final class SparkServer {
  private SparkServer() {}

  /** Starts it: the arguments are the folder and the port. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .appName("dp-jdbc")
            .config("spark.ui.enabled", "false")
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
    out.println("127.0.0.1:" + arguments[1]);
    while (System.in.read() >= 0) {
      // whoever started this is still there
    }
    // Whatever threads are left.
    System.exit(0);
  }
}
