package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.CatalogTable;

/**
 * Bounds the contributions of those units alone that have more rows than bounds leave as they are:
 * all rows are added up, whoever's they are, and what the bounds take away from the heavy units is
 * subtracted. There are few of them where the policy's bounds fit the data, and then this costs
 * little more than the sums alone, where else every unit has a row in every group.
 *
 * <ul>
 *   <li>Where a unit is clamped in each group, the heavy ones are clamped there. The result is that
 *       of clamping all units, to the digit: nobody with at most {@code rows} rows has more in a
 *       group, and {@code rows} values of a measure add up to no more than a sum is clamped to.
 *   <li>Where L1 of a unit's vector is clipped to B = {@code groups} · {@code rows} rows, each row
 *       of a unit that has n > B of them weighs w = ⌊K · B / n⌋ parts of K, one of any other unit
 *       all K. A unit's rows weigh no more than K · B together, and each contributes no more than m
 *       times its weight to a quantity that moves by m with a row: L1 over all groups is at most K
 *       · B · m. Counts, sums and spreads being weighted alike, what holds between those of rows
 *       holds between them. That the weight is no more than claimed is written into the SQL as a
 *       comparison of integers, whatever the division before it gives.
 * </ul>
 *
 * <p>The table is read three times, and all depends on reading the same rows each time: on {@link
 * BackendDialect#readsAlike()}, and on the rows being those of one stored table, filtered and
 * computed with by functions of the row and nothing else. A view may compute other rows each time.
 */
final class HeavyUnits {
  /** What EXPLAIN PRIVACY says of it. */
  static final String STRATEGY = ", of heavy units alone";

  private static final String ROWS_OF_UNIT = "q0";

  private final RexBuilder rex;
  private final Decimals decimals;
  private final RelNode rows;
  private final int keys;
  private final List<AggregateCall> aggregates;
  private final List<Integer> cells;

  /**
   * Creates the strategy.
   *
   * @param rows the unit, the keys, then what is aggregated
   * @param keys number of keys
   * @param aggregates over the rows
   * @param cells the aggregates that are to be bounded
   */
  HeavyUnits(
      RexBuilder rex, RelNode rows, int keys, List<AggregateCall> aggregates, List<Integer> cells) {
    this.rex = rex;
    this.decimals = new Decimals(rex);
    this.rows = rows;
    this.keys = keys;
    this.aggregates = aggregates;
    this.cells = cells;
  }

  /** Whether rows can be read again, and are the same then. */
  static boolean canRead(BackendDialect dialect, RelNode rel) {
    if (rel instanceof Filter filter) {
      return isOfRow(filter.getCondition()) && canRead(dialect, filter.getInput());
    } else if (rel instanceof Project project) {
      return project.getProjects().stream().allMatch(HeavyUnits::isOfRow)
          && canRead(dialect, project.getInput());
    } else if (rel instanceof SubSelect) {
      return canRead(dialect, rel.getInput(0));
    }
    return rel instanceof TableScan scan
        && dialect.readsAlike()
        && scan.getTable().unwrapOrThrow(CatalogTable.Backend.class).live().kind()
            == LiveSchema.Kind.TABLE;
  }

  private static boolean isOfRow(RexNode node) {
    return !RexOver.containsOver(node) && RexUtil.SubQueryFinder.find(node) == null;
  }

  /**
   * Clamps what a heavy unit contributes to a group.
   *
   * @param most rows of a unit that is not heavy
   * @param clamps the clamped cells, over rows that are a unit, the keys, the aggregates
   * @return the keys and the cells; several rows of a group are to be added up
   */
  RelNode clamped(int most, Function<RelNode, List<RexNode>> clamps) {
    RelNode heavy = rowsOfHeavy(BigInteger.valueOf(most));
    RelNode perUnit = aggregated(heavy, ImmutableBitSet.range(1 + keys));
    List<RexNode> clamped = clamps.apply(perUnit);
    return corrected(
        1,
        perUnit,
        1,
        cell -> decimals.minus(decimals.wide(clamped.get(cell)), whole(perUnit, 1 + keys, cell)));
  }

