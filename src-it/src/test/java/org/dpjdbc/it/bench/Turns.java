package org.dpjdbc.it.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.it.RecordingDriver;

/**
 * Asks the same question in several ways, in turn, once more than it measures: what else the
 * machine does meanwhile falls on all of them.
 */
final class Turns {
  /** As many rounds as fit into the time, at least and at most so many. */
  private static final int MIN_ROUNDS = Integer.getInteger("benchmark.rounds", 5);

  private static final int MAX_ROUNDS = 3 * MIN_ROUNDS;
  private static final Duration TIME = Duration.ofSeconds(6);

  /** A way that takes longer when it is first tried is left out. */
  private static final int MAX_SECONDS = Integer.getInteger("benchmark.seconds", 60);

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Turns() {}

  /**
   * A way to ask.
   *
   * @param what it is called
   * @param connection to the database or through the driver
   * @param sql the question
   */
  record Way(String what, Connection connection, String sql) {}

  /**
   * What one asking took, in milliseconds.
   *
   * @param wall as one waits for it
   * @param processor of this process, all its threads: on a busy machine the fairer one where the
   *     database is in the process
   * @param recorded of it in the database, where that is recorded
   */
  record Time(double wall, double processor, double recorded) {}

  /**
   * Measures.
   *
   * @param name of the question
   * @param ways to ask it
   * @return the times of each way, in all rounds; none of a way that is left out, and none at all
   *     if that is the first
   */
  static List<List<Time>> measure(String name, List<Way> ways) {
    List<Way> left = new ArrayList<>();
    List<List<Time>> times = new ArrayList<>();
    for (Way way : ways) {
      if ((times.isEmpty() || !left.isEmpty()) && finishes(name, way)) {
        left.add(way);
      }
      times.add(new ArrayList<>());
    }
    long end = System.nanoTime() + TIME.toNanos();
    for (int round = 0;
        round < MIN_ROUNDS || (round < MAX_ROUNDS && System.nanoTime() < end);
        round++) {
      for (Way way : left) {
        times.get(ways.indexOf(way)).add(time(way));
      }
    }
    return times;
  }

  private static boolean finishes(String name, Way way) {
    try (Statement statement = way.connection().createStatement()) {
      statement.setQueryTimeout(MAX_SECONDS);
      try (ResultSet rows = statement.executeQuery(way.sql())) {
        rows.next();
      }
      // H2 keeps it for all statements of the connection.
      statement.setQueryTimeout(0);
      return true;
    } catch (SQLException e) {
      System.err.printf(
          "%s, %s: left out, within %d s: %s%n", name, way.what(), MAX_SECONDS, e.getMessage());
      return false;
    }
  }

  private static Time time(Way way) {
    double before = RecordingDriver.milliseconds();
    long processor = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    try {
      People.read(way.connection(), way.sql());
    } catch (SQLException e) {
      throw new IllegalStateException(way.what() + " failed the second time: " + way.sql(), e);
    }
    double wall = (System.nanoTime() - start) / 1e6;
    return new Time(
        wall,
        (PROCESS.getProcessCpuTime() - processor) / 1e6,
        RecordingDriver.milliseconds() - before);
  }
}
