package org.dpjdbc.policy;

import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.PrivacyUnit.Reference;

/**
 * Checks that every {@code references} points straight at a unit's owner: a private table of the
 * policy whose own unit is the referenced column. Then the two columns hold the same key, and no
 * join is needed to know whose a row is.
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
    return owner
        .flatMap(o -> ownColumn(o, wanted.column()))
        .map(column -> withReference(table, owner.get(), column))
        .orElseGet(
            () -> {
              problems.at(table.location(), "references " + text + ": " + instead(owner.get()));
              return table;
            });
  }

  private static String instead(TablePolicy owner) {
    if (owner.unit().orElseThrow() instanceof PrivacyUnit.Column column) {
      return column
          .references()
          .map(
              next ->
                  "that table hangs on another one itself; reference the owner, "
                      + next.table()
                      + "."
                      + next.column())
          .orElseGet(
              () ->
                  "only the unit of that table, "
                      + owner.name()
                      + "."
                      + column.column()
                      + ", can be referenced; this table needs a column with the same key");
    }
    return "that table's unit is the row, which nothing can reference";
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

  /** The owner's unit column, if it is the one referenced and is not a reference itself. */
  private static Optional<String> ownColumn(TablePolicy owner, String wanted) {
    return owner
        .unit()
        .filter(PrivacyUnit.Column.class::isInstance)
        .map(PrivacyUnit.Column.class::cast)
        .filter(unit -> unit.references().isEmpty() && unit.column().equalsIgnoreCase(wanted))
        .map(PrivacyUnit.Column::column);
  }

  private static TablePolicy withReference(TablePolicy table, TablePolicy owner, String column) {
    PrivacyUnit.Column own = (PrivacyUnit.Column) table.unit().orElseThrow();
    return table.withUnit(
        new PrivacyUnit.Column(
            own.column(), Optional.of(new Reference(owner.schema(), owner.name(), column))));
  }
}
