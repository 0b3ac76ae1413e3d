package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.h2.jdbc.JdbcConnection;

/** Opens H2 databases, past {@link DriverManager}. */
final class H2Files {
  /** H2's code for a database that another process has open. */
  static final int ALREADY_OPEN = 90020;

  /** H2's code for too little memory, after which it closes the database. */
  static final int OUT_OF_MEMORY = 90108;

  private static final int COMPACT_MILLIS = 200;

  private H2Files() {}

  /**
   * Opens a ledger's database, or makes it.
   *
   * <p>Of the settings, {@code WRITE_DELAY=0} writes each commit at once, and a retention of one
   * second (instead of 45) lets the file reuse its space: keeping old pages longer only guards
   * against disks that were not synced, which each charge is. Closing does not tidy up; {@link
   * #compact} does.
   *
   * @param mustExist whether a missing file is an error
   */
  static Connection open(LedgerFiles files, boolean mustExist) throws SQLException {
    return open(files, mustExist, 0);
  }

  /** Gives unused space of a closed database back, for a fraction of a second at most. */
  static void compact(LedgerFiles files) throws SQLException {
    open(files, true, COMPACT_MILLIS).close();
  }

  private static Connection open(LedgerFiles files, boolean mustExist, int compactMillis)
      throws SQLException {
    return connect(
        "jdbc:h2:file:"
            + files.base()
            + ";IFEXISTS="
            + mustExist
            + ";MAX_COMPACT_TIME="
            + compactMillis
            + ";WRITE_DELAY=0;RETENTION_TIME=1000;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0",
        "",
        "");
  }

  /** Connects to any H2 URL. */
  static Connection connect(String url, String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(LedgerDialect.loginLimits(url));
    try {
      return new JdbcConnection(url, properties, user, password, false);
    } finally {
      hideRelocatedDriver();
    }
  }

  /**
   * Inside the shaded jar H2 has another name, and its driver, should any of it have been loaded,
   * must not answer {@code jdbc:h2:} URLs in place of the H2 that the application brought.
   */
  private static void hideRelocatedDriver() throws SQLException {
    String ours = JdbcConnection.class.getPackageName();
    // Put together at run time, so that relocation does not rewrite it.
    if (ours.equals(String.join(".", "org", "h2", "jdbc"))) {
      return;
    }
    String root = ours.substring(0, ours.length() - "jdbc".length());
    for (java.sql.Driver driver : DriverManager.drivers().toList()) {
      if (driver.getClass().getName().startsWith(root)
          && driver.getClass().getClassLoader() == H2Files.class.getClassLoader()) {
        DriverManager.deregisterDriver(driver);
      }
    }
  }
}
