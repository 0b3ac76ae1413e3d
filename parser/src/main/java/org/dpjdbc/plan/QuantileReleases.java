package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.bounds.Ranked;
import org.dpjdbc.sql.Messages;

/**
 * The histograms that quantiles are chosen by, and their sensitivity: one per measure, however many
 * quantiles of it are asked for.
 *
 * <p>The cell of a row is a key like those of the query: an integer that the row's own value gives,
 * by a subtraction and a remainder of integers that are clamped before. Where one unit may have
 * several rows, L1 of the vector of its counts, over all cells in all groups, is clipped to that of
 * its allowed rows in its allowed groups ({@link Contribution.Clip}): no cell or group is dropped,
 * and a unit with more rows counts for less in each of them. In one pass its rows are no more than
 * the database allows. Either way the histogram moves by no more than {@code l1} of the bound.
 */
final class QuantileReleases {
  /** Cells of a histogram without groups: more would hardly tell values apart that matter. */
  private static final int MOST_CELLS = 4096;

  /** Cells of a histogram in groups, each of which the database keeps. */
  private static final int MOST_CELLS_OF_GROUP = 1024;

  private final PlanContext context;
  private final PerUnit input;
  private final List<GroupKey> keys;
  private final Contribution contribution;
  private final List<Ask> others;
  private final List<FrontierDraft.QuantileDraft> releases = new ArrayList<>();
  private final Map<Quantiles.Asked, Statistic.Quantile> statistics = new HashMap<>();

  /**
   * Creates the builder.
   *
   * @param others the asks behind the main one, to which histograms are added
   */
  QuantileReleases(
      PlanContext context,
      PerUnit input,
      List<GroupKey> keys,
      Contribution contribution,
      List<Ask> others) {
    this.context = context;
    this.input = input;
    this.keys = keys;
    this.contribution = contribution;
    this.others = others;
  }

  /**
   * Asks for everything.
   *
   * @param of the measures, those left out of which the ends are found otherwise
   * @param first how many releases stand before these
   */
  List<FrontierDraft.QuantileDraft> build(Quantiles quantiles, List<Measures.Key> of, int first) {
    for (Measures.Key measure : of) {
      Ranked ranked =
          context
              .expressions(input.facts())
              .ranked(context.rex().makeInputRef(input.rel(), measure.argument()));
      Contribution bound = bound();
      others.add(histogram(measure, ranked.measure(), bound));
      for (List<BigFraction> together : quantiles.together(measure)) {
        for (int i = 0; i < together.size(); i++) {
          statistics.put(
              new Quantiles.Asked(measure, together.get(i)),
              new Statistic.Quantile(
                  new Release.Ref(first + releases.size(), i),
                  ranked.origin(),
                  ranked.measure().step()));
        }
        releases.add(
            new FrontierDraft.QuantileDraft(
                what(name(measure), together),
                others.size(),
                together,
                bound.l1(BigInteger.valueOf(bound.rows())),
                bound.parts()));
      }
    }
    return releases;
  }

  /** The statistic of a call that was built. */
  Statistic statistic(Quantiles.Asked asked) {
    return Objects.requireNonNull(statistics.get(asked), "a quantile that was asked for");
  }

  private Contribution bound() {
    if (contribution instanceof Contribution.OnePass) {
      return contribution;
    }
    Contribution.PerGroup whole = (Contribution.PerGroup) contribution.unclipped();
    Contribution.Clip clip = new Contribution.Clip(whole.rows(), whole.groups(), false);
    if (!ClippedVectors.fits(clip, BigInteger.valueOf(clip.rows()))) {
      throw Messages.rangeTooWideToClip("the histogram");
    }
    return clip;
  }

  private Ask histogram(Measures.Key measure, Measure value, Contribution bound) {
    RexBuilder rex = context.rex();
    RelNode rows = input.rel();
    RankGrid grid = grid(value);
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    int width = names.size();
    IntStream.range(0, width).forEach(i -> columns.add(rex.makeInputRef(rows, i)));
    columns.add(filtered(measure, cell(value, grid)));
    names.add(names.contains("cell") ? "cell" + width : "cell");
    RelNode celled = LogicalProject.create(rows, List.of(), columns, names, Set.of());
    RelNode known =
        LogicalFilter.create(
            celled, rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, rex.makeInputRef(celled, width)));
    List<PerUnit.Column> facts = new ArrayList<>(input.columns());
    facts.add(
        new PerUnit.Column(
            new ColumnFacts("cell", Optional.empty(), Optional.empty()), new Origin.Private()));
    List<GroupKey> withCell = new ArrayList<>(keys);
    withCell.add(new GroupKey(width, grid.type()));
    MainAsk ask = new MainAsk(context, input.withRel(known, facts), withCell, bound);
    ask.countRows();
    return ask.build().ofCells(grid);
  }

  /** As few points to a cell as there may be cells. */
  private RankGrid grid(Measure value) {
    BigInteger points = value.upper().subtract(value.lower()).add(BigInteger.ONE);
    int most = keys.isEmpty() ? MOST_CELLS : MOST_CELLS_OF_GROUP;
    BigInteger size =
        new BigDecimal(points)
            .divide(BigDecimal.valueOf(most), 0, RoundingMode.CEILING)
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
  private RexNode cell(Measure value, RankGrid grid) {
    RexBuilder rex = context.rex();
    RexNode x = value.value();
    RexNode above =
        value.lower().signum() == 0
            ? x
            : rex.makeCall(
                x.getType(), SqlStdOperatorTable.MINUS, List.of(x, number(value.lower())));
    if (grid.size().equals(BigInteger.ONE)) {
      return above;
    }
    RexNode rest =
        rex.makeCall(x.getType(), SqlStdOperatorTable.MOD, List.of(above, number(grid.size())));
    return rex.makeCall(x.getType(), SqlStdOperatorTable.MINUS, List.of(above, rest));
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

  private String name(Measures.Key measure) {
    return input.columns().get(measure.argument()).facts().name();
  }

  private static String what(String name, List<BigFraction> together) {
    if (QuantileRelease.isEnd(together.get(0))) {
      return (together.get(0).signum() == 0 ? "MIN(" : "MAX(") + name + ")";
    }
    return "PERCENTILE("
        + name
        + "; "
        + together.stream()
            .map(fraction -> fraction.bigDecimalValue().stripTrailingZeros().toPlainString())
            .collect(Collectors.joining(", "))
        + ")";
  }
}
