package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The history: {@code dp_entry}, one row for each charge. Rows are only ever added. */
final class EntryTable {
  static final String COLUMNS =
      "sequence, charge_id, charged_at, counted_at, analyst, epsilon_nanos, delta_yoctos, query,"
          + " mechanisms, hash";

  private EntryTable() {}

  /** A row with the hash that is stored beside it. */
  record Stored(Entry entry, String hash) {}

  static void insert(Connection c, Entry entry, String hash) throws SQLException {
    try (PreparedStatement insert =
        c.prepareStatement(
            "INSERT INTO dp_entry (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      bind(insert, 1, entry, hash);
      insert.executeUpdate();
    }
  }

  /** Binds the values of {@link #COLUMNS}, from one parameter on. */
  static void bind(PreparedStatement statement, int from, Entry entry, String hash)
      throws SQLException {
    int at = from;
    statement.setLong(at++, entry.sequence());
    statement.setString(at++, entry.id());
    statement.setLong(at++, entry.chargedAtMicros());
    statement.setLong(at++, entry.countedAtMicros());
    statement.setString(at++, entry.analyst());
    statement.setBigDecimal(at++, BigDecimal.valueOf(entry.cost().epsilonNanos()));
    statement.setBigDecimal(at++, new BigDecimal(entry.cost().deltaYoctos()));
    statement.setString(at++, entry.query());
    statement.setString(at++, entry.mechanisms());
    statement.setString(at, hash);
  }

  /** Rows {@code after < sequence <= upTo}, in order. */
  static List<Stored> range(Connection c, long after, long upTo)
      throws SQLException, LedgerException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT "
                + COLUMNS
                + " FROM dp_entry WHERE sequence > ? AND sequence <= ? ORDER BY sequence")) {
      select.setLong(1, after);
      select.setLong(2, upTo);
      return read(select);
    }
  }

  /** The row of one charge among those after {@code after}. */
  static Optional<Stored> withId(Connection c, String id, long after)
      throws SQLException, LedgerException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT " + COLUMNS + " FROM dp_entry WHERE sequence > ? AND charge_id = ?")) {
      select.setLong(1, after);
      select.setString(2, id);
      return read(select).stream().findFirst();
    }
  }

  /**
   * The charges {@code after < sequence <= upTo} of one analyst, or of all where empty, as they are
   * shown: the newest first.
   */
  static List<SpendingLine> newest(
      Connection c, Optional<String> analyst, long after, long upTo, int most)
      throws SQLException, LedgerException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT sequence, charged_at, analyst, epsilon_nanos, delta_yoctos, query FROM dp_entry"
                + " WHERE sequence > ? AND sequence <= ? AND "
                + (analyst.isPresent() ? "analyst = ?" : "analyst <> ''")
                + " ORDER BY sequence DESC")) {
      select.setMaxRows(most);
      select.setLong(1, after);
      select.setLong(2, upTo);
      if (analyst.isPresent()) {
        select.setString(3, analyst.orElseThrow());
      }
      List<SpendingLine> lines = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          long sequence = row.getLong("sequence");
          lines.add(
              new SpendingLine(
                  sequence,
                  Micros.instant(row.getLong("charged_at")),
                  row.getString("analyst"),
                  cost(row, sequence),
                  row.getString("query")));
        }
      }
      return lines;
    }
  }

  /** The stored hash of one row. */
  static Optional<String> hashAt(Connection c, long sequence) throws SQLException {
    try (PreparedStatement select =
        c.prepareStatement("SELECT hash FROM dp_entry WHERE sequence = ?")) {
      select.setLong(1, sequence);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }

  /** The largest sequence number; 0 if there is no row. */
  static long last(Connection c) throws SQLException {
    try (PreparedStatement select = c.prepareStatement("SELECT MAX(sequence) FROM dp_entry");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** What one analyst, or everybody where empty, was charged since a point in time. */
  static Totals sum(
      Connection c,
      Optional<String> analyst,
      long fromMicros,
      long afterSequence,
      long upToSequence)
      throws SQLException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT COALESCE(SUM(epsilon_nanos), 0), COALESCE(SUM(delta_yoctos), 0)"
                + " FROM dp_entry WHERE counted_at >= ? AND sequence > ? AND sequence <= ?"
                + (analyst.isPresent() ? " AND analyst = ?" : ""))) {
      select.setLong(1, fromMicros);
      select.setLong(2, afterSequence);
      select.setLong(3, upToSequence);
      if (analyst.isPresent()) {
        select.setString(4, analyst.orElseThrow());
      }
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return Totals.of(row.getBigDecimal(1), row.getBigDecimal(2));
      }
    }
  }

  /**
   * The charges of one analyst, or of everybody where empty, that were counted from a point in time
   * on: the first rows {@code after < sequence <= upTo}, in order.
   */
  static List<Stored> since(
      Connection c, Optional<String> analyst, long fromMicros, long after, long upTo, int rows)
      throws SQLException, LedgerException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT "
                + COLUMNS
                + " FROM dp_entry WHERE counted_at >= ? AND sequence > ? AND sequence <= ?"
                + (analyst.isPresent() ? " AND analyst = ?" : "")
                + " ORDER BY sequence")) {
      select.setMaxRows(rows);
      select.setLong(1, fromMicros);
      select.setLong(2, after);
      select.setLong(3, upTo);
      if (analyst.isPresent()) {
        select.setString(4, analyst.orElseThrow());
      }
      return read(select);
    }
  }

  private static List<Stored> read(PreparedStatement select) throws SQLException, LedgerException {
    List<Stored> rows = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        rows.add(new Stored(entry(row), row.getString("hash")));
      }
    }
    return rows;
  }

  private static Entry entry(ResultSet row) throws SQLException, LedgerException {
    long sequence = row.getLong("sequence");
    Cost cost = cost(row, sequence);
    try {
      return new Entry(
          sequence,
          row.getString("charge_id"),
          row.getLong("charged_at"),
          row.getLong("counted_at"),
          row.getString("analyst"),
          cost,
          row.getString("query"),
          row.getString("mechanisms"));
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw impossible(sequence);
    }
  }

  private static Cost cost(ResultSet row, long sequence) throws SQLException, LedgerException {
    try {
      return new Cost(
          row.getBigDecimal("epsilon_nanos").longValueExact(),
          row.getBigDecimal("delta_yoctos").toBigIntegerExact());
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw impossible(sequence);
    }
  }

  private static LedgerException impossible(long sequence) {
    return LedgerMessages.edited("charge " + sequence + " holds an impossible amount");
  }
}
