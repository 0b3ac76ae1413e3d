package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The ledger's tables, and the one row ({@code dp_ledger}) about the ledger itself. Whoever changes
 * the history first locks that row, so charges happen one after the other.
 */
final class LedgerTables {
  static final int VERSION = 1;

  private static final String COLUMNS =
      "version, ledger_id, location, created_at, head_sequence, head_hash, counted_at";

  private LedgerTables() {}

  /**
   * Makes the tables and the row, as far as they are not there. The row comes last: a creation cut
   * short is taken up again.
   */
  static void create(Connection c, String location, Clock clock) throws SQLException {
    String costs = "epsilon_nanos NUMERIC(38) NOT NULL, delta_yoctos NUMERIC(38) NOT NULL";
    List<String> tables =
        List.of(
            "dp_ledger (id INTEGER PRIMARY KEY, version INTEGER NOT NULL,"
                + " ledger_id VARCHAR(36) NOT NULL, location VARCHAR(4000) NOT NULL,"
                + " created_at BIGINT NOT NULL, head_sequence BIGINT NOT NULL,"
                + " head_hash VARCHAR(64) NOT NULL, counted_at BIGINT NOT NULL)",
            "dp_entry (sequence BIGINT PRIMARY KEY, charge_id VARCHAR(36) NOT NULL,"
                + " charged_at BIGINT NOT NULL, counted_at BIGINT NOT NULL,"
                + " analyst VARCHAR(200) NOT NULL, "
                + costs
                + ", query VARCHAR(4000) NOT NULL, mechanisms VARCHAR(60000) NOT NULL,"
                + " hash VARCHAR(64) NOT NULL)",
            "dp_account (account VARCHAR(201) PRIMARY KEY, composition VARCHAR(10) NOT NULL,"
                + " renewal VARCHAR(10) NOT NULL, window_start BIGINT NOT NULL, "
                + costs
                + ", loss NUMERIC(38) NOT NULL, headroom NUMERIC(38) NOT NULL, failure_yoctos NUMERIC(38) NOT NULL)",
            "dp_answer (answer_key VARCHAR(64) NOT NULL, part INTEGER NOT NULL,"
                + " stored_at BIGINT NOT NULL, digest VARCHAR(64) NOT NULL, content "
                + LedgerDialect.of(c).bytesType()
                + " NOT NULL, PRIMARY KEY (answer_key, part))");
    for (String table : tables) {
      make(c, "TABLE IF NOT EXISTS " + table);
    }
    make(c, "INDEX IF NOT EXISTS dp_entry_counted_at ON dp_entry (counted_at)");
    long now = Micros.of(clock.instant());
    String id = UUID.randomUUID().toString();
    try (PreparedStatement insert =
        c.prepareStatement(
            "INSERT INTO dp_ledger (id, " + COLUMNS + ") VALUES (1, ?, ?, ?, ?, 0, ?, ?)")) {
      insert.setInt(1, VERSION);
      insert.setString(2, id);
      insert.setString(3, location);
      insert.setLong(4, now);
      insert.setString(5, Head.genesis(id, now).hash());
      insert.setLong(6, Long.MIN_VALUE);
      insert.executeUpdate();
    }
    c.commit();
  }

  /**
   * Makes one object, in a transaction of its own. Databases look first and make then: if two
   * machines create one ledger at once, the slower one gets an error because the object exists, and
   * its second try succeeds.
   */
  private static void make(Connection c, String object) throws SQLException {
    try (Statement statement = c.createStatement()) {
      try {
        statement.executeUpdate("CREATE " + object);
      } catch (SQLException first) {
        c.rollback();
        statement.executeUpdate("CREATE " + object);
      }
      c.commit();
    }
  }

  /** The row, or empty if there is none, or no table. */
  static Optional<Head> find(Connection c) throws SQLException, LedgerException {
    try {
      return select(c, "");
    } catch (SQLException e) {
      // Class 42: the table is not there (its full code differs between databases).
      if (e.getSQLState() != null && e.getSQLState().startsWith("42")) {
        c.rollback();
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The row, which no other transaction can change until this one ends. */
  static Head lock(Connection c) throws SQLException, LedgerException {
    return select(c, " FOR UPDATE").orElseThrow(LedgerMessages::headMissing);
  }

  /** Moves the head on by the charges that were added to the history; the row must be locked. */
  static void advance(Connection c, Head from, Head to) throws SQLException, LedgerException {
    try (PreparedStatement update =
        c.prepareStatement(
            "UPDATE dp_ledger SET head_sequence = ?, head_hash = ?, counted_at = ?"
                + " WHERE id = 1 AND head_sequence = ?")) {
      update.setLong(1, to.link().sequence());
      update.setString(2, to.link().hash());
      update.setLong(3, to.countedAtMicros());
      update.setLong(4, from.link().sequence());
      if (update.executeUpdate() != 1) {
        throw LedgerMessages.headMissing();
      }
    }
  }

  static void relocate(Connection c, String location) throws SQLException {
    try (PreparedStatement update =
        c.prepareStatement("UPDATE dp_ledger SET location = ? WHERE id = 1")) {
      update.setString(1, location);
      update.executeUpdate();
    }
  }

  private static Optional<Head> select(Connection c, String suffix)
      throws SQLException, LedgerException {
    try (Statement statement = c.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT " + COLUMNS + " FROM dp_ledger WHERE id = 1" + suffix)) {
      if (!row.next()) {
        return Optional.empty();
      }
      if (row.getInt("version") != VERSION) {
        throw LedgerMessages.version(row.getInt("version"));
      }
      return Optional.of(
          new Head(
              row.getString("ledger_id"),
              row.getString("location"),
              row.getLong("created_at"),
              new Link(row.getLong("head_sequence"), row.getString("head_hash")),
              row.getLong("counted_at")));
    }
  }
}
