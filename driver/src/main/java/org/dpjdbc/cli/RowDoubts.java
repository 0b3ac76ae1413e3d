package org.dpjdbc.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;

/**
 * Counts rows whose person is in doubt: no unit key, or a reference to an owner who is not there.
 * The driver handles them soundly; the owner should know of them. Looks at rows: only the owner's
 * commands may use it.
 */
final class RowDoubts {
  private final Connection connection;
  private final Policy policy;
  private final String quote;

  RowDoubts(Connection connection, Policy policy) throws SQLException {
    this.connection = connection;
    this.policy = policy;
    this.quote = connection.getMetaData().getIdentifierQuoteString().strip();
  }

  /** A line for each doubt, in the order of the policy. */
  List<String> notes() throws SQLException {
    List<String> notes = new ArrayList<>();
    for (TablePolicy table : policy.tables()) {
      if (table.unit().isPresent() && table.unit().get() instanceof PrivacyUnit.Column unit) {
        withoutKey(table, unit, notes);
        if (unit.references().isPresent()) {
          withoutOwner(table, unit.column(), unit.references().get(), notes);
        }
      }
    }
    return notes;
  }

  private void withoutKey(TablePolicy table, PrivacyUnit.Column unit, List<String> notes)
      throws SQLException {
    long rows =
        count(
            "SELECT COUNT(*) FROM %s WHERE %s IS NULL"
                .formatted(name(table.schema(), table.name()), quoted(unit.column())));
    if (rows > 0) {
      notes.add(
          "%s: note: %s of %s %s no %s; %s"
              .formatted(
                  table.location(),
                  rows(rows),
                  table.name(),
                  rows == 1 ? "has" : "have",
                  unit.column(),
                  rows == 1 ? "it counts nowhere" : "they count nowhere"));
    }
  }

  private void withoutOwner(TablePolicy table, String column, Reference owner, List<String> notes)
      throws SQLException {
    long rows =
        count(
            "SELECT COUNT(*) FROM %s t WHERE t.%s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %s o WHERE o.%s = t.%s)"
                .formatted(
                    name(table.schema(), table.name()),
                    quoted(column),
                    name(owner.schema(), owner.table()),
                    quoted(owner.column()),
                    quoted(column)));
    if (rows > 0) {
      boolean keyAtHand = holdsUnit(owner);
      String fate =
          keyAtHand
              ? (rows == 1 ? "it is a person of its own" : "each key is a person of its own")
              : (rows == 1 ? "it counts nowhere" : "they count nowhere");
      notes.add(
          "%s: note: %s of %s %s a %s that is not in %s; %s"
              .formatted(
                  table.location(),
                  rows(rows),
                  table.name(),
                  rows == 1 ? "has" : "have",
                  column,
                  owner.table(),
                  fate));
    }
  }

  /** Whether the referenced column is the person's own key. */
  private boolean holdsUnit(Reference owner) {
    return policy.tables().stream()
        .filter(t -> t.schema().equals(owner.schema()) && t.name().equals(owner.table()))
        .flatMap(t -> t.unit().stream())
        .anyMatch(
            u -> u instanceof PrivacyUnit.Column unit && unit.column().equals(owner.column()));
  }

  private static String rows(long count) {
    return count == 1 ? "1 row" : count + " rows";
  }

  private String name(String schema, String table) {
    return quoted(schema) + "." + quoted(table);
  }

  private String quoted(String name) {
    return quote.isEmpty() ? name : quote + name.replace(quote, quote + quote) + quote;
  }

  private long count(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
