package org.dpjdbc.plan.contribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.StoredColumn;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.relation.Numbering;

/**
 * A reference from every row of a table to a row that has a unit. Rows with the same reference are
 * numbered by a second column, in which no number repeats.
 *
 * @param join of the rows with those that they reference
 * @param from place of the referencing column among those of the rows
 * @param number the second column
 */
public record OverLimitReference(Join join, int from, Numbering number) {
  /** The reference by which rows are joined with their owners; empty if not all of that holds. */
  static Optional<OverLimitReference> of(Join join) {
    int width = join.getLeft().getRowType().getFieldCount();
    if (!(join.getCondition() instanceof RexCall equals
        && equals.getOperator().equals(SqlStdOperatorTable.EQUALS)
        && equals.getOperands().get(0) instanceof RexInputRef from
        && equals.getOperands().get(1) instanceof RexInputRef to
        && from.getIndex() < width
        && to.getIndex() >= width)) {
      return Optional.empty();
    }
    Optional<StoredColumn> column = StoredColumn.of(join.getLeft(), from.getIndex());
    Optional<StoredColumn> key = StoredColumn.of(join.getRight(), to.getIndex() - width);
    boolean always =
        column.isPresent()
            && key.isPresent()
            && holds(column.get(), key.get())
            && !isFiltered(join.getRight());
    return always ? numbered(join, from.getIndex(), column.get()) : Optional.empty();
  }

  private static boolean holds(StoredColumn column, StoredColumn key) {
    return !column.live().nullable()
        && column.table().live().foreignKeys().stream()
            .anyMatch(
                reference ->
                    reference.columns().equals(List.of(column.name()))
                        && reference.toSchema().equals(key.table().live().schema())
                        && reference.toTable().equals(key.table().live().name())
                        && reference.toColumns().equals(List.of(key.name())));
  }

  private static boolean isFiltered(RelNode rel) {
    return rel instanceof Filter
        || rel.getInputs().stream().anyMatch(OverLimitReference::isFiltered);
  }

  private static Optional<OverLimitReference> numbered(Join join, int from, StoredColumn column) {
    RelNode scan = join.getLeft();
    while (!(scan instanceof TableScan)) {
      scan = scan.getInput(0);
    }
    return Numbering.of(column.table(), scan.getRowType(), column.name())
        .filter(number -> number.isKept(join.getLeft()))
        .map(number -> new OverLimitReference(join, from, number));
  }

  /**
   * Whether to ask whose each row is would take longer: unless a column is a given value, which
   * leaves few rows.
   */
  boolean isOfMost() {
    return !picksValue(join.getLeft());
  }

  private static boolean picksValue(RelNode rel) {
    return (rel instanceof Filter filter
            && RelOptUtil.conjunctions(filter.getCondition()).stream()
                .anyMatch(condition -> condition.getKind() == SqlKind.EQUALS))
        || rel.getInputs().stream().anyMatch(OverLimitReference::picksValue);
  }

  /**
   * The rows as they are computed from the join; empty unless the unit alone, which is never NULL,
   * is of the rows referenced.
   *
   * @param computed the unit, the keys, then what is aggregated
   */
  Optional<OverLimitRows> rows(Project computed) {
    int width = join.getLeft().getRowType().getFieldCount();
    List<RexNode> projects = new ArrayList<>(computed.getProjects());
    boolean fits =
        number.numbers().signum() > 0
            && projects.get(0) instanceof RexInputRef unit
            && unit.getIndex() >= width
            && !unit.getType().isNullable()
            && projects.stream()
                .skip(1)
                .allMatch(e -> RelOptUtil.InputFinder.bits(e).nextSetBit(width) < 0);
    if (!fits) {
      return Optional.empty();
    }
    int unit = ((RexInputRef) projects.get(0)).getIndex() - width;
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<String> names = computed.getRowType().getFieldNames();
    RelNode rows = join.getLeft();
    projects.set(0, rex.makeInputRef(rows, from));
    RelNode owners =
        LogicalProject.create(
            join.getRight(),
            List.of(),
            List.of(rex.makeInputRef(join.getRight(), unit)),
            List.of("d0"),
            Set.of());
    return Optional.of(
        new OverLimitRows(
            SubSelect.of(LogicalProject.create(rows, List.of(), projects, names, Set.of())),
            owners,
            owners,
            Optional.empty(),
            number.numbers(),
            units -> ofUnits(computed, rows, OverLimitRows.joined(join.getRight(), unit, units))));
  }

  /**
   * First the rows that are referenced of some units, which are few, then those that reference
   * them.
   */
  private RelNode ofUnits(Project computed, RelNode rows, RelNode owners) {
    RelNode joined = join.copy(join.getTraitSet(), List.of(rows, SubSelect.of(owners)));
    List<RexNode> columns = new ArrayList<>(computed.getProjects());
    columns.add(
        join.getCluster()
            .getRexBuilder()
            .makeInputRef(joined, joined.getRowType().getFieldCount() - 1));
    List<String> names = new ArrayList<>(computed.getRowType().getFieldNames());
    names.add(OverLimitRows.NUMBER);
    return LogicalProject.create(joined, List.of(), columns, names, Set.of());
  }
}
