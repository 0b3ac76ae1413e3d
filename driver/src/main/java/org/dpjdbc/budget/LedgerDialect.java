package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;

/** The differences between databases that matter to the ledger. */
enum LedgerDialect {
  /** H2. */
  H2("BINARY VARYING(" + AnswerTable.PART_BYTES + ")") {
    /**
     * A commit hands the change to the operating system, which survives the death of the process;
     * this makes it survive a power cut (it calls {@code fsync}).
     */
    @Override
    void makeDurable(Connection connection) throws SQLException {
      execute(connection, "CHECKPOINT SYNC");
    }
  },

  /** PostgreSQL. */
  POSTGRESQL("BYTEA") {
    /**
     * Commits wait for the disk even where the server's default is not to; nothing waits for ever.
     */
    @Override
    void prepare(Connection connection) throws SQLException {
      execute(
          connection,
          "SELECT set_config('synchronous_commit', 'on', false)"
              + " WHERE current_setting('synchronous_commit') = 'off'");
      execute(connection, "SET lock_timeout = '8s'");
      execute(connection, "SET statement_timeout = '60s'");
    }

    @Override
    boolean chargesAtOnce() {
      return true;
    }
  },

  /** Any other database that speaks standard SQL, with its own default of what a commit means. */
  STANDARD("BINARY VARYING(" + AnswerTable.PART_BYTES + ")");

  private final String bytesType;

  LedgerDialect(String bytesType) {
    this.bytesType = bytesType;
  }

  /** The type of up to {@link AnswerTable#PART_BYTES} bytes. */
  String bytesType() {
    return bytesType;
  }

  /** Sets up a new connection. */
  void prepare(Connection connection) throws SQLException {}

  /** Called after a commit: returns once it is on stable storage. */
  void makeDurable(Connection connection) throws SQLException {}

  /** Whether {@link AtomicCharge} is its SQL: several tables changed by one statement. */
  boolean chargesAtOnce() {
    return false;
  }

  static LedgerDialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    return switch (product) {
      case "h2" -> H2;
      case "postgresql" -> POSTGRESQL;
      default -> STANDARD;
    };
  }

  /**
   * Properties that have a driver give up a server that does not answer the login: a thread that
   * waits for one cannot be stopped.
   */
  static Map<String, String> loginLimits(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      return Map.of("socketTimeout", "10");
    }
    String h2 = url.toUpperCase(Locale.ROOT);
    boolean isServer = h2.startsWith("JDBC:H2:TCP:") || h2.startsWith("JDBC:H2:SSL:");
    return isServer && !h2.contains("NETWORK_TIMEOUT")
        ? Map.of("NETWORK_TIMEOUT", "10000")
        : Map.of();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
