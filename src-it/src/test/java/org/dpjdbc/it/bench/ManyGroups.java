package org.dpjdbc.it.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What a million private groups, all of them released, cost above the raw query: processor time of
 * the whole process, and memory that is held while the rows are there. Run it with the heap that it
 * is to be content with ({@code -Dbenchmark.heap=1g}).
 */
final class ManyGroups {
  private static final int GROUPS = 1_000_000;
  private static final int ROWS = 3 * GROUPS;
  private static final int WARM_UP = 2;
  private static final int ROUNDS = 5;
  private static final double MEGABYTE = 1 << 20;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 60, delta: 1.0e-4}
      budget: {epsilon: 1000000, delta: 0.5}
      answers: {reuse_for: PT0S}
      limits: {max_epsilon_per_query: 100, timeout: PT600S, max_output_rows: 2000000}
      schemas:
        PUBLIC:
          tables:
            T:
              privacy_unit: U
              columns: {U: {}, K: {}, V: {lower: 0, upper: 10}}
      """;

  private ManyGroups() {}

  static List<Figure> measure() throws Exception {
    Path folder = Files.createDirectories(Path.of("target", "benchmark"));
    Path policy = Files.createTempDirectory(folder, "groups").resolve("groups.yaml");
    Files.writeString(policy, POLICY);
    String url = "h2:mem:groups";
    List<Double> above = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    List<Double> held = new ArrayList<>();
    try (Connection raw = DriverManager.getConnection("jdbc:" + url, "sa", "")) {
      try (Statement statement = raw.createStatement()) {
        statement.execute("CREATE TABLE t (u INTEGER PRIMARY KEY, k INTEGER NOT NULL, v INTEGER)");
        statement.execute(
            "INSERT INTO t SELECT x, MOD(x, "
                + GROUPS
                + "), MOD(x, 11) FROM SYSTEM_RANGE(1, "
                + ROWS
                + ")");
      }
      try (Connection driver =
          DriverManager.getConnection("jdbc:dp:" + url + ";dp.policy=" + policy, "sa", "")) {
        double before = used();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
          String sql =
              "SELECT k, COUNT(*), SUM(v) FROM t WHERE u > " + (round + WARM_UP) + " GROUP BY k";
          double alone = processor(raw, sql);
          double through = processor(driver, sql);
          if (round >= 0) {
            above.add((through - alone) / 1000);
            seconds.add(alone / 1000);
          }
        }
        held.add(held(driver, "SELECT k, COUNT(*), SUM(v) FROM t GROUP BY k") - before);
      }
    }
    return List.of(
        Figure.of("a million groups: above the raw query, processor time", "s", "2", above),
        Figure.of("  raw, processor time", "s", "", seconds),
        Figure.of("  held while the rows are there", "MB", "", held));
  }

  private static double processor(Connection connection, String sql) throws SQLException {
    System.gc();
    long before = PROCESS.getProcessCpuTime();
    People.read(connection, sql);
    return (PROCESS.getProcessCpuTime() - before) / 1e6;
  }

  private static double held(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return used();
    }
  }

  private static double used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / MEGABYTE;
  }
}
