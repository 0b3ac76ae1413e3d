package org.dpjdbc.policy;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.policy.PrivacyUnit.Reference;

/**
 * Checks that every {@code references} leads to a person: a column of a private table of the policy
 * whose own unit is a column, over any number of tables and back to none of them. That a referenced
 * column which is not the owner's unit is unique is for {@link UnitCheck}, with the database at
 * hand.
 */
final class ReferenceCheck {
  private ReferenceCheck() {}

  /** The tables, with each reference spelled as its owner is. */
  static List<TablePolicy> resolve(List<TablePolicy> tables, Problems problems) {
    return tables.stream().map(t -> resolve(t, tables, problems)).toList();
  }

  private static TablePolicy resolve(
      TablePolicy table, List<TablePolicy> tables, Problems problems) {
    Optional<Reference> reference = reference(table);
    if (reference.isEmpty()) {
      return table;
    }
    Reference wanted = reference.get();
    String text = wanted.table() + "." + wanted.column();
    Optional<TablePolicy> owner = find(wanted, tables);
    if (owner.isEmpty()) {
      problems.at(
          table.location(),
          "references " + text + ": table '" + wanted.table() + "' is not in the policy");
      return table;
    }
    if (owner.get().unit().isEmpty()) {
      problems.at(table.location(), "references " + text + ": that table is public");
      return table;
    }
    if (!(owner.get().unit().get() instanceof PrivacyUnit.Column unit)) {
      problems.at(
          table.location(),
          "references " + text + ": that table's unit is the row, which nothing can reference");
      return table;
    }
    if (leadsBack(owner.get(), table, tables)) {
      problems.at(
          table.location(), "references " + text + ": the references lead back to this table");
      return table;
    }
    return withReference(
        table,
        owner.get(),
        unit.column().equalsIgnoreCase(wanted.column()) ? unit.column() : wanted.column());
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
        .filter(PrivacyUnit.Column.class::isInstance)
        .flatMap(unit -> ((PrivacyUnit.Column) unit).references());
  }

  private static Optional<TablePolicy> find(Reference wanted, List<TablePolicy> tables) {
    List<String> schemas =
        Spelling.candidates(
            wanted.schema(), tables.stream().map(TablePolicy::schema).distinct().toList());
    List<TablePolicy> there =
        tables.stream().filter(t -> schemas.size() == 1 && schemas.contains(t.schema())).toList();
    List<String> names =
        Spelling.candidates(wanted.table(), there.stream().map(TablePolicy::name).toList());
    return there.stream().filter(t -> names.size() == 1 && names.contains(t.name())).findFirst();
  }

  private static TablePolicy withReference(TablePolicy table, TablePolicy owner, String column) {
    PrivacyUnit.Column own = (PrivacyUnit.Column) table.unit().orElseThrow();
    return table.withUnit(
        new PrivacyUnit.Column(
            own.column(), Optional.of(new Reference(owner.schema(), owner.name(), column))));
  }
}
