package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * The running totals: {@code dp_account}, one row for all analysts together and one for each
 * analyst. A row is for the window in which it was last charged, and for one theorem of
 * composition. In another window (a new one, or another kind after the policy changed), or with
 * another theorem, it starts with the sum of the history since that window's start, so that
 * changing the policy does not reduce what was spent.
 */
final class AccountTable {
  /**
   * Adds a charge to an account, if it is within the limits: the check and the addition are one
   * statement. {@link #bind} binds it.
   */
  static final String ADD =
      "UPDATE dp_account SET epsilon_nanos = epsilon_nanos + ?, delta_yoctos = delta_yoctos + ?,"
          + " loss = loss + ?, headroom = CASE WHEN headroom < ? THEN ? ELSE headroom END,"
          + " failure_yoctos = failure_yoctos + ?"
          + " WHERE account = ? AND composition = ? AND renewal = ? AND window_start = ?"
          + " AND failure_yoctos + ? <= ?"
          + " AND (loss + ? <= ? AND loss + headroom + ? <= ?"
          + " OR epsilon_nanos + ? <= ? AND delta_yoctos + ? <= failure_yoctos + ?)";

  private static final String SELECT =
      "SELECT account, composition, renewal, window_start, epsilon_nanos, delta_yoctos, loss,"
          + " headroom, failure_yoctos FROM dp_account";

  private AccountTable() {}

  /** Binds {@link #ADD}, from one parameter on, and says which the next is. */
  static int bind(
      PreparedStatement statement,
      int from,
      String key,
      RenewalPeriod.Window window,
      Spend spend,
      Limits limits)
      throws SQLException {
    BigDecimal epsilon = BigDecimal.valueOf(spend.cost().epsilonNanos());
    BigDecimal delta = new BigDecimal(spend.cost().deltaYoctos());
    BigDecimal loss = new BigDecimal(spend.loss());
    BigDecimal headroom = new BigDecimal(spend.headroom());
    BigDecimal max = new BigDecimal(limits.loss());
    BigDecimal failure = new BigDecimal(spend.failure());
    int at = from;
    statement.setBigDecimal(at++, epsilon);
    statement.setBigDecimal(at++, delta);
    statement.setBigDecimal(at++, loss);
    statement.setBigDecimal(at++, headroom);
    statement.setBigDecimal(at++, headroom);
    statement.setBigDecimal(at++, failure);
    statement.setString(at++, key);
    statement.setString(at++, limits.accounting().name());
    statement.setString(at++, window.period().name());
    statement.setLong(at++, window.startMicros());
    statement.setBigDecimal(at++, failure);
    statement.setBigDecimal(at++, new BigDecimal(limits.failure()));
    statement.setBigDecimal(at++, loss.add(headroom));
    statement.setBigDecimal(at++, max);
    statement.setBigDecimal(at++, loss);
    statement.setBigDecimal(at++, max);
    statement.setBigDecimal(at++, epsilon);
    statement.setBigDecimal(at++, BigDecimal.valueOf(limits.cost().epsilonNanos()));
    statement.setBigDecimal(at++, delta);
    statement.setBigDecimal(at++, new BigDecimal(limits.delta(spend)));
    return at;
  }

  /**
   * Adds a charge to an account that was entered.
   *
   * @return whether it was within the limits and is added
   */
  static boolean add(
      Connection c, String key, RenewalPeriod.Window window, Spend spend, Limits limits)
      throws SQLException {
    try (PreparedStatement update = c.prepareStatement(ADD)) {
      bind(update, 1, key, window, spend, limits);
      return update.executeUpdate() == 1;
    }
  }

  /**
   * Brings an account into a window and under a theorem, and says what was spent in it. The
   * ledger's row must be locked.
   */
  static Totals enter(
      Connection c,
      String key,
      RenewalPeriod.Window window,
      Accounting accounting,
      CheckedSums sums)
      throws SQLException, LedgerException {
    Optional<Account> account = find(c, key);
    if (account.isPresent() && account.orElseThrow().isFor(window, accounting)) {
      return account.orElseThrow().spent();
    }
    Totals spent = sums.spent(c, key, window.startMicros(), accounting, Long.MAX_VALUE);
    String sql =
        account.isPresent()
            ? "UPDATE dp_account SET composition = ?, renewal = ?, window_start = ?,"
                + " epsilon_nanos = ?, delta_yoctos = ?, loss = ?, headroom = ?,"
                + " failure_yoctos = ?"
                + " WHERE account = ?"
            : "INSERT INTO dp_account (composition, renewal, window_start, epsilon_nanos,"
                + " delta_yoctos, loss, headroom, failure_yoctos, account)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement statement = c.prepareStatement(sql)) {
      statement.setString(1, accounting.name());
      statement.setString(2, window.period().name());
      statement.setLong(3, window.startMicros());
      statement.setBigDecimal(4, new BigDecimal(spent.epsilonNanos()));
      statement.setBigDecimal(5, new BigDecimal(spent.deltaYoctos()));
      statement.setBigDecimal(6, new BigDecimal(spent.loss()));
      statement.setBigDecimal(7, new BigDecimal(spent.headroom()));
      statement.setBigDecimal(8, new BigDecimal(spent.failureYoctos()));
      statement.setString(9, key);
      statement.executeUpdate();
    }
    return spent;
  }

  /** What was spent in a window by a theorem; changes nothing. */
  static Totals spent(
      Connection c,
      String key,
      RenewalPeriod.Window window,
      Accounting accounting,
      CheckedSums sums)
      throws SQLException, LedgerException {
    Optional<Account> account = find(c, key);
    return account.isPresent() && account.orElseThrow().isFor(window, accounting)
        ? account.orElseThrow().spent()
        : sums.spent(c, key, window.startMicros(), accounting, Long.MAX_VALUE);
  }

  /** All accounts by key, in the order of their keys. */
  static Map<String, Account> all(Connection c) throws SQLException, LedgerException {
    try (PreparedStatement select = c.prepareStatement(SELECT + " ORDER BY account")) {
      return read(select);
    }
  }

  static boolean isThere(Connection c, String key) throws SQLException {
    try (PreparedStatement select =
        c.prepareStatement("SELECT 1 FROM dp_account WHERE account = ?")) {
      select.setString(1, key);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  private static Optional<Account> find(Connection c, String key)
      throws SQLException, LedgerException {
    try (PreparedStatement select = c.prepareStatement(SELECT + " WHERE account = ?")) {
      select.setString(1, key);
      return Optional.ofNullable(read(select).get(key));
    }
  }

  private static Map<String, Account> read(PreparedStatement select)
      throws SQLException, LedgerException {
    Map<String, Account> accounts = new LinkedHashMap<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        Account account =
            new Account(
                row.getString("account"),
                accounting(row.getString("composition")),
                row.getString("renewal"),
                row.getLong("window_start"),
                Totals.of(
                    row.getBigDecimal("epsilon_nanos"),
                    row.getBigDecimal("delta_yoctos"),
                    row.getBigDecimal("loss"),
                    row.getBigDecimal("headroom"),
                    row.getBigDecimal("failure_yoctos")));
        accounts.put(account.key(), account);
      }
    }
    return accounts;
  }

  private static Accounting accounting(String name) throws LedgerException {
    for (Accounting accounting : Accounting.values()) {
      if (accounting.name().equals(name)) {
        return accounting;
      }
    }
    throw LedgerMessages.edited("a total has an unknown composition");
  }
}
