package org.dpjdbc.it.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * A new process: how long {@code connect} takes, how long the first query right after it, and how
 * long it is from {@code java} to an answer. Each measurement is a process of its own, which JMH
 * does not offer for two figures at once.
 */
final class ColdStart {
  private static final int PROCESSES = 9;
  private static final String RESULT = "cold ";
  private static final String ALONE = "answered";
  private static final String SQL =
      "SELECT sex, COUNT(*), AVG(income) FROM people WHERE age > 20 GROUP BY sex ORDER BY 2 DESC";

  private ColdStart() {}

  static List<Figure> measure() throws Exception {
    List<Double> connect = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    List<Double> rawAnswer = new ArrayList<>();
    List<Double> answer = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      List<Double> times = child();
      rawAnswer.add(times.get(0));
      connect.add(times.get(1));
      first.add(times.get(2));
      answer.add(times.get(0) + times.get(1) + times.get(2));
      second.add(times.get(3));
    }
    return List.of(
        Figure.of("new process: connect", "ms", "", connect),
        Figure.of("new process: first query right after it", "ms", "3000", first),
        Figure.of("new process: next query, another text", "ms", "", second),
        Figure.of("from java to the database's own answer, its tables made", "ms", "", rawAnswer),
        Figure.of("from java to the driver's answer, right after that", "ms", "", answer));
  }

  private static List<Double> child() throws Exception {
    long start = System.nanoTime();
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
        if (line.startsWith(ALONE)) {
          times.add((System.nanoTime() - start) / 1e6);
        } else if (line.startsWith(RESULT)) {
          times.add(Double.valueOf(line.substring(RESULT.length())));
        }
      }
    }
    if (process.waitFor() != 0 || times.size() != 4) {
      throw new IllegalStateException("a process failed");
    }
    return times;
  }

  /** The process: the database is there before the driver is touched. */
  public static void main(String[] args) throws Exception {
    try (People people = new People(1000, /* reuse= */ false)) {
      People.read(people.raw(), SQL);
      System.out.println(ALONE);
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
