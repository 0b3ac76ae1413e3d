package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the tables of all schemas. */
final class TablesReader {
  private final Problems problems;
  private final Scalars scalars;
  private final UnitReader units;
  private final ColumnReader columns;

  TablesReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.units = new UnitReader(problems);
    this.columns = new ColumnReader(problems);
  }

  List<TablePolicy> read(Section root) {
    List<TablePolicy> tables = new ArrayList<>();
    Optional<Node> schemas = root.value("schemas", problems);
    if (!root.entries().containsKey("schemas")) {
      problems.at(root.node(), "the policy names no tables; write 'schemas:'");
    }
    schemas.ifPresent(
        node ->
            Section.ofNames(node, "'schemas'", problems)
                .entries()
                .forEach((name, entry) -> readSchema(name, entry, tables)));
    return tables;
  }

  private void readSchema(String schema, Section.Entry entry, List<TablePolicy> tables) {
    Section section =
        Section.ofKeys(entry.value(), "schema '" + schema + "'", Keys.SCHEMA, problems);
    Optional<Node> named = section.value("tables", problems);
    if (!section.entries().containsKey("tables")) {
      problems.at(entry.key(), "schema '" + schema + "' names no tables; write 'tables:'");
    }
    named.ifPresent(
        node ->
            Section.ofNames(node, "'tables'", problems)
                .entries()
                .forEach((name, table) -> tables.add(readTable(schema, name, table))));
  }

  private TablePolicy readTable(String schema, String name, Section.Entry entry) {
    String what = "table '" + name + "'";
    Section section = Section.ofKeys(entry.value(), what, Keys.TABLE, problems);
    boolean isPublic =
        section.value("public", problems).flatMap(n -> scalars.bool(n, "public")).orElse(false);
    Optional<PrivacyUnit> unit =
        section.value("privacy_unit", problems).flatMap(n -> units.read(schema, n));
    List<PrivacyUnit.Columns> several =
        section
            .value("privacy_units", problems)
            .map(n -> units.readAll(schema, n))
            .orElse(List.of());
    List<ColumnPolicy> named =
        section.value("columns", problems).map(columns::readAll).orElse(List.of());
    boolean rowsAuto =
        section.value("max_rows_contributed", problems).filter(Scalars::isAuto).isPresent();
    checkKind(what, section, isPublic, named, entry);
    Optional<ContributionKind> contribution =
        section.value("contribution", problems).flatMap(this::contribution);
    if (contribution.equals(Optional.of(ContributionKind.FIRST_ROWS))) {
      checkFirstRows(section, rowsAuto);
    }
    unit.ifPresent(u -> checkUnit(section, "privacy_unit", u, named));
    several.forEach(u -> checkUnit(section, "privacy_units", u, named));
    return new TablePolicy(
        schema,
        name,
        isPublic ? Optional.empty() : unit.or(() -> several.stream().findFirst()),
        isPublic ? List.of() : several.stream().skip(1).toList(),
        unitSize(section, unit, several),
        rowsAuto ? OptionalInt.empty() : count(section, "max_rows_contributed"),
        rowsAuto,
        count(section, "max_groups_contributed"),
        contribution.orElse(ContributionKind.LIMIT_GROUPS),
        section.value("row_number", problems).flatMap(n -> scalars.name(n, "row_number")),
        named,
        isPublic && !section.entries().containsKey("columns"),
        section.value("description", problems).flatMap(scalars::description),
        problems.location(entry.key()));
  }

  /**
   * Rows with the first numbers count only if there are numbers, and it is known how many count.
   */
  private void checkFirstRows(Section section, boolean rowsAuto) {
    boolean counted = section.entries().containsKey("max_rows_contributed") && !rowsAuto;
    if (!counted || !section.entries().containsKey("row_number")) {
      problems.at(
          section.entry("contribution").key(),
          "'first_rows' needs 'row_number' and a number as 'max_rows_contributed'");
    }
  }

  /** A table that references an owner has the owner's unit size. */
  private int unitSize(
      Section section, Optional<PrivacyUnit> unit, List<PrivacyUnit.Columns> several) {
    List<PrivacyUnit> all = new ArrayList<>(several);
    unit.ifPresent(all::add);
    boolean owned =
        !all.isEmpty()
            && all.stream()
                .allMatch(
                    u ->
                        u instanceof PrivacyUnit.Columns column && column.references().isPresent());
    if (owned) {
      exclude(
          section,
          "unit_size",
          "the unit is that of the table it references; write 'unit_size' there");
    }
    return count(section, "unit_size").orElse(1);
  }

  private void checkKind(
      String what,
      Section section,
      boolean isPublic,
      List<ColumnPolicy> named,
      Section.Entry entry) {
    boolean hasUnit =
        section.entries().containsKey("privacy_unit")
            || section.entries().containsKey("privacy_units");
    if (section.entries().containsKey("privacy_unit")) {
      exclude(section, "privacy_units", "give 'privacy_unit' or 'privacy_units', not both");
    }
    if (isPublic) {
      exclude(
          section, "privacy_units", "a public table has no privacy unit; remove one of the two");
      exclude(section, "privacy_unit", "a public table has no privacy unit; remove one of the two");
      exclude(section, "unit_size", "a public table has no privacy unit; remove one of the two");
      exclude(section, "max_rows_contributed", "a public table has no contributions to bound");
      exclude(section, "max_groups_contributed", "a public table has no contributions to bound");
      exclude(section, "contribution", "a public table has no contributions to bound");
      exclude(section, "row_number", "a public table has no contributions to bound");
      named.stream()
          .filter(column -> column.bounds().filter(ColumnPolicy.Bounds::auto).isPresent())
          .forEach(
              column ->
                  problems.at(
                      column.location(), "a public table's bounds cannot be auto; write them"));
      named.stream()
          .filter(column -> column.randomizedResponse().isPresent())
          .forEach(
              column ->
                  problems.at(
                      column.location(),
                      "a public table is answered exactly, and so would be the flipped answers in '"
                          + column.name()
                          + "'; remove 'randomized_response', or declare the privacy unit"));
      return;
    }
    if (!hasUnit) {
      problems.at(
          entry.key(),
          what
              + " needs 'privacy_unit: <column>' or 'row', or 'public: true' if no person is in"
              + " it");
    }
    if (!section.entries().containsKey("columns")) {
      problems.at(entry.key(), what + " names no columns; write 'columns:'");
    }
  }

  private void checkUnit(Section section, String key, PrivacyUnit unit, List<ColumnPolicy> named) {
    if (unit instanceof PrivacyUnit.Columns column) {
      List<String> names = named.stream().map(ColumnPolicy::name).toList();
      for (String one : column.columns()) {
        if (section.entries().containsKey("columns")
            && NameMatch.candidates(one, names).isEmpty()) {
          problems.at(
              section.entry(key).value(),
              "the unit's column '" + one + "' must be among the columns");
        }
      }
    } else {
      String text = "each row is its own privacy unit and contributes once; remove this";
      exclude(section, "max_rows_contributed", text);
      exclude(section, "max_groups_contributed", text);
      exclude(section, "contribution", text);
      exclude(section, "row_number", text);
    }
  }

  private void exclude(Section section, String key, String text) {
    Section.Entry entry = section.entries().get(key);
    if (entry != null) {
      problems.at(entry.key(), text);
    }
  }

  private Optional<ContributionKind> contribution(Node node) {
    return scalars.oneOf(node, "contribution", ContributionKind.class);
  }

  private OptionalInt count(Section section, String key) {
    return section.value(key, problems).map(n -> scalars.count(n, key)).orElse(OptionalInt.empty());
  }
}
