package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.ColumnPolicy.Bounds;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;

/**
 * Computes what to write instead of {@code auto}: for columns the powers of two that the values of
 * few people exceed, for tables the limit on rows that makes totals least off. Each table takes one
 * query about all its columns and one about its rows.
 */
final class Suggestions {
  private final Connection analyst;
  private final Policy policy;
  private final BigDecimal epsilon;
  private final boolean allLimits;

  /**
   * Creates them.
   *
   * @param analyst a connection through the driver, with the same policy
   * @param policy as it fits the database
   * @param epsilon the cost of a query, as set for the connection
   * @param allLimits whether limits on rows are chosen for tables that have one, too
   */
  Suggestions(Connection analyst, Policy policy, BigDecimal epsilon, boolean allLimits) {
    this.allLimits = allLimits;
    this.analyst = analyst;
    this.policy = policy;
    this.epsilon = epsilon;
  }

  /**
   * What asking costs, to be known before.
   *
   * @param asked whether it is asked for after that
   */
  void writePrice(PrintWriter out, boolean asked) {
    long queries =
        policy.tables().stream()
            .mapToLong(table -> (asksRows(table) ? 1 : 0) + (auto(table).isEmpty() ? 0 : 1))
            .sum();
    out.println(
        queries == 0
            ? "# nothing in the policy is 'auto'; no query was run"
            : (asked
                    ? "# %d %s at epsilon %s, for which the ledger is charged an epsilon of %s"
                    : "# %d %s at epsilon %s would charge an epsilon of %s to the ledger; none was"
                        + " run")
                .formatted(
                    queries,
                    queries == 1 ? "query" : "queries",
                    plain(epsilon),
                    plain(epsilon.multiply(BigDecimal.valueOf(queries)))));
    out.flush();
  }

  /** Asks, and writes them as the lines of a policy. */
  void write(PrintWriter out) throws SQLException {
    List<String> lines = new ArrayList<>();
    for (String schema : policy.tables().stream().map(TablePolicy::schema).distinct().toList()) {
      List<String> ofSchema = new ArrayList<>();
      for (TablePolicy table : policy.tables()) {
        if (table.schema().equals(schema)) {
          ofSchema.addAll(table(table));
        }
      }
      if (!ofSchema.isEmpty()) {
        lines.add("  " + YamlScalar.name(schema) + ":");
        lines.add("    tables:");
        lines.addAll(ofSchema);
      }
    }
    if (lines.isEmpty()) {
      return;
    }
    out.println("# chosen privately; a few people exceed these bounds");
    out.println("schemas:");
    lines.forEach(out::println);
  }

  private List<String> table(TablePolicy table) throws SQLException {
    List<ColumnPolicy> columns = auto(table);
    List<String> lines = new ArrayList<>();
    if (columns.isEmpty() && !asksRows(table)) {
      return lines;
    }
    lines.add("      " + YamlScalar.name(table.name()) + ":");
    if (asksRows(table)) {
      RowLimit limit = rows(table);
      lines.add(
          "        max_rows_contributed: %d  # over all groups: %s%s"
              .formatted(
                  limit.best(),
                  limit.explained(limit.best()),
                  table.maxGroupsContributed().isPresent()
                      ? "; without max_groups_contributed"
                      : ""));
    }
    if (!columns.isEmpty()) {
      lines.add("        columns:");
      lines.addAll(columns(table, columns));
    }
    return lines;
  }

  private static List<ColumnPolicy> auto(TablePolicy table) {
    return table.columns().stream()
        .filter(column -> column.bounds().filter(Bounds::auto).isPresent())
        .toList();
  }

  /**
   * Whether its people may have many rows, as those of a table do that has or references owners.
   */
  private boolean asksRows(TablePolicy table) {
    boolean several =
        table.maxRowsContributed().isPresent()
            || (table.unit().orElse(null) instanceof PrivacyUnit.Columns unit
                && unit.references().isPresent());
    return table.rowsAuto() || (allLimits && several && table.furtherUnits().isEmpty());
  }

