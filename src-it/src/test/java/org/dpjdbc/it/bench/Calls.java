package org.dpjdbc.it.bench;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.it.DriverJar;

/**
 * What tools ask all day (is the connection alive, the same dashboard again, a small aggregate),
 * through the driver and through the database's own, in rounds that alternate; and what a
 * connection takes up that does nothing.
 */
final class Calls {
  private static final int ROWS = 200;
  private static final int ROUNDS = 9;
  private static final Duration ROUND = Duration.ofSeconds(1);
  private static final List<Integer> CLIENTS = List.of(1, 8);
  private static final int IDLE = 1000;
  private static final String SMALL =
      "SELECT sex, COUNT(*) AS n, AVG(income) AS mean FROM people WHERE age > 20 GROUP BY sex";

  private Calls() {}

  static List<Figure> measure() throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (People charged = new People(ROWS, /* reuse= */ false);
        People reused = new People(ROWS, /* reuse= */ true)) {
      for (int clients : CLIENTS) {
        figures.addAll(compare("SELECT 1", "SELECT 1", charged, clients));
        figures.addAll(compare("a reused answer", SMALL, reused, clients));
        figures.addAll(compare("a small aggregate, charged", SMALL, charged, clients));
      }
      figures.add(idle("an idle connection of the database's own", charged::connectRaw));
      figures.add(idle("an idle connection through the driver", charged::connect));
    }
    double size = Files.size(DriverJar.require()) / 1e6;
    figures.add(Figure.of("the driver's jar", "MB", "", List.of(size)));
    return figures;
  }

  private static List<Figure> compare(String what, String sql, People people, int clients)
      throws Exception {
    List<Connection> raw = open(clients, people::connectRaw);
    List<Connection> driver = open(clients, people::connect);
    List<Round> alone = new ArrayList<>();
    List<Round> through = new ArrayList<>();
    for (int i = -2; i < ROUNDS; i++) {
      Round first = round(raw, sql);
      Round second = round(driver, sql);
      if (i >= 0) {
        alone.add(first);
        through.add(second);
      }
    }
    close(raw);
    close(driver);
    String whose = what + ", " + clients + (clients == 1 ? " client" : " clients");
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      ratios.add(through.get(i).perSecond() / alone.get(i).perSecond());
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.of(whose + ": throughput", "x raw", "", ratios));
    figures.addAll(figures("  the database alone", alone));
    figures.addAll(figures("  through the driver", through));
    figures.forEach(System.err::println);
    return figures;
  }

  private static List<Figure> figures(String whose, List<Round> rounds) {
    return List.of(
        Figure.of(whose, "per s", "", rounds.stream().map(Round::perSecond).toList()),
        Figure.of(whose + ", p50", "ms", "", rounds.stream().map(Round::median).toList()),
        Figure.of(whose + ", p99", "ms", "", rounds.stream().map(Round::late).toList()));
  }

  /** What the heap holds more, by connection, when so many are open: in KiB. */
  private static Figure idle(String what, Callable<Connection> open) throws Exception {
    open.call().close();
    List<Double> sizes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long before = used();
      List<Connection> connections = open(IDLE, open);
      sizes.add((used() - before) / 1024.0 / connections.size());
      close(connections);
    }
    return Figure.of(what, "KiB", "", sizes);
  }

  private static long used() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static List<Connection> open(int clients, Callable<Connection> open) throws Exception {
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      connections.add(open.call());
    }
    return connections;
  }

  private static void close(List<Connection> connections) throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }

  /** All clients at once, each on a connection of its own. */
  private static Round round(List<Connection> connections, String sql) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections.size());
    CyclicBarrier start = new CyclicBarrier(connections.size());
    List<Future<List<Double>>> results = new ArrayList<>();
    for (Connection connection : connections) {
      results.add(
          threads.submit(
              () -> {
                start.await();
                return times(connection, sql);
              }));
    }
    List<Double> all = new ArrayList<>();
    double perSecond = 0;
    for (Future<List<Double>> result : results) {
      List<Double> times = result.get();
      all.addAll(times);
      perSecond += 1000 * times.size() / times.stream().mapToDouble(Double::doubleValue).sum();
    }
    threads.shutdown();
    double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Round(perSecond, sorted);
  }

  /** In milliseconds. */
  private static List<Double> times(Connection connection, String sql) throws SQLException {
    List<Double> times = new ArrayList<>();
    long begin = System.nanoTime();
    long last = begin;
    while (last - begin < ROUND.toNanos()) {
      People.read(connection, sql);
      long now = System.nanoTime();
      times.add((now - last) / 1e6);
      last = now;
    }
    return times;
  }

  /** One second of calls, by how long each took. */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Round(double perSecond, double[] sorted) {
    double median() {
      return sorted[sorted.length / 2];
    }

    double late() {
      return sorted[Math.min(sorted.length - 1, (int) Math.ceil(0.99 * sorted.length))];
    }
  }
}
