package org.dpjdbc.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntFunction;
import org.dpjdbc.gateway.config.ConfigException;

/**
 * What the gateway costs: the same questions to PostgreSQL itself, to the driver in this process
 * and to the gateway, in turn, so that what else the machine does falls on all of them. Writes a
 * table.
 */
public final class GatewayBenchmark {
  private static final int ATTEMPTS = Integer.getInteger("benchmark.turns", 1000);

  /** As many as the driver answers with. */
  private static final int ROWS = 100_000;

  /** Of an answer that touches no table, which the gateway passes on. */
  private static final int RELAYED = Integer.getInteger("benchmark.rows", 1_000_000);

  private static final int CONNECTIONS = 100;
  private static final double MILLION = 1e6;

  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE people (id integer PRIMARY KEY, age integer NOT NULL)",
          "INSERT INTO people SELECT n, n % 100 FROM generate_series(1, 10000) AS n",
          "CREATE TABLE numbers (n integer PRIMARY KEY, name varchar(20) NOT NULL)",
          "INSERT INTO numbers SELECT n, 'number ' || n FROM generate_series(1, " + ROWS + ") AS n",
          "ANALYZE");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-9}
      budget: {epsilon: 1000000, delta: 1.0e-3}
      schemas:
        public:
          tables:
            people: {privacy_unit: id, columns: {id: {}, age: {lower: 0, upper: 100}}}
            numbers: {public: true, columns: {n: {}, name: {}}}
      """;

  private final StringBuilder table = new StringBuilder();

  private GatewayBenchmark() {}

  /**
   * Measures.
   *
   * @param args the parts of the benchmark, of which these are {@code gateway} and {@code connect},
   *     and the file to write
   */
  public static void main(String[] args) throws IOException, SQLException, ConfigException {
    List<String> parts = List.of(args[0].split(","));
    if (!parts.contains("gateway") && !parts.contains("connect")) {
      return;
    }
    GatewayBenchmark benchmark = new GatewayBenchmark();
    Path folder = Files.createTempDirectory("gateway-benchmark");
    if (parts.contains("gateway")) {
      benchmark.measure(folder);
    }
    if (parts.contains("connect")) {
      new ConnectBenchmark(benchmark::line).measure(folder);
    }
    Path file = Path.of(args[1]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, benchmark.table, StandardCharsets.UTF_8);
  }

  private void line(String format, Object... values) {
    String line = String.format(Locale.ROOT, format, values);
    table.append(line).append('\n');
    System.out.println(line);
  }

  private void measure(Path folder) throws IOException, SQLException, ConfigException {
    try (Clinic clinic = Clinic.start(folder, SCHEMA, POLICY)) {
      try (Connection raw = clinic.raw();
          Connection driver = driver(clinic, folder);
          Connection gateway = clinic.connect("ann")) {
        Map<String, Connection> ways = new LinkedHashMap<>();
        ways.put("PostgreSQL", raw);
        ways.put("driver", driver);
        ways.put("gateway", gateway);
        line("| question | way | p50 ms | p99 ms |%n|---|---|---|---|");
        ask("`SELECT 1`", ways, i -> "SELECT 1");
        ask("reused answer", ways, i -> "SELECT COUNT(*) FROM people WHERE age < 50");
        ask("small aggregate", ways, i -> "SELECT COUNT(*), SUM(age) FROM people WHERE id > " + i);
        line("%n| %,d public rows | rows a second |%n|---|---|", ROWS);
        for (Map.Entry<String, Connection> way : ways.entrySet()) {
          String all = "SELECT n, name FROM numbers";
          line("| %s | %,.0f |", way.getKey(), throughput(way.getValue(), all));
        }
        line("%n| %,d rows of no table | rows a second |%n|---|---|", RELAYED);
        String series = "SELECT n, 'number ' || n FROM generate_series(1, " + RELAYED + ") AS s(n)";
        line("| PostgreSQL | %,.0f |", throughput(raw, series));
        line("| gateway | %,.0f |", throughput(gateway, series));
      }
      line("%n| what | |%n|---|---|");
      line("| connections a second | %.0f |", connectionsASecond(clinic));
      line("| kB of heap an idle connection | %.0f |", idle(clinic));
    }
    line("| seconds from start to the first answer | %.1f |", startToAnswer(folder));
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / (1000 * MILLION);
  }

  private static Connection driver(Clinic clinic, Path folder) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("dp.policy", folder.resolve("clinic.yaml").toString());
    properties.setProperty("dp.dialect", "PostgreSQL");
    properties.setProperty("dp.analyst", "ann");
    properties.setProperty("dp.ledger", "jdbc:h2:file:" + folder.resolve("driver.ledger"));
    try (Connection raw = clinic.raw()) {
      String url = raw.getMetaData().getURL();
      return DriverManager.getConnection("jdbc:dp:" + url.substring("jdbc:".length()), properties);
    }
  }

  /** One question in all ways, in turn; the first turns are left out. */
  private void ask(String name, Map<String, Connection> ways, IntFunction<String> question)
      throws SQLException {
    Map<String, List<Long>> times = new LinkedHashMap<>();
    for (int i = 0; i < ATTEMPTS + ATTEMPTS / 4; i++) {
      for (Map.Entry<String, Connection> way : ways.entrySet()) {
        long start = System.nanoTime();
        read(way.getValue(), question.apply(i));
        long time = System.nanoTime() - start;
        if (i >= ATTEMPTS / 4) {
          times.computeIfAbsent(way.getKey(), key -> new ArrayList<>()).add(time);
        }
      }
    }
    times.forEach(
        (way, each) -> {
          Collections.sort(each);
          line(
              "| %s | %s | %.2f | %.2f |",
              name,
              way,
              each.get(each.size() / 2) / MILLION,
              each.get(each.size() * 99 / 100) / MILLION);
        });
  }

  private static long read(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      long count = 0;
      while (rows.next()) {
        rows.getObject(1);
        count++;
      }
      return count;
    }
  }

  /** The second time, when the classes are loaded. */
  private static double throughput(Connection connection, String sql) throws SQLException {
    read(connection, sql);
    long start = System.nanoTime();
    long rows = read(connection, sql);
    return rows / seconds(start);
  }

  private static double connectionsASecond(Clinic clinic) throws SQLException {
    for (int i = 0; i < CONNECTIONS / 10; i++) {
      clinic.connect("bob").close();
    }
    long start = System.nanoTime();
    for (int i = 0; i < CONNECTIONS; i++) {
      clinic.connect("bob").close();
    }
    return CONNECTIONS / seconds(start);
  }

  /** In this process, so that the client's own part is in it. */
  private static double idle(Clinic clinic) throws SQLException {
    List<Connection> connections = new ArrayList<>();
    try {
      long before = heap();
      for (int i = 0; i < CONNECTIONS / 2; i++) {
        connections.add(clinic.connect("bob"));
      }
      return (heap() - before) / 1024.0 / connections.size();
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Of a gateway in a process of its own. */
  private static double startToAnswer(Path folder)
      throws IOException, SQLException, ConfigException {
    Path own = Files.createDirectories(folder.resolve("own"));
    try (var backend = Clinic.fill()) {
      Clinic.write(own, backend.url());
      long start = System.nanoTime();
      try (GatewayProcess gateway = GatewayProcess.start(own.resolve("gateway.yaml"));
          Connection connection = gateway.connect("ann")) {
        read(connection, "SELECT COUNT(*) FROM patients");
        return seconds(start);
      }
    }
  }
}
