package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The running totals: {@code dp_account}, one row for everybody and one for each analyst. A row is
 * for the window in which it was last charged; in another window (a new one, or another kind after
 * the policy changed) it begins with the sum of the history since that window's start, so that
 * changing the policy forgives nothing.
 */
final class AccountTable {
  private AccountTable() {}

  /**
   * Adds a cost to an account, in one conditional update: the check and the addition are one
   * statement.
   *
   * @return whether the cost was within the limit and is added
   */
  static boolean add(Connection c, String key, Cost cost, Cost limit) throws SQLException {
    try (PreparedStatement update =
        c.prepareStatement(
            "UPDATE dp_account SET epsilon_nanos = epsilon_nanos + ?,"
                + " delta_yoctos = delta_yoctos + ? WHERE account = ?"
                + " AND epsilon_nanos + ? <= ? AND delta_yoctos + ? <= ?")) {
      BigDecimal epsilon = BigDecimal.valueOf(cost.epsilonNanos());
      BigDecimal delta = new BigDecimal(cost.deltaYoctos());
      update.setBigDecimal(1, epsilon);
      update.setBigDecimal(2, delta);
      update.setString(3, key);
      update.setBigDecimal(4, epsilon);
      update.setBigDecimal(5, BigDecimal.valueOf(limit.epsilonNanos()));
      update.setBigDecimal(6, delta);
      update.setBigDecimal(7, new BigDecimal(limit.deltaYoctos()));
      return update.executeUpdate() == 1;
    }
  }

  /**
   * Brings an account into a window, and says what was spent in it. The ledger's row must be
   * locked.
   */
  static Totals enter(Connection c, String key, RenewalPeriod.Window window) throws SQLException {
    Optional<Account> account = find(c, key);
    if (account.isPresent() && account.orElseThrow().isFor(window)) {
      return account.orElseThrow().spent();
    }
    Totals spent = EntryTable.sum(c, Account.analyst(key), window.startMicros(), Long.MAX_VALUE);
    String sql =
        account.isPresent()
            ? "UPDATE dp_account SET renewal = ?, window_start = ?, epsilon_nanos = ?,"
                + " delta_yoctos = ? WHERE account = ?"
            : "INSERT INTO dp_account (renewal, window_start, epsilon_nanos, delta_yoctos, account)"
                + " VALUES (?, ?, ?, ?, ?)";
    try (PreparedStatement statement = c.prepareStatement(sql)) {
      statement.setString(1, window.period().name());
      statement.setLong(2, window.startMicros());
      statement.setBigDecimal(3, new BigDecimal(spent.epsilonNanos()));
      statement.setBigDecimal(4, new BigDecimal(spent.deltaYoctos()));
      statement.setString(5, key);
      statement.executeUpdate();
    }
    return spent;
  }

  /** What was spent in a window; changes nothing. */
  static Totals spent(Connection c, String key, RenewalPeriod.Window window) throws SQLException {
    Optional<Account> account = find(c, key);
    return account.isPresent() && account.orElseThrow().isFor(window)
        ? account.orElseThrow().spent()
        : EntryTable.sum(c, Account.analyst(key), window.startMicros(), Long.MAX_VALUE);
  }

  /** All accounts by key, in the order of their keys. */
  static Map<String, Account> all(Connection c) throws SQLException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT account, renewal, window_start, epsilon_nanos, delta_yoctos FROM dp_account"
                + " ORDER BY account")) {
      return read(select);
    }
  }

  private static Optional<Account> find(Connection c, String key) throws SQLException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT account, renewal, window_start, epsilon_nanos, delta_yoctos FROM dp_account"
                + " WHERE account = ?")) {
      select.setString(1, key);
      return Optional.ofNullable(read(select).get(key));
    }
  }

  private static Map<String, Account> read(PreparedStatement select) throws SQLException {
    Map<String, Account> accounts = new LinkedHashMap<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        Account account =
            new Account(
                row.getString("account"),
                row.getString("renewal"),
                row.getLong("window_start"),
                Totals.of(row.getBigDecimal("epsilon_nanos"), row.getBigDecimal("delta_yoctos")));
        accounts.put(account.key(), account);
      }
    }
    return accounts;
  }
}
