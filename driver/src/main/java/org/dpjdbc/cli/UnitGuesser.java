package org.dpjdbc.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dpjdbc.cli.UnitGuess.Belongs;
import org.dpjdbc.cli.UnitGuess.Owner;
import org.dpjdbc.cli.UnitGuess.Undecided;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.ForeignKey;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.TypeFamily;

/**
 * Guesses privacy units from names and keys: a table that is named after people and has a key of
 * one column lists people; a table with a foreign key to it, over other tables too, or a column of
 * the same name, belongs to them. Two candidates, or none, are left to the owner.
 */
final class UnitGuesser {
  /** What databases call tables of people, in the singular. */
  private static final Set<String> PEOPLE =
      Set.of(
          "person",
          "people",
          "patient",
          "customer",
          "client",
          "user",
          "member",
          "employee",
          "student",
          "pupil",
          "citizen",
          "resident",
          "subscriber",
          "account",
          "household",
          "individual",
          "participant",
          "respondent",
          "applicant",
          "beneficiary",
          "taxpayer",
          "voter",
          "donor",
          "passenger",
          "guest",
          "tenant",
          "worker",
          "subject");

  /** A column of this name says nothing of whose key it is. */
  private static final String ANYBODYS_KEY = "id";

  private final List<Table> tables;
  private final Map<Table, String> owners = new LinkedHashMap<>();

  UnitGuesser(LiveSchema live) {
    this.tables = live.tables().stream().filter(t -> t.kind() == Kind.TABLE).toList();
    tables.stream()
        .filter(table -> isCalledAfterPeople(table.name()))
        .forEach(table -> key(table).ifPresent(column -> owners.put(table, column)));
  }

  UnitGuess guess(Table table) {
    if (owners.containsKey(table)) {
      return new Owner(owners.get(table));
    }
    List<Belongs> candidates = byForeignKey(table);
    if (candidates.isEmpty()) {
      candidates = byName(table);
    }
    if (candidates.isEmpty()) {
      candidates = overOthers(table);
    }
    if (candidates.size() == 1) {
      return candidates.get(0);
    }
    return new Undecided(candidates.isEmpty() ? hint(table) : choice(table, candidates));
  }

  /** Whether the database itself keeps each person of a table in one row. */
  boolean hasOneRow(Table table, Belongs unit) {
    return owners.containsKey(unit.owner()) && isUnique(table, unit.columns());
  }

  private List<Belongs> byForeignKey(Table table) {
    List<Belongs> found = new ArrayList<>();
    for (ForeignKey key : table.foreignKeys()) {
      owners.forEach(
          (owner, column) -> {
            if (pointsTo(key, owner) && key.toColumns().equals(List.of(column))) {
              found.add(new Belongs(key.columns(), owner, key.toColumns(), "the foreign key"));
            }
          });
    }
    return found;
  }

  private List<Belongs> byName(Table table) {
    List<Belongs> found = new ArrayList<>();
    owners.forEach(
        (owner, ownerColumn) ->
            table.columns().stream()
                .filter(column -> sameKey(column, owner, ownerColumn))
                .forEach(
                    column ->
                        found.add(
                            new Belongs(
                                List.of(column.name()),
                                owner,
                                List.of(ownerColumn),
                                "the column's name"))));
    return found;
  }

  private static boolean sameKey(Column column, Table owner, String ownerColumn) {
    return column.name().equalsIgnoreCase(ownerColumn)
        && !ownerColumn.equalsIgnoreCase(ANYBODYS_KEY)
        && TypeFamily.of(column).isPresent()
        && TypeFamily.of(column).equals(owner.column(ownerColumn).flatMap(TypeFamily::of));
  }

  private static String choice(Table table, List<Belongs> candidates) {
    return candidates.stream()
        .map(candidate -> candidate.text(table.schema()))
        .collect(Collectors.joining(" or "));
  }

  private String hint(Table table) {
    return "the column that identifies the person"
        + key(table).map(column -> " (" + column + " is a key)").orElse("")
        + ", or row, or replace this line by public: true";
  }

  /** Line items reference orders, orders reference customers. */
  private List<Belongs> overOthers(Table table) {
    List<Belongs> found = new ArrayList<>();
    for (ForeignKey key : table.foreignKeys()) {
      for (Table other : tables) {
        if (pointsTo(key, other)
            && isUnique(other, key.toColumns())
            && leadsToPeople(other, new HashSet<>(Set.of(table)))) {
          found.add(new Belongs(key.columns(), other, key.toColumns(), "the foreign keys"));
        }
      }
    }
    return found;
  }

  private static boolean isUnique(Table table, List<String> columns) {
    return table.uniqueKeys().stream().anyMatch(key -> Set.copyOf(key).equals(Set.copyOf(columns)));
  }

  private boolean leadsToPeople(Table table, Set<Table> seen) {
    return seen.add(table)
        && (!byForeignKey(table).isEmpty()
            || table.foreignKeys().stream()
                .anyMatch(
                    key ->
                        tables.stream()
                            .anyMatch(
                                t ->
                                    pointsTo(key, t)
                                        && isUnique(t, key.toColumns())
                                        && leadsToPeople(t, seen))));
  }

  private static boolean pointsTo(ForeignKey key, Table table) {
    return key.toSchema().equals(table.schema()) && key.toTable().equals(table.name());
  }

  /** The primary key, if it is one column that distinguishes people. */
  private static Optional<String> key(Table table) {
    return table.primaryKey().size() == 1
        ? table
            .column(table.primaryKey().get(0))
            .filter(column -> TypeFamily.of(column).filter(TypeFamily::identifies).isPresent())
            .map(Column::name)
        : Optional.empty();
  }

  /** The last word counts: patient_addresses are addresses. */
  private static boolean isCalledAfterPeople(String table) {
    List<String> words = Arrays.asList(table.split("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])"));
    String last = words.isEmpty() ? "" : words.get(words.size() - 1).toLowerCase(Locale.ROOT);
    return PEOPLE.contains(last)
        || (last.endsWith("s") && PEOPLE.contains(chop(last, 1)))
        || (last.endsWith("ies") && PEOPLE.contains(chop(last, 3) + "y"));
  }

  private static String chop(String word, int letters) {
    return word.substring(0, word.length() - letters);
  }
}
