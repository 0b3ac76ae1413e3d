package org.dpjdbc.it.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** PostgreSQL as one would set it up for such queries on a machine with two cores. */
final class PostgresServer {
  private static final Duration START = Duration.ofMinutes(2);

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("shared_buffers", "2GB"),
          Map.entry("work_mem", "256MB"),
          Map.entry("maintenance_work_mem", "512MB"),
          Map.entry("effective_cache_size", "6GB"),
          // Pages are in memory: to read one out of turn costs little more.
          Map.entry("random_page_cost", "1.1"),
          Map.entry("max_worker_processes", "4"),
          Map.entry("max_parallel_workers", "2"),
          Map.entry("max_parallel_workers_per_gather", "2"),
          // Whether expressions are compiled depends on reckoned costs, which the two sides of a
          // ratio differ in, and takes tenths of a second that no plan shows.
          Map.entry("jit", "off"),
          // Nothing is written while queries are measured.
          Map.entry("autovacuum", "off"),
          Map.entry("fsync", "off"),
          Map.entry("wal_level", "minimal"),
          Map.entry("max_wal_senders", "0"),
          Map.entry("max_wal_size", "8GB"));

  private PostgresServer() {}

  /** Starts a server, which removes the folder when it is closed. */
  static EmbeddedPostgres start(Path folder) throws IOException {
    Logger.getLogger("io.zonky.test.db.postgres").setLevel(Level.WARNING);
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder)
            .setCleanDataDirectory(true)
            .setPGStartupWait(START)
            .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
            .setErrorRedirector(ProcessBuilder.Redirect.DISCARD);
    SETTINGS.forEach(builder::setServerConfig);
    return builder.start();
  }
}
