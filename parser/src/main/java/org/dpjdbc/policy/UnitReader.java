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
 * Reads {@code privacy_unit}: {@code row}, a column, or a column and what it references; and {@code
 * privacy_units}, a list of columns.
 */
final class UnitReader {
  /** A schema of another catalog is called by two names. */
  private static final int MAX_PARTS = 4;

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
              + "; name one column, or the columns of several people under 'privacy_units'");
      return Optional.empty();
    }
    if (node instanceof MappingNode) {
      return readMapping(schema, Section.ofKeys(node, "'privacy_unit'", Keys.UNIT, problems));
    }
    return scalars
        .name(node, "privacy_unit")
        .map(column -> new PrivacyUnit.Column(column, Optional.empty()));
  }

  /** The people whom a row belongs to, where they are several. */
  List<PrivacyUnit.Column> readAll(String schema, Node node) {
    if (!(node instanceof SequenceNode list) || list.getValue().size() < 2) {
      problems.at(node, "'privacy_units' must list two columns or more; one is a 'privacy_unit'");
      return List.of();
    }
    List<PrivacyUnit.Column> units = new ArrayList<>();
    for (Node each : list.getValue()) {
      Optional<PrivacyUnit> unit = read(schema, each);
      if (unit.isPresent() && !(unit.get() instanceof PrivacyUnit.Column)) {
        problems.at(each, "'row' is not a column; name the columns that identify people");
      }
      unit.filter(PrivacyUnit.Column.class::isInstance)
          .map(PrivacyUnit.Column.class::cast)
          .ifPresent(units::add);
    }
    if (units.stream().map(u -> u.column().toLowerCase(Locale.ROOT)).distinct().count()
        < units.size()) {
      problems.at(node, "'privacy_units' names a column twice; keep one");
    }
    return units;
  }

  private Optional<PrivacyUnit> readMapping(String schema, Section section) {
    Optional<String> column =
        section.value("column", problems).flatMap(n -> scalars.name(n, "column"));
    if (!section.entries().containsKey("column")) {
      problems.at(section.node(), "'privacy_unit' needs 'column', the unit's column in this table");
    }
    Optional<Reference> reference =
        section.value("references", problems).flatMap(n -> readReference(schema, n));
    return column.map(name -> new PrivacyUnit.Column(name, reference));
  }

  private Optional<Reference> readReference(String schema, Node node) {
    List<String> parts = List.of(Scalars.shown(node).split("\\.", -1));
    boolean wellFormed =
        node instanceof ScalarNode
            && parts.size() >= 2
            && parts.size() <= MAX_PARTS
            && parts.stream().noneMatch(String::isBlank);
    if (!wellFormed) {
      problems.at(node, "'references' must be table.column or schema.table.column");
      return Optional.empty();
    }
    int table = parts.size() - 2;
    return Optional.of(
        new Reference(
            table == 0 ? schema : String.join(".", parts.subList(0, table)),
            parts.get(table),
            parts.get(table + 1)));
  }
}
