package org.dpjdbc.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.ForeignKey;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.PrivacyUnit.Reference;

/** Checks a privacy unit against the live table: the column exists, and distinguishes people. */
final class UnitCheck {
  private final Problems problems;
  private final Map<TablePolicy, Table> found;

  UnitCheck(Problems problems, Map<TablePolicy, Table> found) {
    this.problems = problems;
    this.found = found;
  }

  PrivacyUnit fit(PrivacyUnit unit, TablePolicy table, Table there, Policy policy) {
    return unit instanceof PrivacyUnit.Column column ? fit(column, table, there, policy) : unit;
  }

  PrivacyUnit.Column fit(PrivacyUnit.Column column, TablePolicy table, Table there, Policy policy) {
    Optional<Column> live = liveColumn(column.column(), there);
    // A column that is not there was reported where it is declared.
    if (live.isEmpty()) {
      return column;
    }
    checkType(live.get(), table);
    Optional<Reference> reference =
        column.references().flatMap(r -> fitReference(r, live.get(), table, there, policy));
    return new PrivacyUnit.Column(live.get().name(), reference);
  }

  private static Optional<Column> liveColumn(String name, Table there) {
    List<String> names =
        NameMatch.candidates(name, there.columns().stream().map(Column::name).toList());
    return names.size() == 1 ? there.column(names.get(0)) : Optional.empty();
  }

  private void checkType(Column column, TablePolicy table) {
    if (TypeFamily.of(column).filter(TypeFamily::identifies).isEmpty()) {
      problems.at(
          table.location(),
          "privacy unit '%s' is of type %s, whose equality does not tell people apart; name a column"
                  .formatted(column.name(), TypeFamily.describe(column))
              + " of integers, texts, dates or UUIDs");
    }
  }

  private Optional<Reference> fitReference(
      Reference wanted, Column column, TablePolicy table, Table there, Policy policy) {
    Optional<Table> owner =
        policy.tables().stream()
            .filter(t -> t.schema().equals(wanted.schema()) && t.name().equals(wanted.table()))
            .findFirst()
            .map(found::get);
    Optional<Column> ownerColumn = owner.flatMap(o -> liveColumn(wanted.column(), o));
    // An owner that is not there was reported where it is declared.
    if (owner.isEmpty()) {
      return Optional.empty();
    } else if (ownerColumn.isEmpty()) {
      problems.at(
          table.location(),
          "references %s.%s, which is not in the database"
              .formatted(wanted.table(), wanted.column()));
      return Optional.empty();
    }
    Reference fitted =
        new Reference(owner.get().schema(), owner.get().name(), ownerColumn.get().name());
    checkForeignKeys(fitted, column, table, there);
    checkUnique(fitted, owner.get(), table, policy);
    if (!TypeFamily.of(column).equals(TypeFamily.of(ownerColumn.get()))) {
      problems.at(
          table.location(),
          "'%s' is of type %s, but %s.%s which it references is of type %s"
              .formatted(
                  column.name(),
                  column.typeName(),
                  fitted.table(),
                  fitted.column(),
                  ownerColumn.get().typeName()));
    }
    return Optional.of(fitted);
  }

  /** A row belongs to one person only where its owner is one row, whatever the data. */
  private void checkUnique(Reference reference, Table owner, TablePolicy table, Policy policy) {
    boolean unit =
        policy.tables().stream()
            .filter(t -> owner.equals(found.get(t)))
            .flatMap(t -> t.unit().stream())
            .anyMatch(
                u ->
                    u instanceof PrivacyUnit.Column column
                        && column.column().equalsIgnoreCase(reference.column()));
    if (!unit && !owner.uniqueKeys().contains(List.of(reference.column()))) {
      problems.at(
          table.location(),
          "references %s.%s, which the database does not keep unique: a row could belong to several"
                  .formatted(reference.table(), reference.column())
              + " people; reference a primary key or a unique one");
    }
  }

  private void checkForeignKeys(
      Reference reference, Column column, TablePolicy table, Table there) {
    List<ForeignKey> keys =
        there.foreignKeys().stream()
            .filter(key -> key.columns().equals(List.of(column.name())))
            .toList();
    boolean confirmed =
        keys.stream()
            .anyMatch(
                key ->
                    key.toSchema().equals(reference.schema())
                        && key.toTable().equals(reference.table())
                        && key.toColumns().equals(List.of(reference.column())));
    if (!keys.isEmpty() && !confirmed) {
      ForeignKey key = keys.get(0);
      problems.at(
          table.location(),
          "'%s' references %s.%s in the policy, but %s.%s in the database"
              .formatted(
                  column.name(),
                  reference.table(),
                  reference.column(),
                  key.toTable(),
                  String.join(", ", key.toColumns())));
    }
  }
}
