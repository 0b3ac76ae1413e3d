package org.dpjdbc.cli;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;

/**
 * Counts rows whose person is in doubt: those without a unit key, or with a reference to a missing
 * owner. The driver handles them soundly, but the owner should know about them. Reads rows: only
 * the owner's commands may use it.
 */
final class RowDoubts {
  private final RowCounts counts;
  private final Policy policy;

  RowDoubts(Connection connection, Policy policy) throws SQLException {
    this.counts = new RowCounts(connection);
    this.policy = policy;
  }

  /** A line for each doubt, in the order of the policy. */
  List<String> notes() throws SQLException {
    List<String> notes = new ArrayList<>();
    for (TablePolicy table : policy.tables()) {
      for (PrivacyUnit.Column unit : units(table)) {
        withoutKey(table, unit, notes);
        if (unit.references().isPresent()) {
          withoutOwner(table, unit.column(), unit.references().get(), notes);
        }
      }
    }
    return notes;
  }

  /** The columns that identify the unit of a row; none if each row is a unit. */
  static List<PrivacyUnit.Column> units(TablePolicy table) {
    return Stream.concat(table.unit().stream(), table.furtherUnits().stream())
        .filter(PrivacyUnit.Column.class::isInstance)
        .map(PrivacyUnit.Column.class::cast)
        .toList();
  }

  private void withoutKey(TablePolicy table, PrivacyUnit.Column unit, List<String> notes)
      throws SQLException {
    long rows =
        counts.count(
            "SELECT COUNT(*) FROM %s WHERE %s IS NULL"
                .formatted(
                    counts.name(table.schema(), table.name()), counts.quoted(unit.column())));
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
        counts.count(
            "SELECT COUNT(*) FROM %s t WHERE t.%s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %s o WHERE o.%s = t.%s)"
                .formatted(
                    counts.name(table.schema(), table.name()),
                    counts.quoted(column),
                    counts.name(owner.schema(), owner.table()),
                    counts.quoted(owner.column()),
                    counts.quoted(column)));
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
}