  /**
   * Weights the rows of a heavy unit; the parameters and the result are those of {@link #clamped}.
   */
  RelNode weighted(Contribution.Clip clip) {
    BigInteger most = clip.within(BigInteger.ONE).multiply(BigInteger.valueOf(clip.rows()));
    RelNode heavy = rowsOfHeavy(most);
    RelNode alike =
        aggregated(
            heavy, ImmutableBitSet.range(1, 1 + keys).set(heavy.getRowType().getFieldCount() - 1));
    RexNode parts = decimals.number(BigInteger.valueOf(clip.parts()));
    RexNode weight =
        decimals.part(
            decimals.number(most.multiply(BigInteger.valueOf(clip.parts()))),
            decimals.wide(rex.makeInputRef(alike, keys)));
    return corrected(
        clip.parts(),
        alike,
        0,
        cell -> decimals.times(decimals.minus(weight, parts), whole(alike, keys + 1, cell)));
  }

  private interface Cells {
    RexNode of(int cell);
  }

  /** All rows, each in so many parts, and the corrections. */
  private RelNode corrected(int parts, RelNode corrections, int firstKey, Cells cell) {
    RelNode all = aggregated(rows, ImmutableBitSet.range(1, 1 + keys));
    RexNode times = decimals.number(BigInteger.valueOf(parts));
    return LogicalUnion.create(
        List.of(
            projected(
                all,
                0,
                i -> parts == 1 ? whole(all, keys, i) : decimals.times(whole(all, keys, i), times)),
            projected(corrections, firstKey, cell)),
        true);
  }

  private RelNode projected(RelNode rel, int firstKey, Cells cell) {
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      projects.add(rex.makeInputRef(rel, firstKey + key));
      names.add("k" + key);
    }
    for (int i = 0; i < cells.size(); i++) {
      projects.add(cell.of(i));
      names.add("c" + i);
    }
    return LogicalProject.create(rel, List.of(), projects, names, Set.of());
  }

  /** What a cell is when nothing is bounded. */
  private RexNode whole(RelNode aggregated, int first, int cell) {
    return decimals.wide(rex.makeInputRef(aggregated, first + cells.get(cell)));
  }

  /** The rows of the heavy units, and in a last column how many their unit has. */
  private RelNode rowsOfHeavy(BigInteger most) {
    RelNode left = SubSelect.of(rows);
    RelNode right = SubSelect.of(heavy(most));
    int width = rows.getRowType().getFieldCount();
    RexNode sameUnit =
        rex.makeCall(
            SqlStdOperatorTable.EQUALS,
            rex.makeInputRef(left, 0),
            rex.makeInputRef(right.getRowType().getFieldList().get(0).getType(), width));
    RelNode joined =
        LogicalJoin.create(left, right, List.of(), sameUnit, Set.of(), JoinRelType.INNER);
    List<RexNode> columns = new ArrayList<>();
    IntStream.range(0, width).forEach(i -> columns.add(rex.makeInputRef(joined, i)));
    columns.add(rex.makeInputRef(joined, width + 1));
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    names.add(ROWS_OF_UNIT);
    return LogicalProject.create(joined, List.of(), columns, names, Set.of());
  }

  /** Each heavy unit, and how many rows it has. */
  private RelNode heavy(BigInteger most) {
    RelNode units =
        LogicalProject.create(
            rows, List.of(), List.of(rex.makeInputRef(rows, 0)), List.of("d0"), Set.of());
    AggregateCall count =
        call(SqlStdOperatorTable.COUNT, List.of(), units, 1).withName(ROWS_OF_UNIT);
    RelNode counted =
        LogicalAggregate.create(units, List.of(), ImmutableBitSet.of(0), null, List.of(count));
    return LogicalFilter.create(
        counted,
        rex.makeCall(
            SqlStdOperatorTable.GREATER_THAN,
            rex.makeInputRef(counted, 1),
            rex.makeExactLiteral(new BigDecimal(most))));
  }

  /** As a sub-select, or an aggregate would be computed as often as an expression names it. */
  private RelNode aggregated(RelNode rel, ImmutableBitSet groups) {
    List<AggregateCall> calls =
        aggregates.stream()
            .map(a -> call(a.getAggregation(), a.getArgList(), rel, groups.cardinality()))
            .toList();
    return SubSelect.of(LogicalAggregate.create(rel, List.of(), groups, null, calls));
  }

  private static AggregateCall call(
      SqlAggFunction function, List<Integer> arguments, RelNode of, int groups) {
    return AggregateCall.create(
        function,
        false,
        false,
        false,
        List.of(),
        arguments,
        -1,
        null,
        RelCollations.EMPTY,
        groups,
        of,
        null,
        null);
  }
}
