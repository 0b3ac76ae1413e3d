package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the policy says of one table.
 *
 * @param schema the backend's schema, as the live schema spells it
 * @param name the table's name, as the live schema spells it
 * @param unit the privacy unit; empty for a public table
 * @param furtherUnits other people whom a row belongs to as well, as the seller beside the buyer;
 *     each is protected
 * @param unitSize how many units are protected together, as the people of a household are, at least
 *     1; after {@link PolicyCheck} that of the tables that it hangs on counts as well
 * @param maxRowsContributed rows of one unit that count in one group, at least 1
 * @param rowsAuto whether that is left to be found ({@code auto}), privately, when it is asked for
 * @param maxGroupsContributed groups of one query that one unit counts in, at least 1
 * @param contribution how contributions over several groups are bounded
 * @param columns the named columns; for a public table without {@code columns}, every column of the
 *     live table (filled in when the policy is checked against it)
 * @param allColumns true for a public table that names no columns
 * @param location where in the file
 */
public record TablePolicy(
    String schema,
    String name,
    Optional<PrivacyUnit> unit,
    List<PrivacyUnit.Column> furtherUnits,
    int unitSize,
    OptionalInt maxRowsContributed,
    boolean rowsAuto,
    OptionalInt maxGroupsContributed,
    ContributionKind contribution,
    List<ColumnPolicy> columns,
    boolean allColumns,
    Location location) {

  /** Whether no person is in this table. */
  public boolean isPublic() {
    return unit.isEmpty();
  }

  /** The policy of a column, by its exact name. */
  public Optional<ColumnPolicy> column(String columnName) {
    return columns.stream().filter(c -> c.name().equals(columnName)).findFirst();
  }

  /** The same table with other units. */
  TablePolicy withUnits(PrivacyUnit newUnit, List<PrivacyUnit.Column> newFurther) {
    return new TablePolicy(
        schema,
        name,
        Optional.of(newUnit),
        newFurther,
        unitSize,
        maxRowsContributed,
        rowsAuto,
        maxGroupsContributed,
        contribution,
        columns,
        allColumns,
        location);
  }

  /** The same table with more units protected together. */
  TablePolicy withUnitSize(int newSize) {
    return new TablePolicy(
        schema,
        name,
        unit,
        furtherUnits,
        newSize,
        maxRowsContributed,
        rowsAuto,
        maxGroupsContributed,
        contribution,
        columns,
        allColumns,
        location);
  }

  /** The columns whose values are units. */
  List<PrivacyUnit.Column> unitColumns() {
    List<PrivacyUnit.Column> all = new ArrayList<>();
    unit.filter(PrivacyUnit.Column.class::isInstance)
        .map(PrivacyUnit.Column.class::cast)
        .ifPresent(all::add);
    all.addAll(furtherUnits);
    return all;
  }
}
