package org.dpjdbc.it.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.dpjdbc.it.TextTable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/** Runs benchmarks, and prints a table of figures and those of comparisons. */
public final class Benchmarks {
  private static final Logger DRIVER = Logger.getLogger("org.dpjdbc");

  private Benchmarks() {}

  /** What a JMH benchmark is called in the table, and what it should reach. */
  private record Named(String benchmark, String what, String unit, String target) {}

  private static final List<Named> NAMED =
      List.of(
          new Named("Micro.raw", "one row: the database alone", "ms", ""),
          new Named("Micro.pushed", "one row: the statement that is sent, alone", "ms", ""),
          new Named("Micro.values", "one row: a plan for all values, and the charge", "ms", ""),
          new Named("Micro.cached", "one row: a known text, and the charge", "ms", ""),
          new Named("Micro.plan", "planning: a new text", "ms", ""),
          new Named("Micro.replan", "planning: a known text with new values", "ms", ""),
          new Named(
              "Micro.finish", "finishing: groups ranked, sorted and cut, answer reused", "ms", ""),
          new Named("Latency.raw", "200 rows: the database alone", "ms", ""),
          new Named("Latency.cached", "200 rows: plan cached, with the charge", "ms", "1"),
          new Named("Latency.reused", "200 rows: answer reused", "ms", "1"),
          new Named("Latency.everyday", "200 rows: new text, everyday shape", "ms", "10"),
          new Named("Latency.parameters", "200 rows: new parameters", "ms", "10"),
          new Named("Latency.generated", "200 rows: new text, code generated", "ms", "80"),
          new Named("LedgerCharge.charge", "one durable charge", "ms", ""),
          new Named("LedgerCharge.sync", "  one block synced, on this disk", "ms", ""),
          new Named("NoiseSamples.laplace", "discrete Laplace, scale", "per s", "1.00 M"),
          new Named("NoiseSamples.gaussian", "discrete Gaussian, deviation", "per s", ""));

  /**
   * Measures.
   *
   * @param args which parts, of {@code
   *     ratios,cold,jmh,micro,history,charges,chosen,groups,concurrency,calls,tpch,scale,shapes,utility,joint,joint-ratios,census,bounds,session}
   */
  public static void main(String[] args) throws Exception {
    DRIVER.setLevel(Level.WARNING);
    List<String> parts = List.of(args[0].split(","));
    List<Figure> figures = new ArrayList<>();
    if (parts.contains("ratios")) {
      figures.addAll(Ratios.measure());
    }
    if (parts.contains("cold")) {
      figures.addAll(ColdStart.measure());
    }
    if (parts.contains("jmh")) {
      figures.addAll(jmh(".*"));
    }
    if (parts.contains("micro")) {
      figures.addAll(jmh("(Micro|LedgerCharge|NoiseSamples)\\..*"));
    }
    if (parts.contains("history")) {
      figures.addAll(LongHistory.measure());
    }
    if (parts.contains("charges")) {
      figures.addAll(GroupedCharges.measure());
    }
    if (parts.contains("groups")) {
      figures.addAll(ManyGroups.measure());
    }
    if (parts.contains("concurrency")) {
      figures.addAll(Concurrency.measure());
    }
    if (parts.contains("calls")) {
      figures.addAll(Calls.measure());
    }
    List<String> tables = new ArrayList<>();
    if (!figures.isEmpty()) {
      tables.add(table(figures));
    }
    if (parts.contains("chosen")) {
      tables.addAll(Chosen.measure());
    }
    if (parts.contains("tpch")) {
      tables.addAll(TpchRatios.measure());
    }
    if (parts.contains("scale")) {
      tables.addAll(Scale.measure());
    }
    if (parts.contains("shapes")) {
      tables.addAll(Shapes.measure());
    }
    if (parts.contains("utility")) {
      tables.addAll(Utility.measure());
    }
    if (parts.contains("joint")) {
      tables.add(JointErrors.measure());
    }
    if (parts.contains("joint-ratios")) {
      tables.addAll(JointRatios.measure());
    }
    if (parts.contains("census")) {
      tables.add(CensusErrors.measure());
    }
    if (parts.contains("bounds")) {
      tables.addAll(UnknownBounds.measure());
    }
    if (parts.contains("session")) {
      tables.addAll(SessionCosts.measure());
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.printf(
        "%ndp-jdbc on Java %s, %d cores%n%n%s%n",
        Runtime.version(), Runtime.getRuntime().availableProcessors(), String.join("\n", tables));
  }

  private static String table(List<Figure> figures) {
    TextTable table = new TextTable(1, "what", "target", "median", "middle half", "unit");
    for (Figure figure : figures) {
      table.add(
          List.of(
              figure.what(),
              figure.target(),
              Figure.number(figure.median()),
              Figure.number(figure.low()) + " - " + Figure.number(figure.high()),
              figure.unit()));
    }
    return table.toString();
  }

  private static List<Figure> jmh(String which) throws RunnerException, IOException {
    Path log = Files.createDirectories(Path.of("target", "benchmark")).resolve("jmh.log");
    Options options =
        new OptionsBuilder()
            .include("org\\.dpjdbc\\.it\\.bench\\." + which)
            .forks(1)
            .warmupIterations(5)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
            .shouldFailOnError(true)
            .output(log.toString())
            .build();
    List<RunResult> results = List.copyOf(new Runner(options).run());
    List<Figure> figures = new ArrayList<>();
    for (Named named : NAMED) {
      for (RunResult result : results) {
        if (result.getParams().getBenchmark().endsWith("." + named.benchmark())) {
          figures.add(figure(named, result));
        }
      }
    }
    return figures;
  }

  private static Figure figure(Named named, RunResult result) {
    Statistics values = result.getPrimaryResult().getStatistics();
    String parameters =
        result.getParams().getParamsKeys().stream()
            .map(result.getParams()::getParam)
            .collect(Collectors.joining(" "));
    return new Figure(
        (named.what() + " " + parameters).stripTrailing(),
        named.unit(),
        named.target(),
        values.getPercentile(50),
        values.getPercentile(25),
        values.getPercentile(75));
  }
}