  /** The rows of a person, who may be identified only by the tables that this one references. */
  private RowLimit rows(TablePolicy table) throws SQLException {
    StringBuilder from = new StringBuilder(name(table) + " AS t0");
    PrivacyUnit.Columns unit = unit(table);
    String person = unit.first();
    int last = 0;
    while (unit.references().isPresent()) {
      Reference reference = unit.references().get();
      TablePolicy owner = table(reference);
      PrivacyUnit.Columns next = unit(owner);
      int held = reference.columns().indexOf(next.first());
      if (held >= 0 && next.references().isEmpty()) {
        person = unit.columns().get(held);
        break;
      }
      from.append(" JOIN %s AS t%d ON ".formatted(name(owner), last + 1))
          .append(equal("t" + last, unit.columns(), "t" + (last + 1), reference.columns()));
      last++;
      unit = next;
      person = next.first();
    }
    String key = "t" + last + "." + quoted(person);
    String counts = "(SELECT %s, COUNT(*) AS n FROM %s GROUP BY %s) AS t".formatted(key, from, key);
    return new RowLimit(
        histogram(counts), epsilon.doubleValue(), policy.defaults().epsilon().doubleValue());
  }

  private String equal(String one, List<String> columns, String other, List<String> theirs)
      throws SQLException {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      pairs.add(
          "%s.%s = %s.%s".formatted(one, quoted(columns.get(i)), other, quoted(theirs.get(i))));
    }
    return String.join(" AND ", pairs);
  }

  /** The people with as many rows, by the powers of two. */
  private List<Double> histogram(String counts) throws SQLException {
    List<Double> people = new ArrayList<>(Collections.nCopies(RowLimit.OCTAVES + 2, 0.0));
    String keys = RowLimit.keys("n");
    String sql = "SELECT %s, COUNT(*) FROM %s GROUP BY %s".formatted(keys, counts, keys);
    try (Statement statement = analyst.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        int cell = 0;
        boolean possible = true;
        for (int octave = 0; octave <= RowLimit.OCTAVES; octave++) {
          boolean more = rows.getBoolean(octave + 1);
          possible &= !more || cell == octave;
          cell += more ? 1 : 0;
        }
        if (possible) {
          people.set(cell, rows.getDouble(RowLimit.OCTAVES + 2));
        }
      }
    }
    return people;
  }

  /** A table that is found rows for has units; there cannot be more than one of them. */
  private static PrivacyUnit.Columns unit(TablePolicy table) {
    return (PrivacyUnit.Columns) table.unit().orElseThrow();
  }

  private TablePolicy table(Reference reference) {
    return policy.tables().stream()
        .filter(table -> table.schema().equals(reference.schema()))
        .filter(table -> table.name().equals(reference.table()))
        .findFirst()
        .orElseThrow();
  }

  private List<String> columns(TablePolicy table, List<ColumnPolicy> columns) throws SQLException {
    List<String> asked = new ArrayList<>();
    for (ColumnPolicy column : columns) {
      Bounds bounds = column.bounds().orElseThrow();
      String name = quoted(column.name());
      if (bounds.lowerAuto()) {
        asked.add("MIN(" + name + ")");
      }
      if (bounds.upperAuto()) {
        asked.add("MAX(" + name + ")");
      }
    }
    List<BigDecimal> found = new ArrayList<>(ask(asked, name(table)));
    List<String> lines = new ArrayList<>();
    for (ColumnPolicy column : columns) {
      Bounds bounds = column.bounds().orElseThrow();
      String lower = bounds.lowerAuto() ? plain(found.remove(0)) : plain(bounds.lower());
      String upper = bounds.upperAuto() ? plain(found.remove(0)) : plain(bounds.upper());
      lines.add(
          "          %s: {lower: %s, upper: %s%s}"
              .formatted(
                  YamlScalar.name(column.name()),
                  lower,
                  upper,
                  column.step().map(step -> ", step: " + plain(step)).orElse("")));
    }
    return lines;
  }

  /** Asks one query; beside each value there may be others. */
  private List<BigDecimal> ask(List<String> values, String from) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT ");
    for (int i = 0; i < values.size(); i++) {
      sql.append(i == 0 ? "" : ", ").append(values.get(i)).append(" AS b").append(i);
    }
    sql.append(" FROM ").append(from);
    try (Statement statement = analyst.createStatement();
        ResultSet rows = statement.executeQuery(sql.toString())) {
      rows.next();
      List<BigDecimal> found = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        found.add(Objects.requireNonNull(rows.getBigDecimal("b" + i)));
      }
      return found;
    }
  }

  private String name(TablePolicy table) throws SQLException {
    return quoted(table.schema()) + "." + quoted(table.name());
  }

  private String quoted(String name) throws SQLException {
    String quote = analyst.getMetaData().getIdentifierQuoteString();
    return quote + name.replace(quote, quote + quote) + quote;
  }

  private static String plain(PolicyValue bound) {
    return plain(((PolicyValue.Number) bound).value());
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
