package org.dpjdbc.it.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.it.RecordingDriver;
import org.dpjdbc.it.tpch.Tpch;
import org.dpjdbc.it.tpch.Verdicts;

/**
 * TPC-H with the customer as the person, at scale 1 ({@code -Dtpch.scale}): the time of each query
 * that is answered through the driver over that of the same query through H2's own driver, in
 * memory and in a file. As in {@link Ratios} the two are asked in turn.
 */
final class TpchRatios {
  private static final int ROUNDS = 5;

  /** What the database alone takes longer for is left out: once is enough to wait for it. */
  private static final int MOST_SECONDS = 120;

  /** Those that are asked for with {@code -Dtpch.queries=Q1,Q6}; all where none is. */
  private static final List<String> QUERIES =
      Arrays.stream(System.getProperty("tpch.queries", "").split(","))
          .filter(name -> !name.isBlank())
          .toList();

  private static final double SCALE = Double.parseDouble(System.getProperty("tpch.scale", "1"));

  private TpchRatios() {}

  static List<Figure> inMemory() throws Exception {
    return measure("h2:mem:tpch", "in memory");
  }

  static List<Figure> inFile() throws Exception {
    Path file = folder().resolve("tpch").toAbsolutePath();
    return measure("h2:file:" + file, "in a file");
  }

  private static Path folder() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "benchmark"));
    return Files.createTempDirectory(folder, "tpch");
  }

  private static List<Figure> measure(String backend, String where) throws Exception {
    Path policy = folder().resolve("tpch.yaml");
    Files.writeString(policy, Tpch.policy(), StandardCharsets.UTF_8);
    try (Connection raw = DriverManager.getConnection("jdbc:" + backend, "sa", "")) {
      Tpch.load(raw, SCALE);
      try (Statement statement = raw.createStatement()) {
        statement.execute("SET OPTIMIZE_REUSE_RESULTS 0");
      }
      try (Connection driver =
          DriverManager.getConnection(
              "jdbc:dp:%s;dp.policy=%s;dp.driver=%s"
                  .formatted(backend, policy, RecordingDriver.class.getName()),
              "sa",
              "")) {
        return measure(raw, driver, where);
      }
    }
  }

  private static List<Figure> measure(Connection raw, Connection driver, String where)
      throws SQLException {
    List<Figure> figures = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    for (Verdicts.Verdict query : Verdicts.read()) {
      boolean asked = QUERIES.isEmpty() || QUERIES.contains(query.toString());
      if (asked && query.noisy() && finishes(raw, query)) {
        List<Figure> measured = measure(raw, driver, query, where);
        System.err.println(measured);
        figures.addAll(measured);
        medians.add(measured.get(0).median());
      }
    }
    figures.add(Figure.of("TPC-H " + where + ": all of them", "x raw", "1.50", medians));
    return figures;
  }

  private static boolean finishes(Connection raw, Verdicts.Verdict query) throws SQLException {
    try (Statement statement = raw.createStatement()) {
      statement.setQueryTimeout(MOST_SECONDS);
      try {
        statement.executeQuery(query.sql()).close();
        return true;
      } catch (SQLTimeoutException e) {
        System.err.println(query + " takes the database more than " + MOST_SECONDS + " s");
        return false;
      } finally {
        // H2 keeps it for all statements of the connection.
        statement.setQueryTimeout(0);
      }
    }
  }

  private static List<Figure> measure(
      Connection raw, Connection driver, Verdicts.Verdict query, String where) throws SQLException {
    List<Double> ratios = new ArrayList<>();
    List<Double> ofProcessor = new ArrayList<>();
    List<Double> inDatabase = new ArrayList<>();
    List<Double> milliseconds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Times alone = Times.of(raw, query.sql());
      double before = RecordingDriver.milliseconds();
      Times through = Times.of(driver, query.sql());
      double spent = RecordingDriver.milliseconds() - before;
      ratios.add(through.wall() / alone.wall());
      ofProcessor.add(through.processor() / alone.processor());
      inDatabase.add(spent / alone.wall());
      milliseconds.add(alone.wall());
    }
    return List.of(
        Figure.of("TPC-H " + where + ": " + query, "x raw", "4.00", ratios),
        Figure.of("  in processor time", "x raw", "4.00", ofProcessor),
        Figure.of("  of which in the database", "x raw", "", inDatabase),
        Figure.of("  raw", "ms", "", milliseconds));
  }
}
