package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The policy of one table.
 *
 * @param schema the backend's schema, as the live schema spells it
 * @param name the table's name, as the live schema spells it
 * @param unit the privacy unit; empty for a public table
 * @param furtherUnits other people to whom a row belongs as well, such as the seller besides the
 *     buyer; each is protected
 * @param unitSize how many units are protected together, such as the people of a household, at
 *     least 1; after {@link PolicyCheck} it includes that of the tables that this table references
 * @param maxRowsContributed rows of one unit that count in one group, at least 1
 * @param rowsAuto whether each query chooses that limit privately ({@code auto})
 * @param maxGroupsContributed groups of one query that one unit counts in, at least 1
 * @param contribution how contributions are bounded
 * @param rowNumber the column that numbers the rows of each unit, as the policy says
 * @param columns the named columns; for a public table without {@code columns}, every column of the
 *     live table (filled in when the policy is checked against it)
 * @param allColumns true for a public table that names no columns
 * @param description what analysts are told of the table, in the place of the database's comment
 * @param location where in the file
 */
public record TablePolicy(
    String schema,
    String name,
    Optional<PrivacyUnit> unit,
    List<PrivacyUnit.Columns> furtherUnits,
    int unitSize,
    OptionalInt maxRowsContributed,
    boolean rowsAuto,
    OptionalInt maxGroupsContributed,
    ContributionKind contribution,
    Optional<String> rowNumber,
    List<ColumnPolicy> columns,
    boolean allColumns,
    Optional<String> description,
    Location location) {

  /** Whether no person is in this table. */
  public boolean isPublic() {
    return unit.isEmpty();
  }

  /** The policy of a column, by its exact name. */
  public Optional<ColumnPolicy> column(String columnName) {
    return columns.stream().filter(c -> c.name().equals(columnName)).findFirst();
  }

  /** The same table with other policies of its columns. */
  public TablePolicy withColumns(List<ColumnPolicy> newColumns) {
    return new TablePolicy(
        schema,
        name,
        unit,
        furtherUnits,
        unitSize,
        maxRowsContributed,
        rowsAuto,
        maxGroupsContributed,
        contribution,
        rowNumber,
        newColumns,
        allColumns,
        description,
        location);
  }

  /** The same table, where a column is said to number the rows of each unit. */
  public TablePolicy withRowNumber(String column) {
    return new TablePolicy(
        schema,
        name,
        unit,
        furtherUnits,
        unitSize,
        maxRowsContributed,
        rowsAuto,
        maxGroupsContributed,
        contribution,
        Optional.of(column),
        columns,
        allColumns,
        description,
        location);
  }

  /** The same table with other units. */
  TablePolicy withUnits(PrivacyUnit newUnit, List<PrivacyUnit.Columns> newFurther) {
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
        rowNumber,
        columns,
        allColumns,
        description,
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
        rowNumber,
        columns,
        allColumns,
        description,
        location);
  }

  /** The column that numbers the rows of each unit; empty if the database does not enforce it. */
  public Optional<LiveSchema.Column> numbers(LiveSchema.Table there) {
    return rowNumber.flatMap(there::column).filter(column -> unnumbered(there).isEmpty());
  }

  /**
   * Why {@code row_number} is ignored; empty if it is not, or if it is not set. At most n rows of a
   * unit have a number from 1 to n only if the database keeps the unit and the number unique
   * together, whatever is NULL.
   */
  public Optional<String> unnumbered(LiveSchema.Table there) {
    return rowNumber.flatMap(number -> unnumbered(there, number));
  }

  private Optional<String> unnumbered(LiveSchema.Table there, String number) {
    Optional<String> key =
        unit.filter(u -> furtherUnits.isEmpty())
            .filter(PrivacyUnit.Columns.class::isInstance)
            .map(u -> ((PrivacyUnit.Columns) u).columns())
            .filter(columns -> columns.size() == 1)
            .map(columns -> columns.get(0));
    boolean isInteger =
        there.column(number).flatMap(TypeFamily::of).filter(TypeFamily.INTEGER::equals).isPresent();
    if (key.isEmpty()) {
      return Optional.of("the privacy unit is not one column");
    } else if (there.kind() == LiveSchema.Kind.VIEW) {
      return Optional.of(name + " is a view");
    } else if (!isInteger) {
      return Optional.of("it is not of an integer type");
    }
    return there.uniqueKeys().stream()
            .anyMatch(columns -> Set.copyOf(columns).equals(Set.copyOf(List.of(key.get(), number))))
        ? Optional.empty()
        : Optional.of("the database enforces no key UNIQUE (%s, %s)".formatted(key.get(), number));
  }

  /** The columns whose values are units. */
  List<PrivacyUnit.Columns> unitColumns() {
    List<PrivacyUnit.Columns> all = new ArrayList<>();
    unit.filter(PrivacyUnit.Columns.class::isInstance)
        .map(PrivacyUnit.Columns.class::cast)
        .ifPresent(all::add);
    all.addAll(furtherUnits);
    return all;
  }
}
