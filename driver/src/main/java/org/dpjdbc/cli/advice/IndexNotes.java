package org.dpjdbc.cli.advice;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * Proposes an index for each table whose people may have several rows, on a database that finds a
 * person's rows by an index alone: with it the driver bounds only those with too many rows, without
 * it everybody.
 */
public final class IndexNotes {
  private final Policy policy;
  private final LiveSchema live;
  private final UnaryOperator<String> quoted;

  /**
   * @param policy checked against {@code live}
   * @param quoted writes a name as the database does
   */
  public IndexNotes(Policy policy, LiveSchema live, UnaryOperator<String> quoted) {
    this.policy = policy;
    this.live = live;
    this.quoted = quoted;
  }

  /** A line for each index that is missing, in the order of the policy. */
  public List<String> notes(Optional<BackendDialect> dialect) {
    return dialect.filter(BackendDialect::joinsByIndexAlone).stream()
        .flatMap(known -> policy.tables().stream().flatMap(table -> missing(table, known).stream()))
        .toList();
  }

  private Optional<String> missing(TablePolicy table, BackendDialect dialect) {
    return table
        .unit()
        .filter(PrivacyUnit.Columns.class::isInstance)
        .map(PrivacyUnit.Columns.class::cast)
        .filter(
            unit ->
                table.furtherUnits().isEmpty()
                    && isOwn(unit)
                    && lacks(table, unit.first(), dialect))
        .map(
            unit ->
                ("%s: note: queries over %s may be several times as fast with an index on %s:"
                        + " CREATE INDEX ON %s (%s)")
                    .formatted(
                        table.location(),
                        table.name(),
                        unit.first(),
                        quoted.apply(table.schema()) + "." + quoted.apply(table.name()),
                        quoted.apply(unit.first())));
  }

  /** Whether the column holds the person, and not the key of a row that does. */
  private boolean isOwn(PrivacyUnit.Columns unit) {
    return unit.columns().size() == 1
        && unit.references().stream()
            .allMatch(
                to ->
                    policy.tables().stream()
                        .filter(
                            table ->
                                table.schema().equals(to.schema())
                                    && table.name().equals(to.table()))
                        .flatMap(table -> table.unit().stream())
                        .anyMatch(new PrivacyUnit.Columns(to.columns(), Optional.empty())::equals));
  }

  private boolean lacks(TablePolicy table, String column, BackendDialect dialect) {
    return live.table(table.schema(), table.name())
        .filter(there -> there.kind() == Kind.TABLE && !there.isIndexed(column))
        .flatMap(there -> there.column(column))
        .filter(dialect::usesIndexOn)
        .isPresent();
  }
}
