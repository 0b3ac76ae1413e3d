package org.dpjdbc.plan.release;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.Decimals;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.bounds.Ranked;
import org.dpjdbc.plan.contribution.ClippedVectors;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Rows counted by the cell that their value lies in, in each group. The cell is a key like those of
 * the query: the value itself, or the number of a cell ({@link CellNumbers}). Rows without a value
 * are in no cell.
 */
final class Histogram {
  /** Cells of a histogram without groups: more would hardly tell values apart that matter. */
  private static final int MAX_CELLS = 4096;

  /** Cells of a histogram in groups, each of which the database keeps. */
  private static final int MAX_CELLS_OF_GROUP = 1024;

  private final PlanContext context;
  private final PerUnit input;
  private final List<GroupKey> keys;

  Histogram(PlanContext context, PerUnit input, List<GroupKey> keys) {
    this.context = context;
    this.input = input;
    this.keys = keys;
  }

  /**
   * L1 of the vector of a unit's counts, over all cells in all groups, is clipped to that of its
   * allowed rows in its allowed groups, or in all ({@link Contribution.Clip}): no cell or group is
   * dropped, and a unit with more rows counts for less in each of them. In one pass its rows are no
   * more than the database allows. Either way the histogram moves by no more than {@code l1} of the
   * bound.
   */
  static Contribution clipped(Contribution contribution) {
    if (contribution instanceof Contribution.OnePass) {
      return contribution;
    }
    int full = contribution instanceof Contribution.Clip all ? all.full() : contribution.groups();
    Contribution.Clip clip =
        new Contribution.Clip(
            contribution.rows(), contribution.groups(), full, /* squares= */ false);
    if (!ClippedVectors.fits(clip, BigInteger.valueOf(clip.rows()))) {
      throw ExpressionMessages.rangeTooWideToClip("the histogram");
    }
    return clip;
  }

  /** How many cells there may be. */
  int max() {
    return keys.isEmpty() ? MAX_CELLS : MAX_CELLS_OF_GROUP;
  }

  /**
   * The rows of each cell of a grid.
   *
   * @param measure whose filter is to hold
   * @param value of which the grid is
   */
  AggregateQuery ask(Measures.Key measure, Measure value, RankGrid grid, Contribution bound) {
    CellNumbers numbers = new CellNumbers(context.rex(), grid);
    if (!numbers.areLong(input.rel(), value.value())) {
      return ask(input, measure, numbers.of(value.value()), grid, bound);
    }
    PerUnit rows = with(input, value.value(), "value");
    PerUnit apart = rows.withRel(SubSelect.of(rows.rel()), rows.columns());
    RexNode computed = context.rex().makeInputRef(apart.rel(), input.columns().size());
    return ask(apart, measure, numbers.of(computed), grid, bound);
  }

  /**
   * The rows of each cell.
   *
   * <p>Those that are in none are left out where a unit's rows are counted, to clip them. In one
   * pass they are a group of their own, which is never read: databases would compute the cell of
   * each row a second time to leave them out, which costs more than to count them.
   *
   * @param measure whose filter is to hold
   * @param cell the key of a row's cell, NULL if it is in none
   */
  AggregateQuery ask(Measures.Key measure, RexNode cell, Cells cells, Contribution bound) {
    return ask(input, measure, cell, cells, bound);
  }

  private AggregateQuery ask(
      PerUnit of, Measures.Key measure, RexNode cell, Cells cells, Contribution bound) {
    RexBuilder rex = context.rex();
    int width = of.columns().size();
    PerUnit rows = with(of, filtered(of, measure, cell), "cell");
    RelNode known =
        bound instanceof Contribution.OnePass
            ? rows.rel()
            : LogicalFilter.create(
                rows.rel(),
                rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, rex.makeInputRef(rows.rel(), width)));
    List<GroupKey> withCell = new ArrayList<>(keys);
    withCell.add(new GroupKey(width, cells.type()));
    MeasuresQuery query =
        new MeasuresQuery(context, rows.withRel(known, rows.columns()), withCell, bound);
    query.countRows();
    return query.build().ofCells(cells);
  }

  /** With one more column. */
  private PerUnit with(PerUnit of, RexNode column, String name) {
    RelNode rows = of.rel();
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    int width = names.size();
    IntStream.range(0, width).forEach(i -> columns.add(context.rex().makeInputRef(rows, i)));
    columns.add(column);
    names.add(names.contains(name) ? name + width : name);
    List<PerUnit.Column> facts = new ArrayList<>(of.columns());
    facts.add(
        new PerUnit.Column(
            new ColumnFacts(name, Optional.empty(), Optional.empty()), new Origin.Private()));
    return of.withRel(LogicalProject.create(rows, List.of(), columns, names, Set.of()), facts);
  }

  /** Cells that are all alike. */
  EqualCells equalCells(Measure value) {
    return RankGrids.equal(value, type(value), max());
  }

  /** The cells by which a quantile is found best: of dates, and whatever has no 0, equal ones. */
  RankGrid grid(Ranked ranked) {
    Measure value = ranked.measure();
    return ranked.fromZero() ? RankGrids.best(value, type(value), max()) : equalCells(value);
  }

  /** What the distance of two integers of the measure fits in. */
  private RelDataType type(Measure value) {
    boolean wide = value.value().getType().getSqlTypeName() == SqlTypeName.DECIMAL;
    return wide
        ? new Decimals(context.rex()).type(true)
        : context
            .rex()
            .getTypeFactory()
            .createTypeWithNullability(
                context.rex().getTypeFactory().createSqlType(SqlTypeName.BIGINT), true);
  }

  /** The value where the filter holds, NULL elsewhere. */
  private RexNode filtered(PerUnit of, Measures.Key measure, RexNode value) {
    return measure.filter() == Measures.ALL
        ? value
        : context
            .rex()
            .makeCall(
                SqlStdOperatorTable.CASE,
                context.rex().makeInputRef(of.rel(), measure.filter()),
                value,
                context.rex().makeNullLiteral(value.getType()));
  }
}
