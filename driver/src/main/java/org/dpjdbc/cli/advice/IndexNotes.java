package org.dpjdbc.cli.advice;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * Proposes indexes of tables whose people may have several rows. Where a person's rows are found or
 * counted by an index alone, the driver bounds only those with too many, for which the index begins
 * with the person. Where rows come grouped from an index, one holds the person and a key whose
 * groups are private, in the order in which the policy's own limits and noise have them grouped.
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
  public List<String> notes(BackendDialect dialect) {
    return policy.tables().stream().flatMap(table -> notes(table, dialect)).toList();
  }

  private Stream<String> notes(TablePolicy table, BackendDialect dialect) {
    return table
        .unit()
        .filter(PrivacyUnit.Columns.class::isInstance)
        .map(PrivacyUnit.Columns.class::cast)
        .filter(unit -> table.furtherUnits().isEmpty() && isOwn(policy, unit))
        .flatMap(
            unit ->
                live.table(table.schema(), table.name())
                    .filter(there -> there.kind() == Kind.TABLE)
                    .map(
                        there ->
                            Stream.concat(
                                ofUnit(table, there, unit.first(), dialect).stream(),
                                ofKeys(table, there, unit.first(), dialect))))
        .stream()
        .flatMap(notes -> notes);
  }

  private Optional<String> ofUnit(
      TablePolicy table, Table there, String unit, BackendDialect dialect) {
    boolean isOfUse =
        (dialect.joinsByIndexAlone() || dialect.countsByIndexAlone())
            && there.column(unit).filter(dialect::usesIndexOn).isPresent();
    return isOfUse && !there.isIndexed(unit)
        ? Optional.of(
            "%s: note: queries over %s may be several times as fast with an index on %s: %s"
                .formatted(
                    table.location(),
                    table.name(),
                    unit,
                    created(table, "(" + quoted.apply(unit) + ")")))
        : Optional.empty();
  }

  private Stream<String> ofKeys(
      TablePolicy table, Table there, String unit, BackendDialect dialect) {
    return KeyIndex.of(table, there, unit, policy.defaults().noise(), dialect)
        .filter(index -> !index.isIn(there))
        .flatMap(
            index ->
                index.sql(there, quoted, dialect).stream()
                    .map(
                        sql ->
                            "%s: note: GROUP BY %s over %s may be twice as fast with an index: %s"
                                .formatted(
                                    table.location(),
                                    index.key(),
                                    table.name(),
                                    created(table, sql))));
  }

  private String created(TablePolicy table, String parts) {
    return "CREATE INDEX ON %s.%s %s"
        .formatted(quoted.apply(table.schema()), quoted.apply(table.name()), parts);
  }

  /** Whether the column holds the person, and not the key of a row that does. */
  static boolean isOwn(Policy policy, PrivacyUnit.Columns unit) {
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
}
