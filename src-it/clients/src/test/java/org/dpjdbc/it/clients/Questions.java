package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** What is asked of a client that hands on SQL as it is, such as a pool. */
final class Questions {
  static final String BY_STATE =
      "SELECT state, COUNT(*) AS n, AVG(age) AS age FROM customers GROUP BY state ORDER BY state";
  static final String BY_CATEGORY =
      "SELECT p.category, SUM(o.quantity) AS sold FROM orders o"
          + " JOIN products p ON p.id = o.product_id GROUP BY p.category ORDER BY sold DESC";
  static final String ROWS = "SELECT id, age FROM customers";
  static final String UNKNOWN = "SELECT COUNT(*) FROM passwords";
  static final String UNBOUND = "SELECT AVG(income) FROM customers";
  static final String WRITE = "DELETE FROM customers";

  /** All of them. */
  static final List<String> ALL =
      List.of("SELECT 1", BY_STATE, BY_CATEGORY, ROWS, UNKNOWN, UNBOUND, WRITE);

  /** How many of them are charged. */
  static final int CHARGED = 2;

  private Questions() {}

  /**
   * Asks each on a connection that is taken for it, and compares the answers with the database's.
   */
  static void ask(DataSource source, Shop shop, ClientTranscript transcript) throws SQLException {
    for (String sql : ALL) {
      transcript.ask(sql, () -> rows(source, sql));
    }
    for (String sql : List.of(BY_STATE, BY_CATEGORY)) {
      assertThat(rows(source, sql)).isEqualTo(shop.raw(sql));
    }
    Refused.by(() -> rows(source, ROWS), "DP-RAW-ROWS", "42501");
    Refused.by(() -> rows(source, UNKNOWN), "DP-UNKNOWN-TABLE", "42S02");
    Refused.by(() -> rows(source, UNBOUND), "DP-NO-BOUNDS", "42501");
    Refused.by(() -> rows(source, WRITE), "DP-READ-ONLY", "25006");
    shop.charged(2 * CHARGED);
  }

  private static List<String> rows(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return Shop.rows(connection, sql);
    }
  }
}
