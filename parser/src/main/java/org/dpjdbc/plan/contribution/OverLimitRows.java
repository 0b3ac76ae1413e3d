package org.dpjdbc.plan.contribution;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.StoredColumn;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.pushdown.FlatJoins;
import org.dpjdbc.plan.relation.Numbering;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.RowNumber;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Rows that can be read twice with the same result, and the counts that tell which units are over
 * their limit.
 *
 * @param all every row: a column without a meaning, the keys, then what is aggregated
 * @param counted what is counted of a unit, first column the unit: its rows, or the rows that those
 *     reference
 * @param among the same or more of the same table, where counting those is cheaper: finds at least
 *     the units that are over the limit
 * @param number of the rows of each unit, if there is one: a unit over the limit has a row beyond
 * @param each how many rows of a unit there are at most for each that is counted
 * @param of the rows of some units: the unit, the keys, what is aggregated, and the number that was
 *     counted. Those units are given with their numbers
 */
public record OverLimitRows(
    RelNode all,
    RelNode counted,
    RelNode among,
    Optional<RowNumber> number,
    BigInteger each,
    UnaryOperator<RelNode> of) {
  /** Name of the number of what was counted of a unit. */
  static final String NUMBER = "q0";

  /** Of all expressions together. */
  private static final int MAX_NODES = 2000;

  /**
   * Rows of one stored table.
   *
   * <p>If a row's unit is stored in the row that it references, the referenced rows determine which
   * units are over the limit: if the database keeps the reference together with another column
   * unique, each referenced row has no more rows than that column has values within its bounds;
   * rows beyond them count nowhere ({@link Numbering}). So nobody who has few of the ones has many
   * of the others. All rows can be added up without asking whose they are, because the database has
   * each row reference one, and that one has a unit.
   *
   * @param rows the unit, the keys, then what is aggregated
   * @return empty if rows cannot be read again, might be others then, or are few
   */
  public static Optional<OverLimitRows> of(PlanContext context, Project rows) {
    if (!context.catalog().dialect().readsAlike()) {
      return Optional.empty();
    }
    if (context.catalog().dialect().joinsByIndexAlone()) {
      return canRead(rows) && isIndexed(rows) && !isFoundByIndex(rows)
          ? Optional.of(indexed(context, rows))
          : Optional.empty();
    }
    if (canRead(rows)) {
      return Optional.of(
          new OverLimitRows(
              rows,
              rows,
              rows,
              number(context, rows),
              BigInteger.ONE,
              units -> joined(rows, 0, units)));
    }
    Project computed = merged(rows);
    return context.catalog().dialect().keepsReferences()
            && isSmall(computed)
            && computed.getInput() instanceof Join join
            && FlatJoins.isWithOwners(join)
            && canRead(join.getLeft())
            && canRead(join.getRight())
            && computed.getProjects().stream().allMatch(OverLimitRows::isOfRow)
        ? OverLimitReference.of(join)
            .filter(OverLimitReference::isOfMost)
            .flatMap(reference -> reference.rows(computed))
        : Optional.empty();
  }

  /**
   * The rows of some units.
   *
   * @param unit place of the unit among the rows' columns
   * @param units each once, with a number
   * @return the columns of the rows, and the number
   */
  static RelNode joined(RelNode rows, int unit, RelNode units) {
    RexBuilder rex = rows.getCluster().getRexBuilder();
    int width = rows.getRowType().getFieldCount();
    RelNode left = SubSelect.of(rows);
    RelNode right = SubSelect.of(units);
    RexNode sameUnit =
        rex.makeCall(
            SqlStdOperatorTable.EQUALS,
            rex.makeInputRef(left, unit),
            rex.makeInputRef(right.getRowType().getFieldList().get(0).getType(), width));
    RelNode joined =
        LogicalJoin.create(left, right, List.of(), sameUnit, Set.of(), JoinRelType.INNER);
    return numbered(rows, joined, 0, width + 1);
  }

  /**
   * The columns of the rows, and the number.
   *
   * @param joined the rows with the units
   * @param first place of the rows' first column there
   * @param number that of the number
   */
  private static RelNode numbered(RelNode rows, RelNode joined, int first, int number) {
    RexBuilder rex = rows.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    IntStream.range(0, rows.getRowType().getFieldCount())
        .forEach(i -> columns.add(rex.makeInputRef(joined, first + i)));
    columns.add(rex.makeInputRef(joined, number));
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    names.add(NUMBER);
    return LogicalProject.create(joined, List.of(), columns, names, Set.of());
  }

  /** What numbers the rows of each unit. */
  private static Optional<RowNumber> number(PlanContext context, RelNode rows) {
    return StoredColumn.of(rows, 0).flatMap(unit -> RowNumber.of(context, unit));
  }

  /** Whether an index finds the rows of a unit. */
  private static boolean isIndexed(RelNode rows) {
    return StoredColumn.of(rows, 0)
        .filter(unit -> unit.table().live().isIndexed(unit.name()))
        .isPresent();
  }

  /**
   * Whether a filter names a column that begins an index: few rows may be left then, which are
   * found without reading the others, whereas units over the limit are found among all rows.
   */
  private static boolean isFoundByIndex(RelNode rel) {
    if (rel instanceof Filter filter
        && RelOptUtil.conjunctions(filter.getCondition()).stream()
            .filter(condition -> condition.getKind() != SqlKind.IS_NOT_NULL)
            .flatMap(condition -> RelOptUtil.InputFinder.bits(condition).asList().stream())
            .flatMap(column -> StoredColumn.of(filter.getInput(), column).stream())
            .anyMatch(column -> column.table().live().isIndexed(column.name()))) {
      return true;
    }
    return rel.getInputs().stream().anyMatch(OverLimitRows::isFoundByIndex);
  }

  /**
   * For a database that reads tables in the order in which they are joined: first the units, in the
   * order of the index, then the rows of each. All rows of the units are counted, which takes the
   * index alone; which of them pass a filter, takes each row.
   */
  private static OverLimitRows indexed(PlanContext context, Project rows) {
    return new OverLimitRows(
        rows,
        rows,
        stored(rows),
        number(context, rows),
        BigInteger.ONE,
        units -> lookedUp(rows, SubSelect.of(context.ordered(units))));
  }

  /** The units of all rows of the table. */
  private static RelNode stored(RelNode rows) {
    String unit = StoredColumn.of(rows, 0).orElseThrow().name();
    RelNode scan = rows;
    while (!(scan instanceof TableScan)) {
      scan = scan.getInput(0);
    }
    RexNode column =
        scan.getCluster()
            .getRexBuilder()
            .makeInputRef(scan, scan.getRowType().getFieldNames().indexOf(unit));
    RelNode known =
        column.getType().isNullable()
            ? LogicalFilter.create(
                scan,
                scan.getCluster().getRexBuilder().makeCall(SqlStdOperatorTable.IS_NOT_NULL, column))
            : scan;
    return LogicalProject.create(known, List.of(), List.of(column), List.of("d0"), Set.of());
  }

  /** As {@link #joined}, with the units first. */
  private static RelNode lookedUp(RelNode rows, RelNode units) {
    RexBuilder rex = rows.getCluster().getRexBuilder();
    int width = units.getRowType().getFieldCount();
    RexNode sameUnit =
        rex.makeCall(
            SqlStdOperatorTable.EQUALS,
            rex.makeInputRef(units, 0),
            rex.makeInputRef(rows.getRowType().getFieldList().get(0).getType(), width));
    RelNode joined =
        FlatJoins.withOwners(
            LogicalJoin.create(units, rows, List.of(), sameUnit, Set.of(), JoinRelType.INNER));
    return numbered(rows, joined, width, 1);
  }

  /** Whether no more is written twice than may be: what is doubled often has no end. */
  private static boolean isSmall(Project rows) {
    return RexUtil.nodeCount(rows.getProjects()) <= MAX_NODES;
  }

  /** One projection for all that stand one upon the other. */
  private static Project merged(Project rows) {
    RelNode below = rows.getInput();
    while (below instanceof SubSelect) {
      below = below.getInput(0);
    }
    return below instanceof Project project
            && !project.containsOver()
            && isSmall(rows)
            && isSmall(project)
        ? merged(
            LogicalProject.create(
                project.getInput(),
                List.of(),
                InputRefs.past(rows.getProjects(), project),
                rows.getRowType().getFieldNames(),
                Set.of()))
        : rows;
  }

  /** Whether what is counted are the unit's rows. */
  public boolean countsRows() {
    return counted == all;
  }

  /**
   * Whether an index alone tells which units are over the limit: all rows of a unit are counted
   * then, those of no other table and with no filter.
   */
  public boolean areCountedByIndexAlone(PlanContext context) {
    return countsRows()
        && context.catalog().dialect().countsByIndexAlone()
        && isIndexed(all)
        && leavesOutNulls(all, StoredColumn.of(all, 0).orElseThrow().name());
  }

  /** Whether no rows are left out but those in which one column is NULL. */
  private static boolean leavesOutNulls(RelNode rel, String column) {
    if (rel instanceof Filter filter
        && !RelOptUtil.conjunctions(filter.getCondition()).stream()
            .allMatch(condition -> isKnown(filter.getInput(), condition, column))) {
      return false;
    }
    return rel.getInputs().stream().allMatch(input -> leavesOutNulls(input, column));
  }

  private static boolean isKnown(RelNode rows, RexNode condition, String column) {
    return condition.getKind() == SqlKind.IS_NOT_NULL
        && RelOptUtil.InputFinder.bits(condition).asList().stream()
            .allMatch(
                place ->
                    StoredColumn.of(rows, place)
                        .filter(stored -> stored.name().equals(column))
                        .isPresent());
  }

  private static boolean canRead(RelNode rel) {
    if (rel instanceof Filter filter) {
      return isOfRow(filter.getCondition()) && canRead(filter.getInput());
    } else if (rel instanceof Project project) {
      return project.getProjects().stream().allMatch(OverLimitRows::isOfRow)
          && canRead(project.getInput());
    } else if (rel instanceof SubSelect) {
      return canRead(rel.getInput(0));
    }
    return rel instanceof TableScan scan
        && scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).live().kind()
            == LiveSchema.Kind.TABLE;
  }

  private static boolean isOfRow(RexNode node) {
    return !RexOver.containsOver(node) && RexUtil.SubQueryFinder.find(node) == null;
  }
}
