package org.dpjdbc.it.bench;

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

/**
 * Queries per second that so many clients get at the same time, each on a connection of its own,
 * over what they get through the database's own driver. Rounds alternate, so that what else the
 * machine does falls on both.
 */
final class Concurrency {
  private static final int ROWS = 20_000;
  private static final int ROUNDS = 5;
  private static final Duration ROUND = Duration.ofSeconds(2);
  private static final List<Integer> CLIENTS = List.of(1, 2, 4, 8, 16, 32, 64);
  private static final String SQL =
      "SELECT sex, COUNT(*), SUM(income) FROM people WHERE age > 20 GROUP BY sex";

  private Concurrency() {}

  static List<Figure> measure() throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (People people = new People(ROWS, /* reuse= */ false)) {
      for (int clients : CLIENTS) {
        List<Connection> raw = open(clients, people::connectRaw);
        List<Connection> driver = open(clients, people::connect);
        List<Double> ratios = new ArrayList<>();
        List<Double> perSecond = new ArrayList<>();
        for (int round = -1; round < ROUNDS; round++) {
          double alone = throughput(raw);
          double through = throughput(driver);
          if (round >= 0) {
            ratios.add(through / alone);
            perSecond.add(through);
          }
        }
        for (Connection connection : raw) {
          connection.close();
        }
        for (Connection connection : driver) {
          connection.close();
        }
        figures.add(Figure.of("throughput of " + clients + " clients", "x raw", "", ratios));
        figures.add(Figure.of("  through the driver", "per s", "", perSecond));
        System.err.println(figures.get(figures.size() - 2));
      }
    }
    return figures;
  }

  private static List<Connection> open(int clients, Callable<Connection> open) throws Exception {
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      connections.add(open.call());
    }
    return connections;
  }

  /** All begin together; each query that was begun in time is counted. */
  private static double throughput(List<Connection> connections) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections.size());
    CyclicBarrier start = new CyclicBarrier(connections.size());
    List<Future<Double>> rates = new ArrayList<>();
    for (Connection connection : connections) {
      rates.add(
          threads.submit(
              () -> {
                start.await();
                return rate(connection);
              }));
    }
    double all = 0;
    for (Future<Double> rate : rates) {
      all += rate.get();
    }
    threads.shutdown();
    return all;
  }

  private static double rate(Connection connection) throws SQLException {
    long begin = System.nanoTime();
    int queries = 0;
    while (System.nanoTime() - begin < ROUND.toNanos()) {
      People.read(connection, SQL);
      queries++;
    }
    return queries / ((System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1));
  }
}
