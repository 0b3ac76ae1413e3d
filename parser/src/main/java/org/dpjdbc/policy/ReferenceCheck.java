package org.dpjdbc.policy;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.policy.PrivacyUnit.Reference;

/**
 * Checks that every {@code references} leads to a person: to a key of a private table of the policy
 * whose unit is no row, over any number of tables and without a cycle. {@link UnitCheck}, which has
 * the database, checks that a referenced key is unique unless it is the owner's unit.
 */
final class ReferenceCheck {
  private ReferenceCheck() {}

  /** The tables, with each reference spelled as its owner is. */
  static List<TablePolicy> resolve(List<TablePolicy> tables, Problems problems) {
    return tables.stream().map(t -> resolve(t, tables, problems)).toList();
  }

  private static TablePolicy resolve(
      TablePolicy table, List<TablePolicy> tables, Problems problems) {
    if (!(table.unit().orElse(null) instanceof PrivacyUnit.Columns unit)) {
      return table;
    }
    return table.withUnits(
        resolve(unit, table, tables, problems),
        table.furtherUnits().stream().map(u -> resolve(u, table, tables, problems)).toList());
  }

  private static PrivacyUnit.Columns resolve(
      PrivacyUnit.Columns own, TablePolicy table, List<TablePolicy> tables, Problems problems) {
    if (own.references().isEmpty()) {
      return own;
    }
    Reference wanted = own.references().get();
    String text = "references " + wanted.text() + ": ";
    Optional<TablePolicy> owner = find(wanted, tables);
    Optional<String> problem = owner.flatMap(o -> problem(o, table, tables));
    if (owner.isEmpty()) {
      problems.at(table.location(), text + "table '" + wanted.table() + "' is not in the policy");
      return own;
    } else if (problem.isPresent()) {
      problems.at(table.location(), text + problem.get());
      return own;
    }
    List<String> unit = ((PrivacyUnit.Columns) owner.get().unit().orElseThrow()).columns();
    return new PrivacyUnit.Columns(
        own.columns(),
        Optional.of(
            new Reference(
                owner.get().schema(),
                owner.get().name(),
                wanted.columns().stream().map(column -> spelled(column, unit)).toList())));
  }

  private static String spelled(String column, List<String> unit) {
    return unit.stream().filter(column::equalsIgnoreCase).findFirst().orElse(column);
  }

  /** The reason why an owner cannot be referenced. */
  private static Optional<String> problem(
      TablePolicy owner, TablePolicy table, List<TablePolicy> tables) {
    if (owner.unit().isEmpty()) {
      return Optional.of("that table is public");
    } else if (!(owner.unit().get() instanceof PrivacyUnit.Columns)) {
      return Optional.of("that table's unit is the row, which nothing can reference");
    } else if (!owner.furtherUnits().isEmpty()) {
      return Optional.of("that table has several units; a row must lead to one person");
    }
    return leadsBack(owner, table, tables)
        ? Optional.of("the references lead back to this table")
        : Optional.empty();
  }

  private static boolean leadsBack(TablePolicy from, TablePolicy table, List<TablePolicy> tables) {
    Set<TablePolicy> seen = new HashSet<>();
    Optional<TablePolicy> next = Optional.of(from);
    while (next.isPresent() && seen.add(next.get())) {
      if (next.get().equals(table)) {
        return true;
      }
      next = next.flatMap(ReferenceCheck::reference).flatMap(r -> find(r, tables));
    }
    // a cycle further on is reported where it is closed
    return false;
  }

  private static Optional<Reference> reference(TablePolicy table) {
    return table
        .unit()
        .filter(PrivacyUnit.Columns.class::isInstance)
        .flatMap(unit -> ((PrivacyUnit.Columns) unit).references());
  }

  private static Optional<TablePolicy> find(Reference wanted, List<TablePolicy> tables) {
    List<String> schemas =
        NameMatch.candidates(
            wanted.schema(), tables.stream().map(TablePolicy::schema).distinct().toList());
    List<TablePolicy> there =
        tables.stream().filter(t -> schemas.size() == 1 && schemas.contains(t.schema())).toList();
    List<String> names =
        NameMatch.candidates(wanted.table(), there.stream().map(TablePolicy::name).toList());
    return there.stream().filter(t -> names.size() == 1 && names.contains(t.name())).findFirst();
  }
}
