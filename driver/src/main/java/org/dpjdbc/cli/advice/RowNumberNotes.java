package org.dpjdbc.cli.advice;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.CatalogQuery;

/**
 * Proposes to number the rows of each person, where a person may have several, and says why a
 * number that the policy names is ignored.
 */
public final class RowNumberNotes {
  private static final String NUMBER = "row_no";

  private static final String WITH_INDEX =
      "row_number: %1$s, after ALTER TABLE %2$s ADD %1$s INTEGER, and CREATE UNIQUE INDEX %3$s ON"
          + " %2$s (%4$s, %1$s)";
  private static final String IN_NEW_TABLE =
      "row_number: %1$s, in a new table like %2$s with %1$s INTEGER, and UNIQUE (%4$s, %1$s)";

  private final Policy policy;
  private final LiveSchema live;
  private final UnaryOperator<String> quoted;

  /**
   * @param policy checked against {@code live}
   * @param quoted writes a name as the database does
   */
  public RowNumberNotes(Policy policy, LiveSchema live, UnaryOperator<String> quoted) {
    this.policy = policy;
    this.live = live;
    this.quoted = quoted;
  }

  /** A line at most for each table, in the order of the policy. */
  public List<String> notes(BackendDialect dialect) {
    return policy.tables().stream()
        .flatMap(
            table ->
                live
                    .table(table.schema(), table.name())
                    .flatMap(there -> note(table, there, dialect))
                    .map(note -> table.location() + ": note: " + note)
                    .stream())
        .toList();
  }

  private Optional<String> note(TablePolicy table, Table there, BackendDialect dialect) {
    if (table.rowNumber().isPresent()) {
      return ignored(table, there)
          .map(
              why ->
                  "row_number %s of %s is ignored: %s"
                      .formatted(table.rowNumber().get(), table.name(), why));
    }
    return ownUnit(table)
        .filter(unit -> dialect.enforcesKeys() && there.kind() == LiveSchema.Kind.TABLE)
        .filter(unit -> table.maxRowsContributed().isPresent())
        .filter(unit -> !there.uniqueKeys().contains(List.of(unit)))
        .map(
            unit ->
                "queries over %s may be faster still if each person's rows are numbered: %s"
                    .formatted(table.name(), proposed(table, there, unit, dialect)));
  }

  private Optional<String> ignored(TablePolicy table, Table there) {
    Optional<String> why = table.unnumbered(there);
    return why.isEmpty() && ownUnit(table).isEmpty()
        ? Optional.of("the person is in the rows that its own reference")
        : why;
  }

  /** The number that a key holds already, or how to add one. */
  private String proposed(TablePolicy table, Table there, String unit, BackendDialect dialect) {
    String name = quoted.apply(table.schema()) + "." + quoted.apply(table.name());
    return there.columns().stream()
        .map(Column::name)
        .filter(number -> table.withRowNumber(number).numbers(there).isPresent())
        .findFirst()
        .map(number -> "row_number: " + number)
        .orElseGet(
            () ->
                (indexesAreKeys(dialect) ? WITH_INDEX : IN_NEW_TABLE)
                    .formatted(
                        NUMBER,
                        name,
                        quoted.apply(table.name() + "_" + NUMBER),
                        quoted.apply(unit)));
  }

  /** Whether the catalog tells of an index that it is unique, and not only of a constraint. */
  private static boolean indexesAreKeys(BackendDialect dialect) {
    return dialect.catalogQuery(CatalogQuery.UNIQUE_CONSTRAINTS).isEmpty();
  }

  /** The column that holds the person, if that is in each row. */
  private Optional<String> ownUnit(TablePolicy table) {
    return table
        .unit()
        .filter(PrivacyUnit.Columns.class::isInstance)
        .map(PrivacyUnit.Columns.class::cast)
        .filter(unit -> table.furtherUnits().isEmpty() && IndexNotes.isOwn(policy, unit))
        .map(PrivacyUnit.Columns::first);
  }
}
