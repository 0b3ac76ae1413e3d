package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The releases of measures whose contributions are left to be found, see {@link AutoBoundMeasures}.
 * In one pass a unit's rows are so many totals; otherwise a unit has one total in each of its
 * groups, of which it keeps as many as it may: that many totals come or go with it.
 */
final class AutoBoundReleases {
  /** Totals beyond 2 to the power of this count as it: sums of 2^31 of them fit 38 digits. */
  private static final int FARTHEST = 62;

  /** Bits of the number of rows that one unit may have. */
  private static final int ROW_BITS = 31;

  private final PlanContext context;
  private final PerUnit input;
  private final RowMeasures rows;
  private final MagnitudeHistogramQuery queries;
  private final Contribution contribution;
  private final List<AggregateQuery> others;
  private final List<Release.Draft> releases;

  /**
   * Creates the builder.
   *
   * @param ofColumns measures that are computed already, by column
   * @param others the asks behind the main one, to which histograms are added
   * @param releases to which these are added
   */
  AutoBoundReleases(
      PlanContext context,
      PerUnit input,
      List<GroupKey> keys,
      Map<Integer, Measure> ofColumns,
      Contribution contribution,
      List<AggregateQuery> others,
      List<Release.Draft> releases) {
    this.context = context;
    this.input = input;
    this.rows = new RowMeasures(context, input, ofColumns);
    this.contribution = contribution.unclipped();
    this.queries = new MagnitudeHistogramQuery(context, input, keys, this.contribution);
    this.others = others;
    this.releases = releases;
  }

  /**
   * Releases what is needed of a measure.
   *
   * @param counted the count that is released by a bound on rows; empty if those are found
   */
  MeasureReleases.Released release(
      Measures.Key key, Set<Need> needs, Optional<MeasureReleases.Released> counted) {
    boolean means = needs.contains(Need.MEAN);
    Optional<Statistic> sum =
        means || needs.contains(Need.SUM) ? Optional.of(sum(key)) : Optional.empty();
    boolean counts = means || needs.contains(Need.COUNT);
    Optional<Statistic> count =
        counts && counted.isEmpty() ? Optional.of(count(key, means)) : Optional.empty();
    return aggregate ->
        statistic(aggregate, sum, count.or(() -> counted.map(c -> c.statistic(aggregate))));
  }

  private static Statistic statistic(
      AggregateCall aggregate, Optional<Statistic> sum, Optional<Statistic> count) {
    SqlKind kind = aggregate.getAggregation().getKind();
    if (kind == SqlKind.AVG) {
      return new Statistic.AutoBoundMean(sum.orElseThrow(), count.orElseThrow());
    }
    return kind == SqlKind.COUNT ? count.orElseThrow() : sum.orElseThrow();
  }

  /**
   * A bound that few units have a value beyond.
   *
   * @param min whether it is one from below, of values some of which may be below 0
   */
  Statistic end(Measures.Key key, boolean min) {
    Measure measure = measure(key);
    int exponent = Math.min(FARTHEST, bits(measure));
    boolean signed = measure.lower().signum() < 0;
    return found(
        (min ? "MIN(" : "MAX(") + rows.name(key.argument()) + ")",
        min ? AutoBoundRelease.Kind.LEAST : AutoBoundRelease.Kind.GREATEST,
        queries.values(
            min ? SqlStdOperatorTable.MIN : SqlStdOperatorTable.MAX,
            rows.filtered(key, measure.value()),
            exponent,
            signed),
        exponent,
        signed,
        measure.step());
  }

  private static int bits(Measure measure) {
    return measure.lower().abs().max(measure.upper().abs()).max(BigInteger.ONE).bitLength();
  }

  /** Without a grid of its own a floating-point range that is far too wide has too coarse a one. */
  private Measure measure(Measures.Key key) {
    Measure measure = rows.measure(key.argument());
    PerUnit.Column column = input.columns().get(key.argument());
    boolean floating =
        SqlTypeName.APPROX_TYPES.contains(
            input.rel().getRowType().getFieldList().get(key.argument()).getType().getSqlTypeName());
    boolean declared =
        column.facts().step().filter(step -> step.compareTo(measure.step()) == 0).isPresent();
    if (column.autoBounded()
        && floating
        && !declared
        && measure.step().compareTo(BigDecimal.ONE) > 0) {
      throw ExpressionMessages.autoFloating(rows.name(key.argument()));
    }
    return measure;
  }

  private Statistic sum(Measures.Key key) {
    Measure measure = measure(key);
    int bits = bits(measure) + (contribution instanceof Contribution.OnePass ? 0 : ROW_BITS);
    int exponent = Math.min(FARTHEST, bits);
    boolean signed = measure.lower().signum() < 0;
    return found(
        "SUM(" + rows.name(key.argument()) + ")",
        AutoBoundRelease.Kind.SUM,
        queries.values(
            SqlStdOperatorTable.SUM, rows.filtered(key, measure.value()), exponent, signed),
        exponent,
        signed,
        measure.step());
  }

  /** Of rows, or of the values that a mean is of. */
  private Statistic count(Measures.Key key, boolean ofMean) {
    Optional<RexNode> counted = Optional.empty();
    if (key.argument() != Measures.ROWS) {
      RexNode column = context.rex().makeInputRef(input.rel(), key.argument());
      counted = Optional.of(rows.filtered(key, ofMean ? rows.counted(key.argument()) : column));
    } else if (key.filter() != Measures.ALL) {
      counted = Optional.of(rows.filtered(key, rows.one()));
    }
    return found(
        "COUNT(" + rows.name(key.argument()) + ")",
        AutoBoundRelease.Kind.SUM,
        queries.counts(counted, ROW_BITS),
        ROW_BITS,
        /* signed= */ false,
        BigDecimal.ONE);
  }

  private Statistic found(
      String what,
      AutoBoundRelease.Kind kind,
      AggregateQuery query,
      int exponent,
      boolean signed,
      BigDecimal step) {
    others.add(query);
    BigInteger moves =
        contribution instanceof Contribution.OnePass
            ? BigInteger.valueOf(contribution.rows())
            : BigInteger.valueOf(contribution.groups());
    Release.Ref ref = new Release.Ref(releases.size(), 0);
    releases.add(new AutoBoundRelease.Draft(what, kind, others.size(), exponent, signed, moves));
    return new Statistic.AutoBound(ref, step);
  }
}
