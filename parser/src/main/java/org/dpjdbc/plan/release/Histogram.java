package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.Decimals;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.contribution.ClippedVectors;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Rows counted by the cell that their value lies in, in each group. The cell is a key like those of
 * the query: the value itself, or an integer that it gives by a subtraction and a remainder of
 * integers that are clamped before. Rows without a value are in no cell.
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
   * The rows of each cell.
   *
   * <p>Those that are in none are left out where a unit's rows are counted, to clip them. In one
   * pass they are a group of their own, which nobody looks up: databases would compute the cell of
   * each row a second time to leave them out, which costs more than to count them.
   *
   * @param measure whose filter is to hold
   * @param cell the key of a row's cell, NULL where it is in none
   */
  AggregateQuery ask(Measures.Key measure, RexNode cell, Cells cells, Contribution bound) {
    RexBuilder rex = context.rex();
    RelNode rows = input.rel();
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    int width = names.size();
    IntStream.range(0, width).forEach(i -> columns.add(rex.makeInputRef(rows, i)));
    columns.add(filtered(measure, cell));
    names.add(names.contains("cell") ? "cell" + width : "cell");
    RelNode celled = LogicalProject.create(rows, List.of(), columns, names, Set.of());
    RelNode known =
        bound instanceof Contribution.OnePass
            ? celled
            : LogicalFilter.create(
                celled,
                rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, rex.makeInputRef(celled, width)));
    List<PerUnit.Column> facts = new ArrayList<>(input.columns());
    facts.add(
        new PerUnit.Column(
            new ColumnFacts("cell", Optional.empty(), Optional.empty()), new Origin.Private()));
    List<GroupKey> withCell = new ArrayList<>(keys);
    withCell.add(new GroupKey(width, cells.type()));
    MeasuresQuery query = new MeasuresQuery(context, input.withRel(known, facts), withCell, bound);
    query.countRows();
    return query.build().ofCells(cells);
  }

  /** As few points to a cell as there may be cells. */
  RankGrid grid(Measure value) {
    BigInteger points = value.upper().subtract(value.lower()).add(BigInteger.ONE);
    BigInteger size =
        new BigDecimal(points)
            .divide(BigDecimal.valueOf(max()), 0, RoundingMode.CEILING)
            .toBigInteger();
    return new RankGrid(type(value), value.lower(), points, size);
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

  /**
   * The first point of the cell, less the lower bound: of a number from 0 on, itself less its
   * remainder. The measure is within its bounds whatever the data, so that nothing overflows.
   */
  RexNode cell(Measure value, RankGrid grid) {
    return cell(value.value(), grid);
  }

  /**
   * A measure's cases end in constants, whose cells are constants, or let through what is within
   * the bounds: each has its cell computed in it, so that no case is gone through twice.
   */
  private RexNode cell(RexNode x, RankGrid grid) {
    RexBuilder rex = context.rex();
    if (x.getKind() == SqlKind.CASE) {
      List<RexNode> branches = new ArrayList<>(((RexCall) x).getOperands());
      for (int i = 0; i < branches.size(); i++) {
        if (isValue(i, branches.size())) {
          branches.set(i, cell(branches.get(i), grid));
        }
      }
      return rex.makeCall(x.getType(), SqlStdOperatorTable.CASE, branches);
    }
    if (x instanceof RexLiteral constant) {
      return constant.isNull() ? x : rex.makeExactLiteral(first(constant, grid), x.getType());
    }
    RexNode above =
        grid.lower().signum() == 0
            ? x
            : rex.makeCall(
                x.getType(), SqlStdOperatorTable.MINUS, List.of(x, number(grid.lower())));
    if (grid.size().equals(BigInteger.ONE)) {
      return above;
    }
    RexNode rest =
        rex.makeCall(x.getType(), SqlStdOperatorTable.MOD, List.of(above, number(grid.size())));
    return rex.makeCall(x.getType(), SqlStdOperatorTable.MINUS, List.of(above, rest));
  }

  /** Conditions and values take turns, and the last is the value of ELSE. */
  private static boolean isValue(int operand, int operands) {
    return operand % 2 == 1 || operand == operands - 1;
  }

  private static BigDecimal first(RexLiteral constant, RankGrid grid) {
    BigInteger point =
        Objects.requireNonNull(constant.getValueAs(BigDecimal.class)).toBigIntegerExact();
    BigInteger above = point.subtract(grid.lower());
    return new BigDecimal(above.subtract(above.mod(grid.size())));
  }

  /** The value where the filter holds, NULL elsewhere. */
  private RexNode filtered(Measures.Key measure, RexNode value) {
    return measure.filter() == Measures.ALL
        ? value
        : context
            .rex()
            .makeCall(
                SqlStdOperatorTable.CASE,
                context.rex().makeInputRef(input.rel(), measure.filter()),
                value,
                context.rex().makeNullLiteral(value.getType()));
  }

  private RexNode number(BigInteger value) {
    return context.rex().makeExactLiteral(new BigDecimal(value));
  }
}
