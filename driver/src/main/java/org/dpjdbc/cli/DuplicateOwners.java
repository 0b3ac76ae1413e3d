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
 * those rows. Otherwise nobody can say whose a row is that references it, and the policy is
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
      for (PrivacyUnit.Column unit : RowDoubts.units(table)) {
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
    return owner
        .flatMap(o -> named(wanted.column(), o.columns(), Column::name))
        .map(column -> new Reference(owner.get().schema(), owner.get().name(), column.name()))
        .filter(key -> !owner.get().uniqueKeys().contains(List.of(key.column())));
  }

  /** What has that name exactly, else what has it but for the case of letters. */
  private static <T> Optional<T> named(String name, List<T> all, Function<T, String> nameOf) {
    return all.stream()
        .filter(one -> nameOf.apply(one).equals(name))
        .findFirst()
        .or(() -> all.stream().filter(one -> nameOf.apply(one).equalsIgnoreCase(name)).findFirst());
  }

  private Optional<String> note(TablePolicy table, Reference key) throws SQLException {
    String column = counts.quoted(key.column());
    long keys =
        counts.count(
            "SELECT COUNT(*) FROM (SELECT %s FROM %s WHERE %s IS NOT NULL GROUP BY %s HAVING COUNT(*) > 1) t"
                .formatted(column, counts.name(key.schema(), key.table()), column, column));
    if (keys == 0) {
      return Optional.empty();
    }
    String fate =
        holdsUnit(key)
            ? "each is one person with all of them"
            : "nobody can say whose a row is that references one";
    return Optional.of(
        "%s: note: %s of %s.%s %s in several rows of %s; %s"
            .formatted(
                table.location(),
                keys == 1 ? "1 value" : keys + " values",
                key.table(),
                key.column(),
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
                unit instanceof PrivacyUnit.Column column
                    && column.column().equalsIgnoreCase(key.column()));
  }
}
