package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A charge as one statement, which is a transaction of its own: the server is asked once. It takes
 * effect whole, and only if the newest charge is the one that this process saw last and both limits
 * hold; otherwise nothing has changed, and {@link Charge} goes the long way, which also tells why.
 *
 * <p>Each part waits for the one before it ({@code EXISTS}), so the ledger's row is locked first,
 * as on the long way. A part that finds nothing divides by zero, which undoes those before it.
 */
final class ChargeAtOnce {
  private static final String ACCOUNT =
      " AS (UPDATE dp_account SET epsilon_nanos = epsilon_nanos + ?,"
          + " delta_yoctos = delta_yoctos + ?"
          + " WHERE account = ? AND renewal = ? AND window_start = ?"
          + " AND epsilon_nanos + ? <= ? AND delta_yoctos + ? <= ?"
          + " AND EXISTS (SELECT 1 FROM ";

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

  private ChargeAtOnce() {}

  /**
   * Makes a charge.
   *
   * @param before the newest charge, as this process knows it
   * @param entry what follows it
   * @param link the entry's place in the hash chain
   * @param window what the entry is charged in
   * @return whether it is made, and on stable storage
   */
  static boolean make(
      Connection c,
      Anchor before,
      Entry entry,
      Link link,
      RenewalPeriod.Window window,
      BudgetRules rules)
      throws SQLException {
    c.setAutoCommit(true);
    boolean made;
    try {
      made = ask(c, before, entry, link, window, rules);
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
      BudgetRules rules)
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
      int at = account(statement, 9, Account.EVERYBODY, window, entry.cost(), rules.total());
      String own = Account.keyOf(entry.analyst());
      at = account(statement, at, own, window, entry.cost(), rules.analystLimit());
      EntryTable.bind(statement, at, entry, link.hash());
      try (ResultSet made = statement.executeQuery()) {
        return made.next() && made.getInt(1) == 1;
      }
    }
  }

  private static int account(
      PreparedStatement statement,
      int from,
      String key,
      RenewalPeriod.Window window,
      Cost cost,
      Cost limit)
      throws SQLException {
    int at = from;
    BigDecimal epsilon = BigDecimal.valueOf(cost.epsilonNanos());
    BigDecimal delta = new BigDecimal(cost.deltaYoctos());
    statement.setBigDecimal(at++, epsilon);
    statement.setBigDecimal(at++, delta);
    statement.setString(at++, key);
    statement.setString(at++, window.period().name());
    statement.setLong(at++, window.startMicros());
    statement.setBigDecimal(at++, epsilon);
    statement.setBigDecimal(at++, BigDecimal.valueOf(limit.epsilonNanos()));
    statement.setBigDecimal(at++, delta);
    statement.setBigDecimal(at++, new BigDecimal(limit.deltaYoctos()));
    return at;
  }
}
