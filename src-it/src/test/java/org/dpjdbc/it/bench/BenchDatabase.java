package org.dpjdbc.it.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.backends.trino.TrinoProcess;
import org.dpjdbc.it.RecordingDriver;

/** A database to measure on, with its files in a folder of its own: both are gone once closed. */
final class BenchDatabase implements AutoCloseable {
  private static final String COPY = "COPY %s FROM '%s' (DELIMITER '|', HEADER false)";

  private final String name;
  private final Folder folder;
  private final AutoCloseable server;
  private final Words words;
  private final Connection owner;

  /**
   * What is said differently.
   *
   * @param url for the database's own driver
   * @param user who owns the tables
   * @param schema of all tables
   * @param before what is set before tables are filled
   * @param copy fills a table from a file of lines: its name, the file, for H2 the names of
   *     columns; empty for Trino, which generates the rows itself
   * @param numbers a relation of the numbers {@code i} from 1 to that given
   * @param after what is done once tables are filled
   */
  private record Words(
      String url,
      String user,
      String schema,
      String before,
      String copy,
      String numbers,
      String after) {}

  private BenchDatabase(String name, Folder folder, AutoCloseable server, Words words)
      throws SQLException {
    this.name = name;
    this.folder = folder;
    this.server = server;
    this.words = words;
    this.owner = DriverManager.getConnection(words.url(), words.user(), "");
  }

  /**
   * Starts one.
   *
   * @param name {@code H2} in memory, {@code H2-file}, {@code DuckDB} in a file, {@code
   *     PostgreSQL}, a server of its own, or {@code Trino}, a cluster in a process of its own whose
   *     two workers keep tables in memory
   */
  static BenchDatabase open(String name) throws IOException, SQLException {
    Folder folder = Folder.make(name);
    Path file = folder.of("bench");
    return switch (name) {
      case "H2" -> new BenchDatabase(name, folder, () -> {}, h2("mem:bench"));
      case "H2-file" -> new BenchDatabase(name, folder, () -> {}, h2("file:" + file));
      case "DuckDB" -> new BenchDatabase(name, folder, () -> {}, duckDb(file));
      case "PostgreSQL" -> {
        EmbeddedPostgres server = PostgresServer.start(file);
        yield new BenchDatabase(name, folder, server, postgres(server));
      }
      case "Trino" -> {
        TrinoProcess cluster = TrinoProcess.start();
        yield new BenchDatabase(name, folder, cluster, trino(cluster));
      }
      default -> throw new IllegalArgumentException("no benchmark runs on " + name);
    };
  }

  private static Words h2(String database) {
    return new Words(
        "jdbc:h2:" + database,
        "sa",
        "PUBLIC",
        // The same query again would be answered without being run.
        "SET OPTIMIZE_REUSE_RESULTS 0",
        "INSERT INTO %s SELECT * FROM CSVREAD('%s', '%s', 'charset=UTF-8 fieldSeparator=|')",
        "(SELECT x AS i FROM SYSTEM_RANGE(1, %d)) AS numbers",
        "ANALYZE");
  }

  private static Words duckDb(Path file) {
    return new Words(
        "jdbc:duckdb:" + file,
        "duckdb",
        "main",
        "",
        COPY,
        "generate_series(1, %d) AS numbers (i)",
        "ANALYZE");
  }

  private static Words postgres(EmbeddedPostgres server) {
    return new Words(
        server.getJdbcUrl("postgres", "postgres"),
        "postgres",
        "public",
        // Foreign keys are declared, and not looked up for each row, which is right already.
        "SET session_replication_role = replica",
        COPY,
        "generate_series(CAST(1 AS BIGINT), %d) AS numbers (i)",
        "VACUUM (ANALYZE)");
  }

  private static Words trino(TrinoProcess cluster) {
    return new Words(
        "jdbc:trino://" + cluster.address() + "/memory/default",
        "benchmark",
        "default",
        "",
        "",
        "UNNEST(sequence(1, %d)) AS numbers (i)",
        "");
  }

  String name() {
    return name;
  }

  /** Whether it generates the rows of TPC-H itself, and knows no keys. */
  boolean generates() {
    return words.copy().isEmpty();
  }

  /** Whether references are added faster once the tables are filled; DuckDB cannot add them. */
  boolean relatesLater() {
    return name.startsWith("H2");
  }

  /** Whether the database runs in this process. */
  boolean inProcess() {
    return !(server instanceof EmbeddedPostgres) && !(server instanceof TrinoProcess);
  }

  /** The owner's connection, open as long as this is. */
  Connection owner() {
    return owner;
  }

  /** Runs a statement as the owner, if there is one. */
  void run(String sql) throws SQLException {
    if (!sql.isEmpty()) {
      try (Statement statement = owner.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  /** To be called before tables are filled. */
  void beforeFilling() throws SQLException {
    run(words.before());
  }

  /** Copies the lines of a file into a table of so many columns. */
  void copy(String table, Path file, int width) throws SQLException {
    String columns =
        IntStream.range(0, width).mapToObj(i -> "c" + i).collect(Collectors.joining("|"));
    run(words.copy().formatted(table, file, columns));
  }

  /** To be called once tables are filled. */
  void afterFilling() throws SQLException {
    run(words.after());
  }

  /** What stands in {@code FROM} for the numbers {@code i} from 1 to that given. */
  String numbers(long last) {
    return words.numbers().formatted(last);
  }

  /**
   * A connection through the driver, whose database's time is recorded.
   *
   * @param policy in which the schema is called {@code PUBLIC}
   */
  Connection driver(String policy) throws IOException, SQLException {
    return driver(policy(policy), words.user());
  }

  /**
   * A file in a folder of its own, where its ledger is, too.
   *
   * @param policy in which the schema is called {@code PUBLIC}
   */
  Path policy(String policy) throws IOException {
    Path file = Files.createTempDirectory(folder.path(), "policy").resolve("bench.yaml");
    write(policy, file);
    return file;
  }

  /** Writes another policy into a file. */
  void write(String policy, Path file) throws IOException {
    Files.writeString(
        file,
        policy.replaceAll("(?m)^  PUBLIC:", "  " + words.schema() + ":"),
        StandardCharsets.UTF_8);
  }

  /** A connection through the driver, for an analyst. */
  Connection driver(Path policy, String analyst) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", words.user());
    properties.setProperty("password", "");
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", analyst);
    properties.setProperty("dp.driver", RecordingDriver.class.getName());
    return DriverManager.getConnection(words.url().replaceFirst("^jdbc:", "jdbc:dp:"), properties);
  }

  @Override
  public void close() throws Exception {
    try (folder;
        server;
        owner) {
      System.err.println(name + " is done");
    }
  }
}
