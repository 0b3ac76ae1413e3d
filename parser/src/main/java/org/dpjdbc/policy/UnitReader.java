package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads {@code privacy_unit}: {@code row}, a column, or one or more columns and what they
 * reference; and {@code privacy_units}, a list of columns.
 */
final class UnitReader {
  /** A schema of another catalog is called by two names. */
  private static final int MAX_SCHEMA_PARTS = 2;

  /** What a drafted policy says where only a person can know. */
  private static final String UNDECIDED = "TODO";

  private final Problems problems;
  private final Scalars scalars;

  UnitReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  Optional<PrivacyUnit> read(String schema, Node node) {
    if (node instanceof ScalarNode scalar && scalar.getValue().equals("row")) {
      return Optional.of(new PrivacyUnit.Row());
    }
    if (node instanceof ScalarNode scalar && scalar.getValue().equals(UNDECIDED)) {
      problems.at(
          node,
          "decide who is protected in this table: name the column that identifies the person, or"
              + " row, or replace the line by 'public: true'");
      return Optional.empty();
    }
    if (node instanceof SequenceNode) {
      problems.at(
          node,
          Keys.notOffered("several columns as one unit")
              + "; name one column, or the columns of several people under 'privacy_units', or say"
              + " what the columns reference: {columns: [a, b], references: {table: t, columns: [a,"
              + " b]}}");
      return Optional.empty();
    }
    if (node instanceof MappingNode) {
      return readMapping(schema, Section.ofKeys(node, "'privacy_unit'", Keys.UNIT, problems));
    }
    return scalars
        .name(node, "privacy_unit")
        .map(column -> new PrivacyUnit.Columns(column, Optional.empty()));
  }

  /** The people whom a row belongs to, where they are several. */
  List<PrivacyUnit.Columns> readAll(String schema, Node node) {
    if (!(node instanceof SequenceNode list) || list.getValue().size() < 2) {
      problems.at(node, "'privacy_units' must list two columns or more; one is a 'privacy_unit'");
      return List.of();
    }
    List<PrivacyUnit.Columns> units = new ArrayList<>();
    for (Node each : list.getValue()) {
      Optional<PrivacyUnit> unit = read(schema, each);
      if (unit.isPresent() && !(unit.get() instanceof PrivacyUnit.Columns)) {
        problems.at(each, "'row' is not a column; name the columns that identify people");
      }
      if (unit.isPresent() && unit.get() instanceof PrivacyUnit.Columns key) {
        if (key.columns().size() > 1) {
          problems.at(each, "a row of several people names each by one column");
        } else {
          units.add(key);
        }
      }
    }
    if (namesTwice(units.stream().map(PrivacyUnit.Columns::first).toList())) {
      problems.at(node, "'privacy_units' names a column twice; keep one");
    }
    return units;
  }

  private static boolean namesTwice(List<String> columns) {
    return columns.stream().map(c -> c.toLowerCase(Locale.ROOT)).distinct().count()
        < columns.size();
  }

  private Optional<PrivacyUnit> readMapping(String schema, Section section) {
    if (section.entries().containsKey("columns")) {
      return readSeveral(schema, section);
    }
    Optional<String> column =
        section.value("column", problems).flatMap(n -> scalars.name(n, "column"));
    if (!section.entries().containsKey("column")) {
      problems.at(section.node(), "'privacy_unit' needs 'column', the unit's column in this table");
    }
    Optional<Reference> reference =
        section.value("references", problems).flatMap(n -> readReference(schema, n));
    return column.map(name -> new PrivacyUnit.Columns(name, reference));
  }

  /** Several columns, which together are the key of the row that they reference. */
  private Optional<PrivacyUnit> readSeveral(String schema, Section section) {
    if (section.entries().containsKey("column")) {
      problems.at(section.entry("column").key(), "give 'column' or 'columns', not both");
    }
    Optional<List<String>> columns =
        section.value("columns", problems).flatMap(n -> names(n, "columns"));
    Optional<Node> references = section.value("references", problems);
    if (!section.entries().containsKey("references")) {
      problems.at(
          section.node(),
          "several columns identify a person only by what they reference; add 'references'");
    }
    Optional<Reference> reference = references.flatMap(n -> readKey(schema, n));
    if (columns.isEmpty() || reference.isEmpty()) {
      return Optional.empty();
    }
    int wanted = reference.get().columns().size();
    if (columns.get().size() != wanted) {
      problems.at(
          references.orElseThrow(),
          "%d columns reference %d; name as many".formatted(columns.get().size(), wanted));
      return Optional.empty();
    }
    return Optional.of(new PrivacyUnit.Columns(columns.get(), reference));
  }

  private Optional<Reference> readKey(String schema, Node node) {
    if (!(node instanceof MappingNode)) {
      problems.at(
          node, "several columns reference {table: ..., columns: [...]}, not a single column");
      return Optional.empty();
    }
    Section section = Section.ofKeys(node, "'references'", Keys.REFERENCE, problems);
    for (String key : Keys.REFERENCE) {
      if (!section.entries().containsKey(key)) {
        problems.at(node, "'references' needs '" + key + "'");
      }
    }
    Optional<List<String>> columns =
        section.value("columns", problems).flatMap(n -> names(n, "columns"));
    return section
        .value("table", problems)
        .flatMap(n -> parts(n, 1, "'table' must be table or schema.table"))
        .flatMap(
            parts ->
                columns.map(
                    c -> new Reference(schemaOf(schema, parts), parts.get(parts.size() - 1), c)));
  }

  /** Two names or more, each once. */
  private Optional<List<String>> names(Node node, String key) {
    if (!(node instanceof SequenceNode list) || list.getValue().size() < 2) {
      problems.at(
          node, "'" + key + "' must list two columns or more; one is {column: a, references: t.a}");
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (Node each : list.getValue()) {
      scalars.name(each, key).ifPresent(names::add);
    }
    if (namesTwice(names)) {
      problems.at(node, "'" + key + "' names a column twice; keep one");
      return Optional.empty();
    }
    return names.size() == list.getValue().size() ? Optional.of(names) : Optional.empty();
  }

  private Optional<Reference> readReference(String schema, Node node) {
    return parts(node, 2, "'references' must be table.column or schema.table.column")
        .map(
            parts -> {
              List<String> table = parts.subList(0, parts.size() - 1);
              return new Reference(
                  schemaOf(schema, table),
                  table.get(table.size() - 1),
                  parts.get(parts.size() - 1));
            });
  }

  /** The schema that a table's name begins with, or that of the table that references it. */
  private static String schemaOf(String schema, List<String> table) {
    return table.size() == 1 ? schema : String.join(".", table.subList(0, table.size() - 1));
  }

  /**
   * A name of several parts.
   *
   * @param min how many there are without a schema
   */
  private Optional<List<String>> parts(Node node, int min, String problem) {
    List<String> parts = List.of(Scalars.shown(node).split("\\.", -1));
    boolean wellFormed =
        node instanceof ScalarNode
            && parts.size() >= min
            && parts.size() <= MAX_SCHEMA_PARTS + min
            && parts.stream().noneMatch(String::isBlank);
    if (!wellFormed) {
      problems.at(node, problem);
      return Optional.empty();
    }
    return Optional.of(parts);
  }
}
