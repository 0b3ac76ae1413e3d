package org.dpjdbc.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
    return unit instanceof PrivacyUnit.Columns column ? fit(column, table, there, policy) : unit;
  }

  PrivacyUnit.Columns fit(
      PrivacyUnit.Columns column, TablePolicy table, Table there, Policy policy) {
    List<Column> live = liveColumns(column.columns(), there);
    // A column that is not there was reported where it is declared.
    if (live.size() < column.columns().size()) {
      return column;
    }
    live.forEach(each -> checkType(each, table));
    Optional<Reference> reference =
        column.references().flatMap(r -> fitReference(r, live, table, there, policy));
    return reference.isEmpty() && column.references().isPresent()
        ? column
        : new PrivacyUnit.Columns(names(live), reference);
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  /** The columns of those names that there are. */
  private static List<Column> liveColumns(List<String> names, Table there) {
    return names.stream().flatMap(name -> liveColumn(name, there).stream()).toList();
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
          "privacy unit '%s' is of type %s, whose equality does not distinguish people; name a column"
                  .formatted(column.name(), TypeFamily.describe(column))
              + " of integers, strings, dates or UUIDs");
    }
  }

  private Optional<Reference> fitReference(
      Reference wanted, List<Column> own, TablePolicy table, Table there, Policy policy) {
    Optional<Table> owner =
        policy.tables().stream()
            .filter(t -> t.schema().equals(wanted.schema()) && t.name().equals(wanted.table()))
            .findFirst()
            .map(found::get);
    // An owner that is not there was reported where it is declared.
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    List<Column> key = liveColumns(wanted.columns(), owner.get());
    if (key.size() < own.size()) {
      wanted.columns().stream()
          .filter(name -> liveColumn(name, owner.get()).isEmpty())
          .forEach(
              name ->
                  problems.at(
                      table.location(),
                      "references %s.%s, which is not in the database"
                          .formatted(wanted.table(), name)));
      return Optional.empty();
    }
    Reference fitted = new Reference(owner.get().schema(), owner.get().name(), names(key));
    checkForeignKeys(fitted, names(own), table, there);
    checkUnique(fitted, owner.get(), table, policy);
    for (int i = 0; i < own.size(); i++) {
      checkSameType(own.get(i), fitted, key.get(i), table);
    }
    return Optional.of(fitted);
  }

  private void checkSameType(Column column, Reference to, Column key, TablePolicy table) {
    if (!TypeFamily.areEqualAlike(column, key)) {
      problems.at(
          table.location(),
          "'%s' is of type %s, but %s.%s which it references is of type %s"
              .formatted(column.name(), spelled(column), to.table(), key.name(), spelled(key)));
    }
  }

  private static String spelled(Column column) {
    return TypeFamily.of(column).equals(Optional.of(TypeFamily.DECIMAL))
            && column.typeName().indexOf('(') < 0
        ? "%s(%d, %d)".formatted(column.typeName(), column.precision(), column.scale())
        : column.typeName();
  }

  /**
   * A row belongs to one person only where its owner is one row, whatever the data. The columns of
   * a key are unique together: neither fewer nor more of them are a key that can be referenced.
   */
  private void checkUnique(Reference reference, Table owner, TablePolicy table, Policy policy) {
    boolean unit =
        policy.tables().stream()
            .filter(t -> owner.equals(found.get(t)))
            .flatMap(t -> t.unit().stream())
            .anyMatch(
                u ->
                    u instanceof PrivacyUnit.Columns one
                        && reference.columns().size() == 1
                        && one.columns().size() == 1
                        && one.first().equalsIgnoreCase(reference.columns().get(0)));
    boolean unique =
        owner.uniqueKeys().stream()
            .anyMatch(key -> Set.copyOf(key).equals(Set.copyOf(reference.columns())));
    if (!unit && !unique) {
      problems.at(
          table.location(),
          "references %s, which the database does not keep unique: a row could belong to several"
                  .formatted(reference.text())
              + " people; reference a primary key or a unique one, or name a view with the person's"
              + " key in each row and privacy_unit: {column: that key}");
    }
  }

  private void checkForeignKeys(
      Reference reference, List<String> columns, TablePolicy table, Table there) {
    List<ForeignKey> keys =
        there.foreignKeys().stream()
            .filter(key -> Set.copyOf(key.columns()).equals(Set.copyOf(columns)))
            .toList();
    boolean confirmed =
        keys.stream()
            .anyMatch(
                key ->
                    key.toSchema().equals(reference.schema())
                        && key.toTable().equals(reference.table())
                        && pairs(key.columns(), key.toColumns())
                            .equals(pairs(columns, reference.columns())));
    if (!keys.isEmpty() && !confirmed) {
      ForeignKey key = keys.get(0);
      problems.at(
          table.location(),
          "'%s' references %s in the policy, but %s in the database"
              .formatted(
                  String.join(", ", key.columns()),
                  inOrder(reference, columns, key.columns()).text(),
                  new Reference(key.toSchema(), key.toTable(), key.toColumns()).text()));
    }
  }

  /** What each column references. */
  private static Map<String, String> pairs(List<String> columns, List<String> to) {
    Map<String, String> pairs = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      pairs.put(columns.get(i), to.get(i));
    }
    return pairs;
  }

  /** A reference of some columns where they stand in another order. */
  private static Reference inOrder(Reference reference, List<String> from, List<String> order) {
    Map<String, String> pairs = pairs(from, reference.columns());
    return new Reference(
        reference.schema(),
        reference.table(),
        order.stream().flatMap(column -> Stream.ofNullable(pairs.get(column))).toList());
  }
}
