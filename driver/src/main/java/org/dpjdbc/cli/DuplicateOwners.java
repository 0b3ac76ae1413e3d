package org.dpjdbc.cli;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;

/**
 * Counts the values of a referenced key that several rows of the owner's table share, if the
 * database does not keep it unique. If the key is the person's own, they are one person with all
 * those rows. Otherwise the owner of a row that references it is ambiguous, and the policy is
 * refused: so this class also reads policies that were not accepted.
 */
final class DuplicateOwners {
  private final RowCounts counts;
  private final Policy policy;
  private final LiveSchema live;

  DuplicateOwners(Connection connection, Policy policy, LiveSchema live) throws SQLException {
    this.counts = new RowCounts(connection);
    this.policy = policy;
    this.live = live;
  }

  /** A line for each key with duplicates, in the order of the policy. */
  List<String> notes() throws SQLException {
    List<String> notes = new ArrayList<>();
    Set<Reference> seen = new HashSet<>();
    for (TablePolicy table : policy.tables()) {
      for (PrivacyUnit.Columns unit : OrphanRowCheck.units(table)) {
        Optional<Reference> key = unit.references().flatMap(this::notUnique);
        if (key.isPresent() && seen.add(key.get())) {
          note(table, key.get()).ifPresent(notes::add);
        }
      }
    }
    return notes;
  }

  /** The key as the database spells it; empty if it is unique, or not there. */
  private Optional<Reference> notUnique(Reference wanted) {
    List<Table> schema =
        live.tables().stream().filter(t -> t.schema().equalsIgnoreCase(wanted.schema())).toList();
    Optional<Table> owner = named(wanted.table(), schema, Table::name);
    return owner.flatMap(there -> notUnique(there, wanted.columns()));
  }

  private static Optional<Reference> notUnique(Table owner, List<String> wanted) {
    List<String> columns =
        wanted.stream()
            .flatMap(name -> named(name, owner.columns(), Column::name).stream())
            .map(Column::name)
            .toList();
    boolean unique =
        owner.uniqueKeys().stream().anyMatch(key -> Set.copyOf(key).equals(Set.copyOf(columns)));
    return unique || columns.size() < wanted.size()
        ? Optional.empty()
        : Optional.of(new Reference(owner.schema(), owner.name(), columns));
  }

  /** What has that name exactly, else what has it but for the case of letters. */
  private static <T> Optional<T> named(String name, List<T> all, Function<T, String> nameOf) {
    return all.stream()
        .filter(one -> nameOf.apply(one).equals(name))
        .findFirst()
        .or(() -> all.stream().filter(one -> nameOf.apply(one).equalsIgnoreCase(name)).findFirst());
  }

  private Optional<String> note(TablePolicy table, Reference key) throws SQLException {
    List<String> columns = new ArrayList<>();
    List<String> there = new ArrayList<>();
    for (String column : key.columns()) {
      columns.add(counts.quoted(column));
      there.add(counts.quoted(column) + " IS NOT NULL");
    }
    String list = String.join(", ", columns);
    long keys =
        counts.count(
            "SELECT COUNT(*) FROM (SELECT %s FROM %s WHERE %s GROUP BY %s HAVING COUNT(*) > 1) t"
                .formatted(
                    list,
                    counts.name(key.schema(), key.table()),
                    String.join(" AND ", there),
                    list));
    if (keys == 0) {
      return Optional.empty();
    }
    String fate =
        holdsUnit(key)
            ? "the rows of each are one person"
            : "a row that references one belongs to no single person";
    return Optional.of(
        "%s: note: %s of %s %s in several rows of %s; %s"
            .formatted(
                table.location(),
                keys == 1 ? "1 value" : keys + " values",
                key.text(),
                keys == 1 ? "is" : "are",
                key.table(),
                fate));
  }

  /** Whether the key is the person's own. */
  private boolean holdsUnit(Reference key) {
    return policy.tables().stream()
        .filter(t -> t.schema().equalsIgnoreCase(key.schema()))
        .filter(t -> t.name().equalsIgnoreCase(key.table()))
        .flatMap(t -> t.unit().stream())
        .anyMatch(
            unit ->
                unit instanceof PrivacyUnit.Columns column
                    && column.columns().size() == 1
                    && key.columns().size() == 1
                    && column.first().equalsIgnoreCase(key.columns().get(0)));
  }
}
