package org.dpjdbc.it.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * A new process: how long {@code connect} takes, and how long the first query right after it. Each
 * measurement is a process of its own, which JMH does not offer for two figures at once.
 */
final class ColdStart {
  private static final int PROCESSES = 9;
  private static final String RESULT = "cold ";
  private static final String SQL =
      "SELECT sex, COUNT(*), AVG(income) FROM people WHERE age > 20 GROUP BY sex ORDER BY 2 DESC";

  private ColdStart() {}

  static List<Figure> measure() throws Exception {
    List<Double> connect = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      List<Double> times = child();
      connect.add(times.get(0));
      first.add(times.get(1));
      second.add(times.get(2));
    }
    return List.of(
        Figure.of("new process: connect", "ms", "", connect),
        Figure.of("new process: first query right after it", "ms", "3000", first),
        Figure.of("new process: next query, another text", "ms", "", second));
  }

  private static List<Double> child() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ColdStart.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<Double> times = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(RESULT)) {
          times.add(Double.valueOf(line.substring(RESULT.length())));
        }
      }
    }
    if (process.waitFor() != 0 || times.size() != 3) {
      throw new IllegalStateException("a process failed");
    }
    return times;
  }

  /** The process: the database is there before the driver is touched. */
  public static void main(String[] args) throws Exception {
    try (People people = new People(1000, /* reuse= */ false)) {
      People.read(people.raw(), SQL);
      long start = System.nanoTime();
      try (Connection driver = people.connect()) {
        long connected = System.nanoTime();
        People.read(driver, SQL);
        long answered = System.nanoTime();
        People.read(driver, "SELECT COUNT(*) FROM people WHERE income > 100");
        long again = System.nanoTime();
        System.out.println(RESULT + (connected - start) / 1e6);
        System.out.println(RESULT + (answered - connected) / 1e6);
        System.out.println(RESULT + (again - answered) / 1e6);
      }
    }
  }
}
