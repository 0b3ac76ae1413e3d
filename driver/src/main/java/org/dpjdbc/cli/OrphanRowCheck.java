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
final class OrphanRowCheck {
  private final RowCounts counts;
  private final Policy policy;

  OrphanRowCheck(Connection connection, Policy policy) throws SQLException {
    this.counts = new RowCounts(connection);
    this.policy = policy;
  }

  /** A line for each doubt, in the order of the policy. */
  List<String> notes() throws SQLException {
    List<String> notes = new ArrayList<>();
    for (TablePolicy table : policy.tables()) {
      for (PrivacyUnit.Columns unit : units(table)) {
        withoutKey(table, unit, notes);
        if (unit.references().isPresent()) {
          withoutOwner(table, unit.columns(), unit.references().get(), notes);
        }
      }
    }
    return notes;
  }

  /** The columns that identify the unit of a row; none if each row is a unit. */
  static List<PrivacyUnit.Columns> units(TablePolicy table) {
    return Stream.concat(table.unit().stream(), table.furtherUnits().stream())
        .filter(PrivacyUnit.Columns.class::isInstance)
        .map(PrivacyUnit.Columns.class::cast)
        .toList();
  }

  private void withoutKey(TablePolicy table, PrivacyUnit.Columns unit, List<String> notes)
      throws SQLException {
    List<String> missing = new ArrayList<>();
    for (String column : unit.columns()) {
      missing.add(counts.quoted(column) + " IS NULL");
    }
    long rows =
        counts.count(
            "SELECT COUNT(*) FROM %s WHERE %s"
                .formatted(
                    counts.name(table.schema(), table.name()), String.join(" OR ", missing)));
    if (rows > 0) {
      notes.add(
          "%s: note: %s of %s %s no %s; %s"
              .formatted(
                  table.location(),
                  rows(rows),
                  table.name(),
                  rows == 1 ? "has" : "have",
                  String.join(" or ", unit.columns()),
                  rows == 1 ? "it is ignored" : "they are ignored"));
    }
  }

  private void withoutOwner(
      TablePolicy table, List<String> columns, Reference owner, List<String> notes)
      throws SQLException {
    List<String> there = new ArrayList<>();
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String column = counts.quoted(columns.get(i));
      there.add("t." + column + " IS NOT NULL");
      equal.add("o." + counts.quoted(owner.columns().get(i)) + " = t." + column);
    }
    long rows =
        counts.count(
            "SELECT COUNT(*) FROM %s t WHERE %s AND NOT EXISTS (SELECT 1 FROM %s o WHERE %s)"
                .formatted(
                    counts.name(table.schema(), table.name()),
                    String.join(" AND ", there),
                    counts.name(owner.schema(), owner.table()),
                    String.join(" AND ", equal)));
    if (rows > 0) {
      boolean keyAtHand = holdsUnit(owner);
      String fate =
          keyAtHand
              ? (rows == 1 ? "it is a separate person" : "each key is a separate person")
              : (rows == 1 ? "it is ignored" : "they are ignored");
      notes.add(
          "%s: note: %s of %s %s a %s that is not in %s; %s"
              .formatted(
                  table.location(),
                  rows(rows),
                  table.name(),
                  rows == 1 ? "has" : "have",
                  String.join(" and ", columns),
                  owner.table(),
                  fate));
    }
  }

  /** Whether the referenced columns hold the key by which the owner's rows belong to people. */
  private boolean holdsUnit(Reference owner) {
    return policy.tables().stream()
        .filter(t -> t.schema().equals(owner.schema()) && t.name().equals(owner.table()))
        .flatMap(t -> t.unit().stream())
        .anyMatch(
            u ->
                u instanceof PrivacyUnit.Columns unit
                    && owner.columns().containsAll(unit.columns()));
  }

  private static String rows(long count) {
    return count == 1 ? "1 row" : count + " rows";
  }
}
