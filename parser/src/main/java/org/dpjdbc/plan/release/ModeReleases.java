package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.bounds.Ranked;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ListedCells;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The histograms that most common values are chosen by, and their sensitivity: one per measure,
 * over its public values, or else over the points that its bounds leave, if they are few. A value
 * that is listed only because a unit has it is never released.
 *
 * <p>In the cells of one group a unit's counts move one score each, by no more than its allowed
 * rows, however many cells they are in: where it cannot be in more groups than it may, each cell is
 * clamped by itself. Elsewhere the whole histogram of a unit is clipped, see {@link
 * Histogram#clipped}.
 */
final class ModeReleases {
  private final PlanContext context;
  private final PerUnit input;
  private final Histogram histogram;
  private final Contribution contribution;
  private final List<AggregateQuery> others;
  private final List<Release.Draft> releases;
  private final Map<Measures.Key, Statistic> statistics = new HashMap<>();

  /**
   * Creates the builder.
   *
   * @param others the asks behind the main one, to which histograms are added
   * @param releases to which these are added
   */
  ModeReleases(
      PlanContext context,
      PerUnit input,
      List<GroupKey> keys,
      Contribution contribution,
      List<AggregateQuery> others,
      List<Release.Draft> releases) {
    this.context = context;
    this.input = input;
    this.histogram = new Histogram(context, input, keys);
    this.contribution = contribution;
    this.others = others;
    this.releases = releases;
  }

  /** Asks for everything. */
  void build(Modes modes) {
    for (Measures.Key measure : modes.measures().keySet()) {
      Release.Ref chosen = new Release.Ref(releases.size(), 0);
      PerUnit.Column column = input.columns().get(measure.argument());
      RelDataType type = Objects.requireNonNull(modes.measures().get(measure), "its type");
      Contribution bound = bound();
      if (column.origin() instanceof Origin.Values values) {
        ListedCells cells = listed(column, values, type);
        others.add(
            histogram.ask(
                measure,
                context.rex().makeInputRef(input.rel(), measure.argument()),
                cells,
                bound));
        statistics.put(measure, new Statistic.Listed(chosen, cells.values()));
      } else {
        Ranked ranked = points(measure, column, type);
        EqualCells grid = histogram.equalCells(ranked.measure());
        if (!grid.size().equals(BigInteger.ONE)) {
          throw ExpressionMessages.modeOfTooMany(column.facts().name(), histogram.max());
        }
        others.add(histogram.ask(measure, ranked.measure(), grid, bound));
        BigDecimal step = ranked.measure().step();
        statistics.put(
            measure,
            new Statistic.Quantile(
                chosen, ranked.origin().add(new BigDecimal(grid.lower()).multiply(step)), step));
      }
      releases.add(
          new ModeRelease.Draft(
              "MODE(" + column.facts().name() + ")",
              others.size(),
              bound.l1(BigInteger.valueOf(bound.rows())),
              bound.parts()));
    }
  }

  /** The statistic of a call that was built. */
  Statistic statistic(Measures.Key measure) {
    return Objects.requireNonNull(statistics.get(measure), "a mode that was asked for");
  }

  private Contribution bound() {
    return contribution instanceof Contribution.PerGroup bound && !bound.limited()
        ? bound
        : Histogram.clipped(contribution);
  }

  private static ListedCells listed(PerUnit.Column column, Origin.Values values, RelDataType type) {
    List<KeyValue> known = new ArrayList<>(values.values());
    known.remove(KeyValue.NULL);
    if (known.isEmpty()) {
      throw ExpressionMessages.modeOfHidden(column.facts().name());
    }
    return new ListedCells(type, known);
  }

  private Ranked points(Measures.Key measure, PerUnit.Column column, RelDataType type) {
    boolean ordered =
        SqlTypeUtil.isNumeric(type)
            || type.getSqlTypeName() == SqlTypeName.DATE
            || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
    if (!ordered || column.facts().range().isEmpty()) {
      throw ExpressionMessages.modeOfHidden(column.facts().name());
    }
    return context
        .expressions(input.facts())
        .ranked(context.rex().makeInputRef(input.rel(), measure.argument()));
  }
}
