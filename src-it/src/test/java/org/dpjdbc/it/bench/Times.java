package org.dpjdbc.it.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a query took in milliseconds.
 *
 * @param wall as one waits for it
 * @param processor of the asking thread, which is where H2 works: on a busy machine the fairer one
 */
record Times(double wall, double processor) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Asks and reads all rows. */
  static Times of(Connection connection, String sql, Object... values) throws SQLException {
    long processor = THREADS.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    People.read(connection, sql, values);
    long end = System.nanoTime();
    return new Times((end - start) / 1e6, (THREADS.getCurrentThreadCpuTime() - processor) / 1e6);
  }
}
