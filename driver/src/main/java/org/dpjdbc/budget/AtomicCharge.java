package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A charge as one statement, which is a transaction of its own and takes one round trip. It takes
 * effect as a whole, and only if the newest charge is the one that this process saw last and both
 * limits hold. Otherwise nothing has changed, and {@link Charge} takes several statements, which
 * also find out why.
 *
 * <p>Each part waits for the one before it ({@code EXISTS}), so the ledger's row is locked first,
 * as with several statements. A part that finds nothing divides by zero, which undoes those before
 * it.
 */
final class AtomicCharge {
  private static final String ACCOUNT = " AS (" + AccountTable.ADD + " AND EXISTS (SELECT 1 FROM ";

  private static final String SQL =
      "WITH head AS (UPDATE dp_ledger SET head_sequence = ?, head_hash = ?, counted_at = ?"
          + " WHERE id = 1 AND version = ? AND ledger_id = ? AND head_sequence = ?"
          + " AND head_hash = ? AND counted_at <= ? RETURNING 1), everybody"
          + ACCOUNT
          + "head) RETURNING 1), own"
          + ACCOUNT
          + "everybody) RETURNING 1), entry AS (INSERT INTO dp_entry ("
          + EntryTable.COLUMNS
          + ") SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM own) RETURNING 1)"
          + " SELECT CASE WHEN EXISTS (SELECT 1 FROM head)"
          + " THEN 1 / (SELECT COUNT(*) FROM entry) ELSE 0 END";

  private static final String DIVISION_BY_ZERO = "22012";

  private AtomicCharge() {}

  /**
   * Makes a charge.
   *
   * @param before the newest charge, as this process knows it
   * @param entry what follows it
   * @param link the entry's place in the hash chain
   * @param window what the entry is charged in
   * @param spend what it adds to the accounts
   * @return whether it is made, and on stable storage
   */
  static boolean make(
      Connection c,
      Anchor before,
      Entry entry,
      Link link,
      RenewalPeriod.Window window,
      Spend spend,
      Allowance allowance)
      throws SQLException {
    c.setAutoCommit(true);
    boolean made;
    try {
      made = ask(c, before, entry, link, window, spend, allowance);
    } catch (SQLException e) {
      if (!DIVISION_BY_ZERO.equals(e.getSQLState())) {
        // The storage throws the connection away.
        throw e;
      }
      made = false;
    }
    c.setAutoCommit(false);
    return made;
  }

  private static boolean ask(
      Connection c,
      Anchor before,
      Entry entry,
      Link link,
      RenewalPeriod.Window window,
      Spend spend,
      Allowance allowance)
      throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(SQL)) {
      statement.setLong(1, link.sequence());
      statement.setString(2, link.hash());
      statement.setLong(3, entry.countedAtMicros());
      statement.setInt(4, LedgerTables.VERSION);
      statement.setString(5, before.ledgerId());
      statement.setLong(6, before.link().sequence());
      statement.setString(7, before.link().hash());
      statement.setLong(8, entry.countedAtMicros());
      int at =
          AccountTable.bind(statement, 9, Account.ALL_ANALYSTS, window, spend, allowance.total());
      String own = Account.keyOf(entry.analyst());
      at = AccountTable.bind(statement, at, own, window, spend, allowance.analyst());
      EntryTable.bind(statement, at, entry, link.hash());
      try (ResultSet made = statement.executeQuery()) {
        return made.next() && made.getInt(1) == 1;
      }
    }
  }
}
