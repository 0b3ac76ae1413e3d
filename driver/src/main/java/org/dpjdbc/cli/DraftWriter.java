package org.dpjdbc.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.cli.UnitGuess.Belongs;
import org.dpjdbc.cli.UnitGuess.Owner;
import org.dpjdbc.cli.UnitGuess.Undecided;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.run.schema.CatalogFacts;

/**
 * Writes a drafted policy. Facts from the catalog are written as they are; guesses have a {@code
 * TODO} beside them; if nothing can be guessed, the value itself is {@code TODO}, and the loader
 * reports that line until a person decides.
 */
final class DraftWriter {
  private static final String HEAD =
      """
      # A first policy, drafted from the database's catalog; no row was read.
      # Go through every TODO. What is not named here does not exist for analysts.
      version: 1

      # TODO What may a query cost, and what may all analysts together spend? renews: never | daily | weekly | monthly
      defaults: {epsilon: 0.5, delta: 1.0e-9, noise: laplace}
      budget: {epsilon: 10, delta: 1.0e-6, renews: monthly}

      schemas:
      """;

  private static final String CONNECTORS =
      "# unverified_connectors: accept  # TODO can no value make the connector of a table fail?";

  private final LiveSchema live;
  private final boolean keysEnforced;
  private final UnitGuesser units;
  private final ColumnDraft columns;
  private final List<String> lines = new ArrayList<>(HEAD.lines().toList());
  private final Map<Integer, String> undecided = new LinkedHashMap<>();

  DraftWriter(LiveSchema live, CatalogFacts facts, boolean keysEnforced) {
    this.keysEnforced = keysEnforced;
    this.live = live;
    this.units = new UnitGuesser(live);
    this.columns = new ColumnDraft(facts);
  }

  Draft write() {
    List<Table> tables = live.tables().stream().filter(this::isDrafted).toList();
    if (tables.stream().anyMatch(table -> table.unverified().isPresent())) {
      int head = lines.indexOf("schemas:");
      lines.add(head, "");
      lines.add(head, CONNECTORS);
    }
    for (String schema : live.tables().stream().map(Table::schema).distinct().toList()) {
      List<Table> there = tables.stream().filter(t -> t.schema().equals(schema)).toList();
      lines.add("  " + YamlScalar.name(schema) + ":");
      lines.add(there.isEmpty() ? "    tables: {}" : "    tables:");
      there.forEach(this::writeTable);
      writeViews(schema);
    }
    return new Draft(String.join("\n", lines) + "\n", tables.size(), undecided);
  }

  /** A view's keys are not enforced; where no table's are, that is no reason to leave it out. */
  private boolean isDrafted(Table table) {
    return table.kind() == Kind.TABLE || (table.kind() == Kind.VIEW && !keysEnforced);
  }

  private void writeTable(Table table) {
    lines.add("      " + YamlScalar.name(table.name()) + ":");
    writeUnit(table, units.guess(table));
    lines.add(table.columns().isEmpty() ? "        columns: {}" : "        columns:");
    columns.lines(table, units.guess(table)).forEach(line -> lines.add("          " + line));
  }

  private void writeUnit(Table table, UnitGuess guess) {
    if (guess instanceof Owner owner) {
      writeKey(
          "privacy_unit: " + YamlScalar.name(owner.column()),
          "TODO guessed from the table's name: is each " + owner.column() + " one person?");
    } else if (guess instanceof Belongs belongs) {
      writeKey(
          "privacy_unit: " + belongs.text(table.schema()),
          "TODO guessed from "
              + belongs.evidence()
              + ": is this the person whom the row is about?");
      if (!units.hasOneRow(table, belongs)) {
        writeKey("# max_rows_contributed: 20", "TODO how many rows of one person count in a query");
      }
    } else if (guess instanceof Undecided open) {
      writeKey("privacy_unit: TODO", open.hint());
      undecided.put(lines.size(), table.schema() + "." + table.name());
      if (!keysEnforced) {
        writeKey(
            "# max_rows_contributed: 20",
            "TODO of a person, however few there are: the database enforces no key");
      }
    }
  }

  private void writeKey(String key, String comment) {
    lines.add("        " + key + "  # " + YamlScalar.comment(comment));
  }

  private void writeViews(String schema) {
    List<String> views =
        live.tables().stream()
            .filter(t -> t.schema().equals(schema) && !isDrafted(t))
            .map(Table::name)
            .toList();
    if (!views.isEmpty()) {
      lines.add(
          "      # Left out, because a view's keys are not enforced: "
              + YamlScalar.comment(String.join(", ", views)));
    }
  }
}
