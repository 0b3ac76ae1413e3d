package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;

/**
 * Checks a policy against its database: every table and column exists, and the policy of a column
 * suits its type.
 *
 * <p>A policy may name a view like a table; its keys are never relied on. No portable metadata
 * reveal whether a public view shows private rows, or whether each row of a private view is derived
 * from the rows of only one unit: like everything in the policy, that is the owner's statement.
 */
public final class PolicyCheck {
  private final LiveSchema live;
  private final Problems problems;
  private final ColumnCheck columns;
  private final Map<TablePolicy, Table> found = new HashMap<>();

  private PolicyCheck(Policy policy, LiveSchema live) {
    this.live = live;
    this.problems = new Problems(policy.source());
    this.columns = new ColumnCheck(problems);
  }

  /**
   * Checks a policy against a live schema.
   *
   * <p>In the result names are spelled as the database does (a name of the policy stands for the
   * one that is exactly the same, else for the only one that differs in case alone); public tables
   * without {@code columns} have all columns of offered types; dates that bound a timestamp are
   * timestamps, the upper one the last of its day. The fingerprint covers the types and enforced
   * keys of the named tables as well, so that plans and answers made for another schema do not
   * match.
   *
   * @param policy a policy, validated in itself
   * @param live what the database says of the policy's schemas
   * @return the policy in the database's terms
   * @throws PolicyException if it does not fit, listing every problem
   */
  public static Policy check(Policy policy, LiveSchema live) throws PolicyException {
    return new PolicyCheck(policy, live).run(policy);
  }

  private Policy run(Policy policy) throws PolicyException {
    policy.tables().forEach(t -> findTable(t).ifPresent(table -> found.put(t, table)));
    List<TablePolicy> tables = new ArrayList<>();
    List<Table> facts = new ArrayList<>();
    for (TablePolicy table : policy.tables()) {
      Table there = found.get(table);
      if (there != null) {
        TablePolicy fitted = fit(policy, table, there);
        tables.add(fitted);
        facts.add(facts(fitted, there));
      }
    }
    problems.throwIfAny();
    tables.replaceAll(table -> table.withUnitSize(unitSize(table, tables, tables.size())));
    facts.sort(Comparator.comparing(Table::schema).thenComparing(Table::name));
    return Fingerprint.sign(policy, tables, facts);
  }

  /** The number of units protected together in it, or in any table that it references. */
  private static int unitSize(TablePolicy table, List<TablePolicy> all, int steps) {
    int size = table.unitSize();
    for (PrivacyUnit.Columns unit : table.unitColumns()) {
      for (TablePolicy other : all) {
        boolean owner =
            unit.references()
                .filter(r -> r.schema().equals(other.schema()) && r.table().equals(other.name()))
                .isPresent();
        if (owner && steps > 0) {
          size = Math.max(size, unitSize(other, all, steps - 1));
        }
      }
    }
    return size;
  }

  /** What a plan for the table rests on: the types of the named columns, and the enforced keys. */
  private static Table facts(TablePolicy table, Table there) {
    List<Column> named = there.columns().stream().filter(c -> isReadOf(table, c.name())).toList();
    return new Table(
        there.schema(),
        there.name(),
        there.kind(),
        named,
        there.primaryKey(),
        there.uniqueKeys(),
        List.of());
  }

  private static boolean isReadOf(TablePolicy table, String column) {
    return table.column(column).isPresent() || table.rowNumber().equals(Optional.of(column));
  }

  /** The column that numbers the rows of each unit, as the database spells it. */
  private Optional<String> number(String name, TablePolicy table, Table there) {
    List<String> names = there.columns().stream().map(Column::name).toList();
    List<String> matches = NameMatch.candidates(name, names);
    if (matches.size() != 1) {
      problems.at(table.location(), NameMatch.problem("column", name, matches, names));
      return Optional.empty();
    }
    return Optional.of(matches.get(0));
  }

  private Optional<Table> findTable(TablePolicy table) {
    List<String> schemas = live.tables().stream().map(Table::schema).distinct().toList();
    List<String> named = NameMatch.candidates(table.schema(), schemas);
    if (named.size() != 1) {
      problems.at(table.location(), NameMatch.problem("schema", table.schema(), named, schemas));
      return Optional.empty();
    }
    List<Table> there =
        live.tables().stream().filter(t -> t.schema().equals(named.get(0))).toList();
    List<String> names = there.stream().map(Table::name).toList();
    List<String> matches = NameMatch.candidates(table.name(), names);
    if (matches.size() != 1) {
      problems.at(
          table.location(),
          NameMatch.problem("table", table.schema() + "." + table.name(), matches, names));
      return Optional.empty();
    }
    Table match = there.get(names.indexOf(matches.get(0)));
    if (found.containsValue(match)) {
      problems.at(table.location(), "table " + match.name() + " is named twice; keep one");
      return Optional.empty();
    }
    return Optional.of(match);
  }

  /** Of public tables too: which of their rows are read may depend on private ones. */
  private void checkConnectors(Policy policy, TablePolicy table, Table there) {
    if (policy.connectors() == Policy.UnverifiedConnectors.REFUSE) {
      there
          .unverified()
          .ifPresent(
              names ->
                  problems.at(
                      table.location(),
                      ("table %s.%s is read by the connector %s, which is not tested: one value"
                              + " that it cannot decode would make queries fail, and so show that it"
                              + " exists; write 'unverified_connectors: accept' if there can be no"
                              + " such value")
                          .formatted(there.schema(), there.name(), names)));
    }
  }

  private TablePolicy fit(Policy policy, TablePolicy table, Table there) {
    checkConnectors(policy, table, there);
    List<ColumnPolicy> fitted =
        table.allColumns()
            ? ColumnCheck.all(there, table.location())
            : columns.fit(table.columns(), there);
    UnitCheck units = new UnitCheck(problems, found);
    Optional<PrivacyUnit> unit = table.unit().map(u -> units.fit(u, table, there, policy));
    List<PrivacyUnit.Columns> further =
        table.furtherUnits().stream().map(u -> units.fit(u, table, there, policy)).toList();
    Set<String> ofUnits =
        Stream.concat(unit.stream(), further.stream())
            .filter(PrivacyUnit.Columns.class::isInstance)
            .flatMap(columnsOf -> ((PrivacyUnit.Columns) columnsOf).columns().stream())
            .collect(Collectors.toSet());
    columns.checkUnlisted(fitted, ofUnits, there);
    return new TablePolicy(
        there.schema(),
        there.name(),
        unit,
        further,
        table.unitSize(),
        table.maxRowsContributed(),
        table.rowsAuto(),
        table.maxGroupsContributed(),
        table.contribution(),
        table.rowNumber().flatMap(name -> number(name, table, there)),
        fitted,
        table.allColumns(),
        table.description(),
        table.location());
  }
}
